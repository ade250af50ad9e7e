import type { Diagnostic } from '../../../language/source/diagnostic';
import type { ContoursPayload, ContoursReply, PlaneFunction } from '../../../protocol/descent';
import type { PlaneView } from '../../charts/plane/plane';
import type { AskedProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';

/** Contours are worth less time than the run itself, and a drag asks for them once. */
const ASKING = { seconds: 1.5, rest: 80 };

export interface ContoursView {
  /** The last contours without an error; they stay while newer ones are computed. */
  readonly payload: ContoursPayload | undefined;
  readonly functions: readonly PlaneFunction[];
  readonly chosen: string | undefined;
  /** Why there are no contours. */
  readonly diagnostics: readonly Diagnostic[];
  /** Newer or finer contours will follow. */
  readonly pending: boolean;
}

/** Returns the values of a function of the program over the view. */
export function useContours(
  program: AskedProgram | undefined,
  chosen: string | undefined,
  { x, y }: PlaneView,
): ContoursView {
  const { reply, pending } = useQuestion('contours', program && { program, function: chosen, x, y }, ASKING);
  return { ...read(reply), pending: program !== undefined && pending };
}

const NOTHING = { payload: undefined, functions: [], chosen: undefined, diagnostics: [] };

function read(reply: ContoursReply | 'stopped' | undefined): Omit<ContoursView, 'pending'> {
  if (reply === undefined || reply === 'stopped') return NOTHING;
  if (reply.state === 'error') {
    const { functions, chosen, diagnostics } = reply;
    return { payload: undefined, functions, chosen, diagnostics };
  }
  const { functions, chosen } = reply.contours;
  return { payload: reply.contours, functions, chosen, diagnostics: [] };
}
