import { describe, expect, test } from 'vitest';
import type { Range } from '../protocol/descent';
import type { CurvePicture, PlotReply, PlotRequest } from '../protocol/plot';
import { robustLimits } from '../protocol/plot-limits';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { loadWhole } from './loader';
import { createPlots } from './plot';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function answers(text: string, asked: Partial<PlotRequest> = {}): readonly PlotReply[] {
  const found: PlotReply[] = [];
  const question = {
    ...{ cells: [text], cell: 0, inputs: {}, budget: BUDGET },
    ...{ across: undefined, up: undefined, result: 0, x: undefined, y: undefined },
    ...asked,
  };
  const ask = createPlots(() => performance.now());
  drain(
    ask(loadWhole([text]), question, (answer) => {
      found.push(answer);
    }),
  );
  return found;
}

function curve(text: string, asked: Partial<PlotRequest> = {}): CurvePicture {
  const last = answers(text, asked).at(-1);
  if (last === undefined || last.state === 'error' || last.picture.kind !== 'curve')
    throw new Error(JSON.stringify(last));
  return last.picture;
}

function over(body: string, [low, high]: Range = [-4, 4]): CurvePicture {
  return curve(`input x : real = 1 in -4 .. 4\n${body}`, { x: [low, high] });
}

/** Returns the largest distance of the samples' numbers from those of a function, relative if they are large. */
function distance(picture: CurvePicture, of: 'values' | 'firsts' | 'seconds', exact: (x: number) => number): number {
  return Math.max(
    ...Array.from(picture.xs, (x, i) => {
      const [found, wanted] = [picture[of][i] ?? NaN, exact(x)];
      return Math.abs(found - wanted) / Math.max(1, Math.abs(wanted));
    }),
  );
}

/** Returns the largest distance of two neighbours, as a share of the width. */
function widest({ xs, x }: CurvePicture): number {
  return Math.max(...Array.from(xs.slice(1), (place, i) => place - (xs[i] ?? NaN))) / (x[1] - x[0]);
}

/**
 * Returns the distance, in pixels of an 800 by 360 plot, between the drawing and a function: cubics between joined
 * samples, across the curve, inside the plot.
 */
function farthest({ xs, values, firsts, joins, x: range }: CurvePicture, exact: (x: number) => number): number {
  const limits = robustLimits(xs, values, range, firsts) ?? [0, 1];
  const [row, column] = [(limits[1] - limits[0]) / 360, (range[1] - range[0]) / 800];
  let most = 0;
  for (let i = 0; i + 1 < xs.length; i++) {
    const [from = NaN, to = NaN] = xs.slice(i, i + 2);
    const [f0 = NaN, f1 = NaN] = values.slice(i, i + 2);
    const [d0 = NaN, d1 = NaN] = firsts.slice(i, i + 2);
    if ((joins[i] ?? 0) === 0) continue;
    const h = to - from;
    for (const t of [0.25, 0.5, 0.75]) {
      const x = from + t * h;
      const wanted = exact(x);
      if (!(wanted >= limits[0] && wanted <= limits[1])) continue;
      const cubic =
        (1 + 2 * t) * (1 - t) ** 2 * f0 +
        t * (1 - t) ** 2 * h * d0 +
        t * t * (3 - 2 * t) * f1 +
        t * t * (t - 1) * h * d1;
      const slope = ((f1 - f0) / row / h) * column;
      most = Math.max(most, Math.abs(cubic - wanted) / row / Math.hypot(1, slope));
    }
  }
  return most;
}

