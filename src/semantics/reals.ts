import { constructorsOf } from '../language/core/constructors';
import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import { Cell, Items, Variant, type Value } from './value';

/**
 * Walks over first-order values by their types, which rebuild them with other real leaves, left to right. They are
 * iterative, because lists and recursive variants can have any depth.
 */
export class Reals {
  private readonly variants: readonly VariantDeclaration[];
  private readonly payloads = new WeakMap<Type, ReadonlyMap<string, Type | undefined>>();

  constructor(variants: readonly VariantDeclaration[]) {
    this.variants = variants;
  }

  /** Returns `value` with every real leaf replaced. */
  map(type: Type, value: Value, replace: (real: Value) => Value): Value {
    return this.zip(type, value, value, replace);
  }

  /**
   * Returns the structure, ints and other leaves of `first`, with every real leaf computed from the two in its place;
   * MISMATCH if the structures differ (lengths, constructors). `seeOther` gets the two in the place of every other leaf.
   */
  zip(
    type: Type,
    first: Value,
    second: Value,
    combine: (first: Value, second: Value) => Value,
    seeOther: (first: Value, second: Value) => void = () => undefined,
  ): Value {
    if (type.tag === 'real') return combine(first, second);
    const stack: Level[] = [];
    let level: Level = { types: [type], shared: true, first: [first], second: [second], results: [], build: only };
    for (;;) {
      const i = level.results.length;
      if (i === level.first.length) {
        const built = level.build(level.results);
        const parent = stack.pop();
        if (parent === undefined) return built;
        level = parent;
        level.results.push(built);
        continue;
      }
      const partType = level.types[level.shared ? 0 : i];
      const a = level.first[i];
      const b = level.second[i];
      if (partType === undefined) return MISMATCH;
      if (partType.tag === 'real') {
        level.results.push(combine(a, b));
        continue;
      }
      const opened = this.open(partType, a, b);
      if (opened === MISMATCH) return MISMATCH;
      if (opened === undefined) {
        seeOther(a, b);
        level.results.push(a);
      } else {
        stack.push(level);
        level = opened;
      }
    }
  }

  /** Returns the parts of two values of a type; undefined if they have none. */
  private open(type: Type, a: Value, b: Value): Level | undefined | typeof MISMATCH {
    switch (type.tag) {
      case 'product':
        return { types: type.items, shared: false, first: parts(a), second: parts(b), results: [], build: asTuple };
      case 'record': {
        const types = type.fields.map((field) => field.type);
        return { types, shared: false, first: parts(a), second: parts(b), results: [], build: asTuple };
      }
      case 'sum':
      case 'named': {
        if (!(a instanceof Variant) || !(b instanceof Variant) || a.name !== b.name) return MISMATCH;
        const payload = this.payload(type, a.name);
        if (payload === undefined) return undefined;
        const { name } = a;
        return {
          types: [payload],
          shared: false,
          first: [a.payload],
          second: [b.payload],
          results: [],
          build: ([result]) => new Variant(name, result),
        };
      }
      case 'sequence': {
        const first = itemsOf(a);
        const second = a === b ? first : itemsOf(b);
        if (first.length !== second.length) return MISMATCH;
        const build = type.container === 'array' ? asArray : asList;
        return { types: [type.item], shared: true, first, second, results: [], build };
      }
      default:
        return undefined;
    }
  }

  private payload(type: Type, constructorName: string): Type | undefined {
    let payloads = this.payloads.get(type);
    if (payloads === undefined) {
      const constructors = constructorsOf(type, this.variants) ?? [];
      payloads = new Map(constructors.map(({ name, payload }) => [name, payload]));
      this.payloads.set(type, payloads);
    }
    return payloads.get(constructorName);
  }
}

/** The result of `zip` for values of different structure. */
export const MISMATCH = Symbol('mismatch');

/** A value being rebuilt: its parts, the results for finished parts, and a function that combines them. */
interface Level {
  /** The types of the parts: one per part, or one for all. */
  readonly types: readonly Type[];
  readonly shared: boolean;
  readonly first: ArrayLike<Value>;
  readonly second: ArrayLike<Value>;
  readonly results: Value[];
  readonly build: (results: Value[]) => Value;
}

const only = (results: Value[]): Value => results[0];
const asTuple = (results: Value[]): Value => results;
const asArray = (results: Value[]): Value => new Items(results);

function asList(results: Value[]): Value {
  let list: Cell | null = null;
  for (let i = results.length - 1; i >= 0; i--) list = new Cell(results[i], list);
  return list;
}

function parts(value: Value): readonly Value[] {
  return value as readonly Value[];
}

export function itemsOf(sequence: Value): ArrayLike<Value> {
  if (sequence instanceof Items) return sequence.items;
  const items: Value[] = [];
  for (let cell: Value = sequence; cell instanceof Cell; cell = cell.tail) items.push(cell.head);
  return items;
}

/** Above this length, an array of reals is a Float64Array: it takes eight bytes for each, and no time to copy. */
const MOST_IN_ARRAY = 1024;

/** Returns the items of an array of reals. The part of memory that it is given, from `start` on, is copied. */
export function realItems(reals: Float64Array, start = 0, count = reals.length): ArrayLike<number> {
  if (count > MOST_IN_ARRAY) return reals.slice(start, start + count);
  const items: number[] = [];
  for (let i = start; i < start + count; i++) items.push(reals[i] ?? NaN);
  return items;
}

/** Returns the items in a new array. */
export function copiedItems(sequence: Value): Value[] {
  const items = itemsOf(sequence);
  return Array.isArray(items) ? items.slice() : Array.from(items);
}

/** Returns the items one after the other, without an array of all. */
export function* eachItem(sequence: Value): Generator<Value, void> {
  if (sequence instanceof Items) for (let i = 0; i < sequence.items.length; i++) yield sequence.items[i];
  else for (let cell: Value = sequence; cell instanceof Cell; cell = cell.tail) yield cell.head;
}
