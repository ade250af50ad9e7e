import type { Meter } from '../../../semantics/outcome';
import { isSparse, isTuple, sparseOf, whole, wrong, type Tangent, type TupleTangent } from './tangent';
import { below, forEach, single, valueAt } from './trie';

/** Returns the tangent of a tuple, or of a context. */
export function tupleOfTangent(tangent: Tangent, meter: Meter): TupleTangent | undefined {
  const seen = whole(tangent, meter);
  return seen === undefined || isTuple(seen) ? seen : wrong('a tuple', seen);
}

/** Returns all parts of a tuple's tangent. */
export function tupleParts(tangent: Tangent, meter: Meter): readonly Tangent[] {
  const tuple = tupleOfTangent(tangent, meter);
  if (tuple === undefined) return [];
  if (!isSparse(tuple)) return tuple;
  meter.steps += tuple.width;
  const parts = new Array<Tangent>(tuple.width).fill(undefined);
  forEach(tuple.parts, (part, index) => {
    parts[index] = part;
  });
  return parts;
}

/** Returns one part of a tuple's tangent. */
export function partOf(tangent: Tangent, index: number, meter: Meter): Tangent {
  const tuple = tupleOfTangent(tangent, meter);
  return tuple && (isSparse(tuple) ? valueAt(tuple.parts, index) : tuple[index]);
}

/** Returns the tangent of the first `count` parts of a tuple. */
export function firstParts(tangent: Tangent, count: number, meter: Meter): Tangent {
  const tuple = tupleOfTangent(tangent, meter);
  if (tuple === undefined) return undefined;
  if (isSparse(tuple)) return sparseOf(count, below(tuple.parts, count));
  meter.steps += count;
  return tupleTangent(tuple.slice(0, count));
}

/** The least width of a tuple whose tangent is stored by index. */
const WIDE = 12;

/** (0, ..., tangent, ..., 0) */
export function oneHot(index: number, width: number, tangent: Tangent, meter: Meter): Tangent {
  if (tangent === undefined) return undefined;
  if (width >= WIDE) {
    meter.steps += 1;
    return { tag: 'sparse', width, parts: single(index, tangent) };
  }
  meter.steps += width;
  const parts = new Array<Tangent>(width).fill(undefined);
  parts[index] = tangent;
  return parts;
}

/** A tuple of zeros is zero. */
export function tupleTangent(parts: readonly Tangent[]): Tangent {
  return parts.every((part) => part === undefined) ? undefined : parts;
}
