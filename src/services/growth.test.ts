import { describe, expect, test } from 'vitest';
import type { Engine, Point } from '../ad/engine';
import { type EngineGrowth, endOf, type Growth } from '../protocol/growth';
import { COMMAND_LINE_BUDGET, newMeter, type Outcome } from '../semantics/outcome';
import { itemsOf } from '../semantics/reals';
import { drain } from '../semantics/task';
import { GROWING_ENGINES, measureGrowth, type GrowthOptions } from './growth';
import { fitOf } from './growth-fit';
import { growingInputs } from './growth-input';
import { loadWhole } from './loader';

const LOOP = `input n : int = 10 in 1 .. 100
input x : real = 1.0001
let rec loop (a, k) = if k = 0 then a else loop (a * x, k - 1)
loop (x, n)`;

function grow(text: string, asked: Partial<GrowthOptions> & Pick<GrowthOptions, 'sizes'>): Outcome<Growth> {
  const loaded = loadWhole([text]);
  if (loaded.tag === 'wrong' || loaded.program.focus === undefined) throw new Error(text);
  const [input] = growingInputs(loaded.program);
  if (input === undefined) throw new Error('nothing grows');
  const options = { inputs: {}, input, engines: GROWING_ENGINES, budget: COMMAND_LINE_BUDGET, ...asked };
  return drain(measureGrowth(loaded.program, loaded.program.focus, options));
}

