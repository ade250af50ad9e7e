import type { Ended } from '../../compile/run/instance';
import { assertNever } from '../../language/source/internal-error';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import { run } from '../../semantics/evaluate';
import { type Failure, outOfMemory, outOfSteps, outOfTime } from '../../semantics/failure';
import { type Budget, newMeter, type Outcome } from '../../semantics/outcome';
import { backward } from '../../semantics/sweep';
import type { Task } from '../../semantics/task';
import { workingTime } from '../../semantics/working-time';
import { overflow } from '../blame';
import type { Main, Point } from '../engine';
import { executableOf, inputsAt } from '../executable';
import { cotangentFits, shapeFailure } from '../point';
import { recordRun, seedsOf, sweepFailure } from '../recording';

/** How a run of compiled code ends without a result. */
export type Stop = Exclude<Ended, 'done'>;

type Stopped = Exclude<Outcome<never>, { tag: 'ok' }>;

/**
 * Returns why a run of compiled code has no result. The module knows neither names nor places, so the machine runs the
 * program again, in the time that is left, and names the operation, its argument and its place. If the program has a
 * value, the derivative overflowed, or the module needs more than the machine.
 */
export function* replay(
  main: Main,
  point: Point,
  stop: Stop,
  budget: Budget,
  deadline: number,
  isReverse: boolean,
): Task<Stopped> {
  if (stop === 'time') return stopped(main, outOfTime(budget));
  const plain = yield* run(executableOf(main), { budget, deadline, inputs: inputsAt(main, point), tracing: 'none' });
  if (plain.tag !== 'ok') return { tag: plain.tag, diagnostic: plain.diagnostic };
  switch (stop) {
    case 'fault': {
      const left = { ...budget, seconds: Math.max(0, deadline - workingTime()) / 1000 };
      const diagnostic = isReverse ? yield* ofSweep(main, point, left) : undefined;
      return { tag: 'failed', diagnostic: diagnostic ?? overflow(main.body.origin) };
    }
    case 'steps':
      return stopped(main, outOfSteps(budget));
    case 'memory':
      return stopped(main, outOfMemory(budget));
    default:
      return assertNever(stop);
  }
}

/** Returns what is wrong with the cotangent, or where the sweep over the trace overflows; undefined if it does not. */
function* ofSweep(main: Main, point: Point, budget: Budget): Task<Diagnostic | undefined> {
  const recorded = yield* recordRun(main, point, budget);
  if (recorded.tag !== 'ok') return undefined;
  const recording = recorded.value;
  if (!cotangentFits(main, point.cotangent, recording.value)) return shapeFailure(main);
  const swept = backward(recording.trace, seedsOf(main, recording, point.cotangent) ?? [], newMeter());
  return 'tag' in swept ? sweepFailure(recording, swept) : undefined;
}

function stopped({ body }: Main, { code, message, hint }: Failure): Stopped {
  return { tag: 'stopped', diagnostic: error(code, body.origin, message, { hint }) };
}
