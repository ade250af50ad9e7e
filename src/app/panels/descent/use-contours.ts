import { useEffect, useState } from 'react';
import type { Diagnostic } from '../../../language/source/diagnostic';
import type { ContoursPayload, ContoursReply, PlaneFunction } from '../../../protocol/descent';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import type { PlaneView } from '../../charts/plane/plane';
import { contours } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';

/** Contours are worth less time than the run itself. */
const BUDGET = { ...PAGE_BUDGET, seconds: 1.5 };
/** Milliseconds without a change before a newer grid is asked for: a drag asks once. */
const PAUSE = 80;

export interface ContoursView {
  /** The last good ones: they stay while newer are computed. */
  readonly payload: ContoursPayload | undefined;
  readonly functions: readonly PlaneFunction[];
  readonly chosen: string | undefined;
  /** Why there are none. */
  readonly diagnostics: readonly Diagnostic[];
  /** Newer ones, or finer ones, are on their way. */
  readonly pending: boolean;
}

interface Answer extends Omit<ContoursView, 'pending'> {
  /** The question that it answers to the end; undefined while finer grids follow. */
  readonly program: AskedProgram | undefined;
  readonly asked: string;
}

const NOTHING: Answer = {
  payload: undefined,
  functions: [],
  chosen: undefined,
  diagnostics: [],
  program: undefined,
  asked: '',
};

let revision = 0;

/** The values of a function of the program over the view. */
export function useContours(
  program: AskedProgram | undefined,
  chosen: string | undefined,
  view: PlaneView,
): ContoursView {
  const [answer, setAnswer] = useState(NOTHING);
  const [lowX, highX] = view.x;
  const [lowY, highY] = view.y;
  const asked = JSON.stringify([chosen, lowX, highX, lowY, highY]);
  useEffect(() => {
    if (program === undefined) return;
    let wanted = true;
    const ask = async (): Promise<void> => {
      const x = [lowX, highX] as const;
      const y = [lowY, highY] as const;
      const question = { ...program, revision: ++revision, budget: BUDGET, function: chosen, x, y };
      const end = await contours(question, (reply) => {
        if (wanted) setAnswer({ ...read(reply), program: reply.state === 'partial' ? undefined : program, asked });
      });
      if (end === 'stopped' && wanted) setAnswer({ ...NOTHING, program, asked });
    };
    const timer = setTimeout(() => {
      void ask();
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [program, asked, chosen, lowX, highX, lowY, highY]);
  return { ...answer, pending: program !== undefined && (answer.program !== program || answer.asked !== asked) };
}

function read(reply: ContoursReply): Omit<ContoursView, 'pending'> {
  if (reply.state === 'error') {
    const { functions, chosen, diagnostics } = reply;
    return { payload: undefined, functions, chosen, diagnostics };
  }
  const { functions, chosen } = reply.contours;
  return { payload: reply.contours, functions, chosen, diagnostics: [] };
}
