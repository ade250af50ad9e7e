import { MOST_FACTORS } from '../../language/operations/functions';
import type { Operation } from '../ir/tree';
import { Code } from './code';
import type { WrittenFunction } from './settle';

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

/**
 * powerInt(base, exponent): a power of an exponent that is known when the program runs, with the bits of `powerInt` of the
 * table. `general` is the function for large exponents.
 */
export function integerPower(general: number): Omit<WrittenFunction, 'name'> {
  const code = new Code();
  const [base, exponent] = [code.local('f64'), code.local('i64')];
  const [factors, bit, power] = [code.local('i32'), code.local('i32'), code.local('f64')];
  code
    .get(exponent)
    .op('i64.const', MOST_FACTORS)
    .op('i64.add')
    .op('i64.const', 2 * MOST_FACTORS)
    .op('i64.gt_u');
  code.when(() => code.get(base).get(exponent).op('f64.convert_i64_s').op('call', general).op('return'));
  code.get(exponent).op('i32.wrap_i64').set(factors);
  code.i32(0).get(factors).op('i32.sub').get(factors).get(exponent).op('i64.const', 0).op('i64.lt_s').op('select');
  code.set(factors);
  code.get(factors).op('i32.eqz');
  code.when(() => code.op('f64.const', 1).op('return'));
  code.get(base).set(power);
  code.i32(31).get(factors).op('i32.clz').op('i32.sub').set(bit);
  code.until(
    () => code.get(bit).op('i32.eqz'),
    () => {
      code.get(bit).i32(1).op('i32.sub').set(bit);
      code.get(power).get(power).op('f64.mul').set(power);
      code.get(power).get(base).op('f64.mul').get(power);
      code.get(factors).get(bit).op('i32.shr_u').i32(1).op('i32.and').op('select').set(power);
    },
  );
  code.get(exponent).op('i64.const', 0).op('i64.lt_s');
  code.when(() => code.op('f64.const', 1).get(power).op('f64.div').op('return'));
  code.get(power);
  return code.function(['f64', 'i64'], ['f64']);
}
