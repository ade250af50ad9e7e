import { describe, expect, it } from 'vitest';
import { jetShape, MIXED_SECOND } from '../../semantics/jets/multi-index';
import { COMMAND_LINE_BUDGET, newMeter, type Budget } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { Cell, Variant, type Value } from '../../semantics/value';
import type { EngineResult } from '../engine';
import { MOST_PASSES } from '../one-direction';
import { taylor, taylorMacro } from './engine';
import { recordRun } from '../recording';
import { jetOfEntry, jetsAlong, jetsOfRun } from './jets';
import { seedsAlong } from './seeds';

function attempt(text: string, cotangent?: Value, budget: Budget = COMMAND_LINE_BUDGET) {
  const { main, point } = focusOf(checked(text));
  return drain(taylor.run(main, cotangent === undefined ? point : { ...point, cotangent }, budget));
}

function run(text: string, cotangent?: Value): EngineResult {
  const outcome = attempt(text, cotangent);
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

function along(text: string, direction: readonly Value[]) {
  const { main, point } = focusOf(checked(text));
  if (taylor.along === undefined) throw new Error('taylor is by the Forward Plan');
  return drain(taylor.along(main, point, direction, COMMAND_LINE_BUDGET));
}

describe('the engine taylor', () => {
  it.each<[string, Value, Value, readonly Value[]]>([
    ['input x : real = 3\nx * x', 1, 9, [6]],
    ['input x : real = 3\n(x, x * x)', [10, 1], [3, 9], [16]],
    ['input x : real = 2\ninput n : int = 3\n(n + 1, (x ^ n, n > 2))', [0, [1, true]], [4, [8, true]], [12, 3]],
    ['input x : real = 3\n7', 1, 7, [0]],
    ['input n : int = 3\ntoReal n', 1, 3, [3]],
    ['input x : real = 2\nlet rec pow (x, n) = if n = 0 then 1 else x * pow (x, n - 1)\npow (x, 3)', 1, 8, [12]],
    ['input q : real * (int * real) = (2, (5, 3))\nlet (a, (n, b)) = q\na * b', 1, 6, [[3, [5, 2]]]],
  ])('%s', (text, cotangent, value, derivative) => {
    const result = run(text, cotangent);
    expect([result.value, result.derivative]).toEqual([value, derivative]);
  });

  it('records the run once, and sweeps once for each real', () => {
    const { meter } = run('input x : real = 1\ninput y : real = 2\ninput z : real = 3\n(x * y * z, x)', [1, 1]);
    // One factor of x * y * z moves in each sweep, along x and y through both products; the product with the cotangent
    // is 3.
    expect(meter).toMatchObject({ primal: 2, nodes: 5, reevaluations: 0, derivative: 2 + 2 + 1 + 3 * 3 });
    const loop = (n: number): number =>
      run(
        `input x : real = 1.00001\nlet rec loop (a, n : int) = if n = 0 then a else loop (a * x, n - 1)\nloop (x, ${n})`,
      ).meter.derivative;
    expect(loop(1000) - loop(900)).toBe(loop(200) - loop(100));
  });

  it('along a direction is F{e}(s, ds)', () => {
    const text = 'input x : real = 3\ninput q : real * int = (5, 2)\n(x * q.1, (q.2, x + q.1))';
    expect(along(text, [10, [1, 2]])).toMatchObject({
      tag: 'ok',
      value: { value: [15, [2, 8]], tangent: [53, [2, 11]], meter: { reevaluations: 0, nodes: 4 } },
    });
    const other = along('input s : real + int = inl 1\n1', [{ name: 'inr', payload: 3 }]);
    expect(other).toMatchObject({
      diagnostic: { code: 'shape', message: "the direction does not have the point's shape" },
    });
  });

  it('along a direction fails if the run fails, or if one of several inputs has another shape', () => {
    const { main, point } = focusOf(checked('input x : real = 1\nx * x'));
    const few = { ...COMMAND_LINE_BUDGET, steps: 2 };
    expect(taylor.along && drain(taylor.along(main, point, [1], few))).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-steps' },
    });
    const text = 'input x : real = 1\ninput s : real + int = inl 1\nx';
    expect(along(text, [1, new Variant('inl', 1)])).toMatchObject({ tag: 'ok', value: { tangent: 1 } });
    expect(along(text, [1, new Variant('inr', 3)])).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
  });

  it('refuses a cotangent of another shape', () => {
    const text = 'input x : real = 3\n[x, x]';
    expect(attempt(text, new Cell(1, null))).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
    expect(run(text, new Cell(1, new Cell(2, null))).derivative).toEqual([3]);
  });

  it('goes on after a pause in the sweep', () => {
    const loop = 'let rec loop (a, n : int) = if n = 0 then a else loop (a * x, n - 1)';
    expect(run(`input x : real = 1.0\n${loop}\nloop (x, 110000)`).derivative).toEqual([110_001]);
  });

  it('takes one direction only at a point of very many reals', () => {
    const text = (count: number): string =>
      `input xs : array real = build ${count} toReal\nfold (x, s) -> x * x + s over xs from 0`;
    expect(run(text(MOST_PASSES)).derivative).toHaveLength(1);
    expect(attempt(text(MOST_PASSES + 1))).toMatchObject({ diagnostic: { code: 'one-direction' } });
  });

  it('reports where a derivative overflows, and stops at its limits', () => {
    expect(attempt('input x : real = 1e-200\n(1e200 * x) * 1e200')).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'not-finite', span: { start: 24, end: 43 } },
    });
    // The tangent and the cotangent are finite, but their product is not.
    expect(attempt('input x : real = 1\n1e200 * x', 1e200)).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'not-finite' },
    });
    const { main, point } = focusOf(checked('input x : real = 1\nx * x'));
    const few = (left: Partial<Budget>) => drain(taylor.run(main, point, { ...COMMAND_LINE_BUDGET, ...left }));
    expect(few({ steps: 2 })).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-steps' } });
    expect(few({ bytes: 10 })).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-memory' } });
  });
});

