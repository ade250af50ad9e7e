import type { Kind } from './kind';
import type { Atom, Data, Operation } from './tree';

/** The most items of an array; the run of a program that makes a longer one is out of memory. So products of two indices are exact ints. */
export const MOST_ITEMS = 2 ** 26;

/** Whether two atoms are the same variable or constants with the same value. */
export function sameAtom(left: Atom, right: Atom): boolean {
  if (left.tag === 'variable') return right.tag === 'variable' && left.id === right.id;
  if (right.tag !== 'constant' || left.kind !== right.kind) return false;
  if (Object.is(left.value, right.value)) return true;
  return typeof left.value === 'object' && typeof right.value === 'object' && sameSmall(left.value, right.value);
}

/** Whether two data are the same and have no parts, like two empty lists. */
function sameSmall(left: Data, right: Data): boolean {
  const isSmall = left.parts.length === 0 && right.parts.length === 0;
  return isSmall && left.constructor_ === right.constructor_ && left.count === right.count && left.text === right.text;
}

/** Whether atoms are the same, one by one. */
export function sameAtoms(left: readonly Atom[], right: readonly Atom[]): boolean {
  return (
    left.length === right.length &&
    left.every((each, i) => {
      const other = right[i];
      return other !== undefined && sameAtom(each, other);
    })
  );
}

/** Whether an atom is a constant number. */
export function isNumber(atom: Atom, value: number): boolean {
  return atom.tag === 'constant' && atom.value === value;
}

/** Whether the value of an operation may be rounded in another way. Ints are exact. */
export function mayRegroup({ derivative, exact, targets }: Operation): boolean {
  return derivative && exact !== true && targets[0]?.kind === 'real';
}

/** Returns how many parts an item of an array has. */
export function itemWidth(array: Kind): number {
  return typeof array === 'object' && array.tag === 'array' ? array.item.length : 0;
}
