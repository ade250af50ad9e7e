/** The costs of `curry-dependent`: nothing runs again, and at a fixed width of the environment they are linear. */
import { describe, expect, it } from 'vitest';
import { COMMAND_LINE_BUDGET, type Meter } from '../../semantics/outcome';
import { combinatorOutcome, combinatorRun } from '../../testing/combinator/runs';
import { LONG, MUTATING } from '../../testing/runs';
import { DEPENDENTLY_TYPED } from './curry-dependent';

function meterOf(text: string, args: readonly unknown[]): Meter {
  return combinatorRun(DEPENDENTLY_TYPED, text, args).result.meter;
}

/** With k captured variables. */
function loop(k: number): string {
  const names = Array.from({ length: k }, (_, i) => `c${i}`);
  return [
    'input x : real = 1',
    'input n : int = 1',
    ...names.map((name) => `input ${name} : real = 1`),
    `let rec loop (a, n) = if n = 0 then a else loop (${['a', ...names].join(' * ')}, n - 1)`,
    'loop (x, n)',
  ].join('\n');
}

describe('a loop of n', () => {
  const SIZES = [100, 200, 1000, ...(MUTATING ? [] : [10_000])];

  it.each([
    // A closed loop passes nothing to an environment. Each additional factor adds a node for its projection, and for
    // prod, × and ∘; two partials, and a sum with the tangents of the other calls.
    [0, { nodes: [23, 19], visits: [8, 9], derivative: [0, 0] }],
    [1, { nodes: [23 + 4, 23], visits: [9 + 4, 14], derivative: [3, -1] }],
    [3, { nodes: [23 + 3 * 4, 23], visits: [9 + 3 * 4, 14], derivative: [3 * 3, -3] }],
  ] as const)('that captures %i variables takes exactly a n + b', (k, expected) => {
    const captured = Array.from({ length: k }, () => 1);
    for (const n of SIZES) {
      const meter = meterOf(loop(k), [1, n, ...captured]);
      for (const key of ['nodes', 'visits', 'derivative'] as const) {
        const [a, b] = expected[key];
        expect(meter[key], `${key} at ${n}`).toBe(a * n + b);
      }
      expect(meter.reevaluations).toBe(0);
    }
  });

  it.skipIf(!LONG)(
    'of 3 * 10^5 multiplications, the same',
    () => {
      const meter = meterOf(loop(1), [1.0000001, 300_000, 1]);
      expect(meter).toMatchObject({
        nodes: 27 * 3e5 + 23,
        visits: 13 * 3e5 + 14,
        derivative: 9e5 - 1,
        reevaluations: 0,
      });
    },
    180_000,
  );
});

describe('nothing runs again', () => {
  it.each([
    'let f y = x * y\nf 1 + f 2 + f 3',
    'let a = 0.5 * x + 0.5 * x in let b = 0.5 * a + 0.5 * a in let c = 0.5 * b + 0.5 * b in c',
    'let apply (f : real -> real) = f 1\napply (fun a -> apply (fun b -> apply (fun c -> x * a * b * c)))',
  ])('%s', (text) => {
    const { result, again } = combinatorRun(DEPENDENTLY_TYPED, `input x : real = 3\n${text}`, [3]);
    expect(result.meter.reevaluations).toBe(0);
    expect(again.size).toBe(0);
  });

  it('so each nested let costs the same', () => {
    const doubling = `input b : real = 3
input n : int = 1
let rec go (b, n) = if n = 0 then b else let c = 0.5 * b + 0.5 * b in go (c, n - 1)
go (b, n)`;
    for (const n of [1, 2, 10, 60, MUTATING ? 100 : 10_000]) {
      const meter = meterOf(doubling, [3, n]);
      expect(meter).toMatchObject({ nodes: 42 * n + 19, visits: 26 * n + 9, derivative: 7 * n, primal: 5 * n + 1 });
    }
  });
});

describe('an A-normal trace', () => {
  /** n bindings: a variable is used soon after it is bound, and the input and an early variable throughout. */
  const trace = (n: number): string =>
    [
      'input x : real = 0.7',
      'let t0 = x',
      ...Array.from({ length: n }, (_, i) => {
        const right = [`t${i} * x`, `sin t${i}`, `0.5 * t${i} + 0.5 * t${Math.floor(i / 2)}`][i % 3] ?? '';
        return `let t${i + 1} = ${right}`;
      }),
      `t${n}`,
    ].join('\n');

  it('takes exactly a n + b steps, and memory in proportion', () => {
    // Multiples of three, so that each kind of binding occurs as often.
    const sizes = [15, 63, 255, 1023, ...(MUTATING ? [] : [4095])];
    const [first, second, ...more] = sizes.map((n) => ({ n, ...meterOf(trace(n), [0.7]) }));
    if (first === undefined || second === undefined) return;
    for (const key of ['steps', 'nodes', 'visits', 'live', 'derivative'] as const) {
      const slope = (second[key] - first[key]) / (second.n - first.n);
      for (const meter of more) expect(meter[key], key).toBe(first[key] + slope * (meter.n - first.n));
    }
    const budget = { ...COMMAND_LINE_BUDGET, bytes: 3000 * 1023 };
    expect(combinatorOutcome(DEPENDENTLY_TYPED, trace(1023), [0.7], { budget }).tag).toBe('ok');
  });
});

it('structural zeros cost nothing', () => {
  // Expressions that the result does not depend on are not visited.
  const meter = (text: string): Meter => meterOf(`input x : real = 3\n${text}`, [3]);
  const without = meter('(x * x, 0).1');
  const withIt = meter('(x * x, sin (cos (exp x))).1');
  expect(withIt.visits).toBe(without.visits);
  expect(withIt.derivative).toBe(without.derivative);
});
