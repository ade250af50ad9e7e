import type { Picture } from '../../../protocol/picture';

/** Returns a picture with the parts of an earlier one in the place of equal ones, so that they need not be drawn anew. */
export function sharedPicture(before: Picture | undefined, next: Picture): Picture {
  if (before === undefined) return next;
  const shared = <Part>(last: Part | undefined, now: Part): Part =>
    last !== undefined && isSame(last, now) ? last : now;
  const marks = next.marks.map((mark, index) => shared(before.marks[index], mark));
  const areSame = marks.length === before.marks.length && marks.every((mark, index) => mark === before.marks[index]);
  return shared(before, { ...next, marks: areSame ? before.marks : marks, home: shared(before.home, next.home) });
}

/** Compares plain data. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Float64Array) return b instanceof Float64Array && hasSameBytes(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

/** In bytes, NaN equals itself, and a loop over a million numbers takes a millisecond. */
function hasSameBytes(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  const words = ({ buffer, byteOffset, length }: Float64Array) => new Int32Array(buffer, byteOffset, 2 * length);
  const [left, right] = [words(a), words(b)];
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}