describe('samples', () => {
  test('are the function and its two derivatives, everywhere in the range', () => {
    const square = over('x * x');
    expect(distance(square, 'values', (x) => x * x)).toBe(0);
    expect(distance(square, 'firsts', (x) => 2 * x)).toBe(0);
    expect(distance(square, 'seconds', () => 2)).toBe(0);
    expect([square.xs[0], square.xs.at(-1), square.joins.slice(0, -1).every((joined) => joined === 3)]).toEqual([
      -4,
      4,
      true,
    ]);
    expect(square.marks).toEqual([]);
    const wave = over('sin (x * 3) + x ^ 2');
    expect(distance(wave, 'firsts', (x) => 3 * Math.cos(3 * x) + 2 * x)).toBeLessThan(1e-14);
    expect(distance(wave, 'seconds', (x) => -9 * Math.sin(3 * x) + 2)).toBeLessThan(1e-14);
    expect(widest(wave)).toBeLessThanOrEqual(1 / 64);
    expect(wave.coarse).toBe(false);
  });

  test('are closer where the curve bends', () => {
    expect(over('sin (20 * x)').xs.length).toBeGreaterThan(3 * over('x * x').xs.length);
    const step = over('tanh (1000 * (x - 0.3))');
    const near = Array.from(step.xs).filter((x) => Math.abs(x - 0.3) < 0.1).length;
    expect(near).toBeGreaterThan(20);
    expect(step.marks).toEqual([]);
  });

  test.each([
    ['if x < 0 then 0 else x', 0],
    ['relu (x - 0.7)', 0.7],
    ['abs (x + 1.3) * 2', -1.3],
    ['max (x * x, 1.44)', -1.2],
  ])('%s has a kink: f is continuous and f′ is not', (body, place) => {
    const { marks, joins } = over(body, [-4, place > 0 ? 4 : 0.9]);
    expect(marks).toMatchObject([{ kind: 'kink', x: place }]);
    expect(joins.slice(0, -1).includes(1)).toBe(true);
    expect(joins.slice(0, -1).includes(0)).toBe(false);
  });

  test('a jump of the second derivative alone is not a kink, but breaks the curve', () => {
    const { marks, joins } = over('relu x * relu x');
    expect(marks).toEqual([]);
    expect(Array.from(joins.slice(0, -1)).filter((joined) => joined < 3)).toEqual([2]);
  });

  test('branches of one function make no mark', () => {
    const { marks, joins } = over('if x < 0.3 then x * x + 1 else x ^ 2 + 1');
    expect(marks).toEqual([]);
    expect(joins.slice(0, -1).every((joined) => joined === 3)).toBe(true);
  });

  test('floor jumps at whole numbers, and the value there is the upper one', () => {
    const { marks, joins } = over('toReal (floor x)', [-1.5, 2.5]);
    expect(marks).toEqual([-1, 0, 1, 2].map((x) => ({ kind: 'jump', x, before: x - 1, at: x, after: x })));
    expect(Array.from(joins.slice(0, -1)).filter((joined) => joined === 0)).toHaveLength(4);
  });

  test('sign has a separate value at 0', () => {
    expect(over('sign x').marks).toEqual([{ kind: 'jump', x: 0, before: -1, at: 0, after: 1 }]);
  });

  test('1 / x and tan have poles, across which nothing is joined', () => {
    const inverse = over('1 / x');
    expect(inverse.marks).toMatchObject([{ kind: 'pole', x: 0, at: NaN }]);
    expect(inverse.gaps).toMatchObject([{ from: 0, to: 0, reason: { code: 'domain' } }]);
    const shifted = over('1 / (x - 0.1)');
    expect(shifted.marks).toMatchObject([{ kind: 'pole' }]);
    expect(shifted.marks[0]?.x).toBeCloseTo(0.1, 8);
    const tangent = over('tan x');
    expect(tangent.marks.map(({ kind }) => kind)).toEqual(['pole', 'pole']);
    expect(tangent.marks[1]?.x).toBeCloseTo(Math.PI / 2, 7);
    for (const { xs, joins } of [inverse, shifted, tangent]) {
      const torn = Array.from(xs).filter((_, i) => joins[i] === 0 && i + 1 < xs.length);
      expect(torn.length).toBeGreaterThan(0);
    }
  });

  test.each([
    ['1 / (x - 0.3) ^ 2', 0.3],
    ['0 - 1 / (x - 0.3) ^ 2', 0.3],
    ['sin x + 0.01 / (x - 0.3) ^ 4', 0.3],
    ['1000000 + 1 / (x - 0.3) ^ 2', 0.3],
    ['1 / (x * x - 0.6 * x + 0.09)', 0.3],
    ['1 / abs (x - 0.3)', 0.3],
    ['1 / sqrt (abs (x - 0.3))', 0.3],
    ['1 / sin (x / 2 + 1) ^ 2', -2],
    ['1 / (x * x - 2) ^ 2 + 0 * x', Math.SQRT2],
  ])('%s goes to infinity beyond one edge of the plot: a pole, not joined', (body, place) => {
    const { marks, xs, joins } = over(body, [-3, 3]);
    const found = marks.filter(({ x }) => Math.abs(x - place) < 1e-6);
    expect(found).toMatchObject([{ kind: 'pole' }]);
    const before = xs.findLastIndex((x) => x < place - 1e-6);
    const after = xs.findIndex((x) => x > place + 1e-6);
    expect(joins.slice(before, after).includes(0)).toBe(true);
  });

  test.each([
    ...[2, 4, 6, 8, 10, 12].map((digits) => `1 / ((x - 0.3) ^ 2 + 1e-${digits})`),
    ...[1, 3, 5, 7].map((digits) => `0 - 1 / (abs (x - 0.3) + 1e-${digits}) + x`),
    '1 / (sin (x * 20) ^ 2 + 0.0000000001)',
    '1000 * exp (0 - ((x - 0.3) * 200) ^ 2)',
    '1000000 / cosh ((x - 0.3) * 50)',
    '0 - sqrt (abs (x - 0.3) + 0.0000000001)',
    'log ((x - 0.3) ^ 2 + 0.000000000001)',
  ])('%s is steep, and finite: no pole', (body) => {
    expect(over(body, [-3, 3]).marks.filter(({ kind }) => kind !== 'kink')).toEqual([]);
  });

  test('a point without a value between two equal ones is a hole', () => {
    expect(over('sin x / x').marks).toMatchObject([{ kind: 'hole', x: 0, at: NaN }]);
    expect(over('x * log (x * x)').marks).toMatchObject([{ kind: 'hole', x: 0, at: NaN }]);
    expect(over('log (x * x)').marks).toMatchObject([{ kind: 'pole', x: 0, at: NaN }]);
  });

  test.each([
    ['sqrt x', 0, 'edge'],
    ['x ^ 0.1', 0, 'edge'],
    ['x * log x', 0, 'edge'],
    ['acos (x - 1.25)', 2.25, 'edge'],
    // A slow pole too: a circle at its end would mean a value that it does not reach.
    ['log (x - 0.5)', 0.5, 'pole'],
    ['2 - log (1.25 - x)', 1.25, 'pole'],
    ['log (x - sqrt 2)', Math.SQRT2, 'pole'],
    ['log (x - 0.5) ^ 2', 0.5, 'pole'],
  ] as const)('the domain of %s ends at %d, and the program says why', (body, place, kind) => {
    const { marks, gaps, xs, values } = over(body, [place === 2.25 ? 1 : -4, 4]);
    expect(marks).toMatchObject([{ kind }]);
    expect(marks[0]?.x).toBeCloseTo(place, 8);
    expect(gaps).toHaveLength(1);
    const [from, to] = [gaps[0]?.from ?? NaN, gaps[0]?.to ?? NaN];
    expect(Math.min(Math.abs(from - place), Math.abs(to - place))).toBeLessThan(1e-6);
    expect(gaps[0]?.reason.message).toMatch(/needs an? (positive )?(argument|base)/u);
    expect(Array.from(xs).every((x, i) => Number.isNaN(values[i]) === (x >= from && x <= to))).toBe(true);
  });

  test('a function that is undefined everywhere is one gap', () => {
    const { gaps, values, marks, point } = over('log (0 - 1 - x * x)');
    expect(gaps).toMatchObject([{ from: -4, to: 4 }]);
    expect(values.every(Number.isNaN)).toBe(true);
    expect(marks).toEqual([]);
    expect(point.at.status).toBe('undefined');
  });

  test('a constant needs only the even samples', () => {
    const { xs, firsts } = over('2.5 + 0 * x');
    expect(xs).toHaveLength(65);
    expect(firsts.every((first) => first === 0)).toBe(true);
  });

  test.each([1e-300, 1e-9, 1e9, 1e300])('at the scale of %s', (scale) => {
    const kink = over(`abs (x - 0.5 * ${scale}) / ${scale}`, [-scale, scale]);
    expect(kink.marks).toMatchObject([{ kind: 'kink', x: scale / 2 }]);
    expect(distance(kink, 'values', (x) => Math.abs(x - scale / 2) / scale)).toBeLessThan(1e-14);
    const wave = over(`sin (x / ${scale} * 30)`, [-scale, scale]);
    expect(wave.xs.length).toBeGreaterThan(65);
    expect(wave.marks).toEqual([]);
  });

  test('values that overflow are gaps', () => {
    const { gaps, marks } = over('exp (exp (x * 3))');
    expect(gaps).toMatchObject([{ to: 4, reason: { code: 'not-finite' } }]);
    // The function overflows there, without going to infinity.
    expect(marks).toMatchObject([{ kind: 'edge' }]);
  });
});

