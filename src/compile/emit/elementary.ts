import {
  EXP,
  EXPM1,
  HALF_LN2,
  HALVED,
  INVERSE_LN2,
  LEAST_EXP,
  LN2_HIGH,
  LN2_LOW,
  LOG,
  MOST_EXP,
  MOST_TANH,
  TINY,
} from '../../language/operations/fdlibm';
import type { OperationName } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import { Code } from './code';
import type { ConstantData } from './data';
import {
  add,
  divide,
  Formula,
  instruction,
  int,
  type Local,
  multiply,
  polynomial,
  subtract,
  type Term,
  word,
} from './formula';
import type { WrittenFunction } from './settle';

/*
 * The functions of `src/language/operations/fdlibm.ts` and `logistic.ts`, with the same bits, from the same formulas. A
 * processor guesses where a branch goes, so one is taken only for few arguments: what depends on data is selected. Bits
 * are selected, because engines write the selection of a real as a branch.
 */

const negative = instruction('f64.neg');
const absolute = instruction('f64.abs');
const truncated = instruction('f64.trunc');
const withSignOf = instruction('f64.copysign');
const isLess = instruction('f64.lt');
const isGreater = instruction('f64.gt');
const isAtLeast = instruction('f64.ge');
const isEqual = instruction('f64.eq');
const not = instruction('i32.eqz');
const bits = instruction('i64.reinterpret_f64');
const real = instruction('f64.reinterpret_i64');
const and = instruction('i64.and');
const or = instruction('i64.or');
const plus = instruction('i64.add');
const minus = instruction('i64.sub');
const shiftedLeft = instruction('i64.shl');
const shiftedRight = instruction('i64.shr_u');
const lowWord = instruction('i32.wrap_i64');
/** The first if the last is not 0, else the second. */
const select = instruction('select');

const SIGN = int(-(2 ** 63));
/** The bits of 1. */
const ONE = int(1023 * 2 ** 52);

/** The first words of 2^-28, 1 and a number near 708, up to which 2^k is a normal number. */
const WORDS = { tiny: 0x3e300000, one: 0x3ff00000, large: 0x40862000 };

const highWord = (x: Term): Term => lowWord(shiftedRight(bits(x), int(32)));

/** Whether a word is below the first bound or not below the second. */
const isOutside = (value: Term, from: number, to: number): Term =>
  instruction('i32.ge_u')(instruction('i32.sub')(value, word(from)), word(to - from));

/** The last bits of its sum with an int k are those of the exponent of 2^k. */
const BIASED = 1.5 * 2 ** 52 + 1023;

/** 2^k, given k + `BIASED`. */
const powerOf = (biased: Term): Term => real(shiftedLeft(bits(biased), int(52)));

/** Writes x = k ln 2 + r, and r as `high` - `low`. */
function reduced(formula: Formula, x: Term): Record<'k' | 'biased' | 'high' | 'low' | 'r', Local> {
  const quotient = formula.let(multiply(INVERSE_LN2, x));
  const biased = formula.let(add(quotient, BIASED));
  const k = formula.let(subtract(biased, BIASED));
  // A half is rounded away from 0, and ln 2 / 2 to 0.
  formula.when(isGreater(absolute(subtract(quotient, k)), 0.5 - 2 ** -29), () => {
    const away = truncated(add(quotient, withSignOf(0.5, quotient)));
    formula.set(k, select(0, away, isLess(absolute(x), HALF_LN2)));
    formula.set(biased, add(k, BIASED));
  });
  const high = formula.let(subtract(x, multiply(k, LN2_HIGH)));
  const low = formula.let(multiply(k, LN2_LOW));
  return { k, biased, high, low, r: formula.let(subtract(high, low)) };
}

function exp(formula: Formula, x: Local): Term {
  const size = formula.let(instruction('i32.and')(highWord(x), word(0x7fffffff)), 'i32');
  return formula.first((give) => {
    formula.when(isOutside(size, WORDS.tiny, WORDS.large), () => {
      formula.when(isLess(absolute(x), TINY), () => {
        give(add(1, x));
      });
      formula.when(isLess(x, LEAST_EXP), () => {
        give(0);
      });
      formula.when(not(instruction('f64.le')(x, MOST_EXP)), () => {
        give(multiply(x, Number.MAX_VALUE));
      });
    });
    formula.when(instruction('i32.eq')(size, word(WORDS.one)), () => {
      formula.when(isEqual(x, 1), () => {
        give(Math.E);
      });
    });
    const { k, biased, high, low, r } = reduced(formula, x);
    const t = formula.let(multiply(r, r));
    const c = formula.let(subtract(r, multiply(t, polynomial(t, EXP))));
    const y = formula.let(subtract(1, subtract(subtract(low, divide(multiply(r, c), subtract(2, c))), high)));
    // 2^k may not be a normal number, but 2^(k / 2) is.
    formula.when(instruction('i32.ge_u')(size, word(WORDS.large)), () => {
      const part = formula.let(truncated(multiply(k, 0.5)));
      give(multiply(multiply(y, powerOf(add(part, BIASED))), powerOf(add(subtract(k, part), BIASED))));
    });
    return multiply(y, powerOf(biased));
  });
}

