import { useEffect, useState } from 'react';

/**
 * Milliseconds after which a question gives way to a newer one; until then its answer is shown first, so that a panel follows a
 * slider while it is dragged.
 */
const PATIENCE = 200;

/** How a panel asks a worker: the same object at every render. */
export interface Asking<Question, Reply> {
  /** Undefined where another panel of the cell has asked meanwhile. */
  readonly ask: (question: Question) => Promise<Reply | undefined>;
  readonly isSame: (question: Question, other: Question) => boolean;
}

export interface NewestAnswer<Reply> {
  /** The newest that there is, perhaps to an earlier question. */
  readonly reply: Reply | undefined;
  /** It is not to the present question. */
  readonly stale: boolean;
}

/** Answers of a worker: one question is under way at a time, and the newest is asked next. */
export function useNewestAnswer<Question extends object, Reply>(
  question: Question | undefined,
  asking: Asking<Question, Reply>,
): NewestAnswer<Reply> {
  const [answer, setAnswer] = useState<Answer<Question, Reply>>();
  const [want] = useState(() => createAsker(asking, setAnswer));
  useEffect(() => {
    want(question);
  }, [want, question]);
  useEffect(
    () => () => {
      want(undefined);
    },
    [want],
  );
  return {
    reply: answer?.reply,
    stale: question === undefined || answer === undefined || !asking.isSame(answer.question, question),
  };
}

interface Answer<Question, Reply> {
  readonly question: Question;
  readonly reply: Reply;
}

function createAsker<Question extends object, Reply>(
  { ask, isSame }: Asking<Question, Reply>,
  take: (answer: Answer<Question, Reply>) => void,
): (question: Question | undefined) => void {
  let wanted: Question | undefined;
  let answered: Question | undefined;
  let flight: { readonly question: Question; readonly since: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const is = (question: Question, other: Question | undefined): boolean =>
    other !== undefined && isSame(question, other);
  const start = async (question: Question): Promise<void> => {
    const mine = { question, since: performance.now() };
    flight = mine;
    const reply = await ask(question);
    if (flight !== mine) return;
    flight = undefined;
    if (wanted === undefined) return;
    if (reply === undefined) {
      timer = setTimeout(next, PATIENCE);
      return;
    }
    answered = question;
    take({ question, reply });
    next();
  };
  const next = (): void => {
    clearTimeout(timer);
    if (wanted === undefined || is(wanted, answered) || is(wanted, flight?.question)) return;
    const left = flight === undefined ? 0 : flight.since + PATIENCE - performance.now();
    if (left > 0) timer = setTimeout(next, left);
    else void start(wanted);
  };
  return (question) => {
    wanted = question;
    if (question === undefined) {
      clearTimeout(timer);
      flight = undefined;
    } else next();
  };
}