describe('jetsOf', () => {
  it('gives every entry its jet, with its place and its call', () => {
    const text = 'input x : real = 2\ninput y : real = 3\nlet f z = z * x\nf (x * y)';
    const { main, point } = focusOf(checked(text));
    const outcome = drain(
      jetsOfRun(
        main,
        point,
        [
          [1, 0],
          [0, 1],
        ],
        2,
        COMMAND_LINE_BUDGET,
      ),
    );
    if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
    const found = outcome.value;
    expect(found.value).toBe(12);
    // x² y: (value, y, yy, x, xy, xx)
    expect(found.results.map((jet) => Array.from(jet))).toEqual([[12, 4, 0, 12, 4, 6]]);
    const entries = [0, 1, 2, 3].map((entry) => jetOfEntry(found, entry));
    expect(entries.map(({ jet }) => Array.from(jet))).toEqual([
      [2, 0, 0, 1, 0, 0],
      [3, 1, 0, 0, 0, 0],
      [6, 2, 0, 3, 1, 0],
      [12, 4, 0, 12, 4, 6],
    ]);
    const texts = entries.slice(2).map(({ span }) => span && text.slice(span.start, span.end));
    expect(texts).toEqual(['(x * y)', 'z * x']);
    expect([entries[2]?.call, entries[3]?.call]).toEqual([0, 1]);
  });

  it('takes programs that differentiate inside', () => {
    const { main, point } = focusOf(checked('input x : real = 2\nx * deriv (fun y -> y * y * x) x'));
    const outcome = drain(jetsOfRun(main, point, [[1]], 3, COMMAND_LINE_BUDGET));
    // 2 x³
    expect(outcome).toMatchObject({ tag: 'ok', value: { value: 16 } });
    expect(outcome.tag === 'ok' && Array.from(outcome.value.results[0] ?? [])).toEqual([16, 24, 24, 12]);
  });

  it('stops at the time limit, in the sweep too', () => {
    const text =
      'input x : real = 1.0\nlet rec loop (a, n : int) = if n = 0 then a else loop (a * x, n - 1)\nloop (x, 2000)';
    const { main, point } = focusOf(checked(text));
    const recorded = drain(recordRun(main, point, COMMAND_LINE_BUDGET));
    if (recorded.tag !== 'ok') throw new Error(recorded.diagnostic.message);
    const shape = jetShape(1, 15);
    const within = (seconds: number) => {
      const seeds = seedsAlong(main, point, shape, [[1]]);
      return drain(jetsAlong(main, recorded.value, shape, seeds, newMeter(), { ...COMMAND_LINE_BUDGET, seconds }));
    };
    expect(within(-1)).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-time', span: main.body.origin } });
    // x^2001
    expect(within(1e6)).toMatchObject({ tag: 'ok', value: { results: [{ 0: 1, 1: 2001, 2: 2001 * 2000 }] } });
  });

  it('stops before it exceeds the memory limit', () => {
    const { main, point } = focusOf(checked('input x : real = 2\nx * x'));
    const outcome = drain(
      jetsOfRun(
        main,
        point,
        Array.from({ length: 4 }, () => [1]),
        20,
        { ...COMMAND_LINE_BUDGET, bytes: 1e5 },
      ),
    );
    expect(outcome).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-memory' } });
  });
});

describe('the macro of a shape', () => {
  it('is not built if it is too large, and its size is reported', () => {
    const { main } = focusOf(checked('input x : real = 2\ninput y : real = 3\natan2 (x, y) / (x * y)'));
    expect(taylorMacro(main, MIXED_SECOND).tag).toBe('ok');
    expect(taylorMacro(main, jetShape(3, 12))).toMatchObject({
      tag: 'failed',
      diagnostic: {
        code: 'unsupported',
        message: expect.stringContaining('with 3 directions to order 12, has more than 1,000,000 terms') as unknown,
      },
    });
    expect(taylorMacro(main, jetShape(1, 16))).toMatchObject({
      diagnostic: { message: expect.stringMatching(/1 direction to order 16, has about \d/u) as unknown },
    });
  });
});
