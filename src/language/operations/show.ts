/**
 * Returns a number as text, in full: the shortest literal that reads back as the same number; negative zero is `0`. A
 * whole number that is too large for an int has an exponent, which makes its literal a real.
 */
export function shownNumber(x: number): string {
  const isBeyondInts = Number.isInteger(x) && !Number.isSafeInteger(x);
  return (isBeyondInts ? x.toExponential() : String(x + 0)).replace('e+', 'e');
}

let last = 0;
let text = '0';

/**
 * Returns the UTF-16 unit of the text of a number at an index, and its length at -1: compiled code, which hands numbers
 * alone to its host, asks for one after the other.
 */
export function shownUnit(x: number, index: number): number {
  if (x !== last) {
    last = x;
    text = shownNumber(x);
  }
  return index < 0 ? text.length : text.charCodeAt(index);
}
