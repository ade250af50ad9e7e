import { useEffect, useMemo, useRef, useState } from 'react';
import type { PlotReply, PlotRequest } from '../../../protocol/plot';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { plot } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';
import { retained } from './retained';

/** Of all runs of a picture. */
const BUDGET = { ...PAGE_BUDGET, seconds: 1.5 };
/** Milliseconds for which a newer question waits for the first answer to the one before, so that a drag always shows something. */
const PATIENCE = 100;

/** What is asked of the program. */
export type PlotAsked = Pick<PlotRequest, 'across' | 'up' | 'result' | 'x' | 'y'>;
export type Drawn = Extract<PlotReply, { readonly state: 'ok' | 'partial' }>;

export interface PlotAnswers {
  /** The newest that there is, perhaps to an earlier question. */
  readonly reply: PlotReply | 'stopped' | undefined;
  /** The last that has a picture. */
  readonly drawn: Drawn | undefined;
  /** More of it is on its way. */
  readonly pending: boolean;
  /** It answers another question. */
  readonly stale: boolean;
}

interface Answer {
  readonly program: AskedProgram;
  readonly asked: string;
  readonly reply: PlotReply | 'stopped';
  readonly drawn: Drawn | undefined;
}

/** A question that has no answer yet. */
interface Flight {
  readonly started: number;
  /** Asks what has come to be asked meanwhile. */
  next: (() => void) | undefined;
}

let revision = 0;

/** Pictures as they come, from coarse to fine; the newest question wins. */
export function usePlot(program: AskedProgram | undefined, question: PlotAsked): PlotAnswers {
  const [answer, setAnswer] = useState<Answer>();
  const newest = useRef(0);
  const flight = useRef<Flight>(undefined);
  const asked = useMemo(() => JSON.stringify(question), [question]);
  useEffect(() => {
    if (program === undefined) return;
    const ask = async (): Promise<void> => {
      const mine = ++revision;
      newest.current = mine;
      const own: Flight = { started: performance.now(), next: undefined };
      flight.current = own;
      const take = (reply: PlotReply | 'stopped'): void => {
        if (newest.current !== mine) return;
        setAnswer((before) => ({
          program,
          asked,
          reply,
          drawn: drawnOf(before, reply),
        }));
        if (flight.current !== own) return;
        flight.current = undefined;
        own.next?.();
      };
      const end = await plot({ ...program, ...question, revision: mine, budget: BUDGET }, take);
      if (end === 'stopped') take(end);
    };
    const start = (): void => {
      void ask();
    };
    const before = flight.current;
    const wait = before === undefined ? 0 : PATIENCE - (performance.now() - before.started);
    const timer = setTimeout(start, Math.max(0, wait));
    if (before !== undefined)
      before.next = () => {
        clearTimeout(timer);
        start();
      };
    return () => {
      clearTimeout(timer);
      if (before !== undefined) before.next = undefined;
    };
  }, [program, question, asked]);
  useEffect(
    () => () => {
      newest.current = 0;
    },
    [],
  );
  const stale = program === undefined || answer?.program !== program || answer.asked !== asked;
  const reply = answer?.reply;
  const pending = stale || (reply !== 'stopped' && reply?.state === 'partial');
  return { reply, drawn: answer?.drawn, stale, pending };
}

/** What had nothing to draw has no picture any more; what went wrong keeps the last. */
function drawnOf(before: Answer | undefined, reply: PlotReply | 'stopped'): Drawn | undefined {
  if (reply === 'stopped') return before?.drawn;
  if (reply.state === 'error') return reply.diagnostics.length === 0 ? undefined : before?.drawn;
  return { ...reply, picture: retained(before?.drawn?.picture, reply.picture) };
}
