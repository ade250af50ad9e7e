import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../language/source/diagnostic';
import { evaluate, run } from '../../semantics/evaluate';
import { type Budget, COMMAND_LINE_BUDGET, type Outcome } from '../../semantics/outcome';
import { realValues, withRealLeaves } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { primalOf, type Value } from '../../semantics/value';
import { setLongestStretch } from '../../semantics/working-time';
import { checked, focusOf } from '../../testing/checked';
import { expectNear } from '../../testing/compiled-tolerance';
import { EDGES } from '../../testing/edges';
import { NASTY } from '../../testing/nasty';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { traceAnf } from '../abadi-plotkin/anf/engine';
import type { Main, Point } from '../engine';
import { executableOf, inputsAt } from '../executable';
import { compiled } from './engine';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };

/** How the machine ends on the program itself. */
function machine(main: Main, point: Point, limits: Budget): Outcome<Value> {
  const outcome = drain(run(executableOf(main), { budget: limits, inputs: inputsAt(main, point), tracing: 'none' }));
  return outcome.tag === 'ok'
    ? { tag: 'ok', value: outcome.value.outputs.at(-1) }
    : { tag: outcome.tag, diagnostic: outcome.diagnostic };
}

/** The program at a value of its only input, and at one where it is defined. */
function at(expression: string, value: Value, defined: Value = 2): { readonly main: Main; readonly point: Point } {
  const { main, point } = focusOf(checked(`input x : real = ${String(defined)}\n${expression}\n`));
  return { main, point: { ...point, arguments: [value] } };
}

function diagnosticOf<T>(outcome: Outcome<T>): Diagnostic | undefined {
  return outcome.tag === 'ok' ? undefined : outcome.diagnostic;
}

describe('the diagnostic is the machine’s, with its code, its message and its place', () => {
  test.each(EDGES)('of %s at %d', (expression, value, code) => {
    const before = at(expression, 2);
    expect(drain(compiled.run(before.main, before.point, budget)).tag).toBe('ok');
    const { main, point } = at(expression, value);
    const expected = machine(main, point, budget);
    expect(drain(compiled.run(main, point, budget))).toEqual(expected);
    expect(diagnosticOf(expected)?.code).toBe(code);
    const along = compiled.along?.(main, point, [1], budget);
    expect(along && drain(along)).toEqual(expected);
  });

  test('of a program that does not end, or grows', () => {
    const ends = (expression: string, value: number, limits: Budget): void => {
      const { main, point } = at(expression, value);
      const expected = machine(main, point, limits);
      expect(drain(compiled.run(main, point, limits))).toEqual(expected);
      expect(diagnosticOf(expected)?.code).toBe(limits.steps < 1e6 ? 'budget-steps' : 'budget-memory');
    };
    const endless = 'let rec go v = if v > 0 then v else go (v - 1) in go x';
    ends(endless, -1, { ...budget, steps: 1e4 });
    const growing =
      'let rec go (n : int) xs = if n < 1 then (match xs with y :: _ -> y | [] -> 0) else go (n - 1) (x :: xs) in go (floor x) []';
    ends(growing, 1e4, { ...budget, bytes: 1e5 });
  });

  test('of a run that takes too long', () => {
    const { main, point } = at('let rec go v = if v > 0 then v else go (v - 1) in go x', -1);
    const limits = { seconds: 0.05, steps: 1e15, bytes: 1e9 };
    const began = performance.now();
    const outcome = drain(compiled.run(main, point, limits));
    expect(performance.now() - began).toBeLessThan(2000);
    expect(outcome).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-time', message: 'the run was stopped after 0.05 seconds', span: main.body.origin },
    });
  });

  test('of a run that would keep its worker from answering', () => {
    const { main, point } = at('let rec go v = if v > 0 then v else go (v - 1) in go x', -1);
    const limits = { seconds: 10, steps: 1e15, bytes: 1e9 };
    setLongestStretch(0.05);
    try {
      expect(drain(compiled.run(main, point, limits))).toMatchObject({
        tag: 'stopped',
        diagnostic: { code: 'budget-time', message: expect.stringContaining('cannot pause') as unknown },
      });
    } finally {
      setLongestStretch(Infinity);
    }
  });

  test('of a cotangent or a direction that has another shape', () => {
    const { main, point } = focusOf(checked('input xs : list real = [1, 2]\nmap (fun x -> x * x) xs'));
    const short = { ...point, cotangent: null };
    expect(drain(compiled.run(main, short, budget))).toEqual(drain(traceAnf.run(main, short, budget)));
    expect(drain(compiled.run(main, short, budget))).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
    const along = compiled.along?.(main, point, [null], budget);
    expect(along && drain(along)).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
  });

  test('of a derivative that overflows is that of the trace’s sweep', () => {
    for (const [expression, x] of [
      ['log x * 3', 1e-310],
      ['let f y = log y in 2 * f x', 1e-310],
      ['1 + 1 / x', 1e-200],
      ['1 * crossEntropy (x, 1.0)', 1e-310],
    ] as const) {
      const { main, point } = at(expression, x, 0.5);
      const value = machine(main, point, budget);
      expect(value.tag, expression).toBe('ok');
      const theirs = drain(traceAnf.run(main, point, budget));
      expect(theirs).toMatchObject({ tag: 'failed', diagnostic: { code: 'not-finite' } });
      expect(drain(compiled.run(main, point, budget))).toEqual(theirs);
    }
  });
});

