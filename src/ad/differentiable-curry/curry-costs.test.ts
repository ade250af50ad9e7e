/** The costs of `curry`: its back-propagators run functions again ("The Differentiable Curry", section 4). */
import { describe, expect, it } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { againIn, combinatorOutcome, combinatorRun } from '../../testing/combinator/runs';
import { SIMPLY_TYPED } from './curry';

/** n lets, each of which uses the previous one twice, written out. */
function nested(n: number): string {
  const lets = Array.from({ length: n }, (_, i) => `let a${i + 1} = 0.5 * a${i} + 0.5 * a${i} in `);
  return `input a0 : real = 3\n${lets.join('')}a${n}`;
}

const DOUBLING = `input b : real = 3
input n : int = 1
let rec go (b, n) = if n = 0 then b else let c = 0.5 * b + 0.5 * b in go (c, n - 1)
go (b, n)`;

describe('aux', () => {
  it.each([0, 1, 2, 7])('runs a function again for each of its %i calls', (m) => {
    // The body of a closed function is not a λ of the main expression: it needs no tangent.
    const calls = Array.from({ length: m }, (_, i) => `f ${i + 1}`);
    const text = `input x : real = 3\nlet sum (f : real -> real) = ${[...calls, '0 * f 9'].join(' + ')}\nsum (fun y -> x * y)`;
    const run = combinatorRun(SIMPLY_TYPED, text, [3]);
    // Once for each call, including the call whose result is multiplied by 0: [(9, 0)] runs too.
    expect(againIn(run)).toEqual([m + 1]);
    expect(run.result.meter.reevaluations).toBe(m + 1);
    expect(run.result.derivative).toEqual([(m * (m + 1)) / 2]);
  });

  it('does not run a function again whose tangent is not needed', () => {
    const run = combinatorRun(SIMPLY_TYPED, 'input x : real = 3\nlet f (y : real) = y * y\nf x + f 2', [3]);
    expect(run.result.meter.reevaluations).toBe(0);
  });

  it("runs a let's function once, and the function of a let inside it once again", () => {
    // let f = λ1 in f 1 + f 2 is (λ0) λ1: λ0 has one call, λ1 has two, in the pullback of λ0's own body.
    const run = combinatorRun(SIMPLY_TYPED, 'input x : real = 3\nlet f y = x * y\nf 1 + f 2', [3]);
    expect(run.result.meter.reevaluations).toBe(3);
    expect([...run.again.values()].sort()).toEqual([1, 2]);
  });
});

describe('lets', () => {
  it.each([1, 2, 3, 4])('nested %i deep: the k-th runs 2^(k - 1) times again', (n) => {
    // Every let is a function called once; running it again runs and pulls back everything inside once more.
    const run = combinatorRun(SIMPLY_TYPED, nested(n), [3]);
    expect(againIn(run).toSorted((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, k) => 2 ** k));
    expect(run.result.meter.reevaluations).toBe(2 ** n - 1);
    // Three operations per let: let k runs once, and 2^k - 1 times again.
    const runs = Array.from({ length: n }, (_, k) => 2 ** k).reduce((a, b) => a + b, 0);
    expect(run.result.meter.primal).toBe(3 * runs);
    expect(run.result.derivative).toEqual([1]);
  });

  it('each double the work, in recursive calls too', () => {
    const meters = [3, 4, 5, 8].map((n) => combinatorRun(SIMPLY_TYPED, DOUBLING, [3, n]).result.meter);
    expect(meters.map(({ reevaluations }) => reevaluations)).toEqual([7, 15, 31, 255]);
  });

  it('stop at the budget, with a message', () => {
    const budget = { ...COMMAND_LINE_BUDGET, steps: 1e6 };
    expect(combinatorOutcome(SIMPLY_TYPED, DOUBLING, [3, 60], { budget })).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-steps', message: 'the run was stopped after 1,000,000 steps' },
    });
  });
});

describe('closures', () => {
  it('three deep: each call of the outer one runs the inner ones again', () => {
    const text = `input x : real = 3
let apply (f : real -> real) = f 1
apply (fun a -> apply (fun b -> apply (fun c -> x * a * b * c)))`;
    // λa is called once, and again; λb in each run of λa, and again in each pullback; λc in each run of λb.
    const run = combinatorRun(SIMPLY_TYPED, text, [3]);
    expect(againIn(run)).toEqual([1, 2, 4]);
    expect(run.result.derivative).toEqual([1]);
  });

  it('a loop over n that captures: its n + 1 calls run again, each to the end', () => {
    const text = `input x : real = 1
input n : int = 1
let rec loop (a, n) = if n = 0 then a else loop (a * x, n - 1)
loop (x, n)`;
    for (const n of [1, 2, 10, 40]) {
      const { meter } = combinatorRun(SIMPLY_TYPED, text, [1, n]).result;
      // The let rec's body once, and the calls; k calls before the end take 3 k + 1 operations.
      expect(meter.reevaluations).toBe(n + 2);
      expect(meter.primal).toBe(2 * (3 * n + 1) + (3 * n * (n + 1)) / 2 + n + 1);
    }
  });

  it('a repeated run is freed: live entries do not grow with the calls', () => {
    const text = (m: number): string =>
      `input x : real = 3\nlet sum (f : real -> real) = fold (y, s) -> f y + s over [${Array.from({ length: m }, () => '1').join(', ')}] from 0
sum (fun y -> sin (x * y))`;
    const [few, many] = [10, 50].map((m) => combinatorRun(SIMPLY_TYPED, text(m), [3]).result.meter);
    // A call records eleven entries when it runs: three of f y, five of its body, three of the sum. Running it again
    // records nothing.
    expect(((many?.live ?? 0) - (few?.live ?? 0)) / 40).toBe(11);
    expect(many?.reevaluations).toBe(50);
  });
});
