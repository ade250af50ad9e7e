import { useEffect, useReducer } from 'react';
import { partsOfKey } from '../../notebook/course';
import type { CodeCell } from '../../notebook/document';
import { onAnswersChange } from '../shelf/answers';
import { of } from '../shelf/answers-in';
import { acceptedAnswer } from '../shelf/marks';
import { useAppStore } from '../store/hooks';

function useAcceptedAnswer(key: string): string | undefined {
  const [, read] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onAnswersChange(read), []);
  return acceptedAnswer(key)?.text;
}

/** Brings back the reader's answer that passed, where the cell of its exercise has another text. */
export function ShowAnswer({ cell }: { readonly cell: CodeCell }) {
  const { id, text, attributes } = cell;
  const edit = useAppStore((state) => state.editCell);
  const answer = useAppStore(({ answers }) => answers && of(answers.passed, attributes['exercise'] ?? '')?.text);
  if (answer === undefined || answer === text) return null;
  return (
    <button
      type="button"
      className="button outlined small show-answer"
      onClick={() => {
        edit(id, answer);
      }}
    >
      Show my answer
    </button>
  );
}

/** Says whose code a cell with `from=NOTEBOOK/ID` holds. */
export function HeldNote({ cell: { text }, from }: { readonly cell: CodeCell; readonly from: string }) {
  const answer = useAcceptedAnswer(from);
  const { notebook, exercise } = partsOfKey(from) ?? {};
  if (notebook === undefined) return <p className="exercise-result">There is no exercise “{from}”.</p>;
  return (
    <p className="exercise-result">
      <span>
        {text.trim() === ''
          ? `There is no answer to “${exercise ?? ''}” and no solution: no notebook “${notebook}” has this exercise, or it did not load.`
          : answer === undefined
            ? 'This is the solution of an earlier exercise. Your own answer stands here once it passes.'
            : answer === text
              ? 'This is your answer to an earlier exercise.'
              : 'This differs from your answer to an earlier exercise.'}
      </span>
      <a href={`${location.href.replace(/#.*$/, '')}#e=${notebook}`}>Open {exercise}</a>
    </p>
  );
}