function grown(text: string, asked: Partial<GrowthOptions> & Pick<GrowthOptions, 'sizes'>): Growth {
  const outcome = grow(text, asked);
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

function of(table: Growth, engine: string): EngineGrowth {
  const found = table.engines.find((one) => one.engine === engine);
  if (found === undefined) throw new Error(`no ${engine}`);
  return found;
}

/** An engine that records its points, and answers as told. */
function observed(answer: (at: Point) => Outcome<number>) {
  const points: Point[] = [];
  const engine: Engine = {
    id: 'curry',
    fragment: () => ({ tag: 'inside' }),
    // A task, as every engine is; this one has nothing to wait for.
    // eslint-disable-next-line require-yield
    *run(_, point) {
      points.push(point);
      const nodes = answer(point);
      if (nodes.tag !== 'ok') return nodes;
      return { tag: 'ok', value: { value: 0, derivative: [], meter: { ...newMeter(), nodes: nodes.value } } };
    },
  };
  return { engine, points };
}

function ended(tag: 'failed' | 'stopped', code: string): Outcome<never> {
  return {
    tag,
    diagnostic: { severity: 'error', code, message: code, span: { cell: 0, start: 0, end: 0 }, related: [] },
  };
}

describe('growth', () => {
  test('of reverse is a line with the same slope and constant at every size (Krawiec et al., 7.4)', () => {
    const sizes = [100, 1000, 10_000, 50_000];
    const { measurements, fits } = of(
      grown(LOOP, { sizes, engines: GROWING_ENGINES.filter(({ id }) => id === 'reverse') }),
      'reverse',
    );
    for (const meter of ['nodes', 'visits', 'primal', 'steps'] as const) {
      const values = measurements.map((one) => (one.status === 'ok' ? one.meter[meter] : NaN));
      const [first = NaN, second = NaN] = values;
      const slope = (second - first) / 900;
      expect(Number.isInteger(slope)).toBe(true);
      expect(values).toEqual(sizes.map((size) => slope * size + (first - slope * 100)));
      expect(fits[meter]?.slope).toBeCloseTo(1, 2);
    }
  });

  test('has all engines but numeric, each size once and in order, and values outside an input’s range', () => {
    const table = grown(LOOP, { sizes: [200, 2, 1, 2] });
    expect(table.sizes).toEqual([1, 2, 200]);
    expect(table.engines.map(({ engine }) => engine)).toEqual(GROWING_ENGINES.map(({ id }) => id));
    expect(table.engines.some(({ engine }) => engine === 'numeric')).toBe(false);
    expect(of(table, 'forward').fits.primal?.slope).toBeGreaterThan(0.8);
    expect(of(table, 'forward').fits.nodes).toBeUndefined();
  });

  test('repeats the items of a list or an array, with a cotangent of the result’s shape', () => {
    for (const kind of ['list', 'array']) {
      const { engine, points } = observed(() => ({ tag: 'ok', value: 1 }));
      const text = `input xs : ${kind} real = [1, 2]\nxs |> map (fun x -> x * x)`;
      grown(text, { sizes: [5, 1], engines: [engine], inputs: { xs: [7, 8, 9] } });
      expect(points.map((point) => itemsOf(point.arguments[0]))).toEqual([[7], [7, 8, 9, 7, 8]]);
      expect(points.map((point) => itemsOf(point.cotangent))).toEqual([[1], [1, 1, 1, 1, 1]]);
      const sum = grown(`input xs : ${kind} real = [1, 2]\nxs |> map (fun x -> x * x) |> sum`, { sizes: [64, 128] });
      expect(of(sum, 'reverse').fits.nodes?.slope).toBeCloseTo(1, 1);
    }
  });

  test('recomputes everything that depends on the input', () => {
    const { engine, points } = observed(() => ({ tag: 'ok', value: 1 }));
    grown('input n : int = 2\ninput x : real = toReal (n + 1)\nx * x', { sizes: [4, 9], engines: [engine] });
    expect(points.map((point) => point.arguments)).toEqual([
      [4, 5],
      [9, 10],
    ]);
  });

  test('does not try larger sizes with an engine that reached a limit, but does with one that failed', () => {
    const stopping = observed((point) =>
      Number(point.arguments[0]) < 4 ? { tag: 'ok', value: 1 } : ended('stopped', 'budget-time'),
    );
    const failing = observed((point) =>
      point.arguments[0] === 4 ? ended('failed', 'domain') : { tag: 'ok', value: 1 },
    );
    const told: Growth[] = [];
    const table = grown(LOOP, {
      sizes: [1, 2, 4, 8, 16],
      engines: [stopping.engine, failing.engine],
      progress: (partial) => told.push(partial),
    });
    const statuses = (growth: Growth | undefined) =>
      growth?.engines.map(({ measurements }) => measurements.map(({ status }) => status).join(' '));
    expect(statuses(table)).toEqual(['ok ok stopped not tried not tried', 'ok ok failed ok ok']);
    expect(stopping.points).toHaveLength(3);
    expect(told).toHaveLength(10);
    expect(statuses(told[2])).toEqual(['ok ok pending pending pending', 'ok pending pending pending pending']);
    expect(told.at(-1)).toEqual(table);
  });

  test('reports the size at which the program has no value, or does not end', () => {
    const table = grown('input n : int = 1\ninput x : real = 2\nx / toReal (n - 4)', { sizes: [2, 4, 8] });
    for (const { measurements } of table.engines)
      expect(measurements[1]).toMatchObject({ status: 'failed', diagnostic: { code: 'domain' } });
    expect(of(table, 'reverse').measurements[2]?.status).toBe('ok');
    const budget = { ...COMMAND_LINE_BUDGET, steps: 2000 };
    const short = of(grown(LOOP, { sizes: [4, 4000, 8000], budget }), 'forward');
    expect(short.measurements.map(({ status }) => status)).toEqual(['ok', 'stopped', 'not tried']);
  });

  test('does not measure one direction if there are too many for all', () => {
    const { measurements } = of(grown('input xs : list real = [1]\nsum xs', { sizes: [100, 300] }), 'forward');
    expect(measurements.map(({ status }) => status)).toEqual(['ok', 'one direction']);
  });

  test('declines an empty list, and one that exceeds the memory limit', () => {
    const text = 'input xs : list real = []\nsum xs';
    const empty = of(grown(text, { sizes: [2, 4] }), 'reverse').measurements;
    expect(empty).toMatchObject([
      { status: 'failed', diagnostic: { code: 'growth-empty', span: { start: 6, end: 8 } } },
      { status: 'failed' },
    ]);
    const long = of(grown(text, { sizes: [1e15], inputs: { xs: [1] } }), 'reverse').measurements;
    expect(long).toMatchObject([{ status: 'stopped', diagnostic: { code: 'budget-memory' } }]);
  });

  test('reports the size at which an engine ended, unless the reason is the same at all sizes', () => {
    const table = grown(LOOP, { sizes: [1, 10, 20_000], engines: GROWING_ENGINES.filter(({ id }) => id === 'trace') });
    expect(endOf(table, of(table, 'trace'))).toMatchObject({ status: 'unsupported', size: 20_000 });
    const { engine } = observed(() => ({ tag: 'ok', value: 1 }));
    const span = { cell: 0, start: 0, end: 0 };
    const reason = { severity: 'error', code: 'unsupported', message: 'no loops', span, related: [] } as const;
    const outside = { ...engine, fragment: () => ({ tag: 'outside', reason }) as const };
    const declined = grown(LOOP, { sizes: [1, 10], engines: [outside] });
    expect(endOf(declined, of(declined, 'curry'))).toEqual({
      status: 'unsupported',
      size: undefined,
      diagnostic: reason,
    });
  });

  test('does not repeat remembered measurements', () => {
    const { engine, points } = observed(() => ({ tag: 'ok', value: 3 }));
    const known = { status: 'ok', meter: { ...newMeter(), nodes: 1 }, ranOn: {} } as const;
    const kept: unknown[] = [];
    const table = grown(LOOP, {
      sizes: [1, 9],
      engines: [engine],
      memory: {
        recall: (_, size) => (size === 1 ? known : undefined),
        keep: (...what) => kept.push(what),
      },
    });
    expect(points).toHaveLength(1);
    expect(kept).toMatchObject([['curry', 9, { meter: { nodes: 3 } }]]);
    expect(table.engines[0]?.fits.nodes?.slope).toBeCloseTo(0.5, 12);
  });
});

describe('the fitted slope', () => {
  test('is the power of a power, and of one with a factor', () => {
    const sizes = [3, 10, 200];
    const fit = fitOf(
      sizes,
      sizes.map((size) => 5 * size ** 2),
    );
    expect(fit?.slope).toBeCloseTo(2, 12);
    expect(Math.exp(fit?.intercept ?? NaN)).toBeCloseTo(5, 10);
  });

  test('is a least-squares fit if the points are on no line', () => {
    expect(fitOf([1, Math.E, Math.E ** 2], [1, Math.E, 1])).toEqual({
      slope: expect.closeTo(0, 12) as unknown,
      intercept: expect.closeTo(1 / 3, 12) as unknown,
    });
  });

  test('skips values without a logarithm, and needs two sizes', () => {
    expect(fitOf([1, 2, 4, 8], [0, 2, undefined, 8])?.slope).toBeCloseTo(1, 12);
    expect(fitOf([1, 2, 4], [0, 2, 0])).toBeUndefined();
    expect(fitOf([], [])).toBeUndefined();
  });
});
