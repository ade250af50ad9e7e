import type { SolutionCell } from '../../notebook/document';
import type { Exercise } from '../../notebook/exercises';
import { useAppStore } from '../store/hooks';
import type { AppState } from '../store/state';
import { StaticCode } from './StaticCode';
import { useExercise } from './use-exercise';
import './exercise.css';

interface SolutionProps {
  readonly cell: SolutionCell;
  /** Whether the page cannot be edited. */
  readonly isStill?: boolean;
}

/** A solution, folded until the reader opens it. It is not part of the program. */
export function ExerciseSolution({ cell: { id, text, exercise }, isStill = false }: SolutionProps) {
  const edit = useAppStore((state) => state.editCell);
  const solved = useExercise((each) => each.id === exercise);
  const lock = useAppStore((state) => (isStill || state.printing ? undefined : lockOf(state, solved)));
  if (lock !== undefined)
    return (
      <p className="solution locked" data-cell={id}>
        <strong>Solution</strong> {lock}
      </p>
    );
  return (
    <details className="solution" data-cell={id}>
      <summary>Solution</summary>
      <StaticCode text={text} />
      {solved !== undefined && !isStill && (
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            edit(solved.cellId, text);
          }}
        >
          Copy to exercise
        </button>
      )}
    </details>
  );
}

/** The failed tries after which a solution can be opened. */
const TRIES = 3;

/** Returns why the solution of an exercise with hints cannot be opened yet; undefined if it can be. */
function lockOf({ answers }: Pick<AppState, 'answers'>, exercise: Exercise | undefined): string | undefined {
  if (exercise === undefined || exercise.hints.length === 0) return undefined;
  const tries =
    answers !== undefined && Object.hasOwn(answers.tries, exercise.id) ? (answers.tries[exercise.id] ?? 0) : 0;
  if (tries >= TRIES || (answers !== undefined && Object.hasOwn(answers.passed, exercise.id))) return undefined;
  const left = `${TRIES - tries}${tries === 0 ? '' : ' more'} failed ${tries === TRIES - 1 ? 'try' : 'tries'}`;
  return `opens after ${left}, or when the checks pass.`;
}
