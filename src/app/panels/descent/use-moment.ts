import { useEffect, useState } from 'react';
import type { MomentReply } from '../../../protocol/descent';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { moment } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';
import type { Step } from './step';

/** Milliseconds for which the pointer rests before the program is run up to a step. */
const REST = 120;

export interface MomentView {
  /** Of the step, or of one before it while its own is computed. */
  readonly reply: MomentReply | undefined;
  readonly pending: boolean;
}

interface Answer {
  readonly program: AskedProgram;
  readonly step: Step;
  readonly reply: MomentReply;
}

let revision = 0;

/** What was in scope at a step: computed when it is asked for, by running the program up to there. */
export function useMoment(program: AskedProgram | undefined, step: Step | undefined): MomentView {
  const [answer, setAnswer] = useState<Answer>();
  const series = step?.series;
  const record = step?.record;
  useEffect(() => {
    if (program === undefined || series === undefined || record === undefined) return;
    let wanted = true;
    const ask = async (): Promise<void> => {
      const reply = await moment({ ...program, revision: ++revision, budget: PAGE_BUDGET, series, record });
      if (!wanted || reply === undefined || reply === 'stopped') return;
      setAnswer({ program, step: { series, record }, reply });
    };
    const timer = setTimeout(() => {
      void ask();
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [program, series, record]);
  const current = answer?.program === program ? answer : undefined;
  return {
    reply: current?.reply,
    pending: current?.step.series !== series || current?.step.record !== record,
  };
}