function log(formula: Formula, x: Local): Term {
  const scaled = formula.let(x);
  const bias = formula.let(1023);
  return formula.first((give) => {
    // Zeros, negative numbers, infinities and NaN, and numbers that are not normal.
    formula.when(isOutside(highWord(x), 0x00100000, 0x7ff00000), () => {
      formula.when(isEqual(x, 0), () => {
        give(divide(-1, absolute(x)));
      });
      formula.when(not(isGreater(x, 0)), () => {
        give(divide(subtract(x, x), 0));
      });
      formula.when(isGreater(x, Number.MAX_VALUE), () => {
        give(x);
      });
      formula.set(scaled, multiply(x, 2 ** 54));
      formula.set(bias, 1077);
    });
    // The sum carries into the exponent if the fraction is that of sqrt 2 or more.
    const from = formula.let(plus(bits(scaled), int(0x95f64 * 2 ** 32)), 'i64');
    const e = formula.let(subtract(instruction('f64.convert_i64_s')(shiftedRight(from, int(52))), bias));
    const normal = formula.let(plus(minus(bits(scaled), and(from, int(-(2 ** 52)))), ONE), 'i64');
    const f = formula.let(subtract(real(normal), 1));
    const result = (rest: Term): Term => subtract(multiply(e, LN2_HIGH), subtract(rest, f));
    const low = multiply(e, LN2_LOW);
    // Near f = 0, and then where the fraction is between 0.38 and 0.42, there are other formulas.
    formula.when(instruction('i64.lt_u')(minus(normal, int(0x3feffffe * 2 ** 32)), int(3 * 2 ** 32)), () => {
      give(result(subtract(multiply(multiply(f, f), subtract(0.5, multiply(1 / 3, f))), low)));
    });
    const s = formula.let(divide(f, add(2, f)));
    const z = formula.let(multiply(s, s));
    const w = formula.let(multiply(z, z));
    const every = (second: 0 | 1): Term =>
      polynomial(
        w,
        LOG.filter((_, i) => i % 2 === second),
      );
    const R = formula.let(add(multiply(z, every(0)), multiply(w, every(1))));
    const fraction = instruction('i32.and')(highWord(scaled), word(0xfffff));
    formula.when(not(isOutside(fraction, 0x6147a, 0x6b852)), () => {
      const square = formula.let(multiply(multiply(0.5, f), f));
      give(result(subtract(square, add(multiply(s, add(square, R)), low))));
    });
    return result(subtract(multiply(s, subtract(f, R)), low));
  });
}

const FIRST_ROW = -3;

/**
 * For each k, the numbers 2^k, a and b of exp y - 1 = (a - (e - r)) 2^k - b, and those c and d of
 * tanh |x| = c + (d m - 2 c) / (m + 2), where m = exp y - 1.
 */
const ROWS = Array.from({ length: 23 }, (_, i) => {
  const k = FIRST_ROW + i;
  if (k > 0) return [2 ** k, 1 - 2 ** -k, 0, 1, 0];
  return [2 ** k, k < -1 ? 1 : 0, k < -1 ? 1 : -k / 2, 0, -1];
});
const TABLE = ROWS.flat();

