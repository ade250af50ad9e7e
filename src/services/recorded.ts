import type { Main, Point } from '../ad/engine';
import { type Recording, recordingOf, recordRun } from '../ad/recording';
import type { Run } from '../semantics/evaluate';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import type { Program } from './program';

/**
 * Recordings live as long as their points, and `locatePoint` keeps the point that panels ask about. At one point there can be
 * two: of the main expression, and of what engines run on in its place.
 */
const RECORDINGS = new WeakMap<Point, WeakMap<Main, Recording>>();

/** Returns a recorded run of the main expression at a point. All panels that show both share one, so nobody may change it. */
export function* recordedAt(main: Main, point: Point, budget: Budget): Task<Outcome<Recording>> {
  const known = RECORDINGS.get(point)?.get(main);
  if (known !== undefined) return { tag: 'ok', value: known };
  const outcome = yield* recordRun(main, point, budget);
  if (outcome.tag === 'ok') keepRecording(main, point, outcome.value);
  return outcome;
}

/** Keeps a recording of the main expression at a point. */
function keepRecording(main: Main, point: Point, recording: Recording): void {
  const known = RECORDINGS.get(point) ?? new WeakMap<Main, Recording>();
  RECORDINGS.set(point, known.set(main, recording));
}

/** Returns the recording of the focus that a run of the whole program has made, if it has, and keeps it for others. */
export function keepRecordingOf({ focus }: Program, run: Run, point: Point): Recording | undefined {
  if (focus === undefined || focus.point.from === 'term' || run.trace === undefined) return undefined;
  const made = recordingOf(focus.main, run, run.outputs[focus.output]);
  keepRecording(focus.main, point, made);
  return made;
}
