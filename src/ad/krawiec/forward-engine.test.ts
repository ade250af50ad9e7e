import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { COMMAND_LINE_BUDGET, type Outcome } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import type { Value } from '../../semantics/value';
import type { Directional, EngineResult } from '../engine';
import { MOST_PASSES } from '../one-direction';
import { forward } from './forward-engine';

function attempt(text: string, cotangent?: Value, budget = COMMAND_LINE_BUDGET): Outcome<EngineResult> {
  const { main, point } = focusOf(checked(text));
  return drain(forward.run(main, cotangent === undefined ? point : { ...point, cotangent }, budget));
}

function run(text: string, cotangent?: Value): EngineResult {
  const outcome = attempt(text, cotangent);
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

function along(text: string, direction: readonly Value[]): Outcome<Directional> {
  const { main, point } = focusOf(checked(text));
  if (forward.along === undefined) throw new Error('forward is by the Forward Plan');
  return drain(forward.along(main, point, direction, COMMAND_LINE_BUDGET));
}

/** Figure 12's program: the notebook's, without its prose. */
const ROTATION =
  (/```pullback[^\n]*\n([^]*?)```/u.exec(readFileSync('public/notebooks/quaternion-rotation.md', 'utf8')) ?? [])[1] ??
  '';

describe('the engine forward', () => {
  it('finds the seven derivatives of Figure 12, by seven passes', () => {
    const { value, derivative, meter } = run(ROTATION);
    expect(value).toBeCloseTo(71.874, 10);
    const found = derivative.flat() as number[];
    [91.96, 58.08, -77.44, 38.72, 4.84, -24.2, 26.62].forEach((expected, i) => {
      expect(found[i]).toBeCloseTo(expected, 10);
    });
    expect(meter.reevaluations).toBe(6);
  });

  it.each<[string, Value, Value, readonly Value[]]>([
    ['input x : real = 3\nx * x', 1, 9, [6]],
    ['input x : real = 0\ninput y : real = 2\nx * y + sin x', 1, 0, [3, 0]],
    ['input x : real = 3\n(x, x * x)', [10, 1], [3, 9], [16]],
    ['input x : real = 2\ninput n : int = 3\n(n + 1, (x ^ n, n > 2))', [0, [1, true]], [4, [8, true]], [12, 3]],
    ['input x : real = 3\n7', 1, 7, [0]],
    ['input x : real = 3\ntrue', false, true, [0]],
    ['input n : int = 3\ntoReal n', 1, 3, [3]],
    ['input x : real = 3\nlet c = exp 0\nlet f y = c * y\nf (f x)', 2, 3, [2]],
    ['input x : real = 3\nlet f y = x * y\nf (f 2)', 1, 18, [12]],
    ['input x : real = 2\nlet f y = x * y in let g h z = h (h z) in g f x', 1, 8, [12]],
    ['input x : real = 2\nlet rec pow (x, n) = if n = 0 then 1 else x * pow (x, n - 1)\npow (x, 3)', 1, 8, [12]],
    ['let f x = x * x * x\nderiv f 2', 1, 8, [12]],
    ['input x : real = 2\nmax (x, 1) + abs x', 1, 4, [2]],
    ['input q : real * (int * real) = (2, (5, 3))\nlet (a, (n, b)) = q\na * b', 1, 6, [[3, [5, 2]]]],
  ])('%s', (text, cotangent, value, derivative) => {
    const result = run(text, cotangent);
    expect([result.value, result.derivative]).toEqual([value, derivative]);
  });

  it('counts every pass, and the product of each tangent with the cotangent', () => {
    // Three reals: x * y * z and x are 2 operations, their tangents 6, and the product of two reals with two is 3.
    const { meter } = run('input x : real = 1\ninput y : real = 2\ninput z : real = 3\n(x * y * z, x)', [1, 1]);
    expect(meter).toMatchObject({ primal: 3 * 2, derivative: 3 * (6 + 3), reevaluations: 2, nodes: 0, visits: 0 });
    const once = run('input x : real = 1\n(x, x)', [1, 1]).meter.steps;
    expect(run('input x : real * real * real = (1, 2, 3)\n(x.1, x.1)', [1, 1]).meter.steps).toBeGreaterThan(2 * once);
  });

  it('does work linear in the run, with the same constants at every size', () => {
    const counts = [100, 300, 1000].map((n) => {
      const { derivative, meter } = run(`input x : real = 1.00001
let rec loop (a, n : int) = if n = 0 then a else loop (a * x, n - 1)
loop (x, ${n})`);
      expect(derivative[0]).toBeCloseTo((n + 1) * 1.00001 ** n, 6);
      return { n, work: meter.derivative };
    });
    // y * dx + x * dy per iteration; dt * dy at the end.
    for (const { n, work } of counts) expect(work).toBe(3 * n + 1);
  });
});

describe('one direction', () => {
  it('is F{e}(s, ds) of Figure 4: the value, and the Jacobian applied to the direction', () => {
    const text = 'input x : real = 3\ninput q : real * int = (5, 2)\n(x * q.1, (q.2, x + q.1))';
    expect(along(text, [10, [1, 2]])).toMatchObject({
      tag: 'ok',
      value: { value: [15, [2, 8]], tangent: [53, [2, 11]], meter: { reevaluations: 0 } },
    });
  });

  it('is the only one computed at a point of very many reals', () => {
    const text = (count: number): string => {
      const items = Array.from({ length: count }, (_, i) => i + 1);
      const sums = items.map((i) => `let s${i} = s${i - 1} + xs.${i}`);
      const type = items.map(() => 'real').join(' * ');
      return [`input xs : ${type} = (${items.join(', ')})`, 'let s0 = 0', ...sums, `s${count}`].join('\n');
    };
    const most = run(text(MOST_PASSES));
    expect(most.derivative.flat()).toEqual(Array.from({ length: MOST_PASSES }, () => 1));
    const count = MOST_PASSES + 1;
    expect(attempt(text(count))).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'one-direction', message: expect.stringContaining(`${count} reals`) as unknown },
    });
    expect(along(text(count), [Array.from({ length: count }, () => 2)])).toMatchObject({
      value: { tangent: 2 * count },
    });
  });
});

