import { expect, test } from 'vitest';
import { digamma, lgamma, polygamma } from './gamma';

const EULER = 0.5772156649015329;
const ZETA_3 = 1.2020569031595942;
const CATALAN = 0.915965594177219;

const FACTORIALS = { 1: 1, 2: 2, 3: 6, 7: 5040 };

/** Expects two numbers to agree to so many digits. */
function expectClose(actual: number, expected: number, digits = 13): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(10 ** -digits * Math.abs(expected));
}

test.each([
  [0.5, Math.log(Math.PI) / 2],
  [1 / 3, 0.9854206469277671],
  [3, Math.LN2],
  [9.5, 11.689333420797269],
  [11, Math.log(3628800)],
  [101, 363.73937555556347],
  [1e10, 220258509288.811],
  [1e-20, 20 * Math.LN10],
  [-1e-20, 20 * Math.LN10],
  [-0.5, Math.log(2 * Math.sqrt(Math.PI))],
  [-1.5, Math.log((4 / 3) * Math.sqrt(Math.PI))],
])('lgamma %d', (x, expected) => {
  expectClose(lgamma(x), expected);
});

test('lgamma keeps its digits near its zeros', () => {
  expect([lgamma(1), lgamma(2)]).toEqual([0, 0]);
  for (const z of [2 ** -30, -(2 ** -30), 2 ** -50]) {
    expectClose(lgamma(1 + z), z * (-EULER + (z * Math.PI ** 2) / 12));
    expectClose(lgamma(2 + z), z * (1 - EULER + z * (Math.PI ** 2 / 12 - 0.5)));
  }
});

test('the functions meet their recurrences and duplication formulas', () => {
  for (const x of [0.01, 0.3, 0.49, 0.51, 1.2, 1.499, 1.501, 2.7, 6.3, 9.9, 10.1, 40, 1234.5, -0.3, -3.7, -20.25]) {
    const scale = Math.abs(lgamma(x)) + Math.abs(Math.log(Math.abs(x)));
    expect(Math.abs(lgamma(x + 1) - lgamma(x) - Math.log(Math.abs(x)))).toBeLessThan(1e-14 * scale + 1e-14);
    const doubled = lgamma(x) + lgamma(x + 0.5) + (2 * x - 1) * Math.LN2 - Math.log(Math.PI) / 2;
    expect(Math.abs(lgamma(2 * x) - doubled)).toBeLessThan(1e-14 * (scale + Math.abs(x)) + 1e-14);
    expect(Math.abs(digamma(x + 1) - digamma(x) - 1 / x)).toBeLessThan(
      1e-14 * (Math.abs(digamma(x)) + Math.abs(1 / x)),
    );
    for (const n of [1, 2, 3, 7] as const) {
      const [here, next] = [polygamma(n, x), polygamma(n, x + 1)];
      const term = ((n % 2 === 0 ? 1 : -1) * FACTORIALS[n]) / x ** (n + 1);
      expect(Math.abs(next - here - term)).toBeLessThan(1e-13 * (Math.abs(here) + Math.abs(term)));
      const sum = polygamma(n, x) + polygamma(n, x + 0.5);
      const size = Math.abs(polygamma(n, x)) + Math.abs(polygamma(n, x + 0.5));
      expect(Math.abs(sum - 2 ** (n + 1) * polygamma(n, 2 * x))).toBeLessThan(1e-12 * size);
    }
  }
});

test.each([
  [0, 1, -EULER],
  [0, 0.5, -EULER - 2 * Math.LN2],
  [0, 0.25, -EULER - Math.PI / 2 - 3 * Math.LN2],
  [1, 1, Math.PI ** 2 / 6],
  [1, 0.5, Math.PI ** 2 / 2],
  [1, 0.25, Math.PI ** 2 + 8 * CATALAN],
  [1, -0.5, Math.PI ** 2 / 2 + 4],
  [1, 1e6, 1e-6 + 0.5e-12 + 1e-18 / 6],
  [2, 1, -2 * ZETA_3],
  [2, 0.5, -14 * ZETA_3],
  [2, -0.5, -14 * ZETA_3 + 16],
  [3, 1, Math.PI ** 4 / 15],
  [3, -0.5, Math.PI ** 4 + 96],
  [20, 1, -2432902008176640000 * 1.0000004769329869],
])('polygamma %d %d', (n, x, expected) => {
  expectClose(polygamma(n, x), expected);
});

test('digamma and polygamma are derivatives of lgamma', () => {
  /** Central differences with Richardson extrapolation. */
  const slope = (f: (x: number) => number, x: number, h: number): number => {
    const rough = [h, h / 2, h / 4].map((step) => (f(x + step) - f(x - step)) / (2 * step));
    const [a = 0, b = 0, c = 0] = rough;
    const [d, e] = [(4 * b - a) / 3, (4 * c - b) / 3];
    return (16 * e - d) / 15;
  };
  for (const x of [0.4, 1.3, 3, 9.99, 25, -0.6, -4.4]) {
    expectClose(digamma(x), slope(lgamma, x, 0.01), 8);
    for (const n of [0, 1, 2, 5])
      expectClose(
        polygamma(n + 1, x),
        slope((at) => polygamma(n, at), x, 0.01),
        6,
      );
  }
});

test('an order of 1000, one that is too large, and a far negative argument, take no time', () => {
  expect(polygamma(2 ** 53, 1)).toBeNaN();
  expect(polygamma(1000, 600)).toBeLessThan(0);
  expectClose(polygamma(1, -1e9 - 0.5), Math.PI ** 2, 9);
});
