import { useEffect, useMemo, useState } from 'react';
import type { GrowthReply } from '../../../protocol/growth';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { endGrowth, growth } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';

/** Of each run: there is one an engine and size, and one that is exponential should say so soon. */
const BUDGET = { ...PAGE_BUDGET, seconds: 1 };
/** Milliseconds for which the program rests before all engines run it at all sizes. */
const REST = 400;

export interface GrowthView {
  /** The newest that there is, perhaps of an earlier question. */
  readonly reply: GrowthReply | 'stopped' | undefined;
  /** More of it is on its way. */
  readonly pending: boolean;
  /** It answers another question. */
  readonly stale: boolean;
}

interface Answer {
  readonly program: AskedProgram;
  readonly asked: string;
  readonly reply: GrowthReply | 'stopped';
}

let revision = 0;

/** The meters of all engines at all sizes, as they come; nothing is computed when nobody looks any more. */
export function useGrowth(
  program: AskedProgram | undefined,
  input: string | undefined,
  sizes: readonly number[],
): GrowthView {
  const [answer, setAnswer] = useState<Answer>();
  const asked = useMemo(() => JSON.stringify([input, sizes]), [input, sizes]);
  useEffect(() => {
    if (program === undefined) return;
    let wanted = true;
    let running = false;
    const ask = async (): Promise<void> => {
      running = true;
      const end = await growth({ ...program, revision: ++revision, budget: BUDGET, input, sizes }, (reply) => {
        if (wanted) setAnswer({ program, asked, reply });
      });
      running = false;
      if (end === 'stopped' && wanted) setAnswer({ program, asked, reply: end });
    };
    const timer = setTimeout(() => {
      void ask();
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
      if (running) void endGrowth();
    };
  }, [program, asked, input, sizes]);
  const stale = program === undefined || answer?.program !== program || answer.asked !== asked;
  const reply = answer?.reply;
  return { reply, stale, pending: stale || (reply !== 'stopped' && reply?.state === 'partial') };
}
