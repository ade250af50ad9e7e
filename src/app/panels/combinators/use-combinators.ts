import type { CombinatorsReply } from '../../../protocol/combinators';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { combinators } from '../../workers/run-client';
import { type Asking, type NewestAnswer, useNewestAnswer } from '../shared/use-newest-answer';
import type { AskedProgram } from '../shared/use-program';

type CombinatorsView = NewestAnswer<CombinatorsReply | 'stopped'>;

let revision = 0;

const ASKING: Asking<AskedProgram, CombinatorsReply | 'stopped'> = {
  ask: (program) => combinators({ ...program, revision: ++revision, budget: PAGE_BUDGET }),
  isSame: (program, other) => program === other,
};

/** The combinators of a program, and both their runs. */
export function useCombinators(program: AskedProgram | undefined): CombinatorsView {
  return useNewestAnswer(program, ASKING);
}
