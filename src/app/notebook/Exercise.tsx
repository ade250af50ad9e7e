import { useEffect, useState } from 'react';
import { programCells } from '../../notebook/document';
import type { Exercise } from '../../notebook/exercises';
import type { ExerciseResult as Result } from '../../protocol/exercises';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { exercise as ask } from '../workers/run-client';
import { useAppStore } from '../store/hooks';
import { StaticCode } from './StaticCode';
import './exercise.css';

/** Under the cell of an exercise: whether its check holds of what is written there. */
export function ExerciseResult({ exercise }: { readonly exercise: Exercise }) {
  const result = useResult(exercise);
  return (
    <div className={result?.status === 'correct' ? 'exercise-result correct' : 'exercise-result'}>
      <span className="exercise-word">Exercise</span>
      <span role="status" aria-label="Exercise">
        {result === undefined ? '' : words(result)}
      </span>
    </div>
  );
}

type Shown = Result | { readonly status: 'stopped' };

function words(result: Shown): string {
  switch (result.status) {
    case 'correct':
      return '✓ correct';
    case 'not yet':
      return 'not yet';
    case 'waiting':
      return 'the program has an error; the check waits until it is mended';
    case 'failed':
      return `the check cannot be evaluated: ${result.message}`;
    case 'stopped':
      return 'the check did not answer and was stopped; change the text to check again';
  }
}

let revision = 0;

/** Asked anew after each edit that has been checked; what the sliders set does not count. */
function useResult({ id, cell, check }: Exercise): Shown | undefined {
  const notebook = useAppStore((state) => (state.check?.revision === state.textRevision ? state.notebook : undefined));
  const [result, setResult] = useState<Shown>();
  useEffect(() => {
    if (notebook === undefined) return;
    let live = true;
    const cells = programCells(notebook).slice(0, cell + 1);
    ask({ revision: ++revision, exercise: id, cells, check, budget: PAGE_BUDGET }).then(
      (reply) => {
        if (live && reply !== undefined) setResult(reply === 'stopped' ? { status: 'stopped' } : reply);
      },
      () => {
        if (live) setResult({ status: 'failed', message: 'this is a fault of ours' });
      },
    );
    return () => {
      live = false;
    };
  }, [notebook, id, cell, check]);
  return result;
}

interface SolutionProps {
  readonly text: string;
  /** Of the exercise; undefined where the notebook has none of its name. */
  readonly cell: number | undefined;
}

/** Folded until the reader asks for it, and no part of the program. */
export function ExerciseSolution({ text, cell }: SolutionProps) {
  const edit = useAppStore((state) => state.editCell);
  return (
    <details className="solution">
      <summary>Solution</summary>
      <StaticCode text={text} />
      {cell !== undefined && (
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            edit(cell, text);
          }}
        >
          Copy into the exercise
        </button>
      )}
    </details>
  );
}