describe('without a derivative', () => {
  const failure = (text: string): unknown => {
    const { main, point } = focusOf(checked(text));
    const moved = { ...point, arguments: [0] };
    const outcome = drain(forward.run(main, moved, COMMAND_LINE_BUDGET));
    return outcome.tag === 'failed' ? outcome.diagnostic : outcome.tag;
  };

  it('reports which operation of the program failed, and where, not an operation of a partial', () => {
    expect(failure('input x : real = 1\n1 + log x')).toMatchObject({
      code: 'domain',
      message: expect.stringContaining('log') as unknown,
      span: { cell: 0, start: 23, end: 28 },
      // The place is not the wrapper's call of main.
      related: [],
    });
  });

  it('reports an overflow of the tangent as one of the derivative', () => {
    const overflow = {
      code: 'not-finite',
      message: expect.stringContaining('an intermediate derivative overflowed') as unknown,
    };
    expect(attempt('input x : real = 1e-200\n(1e200 * x) * 1e200')).toMatchObject({
      diagnostic: { ...overflow, span: { start: 24, end: 43 } },
    });
    // atan2 is defined there, but its partials divide by 0.
    expect(attempt('input x : real = 1e-200\natan2 (x, x)')).toMatchObject({ diagnostic: overflow });
    // The product with the cotangent overflows.
    expect(attempt('input x : real = 1\n1e200 * x', 1e200)).toMatchObject({ diagnostic: overflow });
  });

  it('stops with its budget, which all passes share', () => {
    const { main, point } = focusOf(
      checked('input x : real = 1\nlet rec f x = if x < 2 then x else f (x / 2 + 1)\nf x'),
    );
    const few = { ...COMMAND_LINE_BUDGET, steps: 1e4 };
    expect(drain(forward.run(main, { ...point, arguments: [3] }, few))).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-steps', message: 'the run was stopped after 10,000 steps' },
    });
    const loop = `input p : real * real * real = (1, 1, 1)
let rec loop (a, n : int) = if n = 0 then a else loop (a * p.1, n - 1)
loop (p.2, 100)`;
    const { steps } = run(loop).meter;
    expect(attempt(loop, 1, { ...COMMAND_LINE_BUDGET, steps: steps - 1 })).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-steps', message: expect.stringContaining('in pass 3 of 3') as unknown },
    });
  });

  it('has one clock for all passes', () => {
    const loop = `input p : real * real * real * real * real * real = (1, 1, 1, 1, 1, 1)
let rec loop (a, n : int) = if n = 0 then a else loop (a * p.1, n - 1)
loop (p.2, 3000)`;
    expect(attempt(loop).tag).toBe('ok');
    // Each check of the clock advances it by a second: a pass checks it a few times.
    let seconds = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1000 * seconds++);
    const { main, point } = focusOf(checked(loop));
    const outcome = drain(forward.run(main, point, { ...COMMAND_LINE_BUDGET, seconds: 12 }));
    clock.mockRestore();
    expect(outcome).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-time', message: expect.stringMatching(/in pass [2-5] of 6/u) as unknown },
    });
  });
});
