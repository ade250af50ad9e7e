/*
 * The functions of the table that neither the host nor WebAssembly code has, under the names of their operations.
 * Compiled modules contain the code of those that they call.
 */
export { erf } from './erf';
export { digamma, lgamma, MOST_ORDER, polygamma } from './gamma';
export { shownUnit } from './show';
export { uniform } from './uniform';

/** The largest exponent, of either sign, whose powers are products. */
export const MOST_FACTORS = 16;

/**
 * The powers of small exponents are products, because these are fast; for others, `Math.pow` is within an ulp. The bits of
 * the exponent after its highest say, for each square of what there is so far, whether the base is multiplied once more. The
 * power of a negative exponent is a quotient, correctly rounded.
 */
export function powerInt(base: number, exponent: number): number {
  const factors = Math.abs(exponent);
  if (factors > MOST_FACTORS) return Math.pow(base, exponent);
  if (factors === 0) return 1;
  let power = base;
  for (let bit = 30 - Math.clz32(factors); bit >= 0; bit--) {
    power *= power;
    if (((factors >> bit) & 1) === 1) power *= base;
  }
  return exponent < 0 ? 1 / power : power;
}

/** Adding 0 turns -0 into 0: the branch cut belongs to its upper side. */
export function atan2(y: number, x: number): number {
  return Math.atan2(y + 0, x);
}
