import { useMemo } from 'react';
import type { JetChoice, JetsReply } from '../../../protocol/jets';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { jets } from '../../workers/run-client';
import { type Asking, type NewestAnswer, useNewestAnswer } from '../shared/use-newest-answer';
import type { AskedProgram } from '../shared/use-program';

interface Question {
  readonly program: AskedProgram;
  readonly choice: JetChoice;
}

type JetsView = NewestAnswer<JetsReply | 'stopped'>;

let revision = 0;

const ASKING: Asking<Question, JetsReply | 'stopped'> = {
  ask: ({ program, choice }) => jets({ ...program, choice, revision: ++revision, budget: PAGE_BUDGET }),
  isSame: (question, other) => question.program === other.program && question.choice === other.choice,
};

/** The jets of a program's trace. */
export function useJets(program: AskedProgram | undefined, choice: JetChoice): JetsView {
  const question = useMemo(() => program && { program, choice }, [program, choice]);
  return useNewestAnswer(question, ASKING);
}
