import { log } from './fdlibm';

/** The Bernoulli numbers B₂, B₄, ..., B₂₀. */
const BERNOULLI = [
  1 / 6,
  -1 / 30,
  1 / 42,
  -1 / 30,
  5 / 66,
  -691 / 2730,
  7 / 6,
  -3617 / 510,
  43867 / 798,
  -174611 / 330,
];

/** From here on, ten terms of Stirling's series give all digits. */
const FAR = 10;
const HALF_LOG_OF_TWO_PI = 0.9189385332046727;

/** Whether x is a pole of the gamma function: 0, -1, -2, ... */
export function isPole(x: number): boolean {
  return x <= 0 && Number.isInteger(x);
}

/** log |Γ(x)|, within a few ulps, also where it is close to 0 at 1 and 2; for negative x, away from its zeros. */
export function lgamma(x: number): number {
  if (x < 0) {
    const distance = Math.abs(x - Math.round(x));
    return lgamma(distance) + lgamma(1 - distance) - lgamma(1 - x);
  }
  if (x < 0.5) return nearOne(x) - log(x);
  if (x < 1.5) return nearOne(x - 1);
  if (x < FAR) return nearOne(x - 2) + log1p(x - 2);
  let sum = HALF_LOG_OF_TWO_PI;
  BERNOULLI.reduce((power, b, i) => {
    sum += (b * power) / ((2 * i + 2) * (2 * i + 1));
    return power / x / x;
  }, 1 / x);
  return (x - 0.5) * log(x) - x + sum;
}

/**
 * log Γ(1 + z): the difference of Stirling's series at 10 + z and 10, less the logarithms of (k + z) / k for k < 10. All
 * terms have the factor z, so the result keeps its digits where it is small.
 */
function nearOne(z: number): number {
  let sum = (FAR - 0.5 + z) * log1p(z / FAR) + z * (log(FAR) - 1);
  for (let k = 1; k < FAR; k++) sum -= log1p(z / k);
  const [u, v] = [1 / (FAR + z), 1 / FAR];
  // The difference of the powers of u and v.
  const first = -z * u * v;
  let difference = first;
  let power = v;
  BERNOULLI.forEach((b, i) => {
    sum += (b * difference) / ((2 * i + 2) * (2 * i + 1));
    for (let twice = 0; twice < 2; twice++) {
      difference = u * difference + power * first;
      power *= v;
    }
  });
  return sum;
}

/** log (1 + x), by a logarithm that is the same on all hosts (Kahan's formula). */
function log1p(x: number): number {
  const sum = 1 + x;
  return sum === 1 ? x : (log(sum) * x) / (sum - 1);
}

/** The digamma function: the derivative of `lgamma`. */
export function digamma(x: number): number {
  if (x < 0) {
    const [above, below] = aroundPole(x);
    return digamma(1 - x) - digamma(below) + digamma(above);
  }
  let sum = 0;
  let y = x;
  for (let i = 0; y < FAR; y = x + i) {
    sum -= 1 / y;
    i++;
  }
  return sum + log(y) - (0.5 + corrections(0, y)) / y;
}

/** Returns how far a negative number lies above the next pole below it, and below the next one above it. */
function aroundPole(x: number): readonly [above: number, below: number] {
  const offset = x - Math.round(x);
  return offset > 0 ? [offset, 1 - offset] : [1 + offset, -offset];
}

/** The largest order of `polygamma`. */
export const MOST_ORDER = 1000;

/** The derivative of order n of `digamma`; NaN if the order is not from 0 to `MOST_ORDER`. */
export function polygamma(n: number, x: number): number {
  if (!(n >= 0 && n <= MOST_ORDER)) return Number.NaN;
  return n === 0 ? digamma(x) : (n % 2 === 0 ? -1 : 1) * powerSum(n, 0, x);
}

/** n!/m! times the sum of 1/(x + i)^(n + 1) over i = 0, 1, ..., for n > 0: the absolute value of ψ⁽ⁿ⁾(x) / m!. */
export function powerSum(n: number, m: number, x: number): number {
  if (x < 0) {
    // The sum over all whole i does not change if x moves by 1.
    const [above, below] = aroundPole(x);
    const sign = n % 2 === 0 ? -1 : 1;
    return powerSum(n, m, above) + sign * (powerSum(n, m, below) - powerSum(n, m, 1 - x));
  }
  let first = 1 / x;
  for (let k = 1; k <= n; k++) first *= k > m ? k / x : 1 / x;
  let sum = 0;
  let y = x;
  for (let i = 0; y < n + 2 * FAR; y = x + i) {
    sum += power(x / y, n + 1);
    i++;
  }
  return first * (sum + power(x / y, n + 1) * (y / n + 0.5 + corrections(n, y)));
}

/** The last sum of the formula of Euler and Maclaurin for the sum of y^(n + 1) / (y + i)^(n + 1). */
function corrections(n: number, y: number): number {
  let sum = 0;
  let factor = (n + 1) / (2 * y);
  BERNOULLI.forEach((b, i) => {
    sum += b * factor;
    const k = 2 * i + 2;
    factor *= ((n + k) / (k + 1) / y) * ((n + k + 1) / (k + 2) / y);
  });
  return sum;
}

/** A power with a whole positive exponent, the same on all hosts. */
function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