describe('the budget', () => {
  const LOOP =
    'input x : real = 0.5\nlet rec loop (a, n) = if n = 0 then a else loop (sin a + x, n - 1)\nloop (x, 20000)';

  test('a slow program is drawn coarsely, evenly, and in time', () => {
    const budget = { ...PAGE_BUDGET, seconds: 0.5 };
    const { coarse, xs, x } = curve(LOOP, { budget, x: [0, 1] });
    expect([coarse, xs[0], xs.at(-1)]).toEqual([true, ...x]);
    expect(xs.length).toBeLessThan(65);
  });

  test('a program that never ends is reported, and is drawn where it ends', () => {
    const text = 'input x : real = 0.5\nlet rec loop a = if a < 0 then a else loop a\nloop x';
    const budget = { seconds: 1, steps: 20_000, bytes: 1e8 };
    expect(answers(text, { budget, x: [1, 2] }).at(-1)).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'budget-time' }],
    });
    const half = curve(text, { budget: { ...budget, seconds: 60 }, x: [-1, 1] });
    expect(half.gaps).toMatchObject([{ to: 1, reason: { code: 'budget-steps' } }]);
    expect(half.marks).toMatchObject([{ kind: 'edge', x: 0 }]);
  });

  test('countless breaks do not use up the samples, nor hide the curve', () => {
    const stairs = over('toReal (floor (x * 300)) / 300');
    expect(stairs.xs.length).toBeLessThanOrEqual(2000);
    expect(widest(stairs)).toBeLessThanOrEqual(1 / 64);
    expect(stairs).toMatchObject({ coarse: true, marks: [] });
  });

  test.each<readonly [string, Range, (x: number) => number]>([
    ['sin (100 * x)', [-4, 4], (x) => Math.sin(100 * x)],
    ['tan (10 * x)', [-4, 4], (x) => Math.tan(10 * x)],
    ['sqrt (abs (sin (10 * x)))', [-4, 4], (x) => Math.sqrt(Math.abs(Math.sin(10 * x)))],
    ['exp x', [-2000, 2000], Math.exp],
    ['exp (0 - (x * 100) ^ 2)', [-4, 4], (x) => Math.exp(-((x * 100) ** 2))],
    ['x ^ 20', [-4, 4], (x) => x ** 20],
    ['1 / (x * x + 0.000001)', [-4, 4], (x) => 1 / (x * x + 1e-6)],
    ['x * x * sin (1 / x)', [-0.5, 0.5], (x) => x * x * Math.sin(1 / x)],
  ])('%s is drawn within a pixel', (body, range, exact) => {
    expect(farthest(over(body, range), exact)).toBeLessThan(1);
  });

  test('a sampled narrow peak is inside the plot, and large values beside a pole are not', () => {
    const high = (body: string): number => {
      const { xs, values, firsts, x } = over(body);
      return robustLimits(xs, values, x, firsts)?.[1] ?? NaN;
    };
    expect(high('exp (0 - (x * 100) ^ 2)')).toBe(1);
    expect(high('exp (0 - (x * 1000) ^ 2)')).toBe(1);
    expect(high('1 / (x * x)')).toBeLessThan(100);
    expect(high('1 / (x - 0.3) ^ 2')).toBeLessThan(100);
    expect(high('0 - log (abs x)')).toBeLessThan(10);
  });

  test('a curve that oscillates too often for the plot is reported as coarse', () => {
    expect(over('sin (100 * x)').coarse).toBe(false);
    expect(over('sin (3000 * x)')).toMatchObject({ coarse: true, marks: [] });
    expect(over('toReal (floor (20 * x))').coarse).toBe(false);
  });
});
