import type { Main, Point } from '../../ad/engine';
import { recordRun } from '../../ad/recording';
import type { DeltaPayload, Focus, TracePayload } from '../../protocol/messages';
import type { Outcome } from '../../semantics/outcome';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain, type Task } from '../../semantics/task';
import { deltaPayload } from '../../services/delta-payload';
import { loadWhole } from '../../services/loader';
import { describeFocus, locatePoint } from '../../services/program';
import { tracePayload } from '../../services/trace-payload';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

/** Returns the Delta graph of a program at the default values of its inputs. */
export function deltaOf(text: string): DeltaPayload {
  return payloadOf(text, (main, point, focus) => deltaPayload(main, point, focus, BUDGET, [text]));
}

/** Returns the trace of a program at the default values of its inputs. */
export function traceOf(text: string): TracePayload {
  return payloadOf(text, function* (main, point, focus) {
    const recorded = yield* recordRun(main, point, BUDGET);
    return recorded.tag === 'ok' ? yield* tracePayload(main, point, recorded.value, focus) : recorded;
  });
}

function payloadOf<T>(text: string, make: (main: Main, point: Point, focus: Focus) => Task<Outcome<T>>): T {
  const loaded = loadWhole([text]);
  if (loaded.tag !== 'ok') throw new Error(JSON.stringify(loaded.diagnostics));
  const { program } = loaded;
  const located = drain(locatePoint(program, {}, BUDGET));
  if (located?.tag !== 'ok' || program.focus === undefined) throw new Error('nothing to differentiate');
  const { main, point } = located.value;
  // The cotangent has the shape of the result, which no caller reads.
  const outcome = drain(make(main, point, describeFocus(program, program.focus, point, point.cotangent)));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}
