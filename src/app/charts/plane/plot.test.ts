import { describe, expect, test } from 'vitest';
import type { CurvePicture, PointValues } from '../../../protocol/plot';
import {
  type CurveName,
  curveAsCsv,
  polynomialAt,
  nearestSample,
  placedValue,
  roundStep,
  tableRows,
  plottedTaylor,
  termsOf,
  valueBetween,
  valueLimits,
} from './plot';
import { plotScales } from './plot-chart';

function ok(...derivatives: readonly number[]): PointValues {
  return { status: 'ok', derivatives: Float64Array.from(derivatives), warning: undefined };
}

/** A picture of a function with its derivatives, evenly sampled. */
function pictureOf(
  functions: readonly [(x: number) => number, (x: number) => number, (x: number) => number],
  [low, high]: readonly [number, number],
  count = 65,
): CurvePicture {
  const xs = Float64Array.from({ length: count }, (_, i) => low + ((high - low) * i) / (count - 1));
  const [values, firsts, seconds] = functions.map((f) => xs.map(f));
  const none = new Float64Array(count).fill(NaN);
  return {
    ...({ kind: 'curve', across: 0, result: 0, coarse: false, marks: [], gaps: [] } as const),
    x: [low, high],
    xs,
    values: values ?? none,
    firsts: firsts ?? none,
    seconds: seconds ?? none,
    joins: new Uint8Array(count).fill(3),
    point: { x: 0, at: ok(0) },
  };
}

const SINE = pictureOf([Math.sin, Math.cos, (x) => -Math.sin(x)], [-4, 4]);
const INVERSE = pictureOf([(x) => 1 / x, (x) => -1 / x ** 2, (x) => 2 / x ** 3], [-4, 3.9]);

describe('polynomials', () => {
  test('are those of Taylor: the derivatives divided by factorials', () => {
    const exponential = plottedTaylor(1, ok(...Array.from({ length: 9 }, () => Math.E)), 8);
    expect(exponential?.coefficients.map((c) => Math.E / c)).toEqual(
      [1, 1, 2, 6, 24, 120, 720, 5040, 40320].map((n) => expect.closeTo(n, 9) as number),
    );
    expect(exponential && polynomialAt(exponential, 1.1)).toBeCloseTo(Math.exp(1.1), 13);
  });

  test('of a polynomial are itself from its degree on', () => {
    // 2 x³ - x + 5 at 2
    const at = ok(19, 23, 24, 12, 0, 0, 0, 0, 0);
    for (const order of [3, 5, 8]) {
      const polynomial = plottedTaylor(2, at, order);
      for (const x of [-3, 0, 0.5, 7])
        expect(polynomial && polynomialAt(polynomial, x)).toBeCloseTo(2 * x ** 3 - x + 5, 9);
    }
  });

  test('have as many terms as there are derivatives, and none where the point has no value', () => {
    expect(plottedTaylor(0, ok(1, 2), 5)?.coefficients).toEqual([1, 2]);
    const reason = { severity: 'error', code: 'domain', message: '', span: { cell: 0, start: 0, end: 0 }, related: [] };
    expect(plottedTaylor(0, { status: 'undefined', reason } as PointValues, 2)).toBeUndefined();
  });

  test('are written with their signs', () => {
    expect(termsOf({ a: 2, coefficients: [-1, 0.5, -3] }, 'x')).toEqual(['-1', '+ 0.5 (x - 2)', '- 3 (x - 2)²']);
    expect(termsOf({ a: -2, coefficients: [0, 1] }, 'q.1')).toEqual(['0', '+ 1 (q.1 + 2)']);
    expect(termsOf({ a: 0, coefficients: [1, -1] }, 'x')).toEqual(['1', '- 1 x']);
  });
});