function tanh(formula: Formula, x: Local): Term {
  const size = formula.let(absolute(x));
  const unit = formula.let(real(or(and(bits(x), SIGN), ONE)));
  return formula.first((give) => {
    formula.when(isAtLeast(size, MOST_TANH), () => {
      give(unit);
    });
    formula.when(not(isAtLeast(size, TINY)), () => {
      give(x);
    });
    // y is -2 |x| below 1, and else 2 |x|.
    const y = formula.let(real(or(and(minus(bits(size), ONE), SIGN), bits(add(size, size)))));
    const { k, biased, high, low, r } = reduced(formula, y);
    const c = formula.let(subtract(subtract(high, r), low));
    const half = formula.let(multiply(0.5, r));
    const z = formula.let(multiply(r, half));
    const p = formula.let(polynomial(z, EXPM1));
    const t = formula.let(subtract(3, multiply(p, half)));
    const q = multiply(z, divide(subtract(p, t), subtract(6, multiply(r, t))));
    const e = formula.let(subtract(subtract(multiply(r, subtract(q, c)), c), z));
    formula.when(isAtLeast(k, FIRST_ROW + ROWS.length), () => {
      const power = formula.let(powerOf(biased));
      const m = multiply(add(subtract(r, add(e, divide(1, power))), 1), power);
      give(multiply(subtract(1, divide(2, add(m, 2))), unit));
    });
    const width = 8 * 5;
    const start = word(formula.data.table(TABLE) - (1023 + FIRST_ROW) * width);
    const row = formula.let(
      instruction('i32.add')(instruction('i32.mul')(lowWord(bits(biased)), word(width)), start),
      'i32',
    );
    const column = (i: number): Term => instruction('f64.load', 8 * i)(row);
    const m = formula.let(subtract(multiply(subtract(column(1), subtract(e, r)), column(0)), column(2)));
    const base = formula.let(column(3));
    const numerator = add(multiply(m, column(4)), multiply(-2, base));
    return multiply(add(base, divide(numerator, add(m, 2))), unit);
  });
}

/** Writes exp (-|x|). */
function decay(formula: Formula, x: Local): Local {
  return formula.let(exp(formula, formula.let(negative(absolute(x)))));
}

function sech(formula: Formula, x: Local): Term {
  const e = decay(formula, x);
  return divide(multiply(2, e), add(1, multiply(e, e)));
}

function sigmoid(formula: Formula, x: Local): Term {
  const e = decay(formula, x);
  return divide(real(select(ONE, bits(e), isAtLeast(x, 0))), add(1, e));
}

function softplus(formula: Formula, x: Local): Term {
  const e = decay(formula, x);
  const positive = formula.let(real(select(bits(x), int(0), isGreater(x, 0))));
  return add(positive, log1p(formula, e));
}

/** log (1 + x), for 0 <= x <= 1 */
function log1p(formula: Formula, x: Local): Term {
  return formula.first((give) => {
    formula.when(isLess(x, 2 ** -29), () => {
      formula.when(isLess(x, 2 ** -54), () => {
        give(x);
      });
      give(subtract(x, multiply(multiply(x, x), 0.5)));
    });
    const isHalved = formula.let(isAtLeast(x, HALVED), 'i32');
    const k = formula.let(instruction('f64.convert_i32_s')(isHalved));
    const u = formula.let(add(1, x));
    const f = formula.let(real(select(bits(subtract(multiply(u, 0.5), 1)), bits(x), isHalved)));
    const c = divide(subtract(x, subtract(u, 1)), u);
    const low = formula.let(multiply(k, add(LN2_LOW, c)));
    const result = (rest: Term): Term => subtract(multiply(k, LN2_HIGH), subtract(rest, f));
    const square = formula.let(multiply(multiply(0.5, f), f));
    formula.when(isAtLeast(u, 2 - 3 * 2 ** -20), () => {
      give(result(subtract(multiply(square, subtract(1, multiply(2 / 3, f))), low)));
    });
    const s = formula.let(divide(f, add(2, f)));
    const z = formula.let(multiply(s, s));
    const R = multiply(z, polynomial(z, LOG));
    return result(subtract(square, add(multiply(s, add(square, R)), low)));
  });
}

const ELEMENTARY: Partial<Record<OperationName, (formula: Formula, x: Local) => Term>> = {
  exp,
  log,
  tanh,
  sech,
  sigmoid,
  softplus,
};

export function isElementary(name: OperationName): boolean {
  return ELEMENTARY[name] !== undefined;
}

/** Replaces the argument on the stack by the value of one of these operations, whose constants become data. */
export function apply(code: Code, data: ConstantData, name: OperationName): void {
  const formula = new Formula(code, data);
  const x = formula.take('f64');
  code.set(x.local);
  const write = ELEMENTARY[name] ?? internalError(`${name} is not elementary`);
  formula.put(write(formula, x));
  formula.release();
}

/** Returns one of these operations as a function. */
export function elementary(data: ConstantData, name: OperationName): Omit<WrittenFunction, 'name'> {
  const code = new Code();
  apply(code.get(code.local('f64')), data, name);
  return code.function(['f64'], ['f64']);
}
