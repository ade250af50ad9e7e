import { integer } from '../../language/source/counted';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import { bytesOfJets } from '../../semantics/jets/arithmetic';
import { jetShape, type JetShape } from '../../semantics/jets/multi-index';
import { sweepJets, type Jet } from '../../semantics/jets/sweep';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { primalOf, Traced, type Value } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import type { Main, Point } from '../engine';
import { recordRun, sweepFailure, type Recording } from '../recording';
import { seedsAlong } from './seeds';

/**
 * The jets of everything that a run computes from the point: the (k,R)-Taylor representation, entry by entry of the
 * recorded trace. A jet holds derivatives, not divided by factorials, in the order of `shape.indices`.
 */
export interface JetsOfRun {
  readonly shape: JetShape;
  /** The first entries of its trace are the real leaves of the point, left to right; its run includes the call tree. */
  readonly recording: Recording;
  /** The value, with plain numbers. */
  readonly value: Value;
  /** One per real leaf of the value, left to right. */
  readonly results: readonly Jet[];
  /** The jets of all entries, one after the other: see `entryOf`. */
  readonly jets: Float64Array;
  /** Counts the run and the sweep. */
  readonly meter: Meter;
}

/** An entry of the trace, and its jet. */
export interface JetEntry {
  readonly jet: Jet;
  /** The place of the operation in the program. */
  readonly span: Span | undefined;
  /** The entry's call in the run's call tree. */
  readonly call: number;
}

export function jetOfEntry({ shape, recording: { trace }, jets }: JetsOfRun, entry: number): JetEntry {
  return { jet: jetAt(jets, shape, entry), span: trace.spanOf(entry), call: trace.calls[entry] ?? 0 };
}

/**
 * One recorded run of `main` at the point x, and one sweep over its trace: all derivatives up to `order` of e (x + t_1
 * d_1 + ... + t_k d_k) by t_1, ..., t_k, at t = 0. A direction d_i has one value per parameter, as in `along` (leaves
 * that are not reals are ignored). Every program is supported, including derivatives inside it.
 */
export function* jetsOfRun(
  main: Main,
  point: Point,
  directions: readonly (readonly Value[])[],
  order: number,
  budget: Budget,
): Task<Outcome<JetsOfRun>> {
  const shape = jetShape(directions.length, order);
  return yield* jetsFrom(main, point, shape, seedsAlong(main, point, shape, directions), budget);
}

/** The same from any jets of the point, one per real leaf, and for any shape. */
export function* jetsFrom(
  main: Main,
  point: Point,
  shape: JetShape,
  seeds: readonly Jet[],
  budget: Budget,
): Task<Outcome<JetsOfRun>> {
  const start = workingTime();
  const recorded = yield* recordRun(main, point, budget);
  if (recorded.tag !== 'ok') return recorded;
  const left = { ...budget, seconds: budget.seconds - (workingTime() - start) / 1000 };
  return yield* jetsAlong(main, recorded.value, shape, seeds, recorded.value.run.meter, left);
}

/** The same over a recorded run. */
export function* jetsAlong(
  main: Main,
  recording: Recording,
  shape: JetShape,
  seeds: readonly Jet[],
  meter: Meter,
  budget: Budget,
): Task<Outcome<JetsOfRun>> {
  const { trace, value, results } = recording;
  if (bytesOfJets(shape, trace.length) > budget.bytes) {
    const message = `the jets of ${integer(trace.length)} trace entries, with ${integer(shape.indices.length)} derivatives each, do not fit in the memory limit`;
    return { tag: 'stopped', diagnostic: stopped(main, 'budget-memory', message) };
  }
  const deadline = workingTime() + 1000 * budget.seconds;
  const sweep = sweepJets(trace, shape, seeds, meter);
  for (let step = sweep.next(); ; step = sweep.next()) {
    if (step.done !== true) {
      if (workingTime() > deadline) {
        const message = 'time limit reached while computing the jets';
        return { tag: 'stopped', diagnostic: stopped(main, 'budget-time', message) };
      }
      yield;
      continue;
    }
    const jets = step.value;
    if ('tag' in jets) return { tag: 'failed', diagnostic: sweepFailure(recording, jets) };
    const ofResult = (real: Value): Jet =>
      real instanceof Traced
        ? jetAt(jets, shape, real.node)
        : shape.indices.map((_, i) => (i === 0 ? primalOf(real) : 0));
    return { tag: 'ok', value: { shape, recording, value, results: results.map(ofResult), jets, meter } };
  }
}

function jetAt(jets: Float64Array, shape: JetShape, entry: number): Jet {
  const size = shape.indices.length;
  return jets.subarray(entry * size, (entry + 1) * size);
}

function stopped(main: Main, code: 'budget-memory' | 'budget-time', message: string): Diagnostic {
  const hint = 'try fewer directions, a lower order or a smaller program';
  return error(code, main.body.origin, message, { hint });
}