describe('the values shown', () => {
  const only = (...names: readonly CurveName[]): ReadonlySet<CurveName> => new Set(names);

  test('are all of a tame curve, with some room', () => {
    const [low, high] = valueLimits(SINE, SINE.x, only('value'));
    expect([low < -1 && low > -1.2, high > 1 && high < 1.2]).toEqual([true, true]);
    const [near, far] = valueLimits(SINE, [-0.5, 0.5], only('value'));
    expect([near, far].map(Math.abs).every((limit) => limit < 0.6)).toBe(true);
  });

  test('leave out what a pole throws far away', () => {
    const [low, high] = valueLimits(INVERSE, INVERSE.x, only('value'));
    expect(Math.max(-low, high)).toBeLessThan(15);
    const both = valueLimits(INVERSE, INVERSE.x, only('value', 'first'));
    expect(both[1] - both[0]).toBeLessThan(2.3 * (high - low));
  });

  test('are some around a constant, and some where there is none', () => {
    const flat = pictureOf([() => 3, () => 0, () => 0], [0, 1]);
    const [low, high] = valueLimits({ ...flat, point: { x: 0, at: ok(3) } }, flat.x, only('value'));
    expect(low).toBeLessThan(3);
    expect(high).toBeGreaterThan(3);
    const none = pictureOf([() => NaN, () => NaN, () => NaN], [0, 1]);
    expect(valueLimits(none, none.x, only('value'))).toEqual([-1, 1]);
  });

  test.each([
    [1.7e308, 1.7e308],
    [-1.7e308, 1.7e308],
    [1e308, 1.7e308],
  ])('near the greatest double, from %d to %d, are drawn at pixels', (from, to) => {
    const steep = pictureOf([(x) => from * (1 - x) + to * x, () => 0, () => 0], [0, 1]);
    const y = valueLimits(steep, steep.x, only('value'));
    expect(Number.isFinite(y[1] - y[0]) && y[1] > y[0]).toBe(true);
    const scales = plotScales({ x: steep.x, y }, { width: 600, height: 400 });
    expect([...steep.values].map((value) => scales.y(value)).filter(Number.isNaN)).toEqual([]);
    expect(scales.y.ticks(5).every(Number.isFinite)).toBe(true);
  });
});

test('between samples a mark follows the curve, but not across a break', () => {
  expect(valueBetween(SINE, 1.03)).toBeCloseTo(Math.sin(1.03), 5);
  expect(valueBetween(SINE, -4)).toBe(Math.sin(-4));
  const torn = { ...SINE, joins: new Uint8Array(65) };
  expect(SINE.values).toContain(valueBetween(torn, 1.03));
});

test('the nearest sample, and the rows of a table', () => {
  expect(nearestSample(SINE.xs, -9)).toBe(0);
  expect(nearestSample(SINE.xs, 0.01)).toBe(32);
  expect(nearestSample(SINE.xs, 9)).toBe(64);
  const rows = tableRows(SINE, [-4, 4]);
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([21, 0, 64]);
  expect(tableRows(SINE, [0, 0.2]).length).toBeLessThan(4);
});

test('a file of all samples leaves empty what is undefined', () => {
  const picture = pictureOf([(x) => (x < 0 ? NaN : x), (x) => (x < 0 ? NaN : 1), (x) => (x < 0 ? NaN : 0)], [-1, 1], 3);
  expect(curveAsCsv(picture, 'a,b')).toBe("\"a,b\",f,f',f''\n-1,,,\n0,0,1,0\n1,1,1,0\n");
});

test('the point is put at short numbers, within the range of its input and on its steps', () => {
  expect(placedValue(1.23456, 0.01, undefined)).toBe(1.23);
  expect(placedValue(7.3, 0.01, { low: -4, high: 4, step: undefined })).toBe(4);
  expect(placedValue(0.6, 0.01, { low: -0.75, high: 4, step: 0.5 })).toBe(0.75);
  expect(placedValue(3e-300, 1e-301, undefined)).toBe(3e-300);
  expect([roundStep(0.037), roundStep(6), roundStep(0), roundStep(1e-320)]).toEqual([0.02, 5, 1, expect.any(Number)]);
});
