/**
 * Tangents (Figure 6, and section 5): T[real] is a real, T of a tuple is a tuple, and T of an int, a bool, a string or
 * () is unit, whose only value is 0.
 *
 *   T[A + B]   = T[A] * T[B]           only the constructors that occurred are stored (ours)
 *   T[list A]  = list T[A]             zero is [], and the sum pads the shorter one (ours); arrays likewise
 *   T[A ⇝ B]   = list (A * T[B])       in the simply typed version (section 4): calls
 *              = T[Δ]                  in the dependent one (section 5): of the environment that the closure captured
 *
 * The zero of every type is `undefined`. A sum of anything but numbers and tuples is lazy: it is evaluated one level at
 * a time when it is read. So adding zero costs nothing, and no tangent is too deep for the stack.
 */
import { internalError } from '../../../language/source/internal-error';
import type { Type } from '../../../language/types/type';
import type { VariantDeclaration } from '../../../language/core/tree';
import { partsAt } from '../../../semantics/leaves';
import type { Meter } from '../../../semantics/outcome';
import { Variant, type Value } from '../../../semantics/value';
import type { Space } from '../combinator';
import { widthOf, type ContextValue } from './environment';
import { single, union, type Trie } from './trie';

export type Tangent =
  | undefined
  | number
  | TupleTangent
  | PayloadsTangent
  | ConsTangent
  | ArrayTangent
  | CallsTangent
  | CapturedTangent
  | SumTangent
  | GivenTangent;

/** The tangent of a tuple or a context. */
export type TupleTangent = readonly Tangent[] | SparseTangent;

/** That of a wide tuple, most of whose parts are 0: the others, by index. */
export interface SparseTangent {
  readonly tag: 'sparse';
  readonly width: number;
  readonly parts: Trie<Tangent>;
}

/** The tangent of a variant, by constructor. */
export interface PayloadsTangent {
  readonly tag: 'payloads';
  readonly payloads: ReadonlyMap<string, Tangent>;
}

/** The tangent of a non-empty list. */
export interface ConsTangent {
  readonly tag: 'cons';
  readonly head: Tangent;
  readonly tail: Tangent;
}

/** The tangent of an array, by index. */
export interface ArrayTangent {
  readonly tag: 'items';
  readonly items: ReadonlyMap<number, Tangent>;
}

/** The tangent of a function in the simply typed version: [(argument, result tangent), ...]. */
export interface CallsTangent {
  readonly tag: 'calls';
  readonly calls: readonly Call[];
}

export interface Call {
  readonly argument: Value;
  readonly given: Tangent;
}

/** The tangent of a function in the dependent version: a tangent of its environment. */
export interface CapturedTangent {
  readonly tag: 'captured';
  /** The witness: the environment whose tangent this is. */
  readonly environment: ContextValue;
  /** The context of the environment. */
  readonly context: Space;
  readonly parts: TupleTangent;
}

/** left + right, neither of which is 0. */
export interface SumTangent {
  readonly tag: 'sum';
  readonly left: Tangent;
  readonly right: Tangent;
  /** Its value, once it has been read. */
  whole: Whole | undefined;
}

/** The cotangent at the point: a value of the result's type. */
export interface GivenTangent {
  readonly tag: 'given';
  readonly value: Value;
  readonly type: Type;
  readonly variants: readonly VariantDeclaration[];
  /** Its outermost level, once it has been read. */
  whole: Whole | undefined;
}

/** A tangent whose outermost level is evaluated. */
export type Whole = Exclude<Tangent, SumTangent | GivenTangent>;

export function plus(left: Tangent, right: Tangent, meter: Meter): Tangent {
  if (left === undefined) return right;
  if (right === undefined) return left;
  if (typeof left === 'number' && typeof right === 'number') {
    meter.derivative += 1;
    return left + right;
  }
  // Tuples are added at once, since they are no deeper than the type: a lazy sum would keep all its summands in memory.
  if (isTuple(left) && isTuple(right)) return addTuples([left, right], meter);
  return { tag: 'sum', left, right, whole: undefined };
}

/** Returns the outermost level of a tangent. */
export function whole(tangent: Tangent, meter: Meter): Whole {
  if (isNode(tangent)) {
    if (tangent.tag === 'sum') return (tangent.whole ??= summed(summands(tangent, meter), meter));
    if (tangent.tag === 'given') return (tangent.whole ??= opened(tangent, meter));
    return tangent;
  }
  return tangent;
}

/** Returns a sparse tuple; 0 if it has no parts. */
export function sparseOf(width: number, parts: Trie<Tangent> | undefined): SparseTangent | undefined {
  return parts && { tag: 'sparse', width, parts };
}

