import { useEffect, useMemo, useState } from 'react';
import { isImported } from '../../language/source/imported';
import { programCells, type SolutionCell } from '../../notebook/document';
import { type Exercise, exercisesOf } from '../../notebook/exercises';
import { type CheckedLine, type ExerciseReply, whyNot } from '../../protocol/exercises';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { ask } from '../workers/run-client';
import { useAppStore } from '../store/hooks';
import { OpenAsNotebook } from './OpenAsNotebook';
import { StaticCode } from './StaticCode';
import './exercise.css';

/** Returns the first exercise of the notebook that is wanted. */
export function useExercise(isWanted: (exercise: Exercise) => boolean): Exercise | undefined {
  const notebook = useAppStore((state) => state.notebook);
  return useMemo(() => exercisesOf(notebook), [notebook]).find(isWanted);
}

/** The result of an exercise's check, shown below its cell. */
export function ExerciseStatus({ exercise }: { readonly exercise: Exercise }) {
  const result = useResult(exercise);
  const lines = result !== undefined && 'lines' in result ? (result.lines ?? []) : [];
  return (
    <div className={result?.status === 'correct' ? 'exercise-result correct' : 'exercise-result'}>
      <span className="exercise-word">Exercise</span>
      <span role="status" aria-label="Exercise">
        {result === undefined ? '' : words(result, lines)}
      </span>
      {lines.length > 0 && (
        <ul className="exercise-lines" aria-label="Checks">
          {lines.map((line, at) => (
            // The lines have no identity but their place.
            <Line key={at} line={line} index={exercise.cell} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ line, index }: { readonly line: CheckedLine; readonly index: number }) {
  const { name, program } = line;
  const reason = whyNot(line);
  const isPassed = line.status === 'passed';
  return (
    <li className={isPassed ? 'passed' : undefined}>
      <span role="img" aria-label={isPassed ? 'Passed' : 'Not passed'}>
        {isPassed ? '✓' : '✗'}
      </span>
      <span>{name}</span>
      {reason !== undefined && <span className="exercise-reason">{reason}</span>}
      {program !== undefined && <OpenAsNotebook index={index} text={`-- ${name}\n${program}`} />}
    </li>
  );
}

type Shown = ExerciseReply | { readonly status: 'stopped' | 'checking' };

/** Milliseconds for which the result of the text before an edit stays, so that quick checks do not flicker. */
const PATIENCE = 500;

function words(result: Shown, lines: readonly CheckedLine[]): string {
  switch (result.status) {
    case 'correct':
      return '✓ correct';
    case 'not yet': {
      const passed = lines.filter(({ status }) => status === 'passed').length;
      return lines.length < 2 ? 'not yet' : `not yet: ${passed} of ${lines.length} checks pass`;
    }
    case 'checking':
      return 'checking …';
    case 'waiting':
      return 'the program has an error; fix it to run the check';
    case 'failed':
      return lines.length > 0 ? 'a check does not fit this answer' : `the check failed: ${result.message}`;
    case 'stopped':
      return 'the check took too long and was stopped; edit the cell to run it again';
  }
}

/** The result of the check, computed again after every checked edit. Slider values do not affect it. */
function useResult({ id, cell, check, checks }: Exercise): Shown | undefined {
  const notebook = useAppStore((state) => (state.check?.revision === state.textRevision ? state.notebook : undefined));
  const [result, setResult] = useState<Shown>();
  useEffect(() => {
    if (notebook === undefined) return;
    let live = true;
    const late = setTimeout(() => {
      setResult({ status: 'checking' });
    }, PATIENCE);
    const cells = programCells(notebook).filter((text, at) => at <= cell || isImported(text));
    ask('exercise', { exercise: id, cells, cell, check, checks, budget: PAGE_BUDGET }).then(
      (reply) => {
        if (!live || reply === undefined) return;
        clearTimeout(late);
        setResult(reply === 'stopped' ? { status: 'stopped' } : reply);
      },
      () => {
        if (!live) return;
        clearTimeout(late);
        setResult({ status: 'failed', message: 'internal error' });
      },
    );
    return () => {
      live = false;
      clearTimeout(late);
    };
  }, [notebook, id, cell, check, checks]);
  return result;
}

interface SolutionProps {
  readonly cell: SolutionCell;
  /** Whether the page cannot be edited. */
  readonly isStill?: boolean;
}

/** A solution, folded until the reader opens it. It is not part of the program. */
export function ExerciseSolution({ cell: { id, text, exercise }, isStill = false }: SolutionProps) {
  const edit = useAppStore((state) => state.editCell);
  const solved = useExercise((each) => each.id === exercise);
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
