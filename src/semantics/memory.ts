import { Building } from './building';
import { Closure, PartialApplication } from './closure';
import type { Task } from './task';
import { Cell, Items, Traced, Variant, type Value } from './value';

/**
 * The sizes of values in bytes. They are fixed, so a budget is the same on every computer, and close to actual sizes.
 */
export const BYTES = {
  frame: 56,
  slot: 16,
  /** A tuple or an array, without its items. */
  sequence: 32,
  item: 16,
  cell: 48,
  variant: 40,
  closure: 48,
  action: 64,
  traced: 24,
  string: 24,
  character: 2,
  mapEntry: 40,
  call: 12,
  /** A recorded value of `watch`, without its leaves. */
  watched: 48,
  deltaBinding: 96,
} as const;

/** The number of values visited between pauses. */
const SLICE = 20_000;

/** Returns the bytes of everything reachable from the roots, counting each object once; stops counting past `limit`. */
export function* liveBytes(roots: Iterable<Value>, limit: number, mostInASet = MOST_IN_A_SET): Task<number> {
  const seen = new Seen(mostInASet);
  const stack: Value[] = [...roots];
  let total = 0;
  let left = SLICE;
  while (stack.length > 0 && total <= limit) {
    if (--left === 0) {
      left = SLICE;
      yield;
    }
    const value = stack.pop();
    if (typeof value === 'string') total += BYTES.string + BYTES.character * value.length;
    if (typeof value === 'object' && value !== null && seen.add(value)) total += sizeOf(value, stack);
  }
  return total;
}

/**
 * Returns the bytes of data if what it shares is written out each time; stops counting past `limit`. Printing and
 * differentiation take data apart like that. Functions are not gone into.
 */
export function bytesWritten(data: Value, limit: number): number {
  const stack: Value[] = [data];
  let total = 0;
  while (stack.length > 0 && total <= limit) {
    const value = stack.pop();
    if (typeof value === 'string') total += BYTES.string + BYTES.character * value.length;
    else if (isStructure(value)) total += sizeOf(value, stack);
  }
  return total;
}

function isStructure(value: Value): value is object {
  return (
    value instanceof Traced ||
    value instanceof Cell ||
    value instanceof Variant ||
    value instanceof Items ||
    Array.isArray(value)
  );
}

/** A set of objects, in several JavaScript sets: one can hold 2^24 objects, fewer than a program may use. */
class Seen {
  private readonly sets: Set<object>[] = [];
  private last = new Set<object>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Returns false if it was already there. */
  add(thing: object): boolean {
    if (this.last.has(thing) || this.sets.some((set) => set.has(thing))) return false;
    if (this.last.size === this.most) {
      this.sets.push(this.last);
      this.last = new Set();
    }
    this.last.add(thing);
    return true;
  }
}

const MOST_IN_A_SET = 2 ** 23;

/** Returns the bytes of one object, and pushes the objects it refers to onto the stack. */
function sizeOf(value: object, stack: Value[]): number {
  if (value instanceof Traced) return BYTES.traced;
  if (value instanceof Cell) {
    stack.push(value.tail, value.head);
    return BYTES.cell;
  }
  if (value instanceof Variant) {
    stack.push(value.payload);
    return BYTES.variant;
  }
  if (value instanceof Building) return BYTES.sequence + list(value.soFar, stack);
  if (value instanceof Items) return BYTES.sequence + list(value.items, stack);
  if (Array.isArray(value) || value instanceof Float64Array) return BYTES.sequence + list(value, stack);
  if (value instanceof Closure) return BYTES.closure + list(value.captured, stack);
  if (value instanceof PartialApplication) {
    stack.push(value.closure);
    return BYTES.closure + list(value.values, stack);
  }
  if (value instanceof Map) return BYTES.mapEntry * (value.size + 1);
  if ('tag' in value) {
    if ('delta' in value) stack.push(value.delta);
    if ('value' in value) stack.push(value.value);
    if ('closure' in value) stack.push(value.closure);
    if ('values' in value && Array.isArray(value.values)) return BYTES.action + list(value.values, stack);
  }
  return BYTES.action;
}

function list(items: ArrayLike<Value>, stack: Value[]): number {
  if (!(items instanceof Float64Array)) {
    for (let i = 0; i < items.length; i++) if (typeof items[i] !== 'number') stack.push(items[i]);
  }
  return BYTES.item * items.length;
}
