import { integer } from '../language/source/counted';
import { error, type Diagnostic } from '../language/source/diagnostic';
import type { Budget, Counts, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import { overflow } from './blame';
import type { AnyEngine, EngineResult, Main, Point } from './engine';
import { cotangentFits, cotangentReals, pointReals, pointWith, shapeFailure } from './point';

/** The answer of a Forward Plan engine at a point of very many reals: one direction, that of 1 in every real. */
export interface OneDirection {
  readonly value: Value;
  /** One value per parameter, leaves passed through. */
  readonly direction: readonly Value[];
  /** w . J ds, which by Lemma 1 is J^T w . ds: the sum of all components of J^T w. */
  readonly derivative: number;
  readonly meter: Counts;
  readonly via?: 'trace';
}

/** Most directions for a gradient: a point of more reals gets one direction only. */
export const MOST_PASSES = 200;

export function oneDirectionOnly(main: Main, count: number): Diagnostic {
  const message = `the point has ${integer(count)} reals, and each needs a pass; the limit is ${MOST_PASSES} passes`;
  return error('one-direction', main.body.origin, message);
}

/** Returns the product of the result's tangent with the cotangent's reals. */
export function weighted(main: Main, tangent: Value, weights: readonly number[]): number {
  return realValues(tangent, main.target, main.variants).reduce<number>(
    (sum, real, i) => sum + primalOf(real) * (weights[i] ?? 0),
    0,
  );
}

/** Returns whether the engine declined the point because it would need a pass for each of too many reals. */
export function takesOneDirection(outcome: Outcome<EngineResult<Counts>>): boolean {
  return outcome.tag === 'failed' && outcome.diagnostic.code === 'one-direction';
}

/** Runs an engine that has `along` in one direction, after it declined to run in all of them. */
export function* oneDirection(
  along: NonNullable<AnyEngine['along']>,
  main: Main,
  point: Point,
  budget: Budget,
): Task<Outcome<OneDirection>> {
  const ones = pointReals(main, point).map(() => 1);
  const direction = pointWith(main, point, ones);
  const outcome = yield* along(main, point, direction, budget);
  if (outcome.tag !== 'ok') return outcome;
  const { tangent, ...rest } = outcome.value;
  if (!cotangentFits(main, point.cotangent, rest.value)) return { tag: 'failed', diagnostic: shapeFailure(main) };
  const weights = cotangentReals(main, point);
  const derivative = weighted(main, tangent, weights);
  if (!Number.isFinite(derivative)) return { tag: 'failed', diagnostic: overflow(main.body.origin) };
  return { tag: 'ok', value: { ...rest, direction, derivative } };
}
