import { useEffect, useState } from 'react';
import type { JetChoice, JetsReply } from '../../../protocol/jets';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { jets } from '../../client/run-client';
import type { AskedProgram } from '../shared/use-program';

/** Milliseconds after which a question gives way to a newer one; until then its answer is shown first, so that jets follow a slider while it is dragged. */
const PATIENCE = 200;

interface Question {
  readonly program: AskedProgram;
  readonly choice: JetChoice;
}

interface Answer extends Question {
  readonly reply: JetsReply | 'stopped';
}

export interface JetsView {
  /** The newest that there is, perhaps of an earlier question. */
  readonly reply: JetsReply | 'stopped' | undefined;
  /** It is not of the present program and choice. */
  readonly stale: boolean;
}

let revision = 0;

/** The jets of a program's trace: one question is under way at a time, and the newest is asked next. */
export function useJets(program: AskedProgram | undefined, choice: JetChoice): JetsView {
  const [answer, setAnswer] = useState<Answer>();
  const [asker] = useState(() => createAsker(setAnswer));
  useEffect(() => {
    asker(program && { program, choice });
  }, [asker, program, choice]);
  useEffect(
    () => () => {
      asker(undefined);
    },
    [asker],
  );
  return {
    reply: answer?.reply,
    stale: program === undefined || answer?.program !== program || answer.choice !== choice,
  };
}

function createAsker(take: (answer: Answer) => void): (question: Question | undefined) => void {
  let wanted: Question | undefined;
  let answered: Question | undefined;
  let flight: { readonly question: Question; readonly since: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (question: Question): Promise<void> => {
    const mine = { question, since: performance.now() };
    flight = mine;
    const reply = await jets({
      ...question.program,
      choice: question.choice,
      revision: ++revision,
      budget: PAGE_BUDGET,
    });
    if (flight !== mine) return;
    flight = undefined;
    if (wanted === undefined) return;
    if (reply === undefined) {
      // Another panel of the cell has asked meanwhile.
      timer = setTimeout(next, PATIENCE);
      return;
    }
    answered = question;
    take({ ...question, reply });
    next();
  };
  const next = (): void => {
    clearTimeout(timer);
    if (wanted === undefined || isSame(wanted, answered) || isSame(wanted, flight?.question)) return;
    const left = flight === undefined ? 0 : flight.since + PATIENCE - performance.now();
    if (left > 0) timer = setTimeout(next, left);
    else void ask(wanted);
  };
  return (question) => {
    wanted = question;
    if (question === undefined) {
      clearTimeout(timer);
      flight = undefined;
    } else next();
  };
}

function isSame(question: Question, other: Question | undefined): boolean {
  return question.program === other?.program && question.choice === other.choice;
}
