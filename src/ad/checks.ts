import type { Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { workingTime } from '../semantics/working-time';
import { executableOf, inputsAt } from './executable';
import { agree, type Column } from './agree';
import type { Main, Point } from './engine';
import { run } from '../semantics/evaluate';
import { neighbourhood, type Neighbourhood } from './neighbourhood';
import { numeric } from './numeric/engine';
import { traceLiteral, pointValues } from './abadi-plotkin/literal/engine';
import { closeTrace, evaluateTrace, traceLiterally } from './abadi-plotkin/literal/evaluate';
import type { Trace } from '../semantics/trace';
import { traceAnf } from './abadi-plotkin/anf/engine';
import { recordRun } from './recording';
import { differentiatesInside, straighten } from './via-trace';

/**
 * Abadi & Plotkin's theorems, checked for one program at one point. `of` says which trace was checked: the literal one,
 * or the A-normal one if the literal one is too large.
 */
export type Check<T> =
  | ({ readonly tag: 'checked'; readonly of: 'literal' | 'a-normal' } & T)
  | { readonly tag: 'not checked'; readonly reason: Diagnostic };

interface Interpolation {
  readonly holds: boolean;
  readonly difference: number;
}

type Compared = Extract<Check<Interpolation>, { readonly tag: 'checked' }>;

export interface Checks {
  /** Proposition 3.5: M => V, and M ~> C with C => V. */
  readonly interpolation: Check<Interpolation>;
  /** Theorems 6.1, 6.2: the operational derivative is the derivative, by central differences within their own error. */
  readonly adequacy: Check<{
    readonly holds: boolean;
    /** One per real leaf of the point. */
    readonly differences: readonly number[];
    readonly errors: readonly number[];
  }>;
  /** Theorem 6.2 (2). */
  readonly neighbourhood: Check<Neighbourhood>;
}

export function* checkTheorems(main: Main, point: Point, budget: Budget): Task<Checks> {
  return {
    interpolation: yield* interpolation(main, point, budget),
    adequacy: yield* adequacy(main, point, budget),
    neighbourhood: checked(yield* neighbourhood(main, point, budget), 'a-normal'),
  };
}

function* interpolation(main: Main, point: Point, budget: Budget): Task<Checks['interpolation']> {
  const traced = yield* traceLiterally(main, point, budget);
  if (traced.tag === 'ok') {
    const evaluated = yield* evaluateTrace(closeTrace(traced.value, pointValues(main, point)), budget);
    if (evaluated.tag !== 'ok') return { tag: 'not checked', reason: evaluated.diagnostic };
    const check = compared('literal', realsOf(main, traced.value.run.outputs.at(-1)), evaluated.value.reals);
    if (check.holds || !differentiatesInside(main)) return check;
    // Figure 6 adds up the derivatives inside the program in another order than the sweep that runs them.
    const recorded = yield* recordRun(main, point, budget);
    if (recorded.tag !== 'ok') return { tag: 'not checked', reason: recorded.diagnostic };
    return { ...check, holds: check.difference <= ROUNDING * largest(recorded.value.trace) };
  }
  if (traced.diagnostic.code !== 'unsupported') return { tag: 'not checked', reason: traced.diagnostic };
  const straightened = yield* straighten(main, point, budget);
  if (straightened.tag !== 'ok') return { tag: 'not checked', reason: straightened.diagnostic };
  const { main: straight, recording } = straightened.value;
  const evaluated = yield* run(executableOf(straight), {
    budget,
    inputs: inputsAt(straight, straightened.value.point),
  });
  if (evaluated.tag !== 'ok') return { tag: 'not checked', reason: evaluated.diagnostic };
  return compared('a-normal', realsOf(main, recording.value), realsOf(straight, evaluated.value.outputs.at(-1)));
}

/**
 * Compares a trace's value with the program's. They do the same operations in the same order, so they are equal to the
 * last bit, except with derivatives inside the program.
 */
function compared(of: 'literal' | 'a-normal', value: readonly number[], ofTrace: readonly number[]): Compared {
  const difference = value.length === ofTrace.length ? apart(value, ofTrace) : Infinity;
  return { tag: 'checked', of, holds: difference === 0, difference };
}

/** Largest relative difference of sums added up in different orders, as in `agree`. */
const ROUNDING = 1e-9;

/** Returns the largest number in a trace, at least 1. */
function largest({ values, length }: Trace): number {
  let most = 1;
  for (let i = 0; i < length; i++) most = Math.max(most, Math.abs(values[i] ?? 0));
  return most;
}

/** Compares the literal or A-normal engine with `numeric`, as `agree` does. */
function* adequacy(main: Main, point: Point, budget: Budget): Task<Checks['adequacy']> {
  const engines = [traceLiteral, traceAnf, numeric];
  const [byRules, straight, judge] = (yield* agree(main, point, { engines, budget, now: workingTime })).columns;
  const ours = byRules?.status === 'ok' ? byRules : straight;
  if (ours?.status !== 'ok') return notChecked(ours);
  if (judge?.status !== 'ok') return notChecked(judge);
  return {
    tag: 'checked',
    of: ours.engine === 'trace' ? 'literal' : 'a-normal',
    holds: judge.agrees,
    differences: ours.derivatives.map((value, at) => Math.abs(value - (judge.derivatives[at] ?? NaN))),
    errors: judge.errors ?? [],
  };
}

function notChecked(column: Column | undefined): Check<never> {
  if (column === undefined || !('diagnostic' in column)) return internalError('an engine without an answer');
  return { tag: 'not checked', reason: column.diagnostic };
}

function checked<T>(outcome: Outcome<T>, of: 'literal' | 'a-normal'): Check<T> {
  if (outcome.tag !== 'ok') return { tag: 'not checked', reason: outcome.diagnostic };
  return { tag: 'checked', of, ...outcome.value };
}

function realsOf(main: Main, value: unknown): readonly number[] {
  return realValues(value, main.target, main.variants).map(primalOf);
}

function apart(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? NaN))), 0);
}
