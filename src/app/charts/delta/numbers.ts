import { showNumber } from '../../kit/format';

/** The letters of the code font that a number takes in a node at most: moving a slider must not change the layout. */
export const BOX_LETTERS = 8;
/** The same for a coefficient on a card, without its sign. */
export const TERM_LETTERS = 7;

/** Returns a number with as many of four digits as fit: `-1.5e-7`, `0.006992`, `8.9e-121`. */
export function boxNumber(value: number, letters = BOX_LETTERS, most = 4): string {
  for (let digits = most; digits > 1; digits--) {
    const text = showNumber(value, digits);
    if (text.length <= letters) return text;
  }
  return Number.isNaN(value) ? '?' : showNumber(value, 1);
}
