import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CoreProgram } from '../../language/core/tree';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { parse } from '../../language/syntax/parser';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { deltaNode, deltaVar } from '../../semantics/delta-node';
import { sequenceOf } from '../../semantics/leaves';
import { Items, type Value, type Variant } from '../../semantics/value';
import { evaluated } from '../../testing/run-source';
import { MUTATING } from '../../testing/runs';
import type { Main } from '../engine';
import { mainOf } from '../main';
import { reverse } from './engines';
import { graphOf, runReverse, type ReverseRun } from './reverse-run';

function mainFrom(text: string): Main {
  const { program, diagnostics } = elaborate([parse(text, 0).program]);
  expect(diagnostics).toEqual([]);
  return (program && mainOf(program)?.main) ?? internalError('no main expression');
}

function run(main: Main, args: readonly Value[], cotangent: Value = 1): ReverseRun {
  const outcome = drain(runReverse(main, { arguments: args, cotangent }, COMMAND_LINE_BUDGET));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

function differentiate(text: string, args: readonly Value[], cotangent: Value = 1): readonly [Value, readonly Value[]] {
  const { result } = run(mainFrom(text), args, cotangent);
  return [result.value, result.derivative];
}

/** Figure 12's program: the notebook's, without its prose. */
const ROTATION =
  (/```pullback[^\n]*\n([^]*?)```/u.exec(readFileSync('public/notebooks/quaternion-rotation.md', 'utf8')) ?? [])[1] ??
  '';

const QUATERNION = [1.1, 2.2, 3.3, 4.4];
const VECTOR = [5.5, 6.6, 7.7];

describe('the engine reverse', () => {
  it('counts the constructors of the bindings, and of the Delta at the end', () => {
    const { result, delta } = run(mainFrom('input x : real = 1\ninput y : real = 1\nx * y + sin x'), [1, 1]);
    // Add (Scale Var) (Scale Var), Scale Var, Add Var Var; and Var.
    expect(result.meter.nodes).toBe(1 + 5 + (1 + 2) + (1 + 3) + 1);
    expect(delta).toEqual(deltaVar(5));
  });

  it("ends with the wrapper's product with the cotangent, unless it is an R^a -> R", () => {
    const { bindings, dotBindings, delta, amount } = run(mainFrom('input x : real = 1\n(x * x, x)'), [3], [5, 7]);
    expect([bindings.length, dotBindings, delta, amount]).toEqual([1 + 3, 3, deltaVar(5), 1]);
    const scalar = run(mainFrom('input x : real = 1\nlet _ = sin x in x * x'), [3], 5);
    expect([scalar.bindings.length, scalar.dotBindings, scalar.delta, scalar.amount]).toEqual([2, 0, deltaVar(3), 5]);
    const vectors = run(mainFrom('input xs : array real = [1]\nsum xs'), [new Items([3])], 5);
    expect([vectors.dotBindings, vectors.amount]).toEqual([1, 1]);
  });

  it('stops inside the prelude at the place of the call in the text', () => {
    const text = 'input x : real = 1\nx + sum (map toReal (range 0 100000))';
    const main = mainFrom(text);
    const outcome = drain(runReverse(main, { arguments: [1], cotangent: 1 }, { ...COMMAND_LINE_BUDGET, steps: 5000 }));
    const { span } = outcome.tag === 'stopped' ? outcome.diagnostic : internalError('the run ended');
    expect(text.slice(span.start, span.end)).toBe('(range 0 100000)');
  });

  it('finds the seven derivatives of Figure 12, by 38 bindings', () => {
    const main = mainFrom(ROTATION);
    const done = run(main, [QUATERNION, VECTOR]);
    expect(done.result.value).toBeCloseTo(71.874, 10);
    const derivative = done.result.derivative.flat() as number[];
    [91.96, 58.08, -77.44, 38.72, 4.84, -24.2, 26.62].forEach((expected, i) => {
      expect(derivative[i]).toBeCloseTo(expected, 10);
    });
    expect(done.bindings.length - done.dotBindings).toBe(38);
    expect(graphOf(main, { arguments: [QUATERNION, VECTOR], cotangent: 1 }, done).wrapperFrom).toBe(8 + 38);
  });

  it.each<[string, readonly Value[], Value, Value, readonly Value[]]>([
    ['input x : real = 0\nx * x', [3], 1, 9, [6]],
    ['input x : real = 0\ninput y : real = 0\nx * y + sin x', [0, 2], 1, 0, [3, 0]],
    ['input x : real = 0\n(x, x * x)', [3], [10, 1], [3, 9], [16]],
    ['input x : real = 0\ninput n : int = 0\n(n + 1, (x ^ n, n > 2))', [2, 3], [0, [1, true]], [4, [8, true]], [12, 3]],
    ['input x : real = 0\n7', [3], 1, 7, [0]],
    ['input x : real = 0\ntrue', [3], false, true, [0]],
    ['input x : real = 0\nlet c = exp 0\nlet f y = c * y\nf (f x)', [3], 2, 3, [2]],
    ['input x : real = 0\nlet f y = x * y\nf (f 2)', [3], 1, 18, [12]],
    ['input x : real = 0\nlet f y = x * y in let g h z = h (h z) in g f x', [2], 1, 8, [12]],
    ['input x : real = 0\nlet rec pow (x, n) = if n = 0 then 1 else x * pow (x, n - 1)\npow (x, 3)', [2], 1, 8, [12]],
    ['let f x = x * x * x\nderiv f 2', [2], 1, 8, [12]],
    ['input x : real = 0\nmax x 1 + abs x', [2], 1, 4, [2]],
  ])('%s', (text, args, cotangent, value, derivative) => {
    expect(differentiate(text, args, cotangent)).toEqual([value, derivative]);
  });

  it('keeps the invariant that a Delta in a binding is made of Zero and Var', () => {
    const done = run(mainFrom(ROTATION), [QUATERNION, VECTOR]);
    const isShallow = (delta: Variant): boolean => delta.name === 'Delta.Zero' || delta.name === 'Delta.Var';
    const isScaled = (delta: Variant): boolean => {
      const node = deltaNode(delta);
      return isShallow(delta) || (node.name === 'Delta.Scale' && isShallow(node.payload[1]));
    };
    for (const { delta } of done.bindings) {
      const node = deltaNode(delta);
      const parts = node.name === 'Delta.Add' ? node.payload : [delta];
      expect(parts.every(isScaled)).toBe(true);
    }
    expect(isShallow(done.delta)).toBe(true);
  });

  it('does work linear in the run, with the same constants at every size', () => {
    const main = mainFrom(`input x : real = 1
input n : int = 1
let rec loop (a, n) = if n = 0 then a else loop (a * x, n - 1)
loop (x, n)`);
    const counts = [100, 300, 1000, ...(MUTATING ? [] : [10_000, 100_000])].map((n) => {
      const { result } = run(main, [1.00001, n]);
      expect(result.derivative[0]).toBeCloseTo((n + 1) * 1.00001 ** n, 6);
      return { n, nodes: result.meter.nodes, visits: result.meter.visits };
    });
    for (const key of ['nodes', 'visits'] as const) {
      const [first, second] = counts;
      if (first === undefined || second === undefined) return;
      const slope = (second[key] - first[key]) / (second.n - first.n);
      const start = first[key] - slope * first.n;
      expect(Number.isInteger(slope)).toBe(true);
      for (const count of counts) expect(count[key]).toBe(slope * count.n + start);
    }
  });

  it.each([
    'fold (k, a) -> a * x over build n (fun i -> i) from x',
    'let ys = build n (fun i -> x * x) in fold (y, a) -> 0.5 * y + 0.5 * a over ys from x',
    'let rec xs k = if k = 0 then [x] else sin x :: xs (k - 1) in fold (y, a) -> 0.5 * y + 0.5 * a over xs n from 1',
    'let ys = build n (fun i -> [x, sin x][1 - mod i 1]) in (ys, fold (y, zs) -> y :: zs over ys from [])',
  ])('does work linear in the sequences that it makes: %s', (text) => {
    const main = mainFrom(`input x : real = 1\ninput n : int = 1\n${text}`);
    const [first, second, third] = [100, 200, 1000].map((n) => {
      const ones = Array.from({ length: n }, () => 1);
      const cotangent = main.target.tag === 'real' ? 1 : [new Items(ones), sequenceOf(ones, 'list')];
      const { nodes, visits, steps } = run(main, [0.9, n], cotangent).result.meter;
      return [nodes, visits, steps];
    });
    first?.forEach((count, i) => {
      const slope = ((second?.[i] ?? 0) - count) / 100;
      expect(Number.isInteger(slope)).toBe(true);
      expect(third?.[i]).toBeCloseTo(count + 900 * slope, 6);
    });
  });

  it('shares what nested doublings share', () => {
    const doublings = 60;
    const lets = Array.from({ length: doublings }, (_, i) => `let b${i + 1} = 0.5 * b${i} + 0.5 * b${i} in`).join(' ');
    const { result } = run(mainFrom(`input b0 : real = 1\n${lets} b${doublings}`), [3]);
    expect([result.value, result.derivative]).toEqual([3, [1]]);
    expect(result.meter.visits).toBeLessThan(40 * doublings);
  });

  it('reports which operation of the program failed, and where, not an operation of a partial', () => {
    const failure = (text: string, x: number): unknown => {
      const outcome = drain(runReverse(mainFrom(text), { arguments: [x], cotangent: 1 }, COMMAND_LINE_BUDGET));
      return outcome.tag === 'failed' ? [outcome.diagnostic.message, outcome.diagnostic.span] : outcome.tag;
    };
    const text = 'input x : real = 0\n1 + log x';
    expect(failure(text, 0)).toEqual([expect.stringContaining('log'), { cell: 0, start: 23, end: 28 }]);
    // The sweep overflows: its place is the main expression.
    expect(failure('input x : real = 0\n(1e200 * x) * 1e200', 1e-200)).toEqual([
      expect.stringContaining('derivative'),
      { cell: 0, start: 19, end: 38 },
    ]);
    // atan2 is defined there, but its partials divide by 0.
    const [message] = failure('input x : real = 0\natan2 x x', 1e-200) as readonly string[];
    expect(message).toContain('derivative');
  });

  it('translates to a program whose inputs have the values of the given point', () => {
    const main = mainFrom('input x : real = 0\ninput y : real = 0\n(x * y, x)');
    const derivative = (program: CoreProgram | undefined): string => evaluated(program ?? 'none');
    expect(derivative(reverse.translate?.(main).program)).toBe('(2, 1)');
    expect(derivative(reverse.translate?.(main, { arguments: [2, 3], cotangent: [10, 100] }).program)).toBe(
      '(130, 20)',
    );
  });

  it('stops with its budget', () => {
    const main = mainFrom('input x : real = 0\nlet rec forever x = forever (x * x)\nforever x');
    const outcome = drain(runReverse(main, { arguments: [1], cotangent: 1 }, { ...COMMAND_LINE_BUDGET, steps: 1e4 }));
    expect(outcome).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-steps' } });
  });
});
