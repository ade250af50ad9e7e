/** The costs of `curry`: its back-propagators run functions again ("The Differentiable Curry", section 4). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../semantics/evaluate';
import { COMMAND_LINE_BUDGET, type Budget } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { againIn, combinatorOutcome, combinatorRun } from '../../testing/combinator/runs';
import { SIMPLY_TYPED } from './curry';
import { runCombinators } from './engines';

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

  it('say in advance what they would cost, and which engine costs less', () => {
    const hint = '`curry-dependent` runs each function once';
    const diagnosticAt = (n: number, budget: Partial<Budget>): unknown => {
      const outcome = combinatorOutcome(SIMPLY_TYPED, DOUBLING, [3, n], {
        budget: { ...COMMAND_LINE_BUDGET, ...budget },
      });
      return outcome.tag === 'stopped' ? outcome.diagnostic : outcome.tag;
    };
    expect(diagnosticAt(14, { steps: 1e6 })).toMatchObject({
      code: 'budget-steps',
      message: 'the pullback runs functions again 16,383 times, in more than 2,226,884 steps; the limit is 1,000,000',
      hint,
    });
    // No limit can be raised so far.
    expect(diagnosticAt(60, { steps: 1e6 })).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('1,152,921,504,606,846,975 times') as string,
      hint,
    });
    // More steps than the forward passes alone, which are known in advance.
    expect(diagnosticAt(14, { steps: 2.5e6 })).toMatchObject({
      code: 'budget-steps',
      message: 'the run was stopped after 2,500,000 steps',
      hint: `the pullback runs functions again 16,383 times; ${hint}`,
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

describe('what is run again', () => {
  it.each([
    ['calls in a condition, which is not pulled back', 'let f y = x * y\nif f 1 > 0 then f 2 else f 3', [3]],
    ['a function in a list', 'fold (f, s) -> f s + f 1 over [(fun y -> x * y), (fun y -> y - x)] from x', [3]],
    [
      'functions that call each other',
      'let rec f y = if y > 3 then x else g (y + 1) + f (y + 1) and g y = x * f (y + 1)\nf 0 * g 1',
      [3],
    ],
    ['an array by a function', 'let a = build 4 (fun i -> let z = x * toReal i in z * z)\na[1] + a[3]', [3]],
    [
      'a function that makes a function, called elsewhere',
      'let f y = let z = x * y in fun u -> u * z\nlet (g, h) = (f 1, f 2)\ng (h 3) + h 4',
      [3],
    ],
    ['definitions, which run nothing again', 'let f = let c = 2 in fun y -> y * c\nf x', [3]],
  ])('is known before: %s', (_, text, args) => {
    const { result, repeated } = combinatorRun(SIMPLY_TYPED, `input x : real = 1\n${text}`, args);
    expect(repeated?.runs).toBe(BigInt(result.meter.reevaluations));
    expect(Number(repeated?.steps)).toBeLessThanOrEqual(result.meter.steps);
  });

  it('is known before for generated programs', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 0 }), ({ text }) => {
        const program = checked(text);
        if (drain(evaluate(program, { budget: { ...COMMAND_LINE_BUDGET, steps: 5000 } })).tag !== 'ok') return;
        const { main, point } = focusOf(program);
        const outcome = drain(runCombinators(SIMPLY_TYPED, main, point, { ...COMMAND_LINE_BUDGET, steps: 3e5 }));
        if (outcome.tag !== 'ok') return;
        const { result, repeated } = outcome.value;
        compared += 1;
        expect(repeated?.runs, text).toBe(BigInt(result.meter.reevaluations));
        expect(Number(repeated?.steps), text).toBeLessThanOrEqual(result.meter.steps);
      }),
      runs(),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 4);
  });
});
