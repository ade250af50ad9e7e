import type { CodeCell } from '../../notebook/document';
import { lazily } from '../kit/lazily';
import { useAppStore } from '../store/hooks';
import { HeldNote, ShowAnswer } from './AcceptedAnswer';
import { EngineTest } from './EngineTest';
import { ExerciseStatus } from './Exercise';
import { useExercise } from './use-exercise';

const ExerciseEditor = lazily(async () => (await import('./ExerciseEditor')).ExerciseEditor);

interface BelowCodeProps {
  readonly cell: CodeCell;
  /** The index of the cell in the program. */
  readonly index: number;
}

/** The controls and results below the code of an exercise or an engine. Authors edit exercises in notebooks of their own. */
export function BelowCode({ cell, index }: BelowCodeProps) {
  const exercise = useExercise((each) => each.cellId === cell.id);
  const isOwn = useAppStore(({ origin }) => origin.tag === 'own');
  const { exercise: id = '', engine = '', from } = cell.attributes;
  return (
    <>
      {from !== undefined && <HeldNote cell={cell} from={from} />}
      {exercise !== undefined && <ExerciseStatus exercise={exercise} />}
      {exercise !== undefined && <ShowAnswer cell={cell} />}
      {engine !== '' && <EngineTest cell={cell} index={index} />}
      {isOwn && id !== '' && <ExerciseEditor id={id} index={index} />}
    </>
  );
}
