import type { Main, Point } from '../ad/engine';
import { executableOf, inputsAt } from '../ad/executable';
import { pointReals, pointWith } from '../ad/point';
import { type Recording, recordingOf } from '../ad/recording';
import { jetsAlong } from '../ad/taylor/jets';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { HIGHEST_ORDER, type PointValues } from '../protocol/plot';
import { run } from '../semantics/evaluate';
import { jetShape, positionIn } from '../semantics/jets/multi-index';
import type { Jet } from '../semantics/jets/sweep';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import { type CompiledValues, UNDECIDED } from './compiled-values';
import type { Sample } from './plot-scale';

/** The main expression, with one real of its result as a function of some leaves of the point. */
export interface PlottedFunction {
  readonly main: Main;
  readonly point: Point;
  /** The real leaves of the point, left to right. */
  readonly reals: readonly number[];
  /** The indices of the leaves that move. */
  readonly leaves: readonly number[];
  readonly result: number;
}

export function drawnOf(main: Main, point: Point, leaves: readonly number[], result: number): PlottedFunction {
  return { main, point, reals: pointReals(main, point), leaves, result };
}

/** Samples the function by one recorded run and one sweep of jets in one direction: the value with two derivatives. */
export function* sampleAt(drawn: PlottedFunction, x: number, budget: Budget): Task<Sample> {
  const outcome = yield* jetsAt(drawn, [x], 2, budget);
  if (outcome.tag !== 'ok') {
    return { x, value: NaN, first: NaN, second: NaN, decisions: 0, gap: outcome.diagnostic };
  }
  const { derivatives, decisions } = outcome.value;
  const [value = NaN, first = NaN, second = NaN] = derivatives;
  return { x, value, first, second, decisions, gap: undefined };
}

/** Returns the value and the derivatives at the point of the plot: up to the highest order for one direction. */
export function* valuesAt(drawn: PlottedFunction, place: readonly number[], budget: Budget): Task<PointValues> {
  const outcome = yield* jetsAt(drawn, place, place.length === 1 ? HIGHEST_ORDER : 1, budget);
  if (outcome.tag !== 'ok') return { status: 'undefined', reason: outcome.diagnostic };
  const { derivatives, warning } = outcome.value;
  return { status: 'ok', derivatives: Float64Array.from(derivatives), warning };
}

interface JetsAt {
  /** f, f′, f″, ... for one direction; f and its partial derivatives for several. */
  readonly derivatives: readonly number[];
  readonly decisions: number;
  readonly warning: string | undefined;
}

/** Returns fewer derivatives than requested if the others are not finite. */
function* jetsAt(
  drawn: PlottedFunction,
  place: readonly number[],
  order: number,
  budget: Budget,
): Task<Outcome<JetsAt>> {
  const { main, leaves, result } = drawn;
  const options = { budget, inputs: inputsOf(drawn, place), decisions: true } as const;
  let outcome = yield* run(executableOf(main), { ...options, tracing: 'record' });
  // A run that has no memory to be recorded may still have a value.
  const unrecorded = outcome.tag === 'stopped' && outcome.diagnostic.code === 'budget-memory';
  if (unrecorded) outcome = yield* run(executableOf(main), { ...options, tracing: 'none' });
  if (outcome.tag !== 'ok') return outcome;
  const { outputs, decisions = 0, warnings } = outcome.value;
  const real = realValues(outputs.at(-1), main.target, main.variants)[result];
  if (real === undefined) return { tag: 'failed', diagnostic: noSuchReal(main, result) };
  const value = primalOf(real);
  const ok = (derivatives: readonly number[]): Outcome<JetsAt> => ({
    tag: 'ok',
    value: { derivatives, decisions, warning: warnings[0]?.message },
  });
  if (unrecorded) return ok([value]);
  const recording = recordingOf(main, outcome.value);
  for (let lower = order; lower > 0; lower--) {
    const jet = yield* jetOf(drawn, recording, lower, budget);
    if (jet !== undefined) return ok(inDirections(jet, leaves.length, lower));
  }
  return ok([value]);
}

/** Returns the jet of the result; undefined if it does not have so many derivatives. */
function* jetOf(
  { main, reals, leaves, result }: PlottedFunction,
  recording: Recording,
  order: number,
  budget: Budget,
): Task<Jet | undefined> {
  const shape = jetShape(leaves.length, order);
  const still = new Float64Array(shape.indices.length);
  const seeds: Jet[] = reals.map(() => still);
  leaves.forEach((leaf, direction) => {
    const seed = new Float64Array(shape.indices.length);
    const unit = leaves.map((_, other) => (other === direction ? 1 : 0));
    seed[positionIn(shape, unit) ?? 0] = 1;
    seeds[leaf] = seed;
  });
  const swept = yield* jetsAlong(main, recording, shape, seeds, recording.run.meter, budget);
  return swept.tag === 'ok' ? swept.value.results[result] : undefined;
}

/**
 * Returns all orders for one direction; for several, the value and the first derivatives in the order of the
 * directions.
 */
function inDirections(jet: Jet, directions: number, order: number): readonly number[] {
  if (directions === 1) return Array.from({ length: order + 1 }, (_, n) => jet[n] ?? 0);
  const shape = jetShape(directions, order);
  const at = (index: readonly number[]): number => jet[positionIn(shape, index) ?? 0] ?? 0;
  const zero = Array.from({ length: directions }, () => 0);
  return [at(zero), ...zero.map((_, direction) => at(zero.with(direction, 1)))];
}

/** Returns only the value, of compiled code if there is some; NaN if it is undefined. */
export function* valueAt(
  drawn: PlottedFunction,
  place: readonly number[],
  budget: Budget,
  compiled?: CompiledValues,
): Task<number> {
  const found = compiled === undefined ? UNDECIDED : compiled.at(argumentsOf(drawn, place), budget);
  if (found !== UNDECIDED) return realOf(drawn, found);
  const outcome = yield* resultAt(drawn, place, budget);
  return outcome.tag === 'ok' ? realOf(drawn, outcome.value) : NaN;
}

function realOf({ main, result }: PlottedFunction, value: Value): number {
  const real = main.target.tag === 'real' ? value : realValues(value, main.target, main.variants)[result];
  return real === undefined ? NaN : primalOf(real);
}

/** Returns the whole result, with plain numbers. */
export function* resultAt(drawn: PlottedFunction, place: readonly number[], budget: Budget): Task<Outcome<Value>> {
  const options = { budget, inputs: inputsOf(drawn, place), tracing: 'none' } as const;
  const outcome = yield* run(executableOf(drawn.main), options);
  return outcome.tag === 'ok' ? { tag: 'ok', value: outcome.value.outputs.at(-1) } : outcome;
}

function inputsOf(drawn: PlottedFunction, place: readonly number[]): ReturnType<typeof inputsAt> {
  const { main, point } = drawn;
  return inputsAt(main, { ...point, arguments: argumentsOf(drawn, place) });
}

function argumentsOf({ main, point, reals, leaves }: PlottedFunction, place: readonly number[]): readonly Value[] {
  const moved = [...reals];
  leaves.forEach((leaf, i) => {
    moved[leaf] = place[i] ?? NaN;
  });
  return pointWith(main, point, moved);
}

function noSuchReal({ body }: Main, result: number): Diagnostic {
  const message = `the result has no real number ${result + 1} here: it is shorter or has another constructor`;
  return error('shape', body.origin, message);
}
