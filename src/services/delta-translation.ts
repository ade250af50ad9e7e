import { printCore } from '../language/core/print';
import { showType } from '../language/types/print';
import type { ProgramRequest } from '../protocol/subject';
import type { TranslationReply } from '../protocol/translation';
import type { Task } from '../semantics/task';
import { runSubject, type SubjectRun } from './delta-payload';
import { pasteable } from './pasteable';
import { type Loaded, locatePoint } from './program';
import { unwritablePoint } from './unwritable';

/** The most bindings of a trace whose translation is printed. */
const MOST_PRINTED_BINDINGS = 2_000;

/** Returns the program whose run makes the Delta graph. */
export function* deltaTranslation(loaded: Loaded, { inputs, budget }: ProgramRequest): Task<TranslationReply> {
  if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
  const located = yield* locatePoint(loaded.program, inputs, budget);
  if (located === undefined) return { state: 'error', diagnostics: [] };
  if (located.tag !== 'ok') return { state: 'error', diagnostics: [located.diagnostic] };
  const outcome = yield* runSubject(located.value.main, located.value.point, budget);
  if (outcome.tag !== 'ok') return { state: 'error', diagnostics: [outcome.diagnostic] };
  const { type } = outcome.value.executed.wrapped;
  return { state: 'ok', text: textOf(outcome.value), type: showType(type) };
}

function textOf({ subject: { main, point }, executed: { program, bindings }, ranOn }: SubjectRun): string {
  if (ranOn.via === 'trace' && bindings.length > MOST_PRINTED_BINDINGS)
    return `-- the translation of the trace makes ${bindings.length} bindings; up to ${MOST_PRINTED_BINDINGS} are printed`;
  const unwritable = unwritablePoint(main, point);
  return unwritable === undefined ? printCore(pasteable(program())) : `-- ${unwritable.message}`;
}