export function realOf(tangent: Tangent, meter: Meter): number {
  const seen = whole(tangent, meter);
  if (seen === undefined) return 0;
  return typeof seen === 'number' ? seen : wrong('a real', seen);
}

export function payloadOfTangent(tangent: Tangent, name: string, meter: Meter): Tangent {
  const seen = whole(tangent, meter);
  if (seen === undefined) return undefined;
  return isNode(seen) && seen.tag === 'payloads' ? seen.payloads.get(name) : wrong('a variant', seen);
}

export function consOf(tangent: Tangent, meter: Meter): ConsTangent | undefined {
  const seen = whole(tangent, meter);
  if (seen === undefined) return undefined;
  return isNode(seen) && seen.tag === 'cons' ? seen : wrong('a list', seen);
}

export function itemsOfArray(tangent: Tangent, meter: Meter): ReadonlyMap<number, Tangent> {
  const seen = whole(tangent, meter);
  if (seen === undefined) return NO_ITEMS;
  return isNode(seen) && seen.tag === 'items' ? seen.items : wrong('an array', seen);
}

export function callsOfTangent(tangent: Tangent, meter: Meter): readonly Call[] {
  const seen = whole(tangent, meter);
  if (seen === undefined) return NO_CALLS;
  return isNode(seen) && seen.tag === 'calls' ? seen.calls : wrong('a function (a list of calls)', seen);
}

/**
 * Returns the tangent of the environment that a function captured. The witness is checked: a tangent of another
 * environment, or of another width, is an internal error and is never read as numbers.
 */
export function capturedOf(tangent: Tangent, environment: ContextValue, meter: Meter): TupleTangent | undefined {
  const seen = whole(tangent, meter);
  if (seen === undefined) return undefined;
  if (!isNode(seen) || seen.tag !== 'captured') return wrong('a function (of its environment)', seen);
  const [entries, width] = [widthOfTangent(seen.parts), widthOf(environment)];
  if (seen.environment !== environment || entries !== width) {
    return internalError(`an environment tangent of ${entries} entries met a function that captured ${width} others`);
  }
  return seen.parts;
}

/** Returns the tangents of a list's first items, and that of the rest. */
export function firstItems(
  tangent: Tangent,
  count: number,
  meter: Meter,
): { readonly items: readonly Tangent[]; readonly rest: Tangent } {
  const items: Tangent[] = [];
  let rest = tangent;
  while (items.length < count) {
    const cell = consOf(rest, meter);
    if (cell === undefined) break;
    items.push(cell.head);
    rest = cell.tail;
  }
  meter.steps += items.length;
  return { items, rest };
}

export function listTangent(items: readonly Tangent[]): ConsTangent | undefined {
  let list: ConsTangent | undefined;
  for (let i = items.length - 1; i >= 0; i--) {
    // Trailing zeros are not stored.
    if (items[i] !== undefined || list !== undefined) list = { tag: 'cons', head: items[i], tail: list };
  }
  return list;
}

export function arrayTangent(items: readonly Tangent[]): ArrayTangent | undefined {
  const found = new Map<number, Tangent>();
  items.forEach((item, i) => {
    if (item !== undefined) found.set(i, item);
  });
  return found.size === 0 ? undefined : { tag: 'items', items: found };
}

const NONE: readonly Tangent[] = [];
const NO_ITEMS: ReadonlyMap<number, Tangent> = new Map();
const NO_CALLS: readonly Call[] = [];

/** Returns the summands of a sum, left to right, none of them an unread sum. */
function summands(sum: SumTangent, meter: Meter): Whole[] {
  const found: Whole[] = [];
  const pending: Tangent[] = [sum];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isNode(next)) found.push(next);
    else if (next.tag === 'given') found.push(whole(next, meter));
    else if (next.tag !== 'sum') found.push(next);
    else if (next.whole !== undefined) found.push(next.whole);
    else pending.push(next.right, next.left);
  }
  meter.steps += found.length;
  return found;
}

