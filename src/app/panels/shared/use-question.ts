import { useEffect, useState } from 'react';
import type { QuestionName, ReplyOf, RequestOf } from '../../../protocol/questions';
import type { ProgramRequest } from '../../../protocol/subject';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import type { AskedProgram } from '../../store/subjects';
import { stream } from '../../workers/run-client';

/** The names of the questions about a program. */
export type ProgramQuestion = {
  [Name in QuestionName]: RequestOf<Name> extends ProgramRequest ? Name : never;
}[QuestionName];

/** A question of a panel: a program, and what the question asks about it. */
export type Asked<Name extends ProgramQuestion> = {
  readonly program: AskedProgram;
  /** Time limit of the answer; by default that of the panel. */
  readonly seconds?: number | undefined;
} & Omit<RequestOf<Name>, keyof ProgramRequest>;

type Reply<Name extends ProgramQuestion> = ReplyOf<Name> | 'stopped';

/** How a panel asks: one object for the life of the panel. */
export interface Asking<Name extends ProgramQuestion, Kept = undefined> {
  /** Time limit of the answer; by default that of a run. */
  readonly seconds?: number;
  /** Milliseconds for which a question must stay the same before it is asked; 0 by default. */
  readonly rest?: number | ((before: Asked<Name> | undefined, wanted: Asked<Name>) => number);
  /**
   * Milliseconds for which a newer question waits for the first reply to the question under way, so that a panel follows
   * a slider while it is dragged. By default 200, and 0 with `rest`.
   */
  readonly patience?: number | ((underWay: Asked<Name>, wanted: Asked<Name>) => number);
  /** Computes what the panel keeps of its replies, at each reply. */
  readonly keep?: (before: Kept | undefined, reply: Reply<Name>, question: Asked<Name>) => Kept;
}

export interface Answered<Name extends ProgramQuestion, Kept = undefined> {
  /** The newest reply, perhaps to an earlier question. */
  readonly reply: Reply<Name> | undefined;
  /** The question that `reply` answers. */
  readonly question: Asked<Name> | undefined;
  readonly kept: Kept | undefined;
  /** There is no reply to the present question. */
  readonly stale: boolean;
  /** Newer or finer replies will follow. */
  readonly pending: boolean;
}

const PATIENCE = 200;
/** Milliseconds after which a question that another panel has replaced is asked again. */
const RETRY = 200;

/**
 * Asks the run worker a question about a program, and asks again when the question changes. One question is under way at
 * a time, and no older reply is shown after a newer one. Without a question, cancels what is under way and keeps the
 * last reply.
 */
export function useQuestion<Name extends ProgramQuestion, Kept = undefined>(
  name: Name,
  question: Asked<Name> | undefined,
  asking: Asking<Name, Kept> = {},
): Answered<Name, Kept> {
  const [answer, setAnswer] = useState<Omit<Answered<Name, Kept>, 'stale' | 'pending'>>();
  const [want] = useState(() =>
    createAsker(name, asking, (answered, reply) => {
      setAnswer((before) => ({ question: answered, reply, kept: asking.keep?.(before?.kept, reply, answered) }));
    }),
  );
  useEffect(() => {
    want(question);
  });
  useEffect(
    () => () => {
      want(undefined);
    },
    [want],
  );
  const stale = question === undefined || !isSame(answer?.question, question);
  const { reply, question: answered, kept } = answer ?? {};
  return { reply, question: answered, kept, stale, pending: stale || isPartial(reply) };
}

interface Flight<Name extends ProgramQuestion> {
  readonly question: Asked<Name>;
  readonly since: number;
  readonly controller: AbortController;
  replied: boolean;
}

/** Returns the function that is told the wanted question at every change. */
function createAsker<Name extends ProgramQuestion, Kept>(
  name: Name,
  { seconds, rest = 0, patience = rest === 0 ? PATIENCE : 0 }: Asking<Name, Kept>,
  take: (question: Asked<Name>, reply: Reply<Name>) => void,
): (question: Asked<Name> | undefined) => void {
  let wanted: Asked<Name> | undefined;
  /** The question to which the last reply has been shown. */
  let answered: Asked<Name> | undefined;
  let flight: Flight<Name> | undefined;
  let restedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drop = (): void => {
    flight?.controller.abort();
    flight = undefined;
  };
  const start = async (question: Asked<Name>): Promise<void> => {
    const mine: Flight<Name> = {
      question,
      since: performance.now(),
      controller: new AbortController(),
      replied: false,
    };
    flight = mine;
    const receive = (reply: Reply<Name>): void => {
      if (flight !== mine) return;
      mine.replied = true;
      answered = undefined;
      take(question, reply);
      next();
    };
    const end = await stream(name, requestOf(question, seconds), receive, mine.controller.signal);
    if (end === 'stopped') receive(end);
    if (flight !== mine) return;
    flight = undefined;
    if (mine.replied) {
      answered = question;
      next();
    } else timer = setTimeout(next, RETRY);
  };
  const next = (): void => {
    clearTimeout(timer);
    if (wanted === undefined || isSame(flight?.question, wanted)) return;
    const now = performance.now();
    const waiting = flight === undefined || flight.replied ? 0 : flight.since - now + given(patience, flight, wanted);
    if (waiting <= 0 || isSame(answered, wanted)) drop();
    if (isSame(answered, wanted)) return;
    const left = Math.max(waiting, restedAt - now);
    if (left <= 0) void start(wanted);
    else if (left < Infinity) timer = setTimeout(next, left);
  };
  const given = (
    limit: number | ((underWay: Asked<Name>, wanted: Asked<Name>) => number),
    { question }: Flight<Name>,
    newer: Asked<Name>,
  ): number => (typeof limit === 'number' ? limit : limit(question, newer));

  return (question) => {
    const before = wanted;
    wanted = question;
    if (question === undefined) {
      clearTimeout(timer);
      drop();
    } else if (!isSame(before, question)) {
      restedAt = performance.now() + (typeof rest === 'number' ? rest : rest(before, question));
      next();
    }
  };
}

function requestOf<Name extends ProgramQuestion>(question: Asked<Name>, seconds?: number): RequestOf<Name> {
  const { program, seconds: own, ...about } = question;
  const budget = { ...PAGE_BUDGET, seconds: own ?? seconds ?? PAGE_BUDGET.seconds };
  return { ...program, budget, ...about };
}

/** Programs are compared by identity: they change when an answer would. */
function isSame<Name extends ProgramQuestion>(a: Asked<Name> | undefined, b: Asked<Name>): boolean {
  const about = (question: object): string => JSON.stringify({ ...question, program: undefined });
  return a?.program === b.program && about(a) === about(b);
}

function isPartial(reply: object | string | undefined): boolean {
  return typeof reply === 'object' && 'state' in reply && reply.state === 'partial';
}
