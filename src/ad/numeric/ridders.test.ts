import { describe, expect, test } from 'vitest';
import { drain } from '../../semantics/task';
import { ridders, type Estimate } from './ridders';

type Case = readonly [
  name: string,
  f: (x: number) => number,
  derivative: (x: number) => number,
  points: readonly number[],
];

const cases: readonly Case[] = [
  ['x^2', (x) => x * x, (x) => 2 * x, [0, 1, -3, 1e6, 1e-6]],
  ['sin', Math.sin, Math.cos, [0, 1, 100, 1e6]],
  ['sin 1000x', (x) => Math.sin(1000 * x), (x) => 1000 * Math.cos(1000 * x), [0, 0.3, 3]],
  ['sin 1e6x', (x) => Math.sin(1e6 * x), (x) => 1e6 * Math.cos(1e6 * x), [0, 0.3, 3]],
  ['sin x^3', (x) => Math.sin(x * x * x), (x) => 3 * x * x * Math.cos(x * x * x), [30, -745.2]],
  ['sin 2 pi 10 x', (x) => Math.sin(20 * Math.PI * x), (x) => 20 * Math.PI * Math.cos(20 * Math.PI * x), [0, 0.5]],
  ['exp', Math.exp, Math.exp, [0, 10, -20, 100]],
  ['1/x', (x) => 1 / x, (x) => -1 / (x * x), [1, 0.01, -1e-3, 50]],
  ['log', (x) => (x > 0 ? Math.log(x) : NaN), (x) => 1 / x, [1, 1e-4, 1e-8, 1e5]],
  ['cancellation', (x) => x + 1e8 - 1e8, () => 1, [0, 1, 0.001]],
  ['tanh', Math.tanh, (x) => 1 - Math.tanh(x) ** 2, [0, 3, 10]],
  ['constant', () => 7, () => 0, [0, 5]],
  ['x^9', (x) => x ** 9, (x) => 9 * x ** 8, [0, 2, -1.3]],
];

function estimate(f: (x: number) => number, x: number): Estimate | undefined {
  return drain(
    ridders(x, function* (place) {
      yield;
      const value = f(place);
      return Number.isFinite(value) ? value : undefined;
    }),
  );
}

describe('Ridders’ table', () => {
  test('the error of a function that rounding turns into steps is their height', () => {
    const inner = (x: number): number => (1 - x) * (x * x);
    const f = (x: number): number => Math.asin(Math.tanh(inner(x)));
    const found = estimate(f, 3);
    const truth = (2 * 3 - 3 * 9) / Math.cosh(inner(3));
    expect(Math.abs((found?.derivative ?? NaN) - truth)).toBeLessThan(found?.error ?? 0);
    // The function is flat within 0.01 of 3; engines that differentiate its parts are wrong by the rounding of tanh.
    const tanh = Math.tanh(inner(3));
    const byParts = ((1 - tanh * tanh) * (2 * 3 - 3 * 9)) / Math.sqrt(1 - tanh * tanh);
    expect(Math.abs((found?.derivative ?? NaN) - byParts)).toBeLessThan(found?.error ?? 0);
    expect(found?.error).toBeLessThan(2e-6);
  });

  test('the true derivative lies within the error estimate, and the estimate is small', () => {
    for (const [name, f, derivative, points] of cases) {
      for (const x of points) {
        const found = estimate(f, x);
        const exact = derivative(x);
        const text = `${name} at ${x}: ${String(found?.derivative)} +- ${String(found?.error)}, exactly ${exact}`;
        expect(found !== undefined && Math.abs(found.derivative - exact) <= found.error, text).toBe(true);
        if (!['cancellation', 'sin 1e6x', 'sin x^3'].includes(name))
          expect((found?.error ?? 1) <= 1e-6 * Math.max(1, Math.abs(exact)), text).toBe(true);
      }
    }
  });

  test('its estimates and numbers of samples are those of the golden', () => {
    // Only rational functions, whose values are the same on every computer.
    const golden = (f: (x: number) => number, x: number): readonly (number | undefined)[] => {
      const places: number[] = [];
      const found = estimate((place) => {
        places.push(place);
        return f(place);
      }, x);
      return [found?.derivative, found?.error, places.length];
    };
    expect([
      golden((x) => x * x, 3),
      golden((x) => 1 / x, 0.01),
      golden((x) => x / (1 + x * x), 0.5),
      golden((x) => x + 1e8 - 1e8, 0.001),
      golden((x) => (Math.abs(x - 1) < 1e-4 ? x * x : NaN), 1),
      golden((x) => 1e12 * x * x * x, -27e6),
      golden((x) => Math.round(x * 1e9) / 1e9, 0.3),
      golden(() => 7, 5),
      // Only one side of the point.
      golden((x) => (x > 1 - 1e-14 ? x : NaN), 1),
      golden((x) => (x < 1 + 1e-14 ? x : NaN), 1),
    ]).toEqual([
      [6, 1.1222670195942908e-12, 33],
      [-10000.000000000047, 9.486582747462765e-9, 53],
      [0.47999999999999804, 4.918619160732657e-13, 39],
      [1.0000001506643754, 0.0000015754371660444209, 67],
      [2.000000000000294, 1.801215462493012e-10, 44],
      [2.1870000000264036e27, 12210246881566308000, 33],
      [0.9999999962182824, 9.930363027923945e-8, 33],
      [0, 7.359450395908431e-13, 45],
      [undefined, undefined, 99],
      [undefined, undefined, 61],
    ]);
  });

  test('a point at the edge of the domain has no estimate', () => {
    expect(estimate((x) => (x >= 0 ? Math.sqrt(x) : NaN), 0)).toBeUndefined();
  });

  test('points that are refused make the step smaller', () => {
    const found = estimate((x) => (Math.abs(x - 1) < 1e-4 ? x * x : NaN), 1);
    expect(found?.derivative).toBeCloseTo(2, 7);
  });

  test('there is no estimate if the value at the point is apart from those around it', () => {
    expect(estimate(Math.tan, 1.5707963267948966)).toBeUndefined();
    expect(estimate((x) => (x === 1 ? 5 : x * x), 1)).toBeUndefined();
  });
});
