import { error, type Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import { run } from '../semantics/evaluate';
import type { Budget, Outcome } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import type { Task } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { workingTime } from '../semantics/working-time';
import type { Main, Point } from './engine';
import { executableOf, inputsAt } from './executable';
import { pointReals, pointWith } from './point';
import { straighten } from './via-trace';

/**
 * Theorem 6.2 (2) of Abadi & Plotkin, sampled: near the point the trace has the meaning of the program. Measures, along
 * directions from the point, how far the program takes the same branches and has the trace's value.
 */
export interface Neighbourhood {
  /** Euclidean, over the point's reals; 0 if no distance was found. */
  readonly radius: number;
  /** Whether no change was found up to the farthest distance, so that the radius is only a lower bound. */
  readonly least: boolean;
  /** The number of points compared inside the radius. */
  readonly samples: number;
  readonly directions: number;
  /** The largest difference of trace and program inside the radius, relative for values larger than 1. */
  readonly difference: number;
}

const DIRECTIONS = 16;
/** Fractions of a distance at which each direction is sampled. */
const FRACTIONS = [1, 0.75, 0.5, 0.25] as const;
const FARTHEST = 1024;
const NEAREST = 2 ** -40;
const BISECTIONS = 12;

export function* neighbourhood(main: Main, point: Point, budget: Budget): Task<Outcome<Neighbourhood>> {
  const straightened = yield* straighten(main, point, budget);
  if (straightened.tag !== 'ok') return straightened;
  const { main: straight } = straightened.value;
  const centre = pointReals(main, point);
  const deadline = workingTime() + 1000 * budget.seconds;
  const options = { budget, decisions: true, tracing: 'none' } as const;
  const reference = yield* run(executableOf(main), {
    ...options,
    inputs: inputsAt(main, point),
    tracing: 'dependencies',
  });
  if (reference.tag !== 'ok') return reference;
  const { decisions, warnings } = reference.value;

  /** Returns the difference of program and trace at a place; undefined if the program takes other branches there. */
  function* apart(reals: readonly number[]): Task<number | undefined> {
    const there: Point = { ...point, arguments: pointWith(main, point, reals) };
    const program = yield* run(executableOf(main), { ...options, inputs: inputsAt(main, there) });
    if (program.tag !== 'ok' || program.value.decisions !== decisions) return undefined;
    const trace = yield* run(executableOf(straight), {
      budget,
      inputs: new Map(straight.parameters.map(({ name }, at) => [name, reals[at]])),
    });
    if (trace.tag !== 'ok') return undefined;
    const expected = realValues(program.value.outputs.at(-1), main.target, main.variants).map(primalOf);
    const found = realValues(trace.value.outputs.at(-1), straight.target, straight.variants).map(primalOf);
    return expected.reduce((most, value, at) => {
      const other = found[at] ?? internalError('a trace with fewer results than the program');
      return Math.max(most, Math.abs(value - other) / Math.max(1, Math.abs(value)));
    }, 0);
  }

  const isLate = (): boolean => workingTime() > deadline;
  const directions = unitVectors(centre.length);
  let samples = 0;
  let difference = 0;
  /** Returns the largest difference within a distance, or undefined if something changes. */
  function* within(radius: number): Task<number | undefined> {
    let most = 0;
    for (const direction of directions) {
      for (const fraction of FRACTIONS) {
        if (isLate()) return undefined;
        const reals = centre.map((value, at) => value + radius * fraction * (direction[at] ?? 0));
        const amount = yield* apart(reals);
        if (amount === undefined) return undefined;
        most = Math.max(most, amount);
      }
      yield;
    }
    return most;
  }
  const answer = (radius: number, least: boolean): Outcome<Neighbourhood> => ({
    tag: 'ok',
    value: { radius, least, samples, directions: directions.length, difference },
  });
  function* isSame(radius: number): Task<boolean> {
    const most = yield* within(radius);
    if (most === undefined) return false;
    samples += directions.length * FRACTIONS.length;
    difference = Math.max(difference, most);
    return true;
  }

  if (directions.length === 0) return answer(0, true);
  // A point on the boundary between two branches has no neighbourhood.
  if (warnings.length > 0) return answer(0, false);
  let inside = 0;
  let outside = FARTHEST;
  for (let radius = 1; radius >= NEAREST && radius <= FARTHEST && !isLate();) {
    if (yield* isSame(radius)) {
      inside = radius;
      if (outside < FARTHEST || radius === FARTHEST) break;
      radius *= 2;
    } else {
      outside = radius;
      if (inside > 0) break;
      radius /= 2;
    }
  }
  if (inside === FARTHEST) return answer(inside, true);
  if (inside === 0 && isLate()) return { tag: 'stopped', diagnostic: noTime(main, budget) };
  for (let i = 0; i < BISECTIONS && inside > 0 && !isLate(); i++) {
    const middle = (inside + outside) / 2;
    if (yield* isSame(middle)) inside = middle;
    else outside = middle;
  }
  return answer(inside, false);
}

function noTime(main: Main, { seconds }: Budget): Diagnostic {
  return error('budget-time', main.body.origin, `time limit of ${seconds} s reached before a neighbourhood was found`);
}

/** Returns the axes in both directions, and other directions spread evenly by a fixed sequence. */
function unitVectors(dimension: number): readonly (readonly number[])[] {
  const axes = Array.from({ length: Math.min(dimension, 4) }, (_, k) =>
    [1, -1].map((sign) => Array.from({ length: dimension }, (__, at) => (at === k ? sign : 0))),
  ).flat();
  if (dimension < 2) return axes;
  const others = Array.from({ length: DIRECTIONS }, (_, k) => {
    const raw = Array.from({ length: dimension }, (__, at) =>
      Math.sin(1 + 12.9898 * (k + 1) + 78.233 * (at + 1) * (k + 2)),
    );
    const length = Math.hypot(...raw);
    return raw.map((value) => value / length);
  });
  return [...axes, ...others];
}
