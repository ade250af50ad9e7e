import { MOST_FACTORS } from '../../language/operations/functions';
import type { Operation } from '../ir/tree';

/** A power of a known exponent, which is computed by products. */
export interface Power {
  /** For each square of what there is so far, whether the base is multiplied once more. */
  readonly squares: readonly boolean[];
  /** It is the reciprocal of the product. */
  readonly isInverse: boolean;
}

/** Returns how an operation is computed by products, as `powerInt` of the table does; undefined if it is not. */
export function powerOf({ operation, arguments: [, exponent] }: Operation): Power | undefined {
  if (operation !== 'powerInt' || exponent?.tag !== 'constant') return undefined;
  const n = Number(exponent.value);
  const factors = Math.abs(n);
  if (factors === 0 || factors > MOST_FACTORS) return undefined;
  const bits = Array.from(factors.toString(2).slice(1), (bit) => bit === '1');
  return { squares: bits, isInverse: n < 0 };
}

/** How the code of a power is written, for one real or for two at once. */
export interface PowerCode {
  /** Leaves the base. */
  readonly base: () => void;
  readonly multiply: () => void;
  /** Multiplies what is left by itself. */
  readonly square: () => void;
  /** Leaves 1 over what is left. */
  readonly invert: () => void;
}

/** Leaves a power. */
export function writePower({ squares, isInverse }: Power, { base, multiply, square, invert }: PowerCode): void {
  base();
  for (const [i, isOdd] of squares.entries()) {
    if (i === 0) {
      base();
      multiply();
    } else square();
    if (isOdd) {
      base();
      multiply();
    }
  }
  if (isInverse) invert();
}
