import type { StepMode, StepsIndex, StepsReply } from '../../../protocol/steps';
import type { AskedProgram } from '../shared/use-program';
import { type Asked, type Asking, useQuestion } from '../shared/use-question';

/** A run: all its steps have one index. */
type Run = Asked<'stepsIndex'>;

interface Indexed extends Run {
  readonly index: StepsIndex;
}

export interface StepsView {
  /** The newest reply, perhaps about an earlier program. */
  readonly reply: StepsReply | 'stopped' | undefined;
  /** The index of the present program; undefined while its steps are counted. */
  readonly index: StepsIndex | undefined;
  /** The newest index in this mode, perhaps of an earlier program. */
  readonly lastIndex: StepsIndex | undefined;
  /** The reply is not about the wanted step. */
  readonly pending: boolean;
  /** The reply is not about the present program. */
  readonly stale: boolean;
}

/** While a slider is dragged, each state that was asked for is shown, unless the program has changed. */
const STATE: Asking<'steps'> = { patience: (underWay, wanted) => (isSameRun(underWay, wanted) ? Infinity : 0) };

const COUNT: Asking<'stepsIndex', Indexed | undefined> = {
  keep: (before, reply, run) =>
    reply !== 'stopped' && reply.state === 'ok' ? { program: run.program, mode: run.mode, index: reply.index } : before,
};

/** Returns the state at a step. The steps are counted when no state is wanted, and the count gives way to a state. */
export function useSteps(program: AskedProgram | undefined, mode: StepMode, at: number): StepsView {
  const run = program && { program, mode };
  const { reply, question, stale: pending } = useQuestion('steps', run && { ...run, at }, STATE);
  const isShown = !pending && reply !== 'stopped' && reply?.state === 'ok';
  const { kept } = useQuestion('stepsIndex', isShown ? run : undefined, COUNT);
  return {
    reply,
    index: isSameRun(kept, run) ? kept?.index : undefined,
    lastIndex: kept?.mode === mode ? kept.index : undefined,
    pending,
    stale: !isSameRun(question, run),
  };
}

function isSameRun(a: Run | undefined, b: Run | undefined): boolean {
  return b !== undefined && a?.program === b.program && a.mode === b.mode;
}
