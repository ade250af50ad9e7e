/*
 * The functions of the table that neither the host nor WebAssembly code has, under the names of their operations.
 * Compiled modules contain the code of those that they call.
 */
export { erf } from './erf';
export { digamma, lgamma, MOST_ORDER, polygamma } from './gamma';
export { shownUnit } from './show';
export { uniform } from './uniform';

/** Small exponents use products and correctly rounded quotients; for others, `Math.pow` is within an ulp. */
export function powerInt(base: number, exponent: number): number {
  switch (exponent) {
    case -1:
      return 1 / base;
    case 1:
      return base;
    case 2:
      return base * base;
    case 3:
      return base * base * base;
    case 4: {
      const square = base * base;
      return square * square;
    }
    default:
      return Math.pow(base, exponent);
  }
}

/** Adding 0 turns -0 into 0: the branch cut belongs to its upper side. */
export function atan2(y: number, x: number): number {
  return Math.atan2(y + 0, x);
}
