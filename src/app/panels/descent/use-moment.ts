import type { MomentReply } from '../../../protocol/descent';
import type { AskedProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import type { Step } from '../../store/shown-step';

/** The program is run up to the step, which may take a while; the pointer must rest first. */
const ASKING = { seconds: 10, rest: 120 };

export interface MomentView {
  /** The reply about the step, or about an earlier step of this program while a newer one is computed. */
  readonly reply: MomentReply | undefined;
  readonly pending: boolean;
}

/** Returns what was in scope at a step. */
export function useMoment(program: AskedProgram | undefined, step: Step | undefined): MomentView {
  const { reply, question, stale } = useQuestion(
    'moment',
    program && step && { program, series: step.series, record: step.record },
    ASKING,
  );
  const isCurrent = question !== undefined && question.program === program && reply !== 'stopped';
  return { reply: isCurrent ? reply : undefined, pending: stale || reply === 'stopped' };
}
