import type { DeltaPayload } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { deltaPayload } from '../../services/delta-payload';
import { loadWhole } from '../../services/loader';
import { describeFocus, locatePoint } from '../../services/program';

/** Returns the Delta graph of a program at the default values of its inputs. */
export function deltaOf(text: string): DeltaPayload {
  const loaded = loadWhole([text]);
  if (loaded.tag !== 'ok') throw new Error(JSON.stringify(loaded.diagnostics));
  const { program } = loaded;
  const budget = { ...PAGE_BUDGET, seconds: 60 };
  const located = drain(locatePoint(program, {}, budget));
  if (located?.tag !== 'ok' || program.focus === undefined) throw new Error('nothing to differentiate');
  const { main, point } = located.value;
  const outcome = drain(deltaPayload(main, point, describeFocus(program, program.focus, point, 0), budget));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}
