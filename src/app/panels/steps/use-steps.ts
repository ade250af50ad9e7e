import { useEffect, useState } from 'react';
import type { StepMode, StepsIndex, StepsReply } from '../../../protocol/steps';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { steps } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';

/** A run: all its steps have one index. */
interface Run {
  readonly program: AskedProgram;
  readonly mode: StepMode;
}

interface Question extends Run {
  readonly at: number;
}

interface Answer extends Question {
  readonly reply: StepsReply | 'stopped';
}

interface Indexed extends Run {
  readonly index: StepsIndex;
}

export interface StepsView {
  /** The newest that there is, perhaps of an earlier program. */
  readonly reply: StepsReply | 'stopped' | undefined;
  /** Of the present program; undefined while its steps are counted. */
  readonly index: StepsIndex | undefined;
  /** The newest that there is of this mode, perhaps of an earlier program. */
  readonly lastIndex: StepsIndex | undefined;
  /** The reply is not of the wanted step. */
  readonly pending: boolean;
  /** The reply is not of the present program. */
  readonly stale: boolean;
}

let revision = 0;

/**
 * The state at a step. One question is under way at a time, and the newest wanted step is asked for next, so that a
 * slider shows states while it is dragged. The steps are counted when nothing else is wanted.
 */
export function useSteps(program: AskedProgram | undefined, mode: StepMode, at: number): StepsView {
  const [answer, setAnswer] = useState<Answer>();
  const [indexed, setIndexed] = useState<Indexed>();
  const [asker] = useState(() => createAsker(setAnswer, setIndexed));
  useEffect(() => {
    asker.want(program && { program, mode, at });
  }, [asker, program, mode, at]);
  useEffect(
    () => () => {
      asker.want(undefined);
    },
    [asker],
  );
  const stale = program === undefined || !isSameRun(answer, { program, mode });
  return {
    reply: answer?.reply,
    index: program !== undefined && isSameRun(indexed, { program, mode }) ? indexed?.index : undefined,
    lastIndex: indexed?.mode === mode ? indexed.index : undefined,
    pending: stale || answer?.at !== at,
    stale,
  };
}

interface Asker {
  readonly want: (question: Question | undefined) => void;
}

function createAsker(take: (answer: Answer) => void, takeIndex: (indexed: Indexed) => void): Asker {
  let wanted: Question | undefined;
  let answered: Question | undefined;
  let counted: Run | undefined;
  let flight: { readonly question: Question; readonly index: boolean } | undefined;

  const ask = async (question: Question, index: boolean): Promise<void> => {
    const mine = { question, index };
    flight = mine;
    const { program, mode, at } = question;
    const reply = await steps({ ...program, revision: ++revision, budget: PAGE_BUDGET, mode, at, index });
    if (flight !== mine) return;
    flight = undefined;
    if (wanted === undefined || reply === undefined) return;
    answered = question;
    // What could not be answered is not asked again.
    if (index || reply === 'stopped' || reply.state === 'error') counted = question;
    if (reply !== 'stopped' && reply.state === 'ok' && reply.index !== undefined)
      takeIndex({ program, mode, index: reply.index });
    take({ ...question, reply });
    next();
  };
  const next = (): void => {
    const question = wanted;
    if (question === undefined) return;
    const isAnswered = isSameRun(answered, question) && answered?.at === question.at;
    const overtakes = flight !== undefined && !flight.index && isSameRun(flight.question, question);
    if (!isAnswered) {
      // An older program, and the counting of steps, give way; in the worker too.
      if (!overtakes) void ask(question, false);
    } else if (flight === undefined && !isSameRun(counted, question)) void ask(question, true);
  };
  return {
    want(question) {
      wanted = question;
      if (question === undefined) flight = undefined;
      else next();
    },
  };
}

function isSameRun(a: Run | undefined, b: { readonly program: AskedProgram; readonly mode: StepMode }): boolean {
  return a?.program === b.program && a.mode === b.mode;
}