/** Returns the outermost level of the sum of tangents of one type. */
function summed(tangents: readonly Whole[], meter: Meter): Whole {
  const [first, ...more] = tangents;
  if (first === undefined) return undefined;
  if (typeof first === 'number') return more.reduce<number>((sum, next) => addReal(sum, next, meter), first);
  if (isTuple(first)) return addTuples(tangents, meter);
  switch (first.tag) {
    case 'payloads': {
      const payloads = new Map<string, Tangent>();
      for (const next of tangents) {
        if (!isNode(next) || next.tag !== 'payloads') return wrong('a variant', next);
        for (const [name, payload] of next.payloads) payloads.set(name, plus(payloads.get(name), payload, meter));
      }
      return { tag: 'payloads', payloads };
    }
    case 'cons': {
      let head: Tangent;
      let tail: Tangent;
      for (const next of tangents) {
        if (!isNode(next) || next.tag !== 'cons') return wrong('a list', next);
        head = plus(head, next.head, meter);
        tail = plus(tail, next.tail, meter);
      }
      return { tag: 'cons', head, tail };
    }
    case 'items': {
      const items = new Map<number, Tangent>();
      for (const next of tangents) {
        if (!isNode(next) || next.tag !== 'items') return wrong('an array', next);
        for (const [i, item] of next.items) items.set(i, plus(items.get(i), item, meter));
      }
      return { tag: 'items', items };
    }
    case 'calls': {
      const calls: Call[] = [];
      for (const next of tangents) {
        if (!isNode(next) || next.tag !== 'calls') return wrong('a function (a list of calls)', next);
        for (const call of next.calls) calls.push(call);
      }
      return { tag: 'calls', calls };
    }
    case 'captured': {
      const parts = tangents.map((next) => capturedOf(next, first.environment, meter) ?? NONE);
      return { ...first, parts: addTuples(parts, meter) };
    }
  }
}

function addReal(sum: number, next: Whole, meter: Meter): number {
  if (typeof next !== 'number') return wrong('a real', next);
  meter.derivative += 1;
  return sum + next;
}

function addTuples(tangents: readonly Whole[], meter: Meter): TupleTangent {
  if (tangents.some((next) => isTuple(next) && isSparse(next))) return addSparse(tangents, meter);
  const sums: Tangent[] = [];
  for (const next of tangents) {
    if (!isTuple(next) || isSparse(next)) return wrong('a tuple', next);
    meter.steps += next.length;
    for (let i = 0; i < next.length; i++) sums[i] = plus(sums[i], next[i], meter);
  }
  return sums;
}

/** Adds the parts of the smaller one of two to those of the larger one. */
function addSparse(tangents: readonly Whole[], meter: Meter): TupleTangent {
  let width = 0;
  let sum: Trie<Tangent> | undefined;
  for (const next of tangents) {
    if (!isTuple(next)) return wrong('a tuple', next);
    width = Math.max(width, widthOfTangent(next));
    const parts = isSparse(next) ? next.parts : trieOf(next);
    if (parts === undefined) continue;
    meter.steps += Math.min(sum?.size ?? 0, parts.size);
    sum = sum === undefined ? parts : union(sum, parts, (left, right) => plus(left, right, meter));
  }
  return sparseOf(width, sum) ?? NONE;
}

function trieOf(parts: readonly Tangent[]): Trie<Tangent> | undefined {
  return parts.reduce<Trie<Tangent> | undefined>((trie, part, index) => {
    if (part === undefined) return trie;
    const one = single(index, part);
    return trie === undefined ? one : union(trie, one, (_, last) => last);
  }, undefined);
}

function widthOfTangent(tuple: TupleTangent): number {
  return isSparse(tuple) ? tuple.width : tuple.length;
}

/** Returns the outermost level of a value as a tangent. */
function opened({ value, type, variants }: GivenTangent, meter: Meter): Whole {
  if (type.tag === 'real') return value as number;
  const inner = partsAt({ value, type, label: '' }, variants);
  meter.steps += inner.length;
  const parts = inner.map((part): Tangent => {
    return { tag: 'given', value: part.value, type: part.type, variants, whole: undefined };
  });
  switch (type.tag) {
    case 'product':
    case 'record':
      return parts;
    case 'sum':
    case 'named':
      if (!(value instanceof Variant)) return internalError('no variant');
      return parts.length === 0 ? undefined : { tag: 'payloads', payloads: new Map([[value.name, parts[0]]]) };
    case 'sequence':
      return type.container === 'array' ? arrayTangent(parts) : listTangent(parts);
    default:
      return undefined;
  }
}

export function isTuple(tangent: Tangent): tangent is TupleTangent {
  return Array.isArray(tangent) || (isNode(tangent) && tangent.tag === 'sparse');
}

export function isSparse(tuple: TupleTangent): tuple is SparseTangent {
  return !Array.isArray(tuple);
}

function isNode(tangent: Tangent): tangent is Exclude<Tangent, undefined | number | readonly Tangent[]> {
  return typeof tangent === 'object' && !Array.isArray(tangent);
}

/** Reports a tangent of another type than was expected. */
export function wrong(wanted: string, tangent: Whole): never {
  const found = isNode(tangent) ? tangent.tag : typeof tangent;
  return internalError(`a tangent of ${wanted} was expected, not ${found}`);
}
