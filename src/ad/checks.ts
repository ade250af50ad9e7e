import type { Diagnostic } from '../language/source/diagnostic';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { executableOf } from './executable';
import type { EngineResult, Main, Point } from './engine';
import { run } from '../semantics/evaluate';
import { neighbourhood, type Neighbourhood } from './neighbourhood';
import { numeric } from './numeric/engine';
import { pointReals } from './point';
import { trace as literal } from './trace/literal/engine';
import { closeTrace, evaluateTrace, traceLiterally } from './trace/literal/evaluate';
import { pointValues } from './trace/literal/engine';
import { traceAnf } from './trace/engine';
import { straighten } from './via-trace';

/**
 * Abadi & Plotkin's theorems as checks of one program at one point. `of`: whether the literal trace was looked at, or, where
 * that is too large, the A-normal one.
 */
export type Check<T> =
  | ({ readonly tag: 'checked'; readonly of: 'literal' | 'a-normal' } & T)
  | { readonly tag: 'not checked'; readonly reason: Diagnostic };

export interface Checks {
  /** Proposition 3.5: M => V, and M ~> C with C => V. */
  readonly interpolation: Check<{ readonly holds: boolean; readonly difference: number }>;
  /** Theorems 6.1, 6.2: the operational derivative is the derivative, by central differences within their own error. */
  readonly adequacy: Check<{
    readonly holds: boolean;
    /** One a real leaf of the point. */
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
    const difference = apart(realsOf(main, traced.value.run.outputs.at(-1)), evaluated.value.reals);
    return { tag: 'checked', of: 'literal', holds: difference === 0, difference };
  }
  if (traced.diagnostic.code !== 'unsupported') return { tag: 'not checked', reason: traced.diagnostic };
  const straightened = yield* straighten(main, point, budget);
  if (straightened.tag !== 'ok') return { tag: 'not checked', reason: straightened.diagnostic };
  const { main: straight, recording } = straightened.value;
  const reals = pointReals(main, point);
  const inputs = new Map(straight.parameters.map(({ name }, at) => [name, reals[at]]));
  const evaluated = yield* run(executableOf(straight), { budget, inputs });
  if (evaluated.tag !== 'ok') return { tag: 'not checked', reason: evaluated.diagnostic };
  const found = realValues(evaluated.value.outputs.at(-1), straight.target, straight.variants).map(primalOf);
  const difference = apart(realsOf(main, recording.value), found);
  return { tag: 'checked', of: 'a-normal', holds: difference === 0, difference };
}

function* adequacy(main: Main, point: Point, budget: Budget): Task<Checks['adequacy']> {
  const byRules = yield* literal.run(main, point, budget);
  const isLiteral = byRules.tag === 'ok';
  const operational = isLiteral ? byRules : yield* traceAnf.run(main, point, budget);
  if (operational.tag !== 'ok') return { tag: 'not checked', reason: operational.diagnostic };
  const judged = yield* numeric.run(main, point, budget);
  if (judged.tag !== 'ok') return { tag: 'not checked', reason: judged.diagnostic };
  const ours = leaves(main, operational.value.derivative);
  const theirs = leaves(main, judged.value.derivative);
  const errors = leaves(main, judged.value.errors ?? []);
  const differences = ours.map((value, at) => Math.abs(value - (theirs[at] ?? 0)));
  // As in agreement of engines: within the judge's own estimate, or rounding.
  const holds = differences.every((difference, at) => {
    const scale = Math.max(1, Math.abs(ours[at] ?? 0));
    return difference <= (errors[at] ?? 0) + 1e-9 * scale;
  });
  return { tag: 'checked', of: isLiteral ? 'literal' : 'a-normal', holds, differences, errors };
}

function checked<T>(outcome: Outcome<T>, of: 'literal' | 'a-normal'): Check<T> {
  if (outcome.tag !== 'ok') return { tag: 'not checked', reason: outcome.diagnostic };
  return { tag: 'checked', of, ...outcome.value };
}

function realsOf(main: Main, value: unknown): readonly number[] {
  return realValues(value, main.target, main.variants).map(primalOf);
}

function leaves({ parameters, variants }: Main, values: EngineResult['derivative']): readonly number[] {
  return parameters.flatMap(({ type }, at) => realValues(values[at], type, variants).map(primalOf));
}

function apart(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0)) / Math.max(1, Math.abs(value))),
    0,
  );
}