/** The inputs with other reals. */
function moved(main: Main, point: Point, reals: readonly number[]): Point {
  let next = 0;
  const arguments_ = main.parameters.map(({ type }, i) => {
    const leaves = realValues(point.arguments[i], type, main.variants).map(() => reals[next++ % reals.length] ?? 0);
    return withRealLeaves(point.arguments[i], type, leaves, main.variants);
  });
  return { ...point, arguments: arguments_ };
}

describe('generated programs', () => {
  test('at nasty values have the value of the machine to the last bit, or its diagnostic', () => {
    const seen = { values: 0, errors: 0, overflows: 0 };
    fc.assert(
      fc.property(
        programs({ language: 'whole', derivatives: 0 }),
        fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 6 }),
        ({ text }, reals) => {
          const core = checked(text);
          if (drain(evaluate(core, { budget })).tag !== 'ok') return;
          const { main, point: even } = focusOf(core);
          const point = moved(main, even, reals);
          const expected = machine(main, point, budget);
          const outcome = drain(compiled.run(main, point, budget));
          if (expected.tag === 'failed') {
            expect(outcome, text).toEqual(expected);
            seen.errors++;
            return;
          }
          if (expected.tag === 'stopped') return;
          const traced = drain(traceAnf.run(main, point, budget));
          // The result can have another shape there than the cotangent, or its derivative overflows.
          if (traced.tag !== 'ok') {
            expect(outcome.tag === 'ok' || outcome, text).toEqual(outcome.tag === 'ok' || traced);
            seen.overflows++;
            return;
          }
          if (outcome.tag !== 'ok') {
            expect(outcome.diagnostic.code, text).toBe('not-finite');
            seen.overflows++;
            return;
          }
          expect(outcome.value.value, text).toEqual(expected.value);
          const realsOf = (values: readonly Value[]): readonly number[] =>
            main.parameters.flatMap(({ type }, i) => realValues(values[i], type, main.variants).map(primalOf));
          const { derivative, bound } = traced.value;
          // Without a bound, because the sweep of the absolute values overflows, the derivatives are near without it.
          const bounds = bound === undefined ? [] : realsOf(bound);
          expectNear(realsOf(outcome.value.derivative), realsOf(derivative), bounds, text);
          seen.values++;
        },
      ),
      { ...runs(2), endOnFailure: true },
    );
    expect(seen.errors).toBeGreaterThan(0.05 * runs(2).numRuns);
    expect(seen.values).toBeGreaterThan(0.5 * runs(2).numRuns);
  });

  test('stop for their steps only where the machine does, at its place', () => {
    const seen = { stopped: 0 };
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 2 }), fc.integer({ min: 1, max: 300 }), (given, steps) => {
        const core = checked(given.text);
        if (drain(evaluate(core, { budget })).tag !== 'ok') return;
        const { main, point } = focusOf(core);
        const few = { ...budget, steps };
        const outcome = drain(compiled.run(main, point, few));
        if (outcome.tag !== 'stopped') return;
        expect(outcome, given.text).toEqual(machine(main, point, few));
        seen.stopped++;
      }),
      { ...runs(2), endOnFailure: true },
    );
    expect(seen.stopped).toBeGreaterThan(0);
  });

  test('take no steps for the shadow of an input, as the machine takes none for its value', () => {
    const items = Array.from({ length: 40 }, (_, i) => i / 8);
    const { main, point } = focusOf(checked(`input xs : list real = [${items.join(', ')}]\n\n[xs, xs]\n`));
    const few = { ...budget, steps: 12 };
    expect(machine(main, point, few).tag).toBe('ok');
    expect(drain(compiled.run(main, point, few)).tag).toBe('ok');
  });

  test('along a direction have the derivative’s product with it, leaves passed through', () => {
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 2 }), ({ text }) => {
        const core = checked(text);
        if (drain(evaluate(core, { budget })).tag !== 'ok') return;
        const { main, point } = focusOf(core);
        const theirs = drain(traceAnf.run(main, point, budget));
        if (theirs.tag !== 'ok' || compiled.fragment(main).tag === 'outside') return;
        const weights = (type: Main['target'], value: Value): Value =>
          withRealLeaves(
            value,
            type,
            realValues(value, type, main.variants).map((_, i) => 1 - 0.3 * (i % 5)),
            main.variants,
          );
        const direction = main.parameters.map(({ type }, i) => weights(type, point.arguments[i]));
        const outcome = compiled.along && drain(compiled.along(main, point, direction, budget));
        if (outcome?.tag !== 'ok') throw new Error(`${JSON.stringify(outcome)}\n${text}`);
        const all = (of: readonly Value[]): readonly number[] =>
          main.parameters.flatMap(({ type }, i) => realValues(of[i], type, main.variants).map(primalOf));
        const [ours] = [outcome.value.tangent];
        const dot = (a: readonly number[], b: readonly number[]): number =>
          a.reduce((sum, each, i) => sum + each * (b[i] ?? NaN), 0);
        const tangent = realValues(ours, main.target, main.variants).map(primalOf);
        const cotangent = realValues(point.cotangent, main.target, main.variants).map(primalOf);
        const bound = dot(all(theirs.value.bound ?? []).map(Math.abs), all(direction).map(Math.abs));
        const expected = dot(all(theirs.value.derivative), all(direction));
        expectNear([dot(tangent, cotangent)], [expected], [bound], text);
        const same = withRealLeaves(
          ours,
          main.target,
          realValues(theirs.value.value, main.target, main.variants),
          main.variants,
        );
        expect(same, text).toEqual(theirs.value.value);
      }),
      { ...runs(1), endOnFailure: true },
    );
  });
});
