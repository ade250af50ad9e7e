import type { Main, Point } from '../ad/engine';
import { recordRun, type Recording } from '../ad/recording';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';

/** Recordings live as long as their points, and `locatePoint` keeps the point that panels ask about. */
const RECORDINGS = new WeakMap<Point, Recording>();

/** Returns a recorded run of the main expression at a point. All panels that show the point share one, so nobody may change it. */
export function* recordedAt(main: Main, point: Point, budget: Budget): Task<Outcome<Recording>> {
  const known = RECORDINGS.get(point);
  if (known !== undefined) return { tag: 'ok', value: known };
  const outcome = yield* recordRun(main, point, budget);
  if (outcome.tag === 'ok') keepRecording(point, outcome.value);
  return outcome;
}

/** Keeps a recording that another run has made at a point. */
export function keepRecording(point: Point, recording: Recording): void {
  RECORDINGS.set(point, recording);
}
