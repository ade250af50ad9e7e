import { randomNumbers } from '../measure/random.mjs';

/** A point where Rosenbrock's function of n variables is differentiated. */
export function rosenbrockPoint(n) {
  const random = randomNumbers(7);
  return Float64Array.from({ length: n }, () => random() * 2 - 0.5);
}

/** The examples and parameters of the network, and the points of the logistic regression. */
export function networkAndPoints() {
  const random = randomNumbers(42);
  const network = { n: 100, X: new Float64Array(200), y: new Float64Array(100), p: new Float64Array(48 + 272 + 17) };
  for (let i = 0; i < 100; i++) {
    network.X[2 * i] = random() * 2 - 1;
    network.X[2 * i + 1] = random() * 2 - 1;
    network.y[i] = Math.sin(3 * network.X[2 * i]) * network.X[2 * i + 1];
  }
  for (let i = 0; i < network.p.length; i++) network.p[i] = random() - 0.5;
  const points = { n: 50, x: new Float64Array(50), s: new Float64Array(50) };
  for (let i = 0; i < 50; i++) {
    points.x[i] = random() * 4 - 2;
    points.s[i] = points.x[i] + 0.8 * (random() - 0.5) > 0.3 ? -1 : 1;
  }
  return { network, points };
}

/**
 * A mixture from the text of one of ADBench's files.
 *
 * @param {string} text
 * @returns {{
 *   d: number;
 *   k: number;
 *   n: number;
 *   alphas: Float64Array;
 *   means: Float64Array;
 *   factors: Float64Array;
 *   x: Float64Array;
 *   gamma: number;
 *   m: number;
 *   p: Float64Array;
 *   constant: number;
 * }}
 */
export function mixture(text) {
  const numbers = text.split(/\s+/).filter(Boolean).map(Number);
  let at = 0;
  const [d, k, n] = [numbers[at++], numbers[at++], numbers[at++]];
  const take = (count) => Float64Array.from(numbers.slice(at, (at += count)));
  const alphas = take(k);
  const means = take(d * k);
  const factors = take(((d * (d + 1)) / 2) * k);
  const x = take(d * n);
  const gamma = numbers[at++];
  const m = numbers[at++];
  const p = new Float64Array([...alphas, ...means, ...factors]);
  return { d, k, n, alphas, means, factors, x, gamma, m, p, constant: priorConstant(d, k, n, gamma, m) };
}

/** The constant terms of the posterior, which depend on no parameter. */
function priorConstant(d, k, n, gamma, m) {
  const freedom = d + m + 1;
  let logGammas = 0.25 * d * (d - 1) * Math.log(Math.PI);
  for (let j = 1; j <= d; j++) logGammas += logGamma(0.5 * freedom + 0.5 * (1 - j));
  const each = freedom * d * (Math.log(gamma) - 0.5 * Math.log(2)) - logGammas;
  return -n * d * 0.5 * Math.log(2 * Math.PI) - k * each;
}

/** Lanczos's approximation, g = 7. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(z) {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
  const x = z - 1;
  const t = x + 7.5;
  const series = LANCZOS.reduce((sum, c, i) => (i === 0 ? c : sum + c / (x + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(series);
}
