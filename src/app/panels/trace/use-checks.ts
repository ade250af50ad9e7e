import { useEffect, useState } from 'react';
import type { ChecksReply } from '../../../protocol/terms';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { checks } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';

/** Milliseconds for which the program rests before the theorems are checked: it is run a thousand times for them. */
const REST = 600;

export interface ChecksView {
  /** Of the program, or of one before it while its own is computed. */
  readonly reply: ChecksReply | 'stopped' | undefined;
  readonly pending: boolean;
}

let revision = 0;

/** Whether the theorems hold of the program, once it has come to rest. */
export function useChecks(program: AskedProgram | undefined): ChecksView {
  const [answer, setAnswer] = useState<{ readonly program: AskedProgram; readonly reply: ChecksReply | 'stopped' }>();
  useEffect(() => {
    if (program === undefined) return;
    let wanted = true;
    const ask = async (): Promise<void> => {
      const reply = await checks({ ...program, revision: ++revision, budget: PAGE_BUDGET });
      if (wanted && reply !== undefined) setAnswer({ program, reply });
    };
    const timer = setTimeout(() => {
      void ask();
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [program]);
  return { reply: answer?.reply, pending: program !== undefined && answer?.program !== program };
}
