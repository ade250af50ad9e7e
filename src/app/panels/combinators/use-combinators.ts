import { useEffect, useState } from 'react';
import type { CombinatorsReply } from '../../../protocol/combinators';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { combinators } from '../../client/run-client';
import type { AskedProgram } from '../shared/use-program';

/** Milliseconds after which a question gives way to a newer one; until then its answer is shown first, so that a slider shows runs while it is dragged. */
const PATIENCE = 200;

interface Answer {
  readonly program: AskedProgram;
  readonly reply: CombinatorsReply | 'stopped';
}

export interface CombinatorsView {
  /** The newest that there is, perhaps of an earlier program. */
  readonly reply: CombinatorsReply | 'stopped' | undefined;
  /** It is not of the present program. */
  readonly stale: boolean;
}

let revision = 0;

/** The combinators and both their runs: one question is under way at a time, and the newest program is asked about next. */
export function useCombinators(program: AskedProgram | undefined): CombinatorsView {
  const [answer, setAnswer] = useState<Answer>();
  const [asker] = useState(() => createAsker(setAnswer));
  useEffect(() => {
    asker.want(program);
  }, [asker, program]);
  useEffect(
    () => () => {
      asker.want(undefined);
    },
    [asker],
  );
  return { reply: answer?.reply, stale: program === undefined || answer?.program !== program };
}

interface Asker {
  readonly want: (program: AskedProgram | undefined) => void;
}

function createAsker(take: (answer: Answer) => void): Asker {
  let wanted: AskedProgram | undefined;
  let answered: AskedProgram | undefined;
  let flight: { readonly program: AskedProgram; readonly since: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (program: AskedProgram): Promise<void> => {
    const mine = { program, since: performance.now() };
    flight = mine;
    const reply = await combinators({ ...program, revision: ++revision, budget: PAGE_BUDGET });
    if (flight !== mine) return;
    flight = undefined;
    if (wanted === undefined || reply === undefined) return;
    answered = program;
    take({ program, reply });
    next();
  };
  const next = (): void => {
    clearTimeout(timer);
    if (wanted === undefined || wanted === answered || wanted === flight?.program) return;
    const left = flight === undefined ? 0 : flight.since + PATIENCE - performance.now();
    if (left > 0) timer = setTimeout(next, left);
    else void ask(wanted);
  };
  return {
    want(program) {
      wanted = program;
      if (program === undefined) {
        clearTimeout(timer);
        flight = undefined;
      } else next();
    },
  };
}
