/*
 * Elementary functions with the same bits on every host, by the methods and constants of fdlibm: V8's `Math`, too,
 * follows it. `src/compile/emit/elementary.ts` has them in WebAssembly.
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *
 * Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software
 * is freely granted, provided that this notice is preserved.
 */

/** ln 2 as a sum. The product of the first part with the exponent of a real is exact. */
export const LN2_HIGH = 6.9314718036912381649e-1;
export const LN2_LOW = 1.90821492927058770002e-10;
export const INVERSE_LN2 = 1.442695040888963387;

/** A little more than ln 2 / 2: below it, x is not reduced. */
export const HALF_LN2 = 0.3465735912322998;

/** The greatest x for which exp x is finite, and the least for which it is not 0. */
export const MOST_EXP = 709.782712893384;
export const LEAST_EXP = -745.1332191019411;

/** Below it, exp x is 1 + x and tanh x is x. */
export const TINY = 2 ** -28;

/** From it on, tanh x is 1. */
export const MOST_TANH = 19.5;

/** About sqrt 2 - 1: from it on, log (1 + x) is computed from (1 + x) / 2. */
export const HALVED = 0.4142136573791504;

/** (r - c) / r² by the powers of r², where c = 2 - 2 r / (exp r - 1). */
export const EXP = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
  4.13813679705723846039e-8,
] as const;

/** 6 (r (exp r + 1) / (exp r - 1) - 2) / r² by the powers of r² / 2. */
export const EXPM1 = [
  1, -3.33333333333331316428e-2, 1.58730158725481460165e-3, -7.93650757867487942473e-5, 4.00821782732936239552e-6,
  -2.01099218183624371326e-7,
] as const;

/** (log (1 + f) / s - 2) / s² by the powers of s², where s = f / (2 + f). */
export const LOG = [
  6.66666666666673513e-1, 3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1,
  1.818357216161805012e-1, 1.531383769920937332e-1, 1.479819860511658591e-1,
] as const;

const [P1, P2, P3, P4, P5] = EXP;
const [Q0, Q1, Q2, Q3, Q4, Q5] = EXPM1;
const [L1, L2, L3, L4, L5, L6, L7] = LOG;

/** The powers of two, from the least. Modules that need none do not contain them. */
const POWERS = /* @__PURE__ */ powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(2098);
  let power = Number.MIN_VALUE;
  for (let i = 0; i < powers.length; i++) {
    powers[i] = power;
    power *= 2;
  }
  return powers;
}

function powerOfTwo(k: number): number {
  return POWERS[k + 1074] ?? 0;
}

const view = new DataView(new ArrayBuffer(8));

/** The first 32 bits. */
function highWord(x: number): number {
  view.setFloat64(0, x);
  return view.getInt32(0);
}

/** The k for which x - k ln 2 is near 0. */
function exponent(x: number): number {
  return Math.abs(x) < HALF_LN2 ? 0 : (INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5)) | 0;
}

export function exp(x: number): number {
  if (x > MOST_EXP) return Infinity;
  if (x < LEAST_EXP) return 0;
  if (Math.abs(x) < TINY) return 1 + x;
  if (x === 1) return Math.E;
  const k = exponent(x);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  if (k < -1021) return y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
  return k === 1024 ? y * 2 * powerOfTwo(1023) : y * powerOfTwo(k);
}

/** exp x - 1, for -2 < x < 0 and 2 <= x < 39: tanh needs no others. */
function expm1(x: number): number {
  const k = exponent(x);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const c = high - r - low;
  const half = 0.5 * r;
  const z = r * half;
  const p = Q0 + z * (Q1 + z * (Q2 + z * (Q3 + z * (Q4 + z * Q5))));
  const t = 3 - p * half;
  const e = r * (z * ((p - t) / (6 - r * t)) - c) - c - z;
  if (k === 0) return r - e;
  if (k === -1) return 0.5 * (r - e) - 0.5;
  const power = powerOfTwo(k);
  if (k < 0) return (1 - (e - r)) * power - 1;
  const inverse = powerOfTwo(-k);
  return (k < 20 ? 1 - inverse - (e - r) : r - (e + inverse) + 1) * power;
}

export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < TINY) return x;
  if (size >= MOST_TANH) return x < 0 ? -1 : 1;
  const t = expm1(size < 1 ? -2 * size : 2 * size);
  const y = size < 1 ? -t / (t + 2) : 1 - 2 / (t + 2);
  return x < 0 ? -y : y;
}

export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const shift = x < 2 ** -1022 ? 54 : 0;
  const scaled = x * powerOfTwo(shift);
  const high = highWord(scaled);
  // 2^-k times the argument lies between sqrt 2 / 2 and sqrt 2.
  const k = ((high + 0x95f64) >> 20) - 1023;
  const f = scaled * powerOfTwo(-k) - 1;
  const e = k - shift;
  // The fraction tells whether f is near 0, and whether it is far from it.
  const fraction = high & 0xfffff;
  if (((fraction + 2) & 0xfffff) < 3) {
    const R = f * f * (0.5 - (1 / 3) * f);
    return e * LN2_HIGH - (R - e * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = z * (L1 + w * (L3 + w * (L5 + w * L7)));
  const even = w * (L2 + w * (L4 + w * L6));
  const R = odd + even;
  if (fraction < 0x6147a || fraction > 0x6b851) return e * LN2_HIGH - (s * (f - R) - e * LN2_LOW - f);
  const square = 0.5 * f * f;
  return e * LN2_HIGH - (square - (s * (square + R) + e * LN2_LOW) - f);
}

/** log (1 + x), for 0 <= x <= 1: softplus needs no others. */
export function log1p(x: number): number {
  if (x < 2 ** -29) return x < 2 ** -54 ? x : x - x * x * 0.5;
  // log (1 + x) is k ln 2 + log (1 + f) + c.
  const k = x < HALVED ? 0 : 1;
  const u = 1 + x;
  const f = k === 0 ? x : u / 2 - 1;
  const c = k === 0 ? 0 : (x - (u - 1)) / u;
  const square = 0.5 * f * f;
  if (k === 1 && f >= -1.5 * 2 ** -20) {
    const R = square * (1 - (2 / 3) * f);
    return LN2_HIGH - (R - (LN2_LOW + c) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const R = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
  return k * LN2_HIGH - (square - (s * (square + R) + (k * LN2_LOW + c)) - f);
}
