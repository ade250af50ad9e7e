import { useMemo } from 'react';
import type { NotebookCell } from '../../notebook/document';
import { exercisesOf } from '../../notebook/exercises';
import { InputsPanel } from '../panels/inputs';
import { OutputPanel } from '../panels/output';
import { useAppStore } from '../store/hooks';
import { CodeCell } from './CodeCell';
import { ExerciseResult, ExerciseSolution } from './Exercise';
import { Prose } from './Prose';

interface NotebookColumnProps {
  /** Up to the last code cell that is no exercise; what follows it; or both. In a narrow page the result stands between the two. */
  readonly part: 'head' | 'tail' | 'all';
}

/** The document, top to bottom. All code cells are one program, whose inputs and output stand under the last that is no exercise. */
export function NotebookColumn({ part }: NotebookColumnProps) {
  const notebook = useAppStore((state) => state.notebook);
  const generation = useAppStore((state) => state.generation);
  const exercises = useMemo(() => exercisesOf(notebook), [notebook]);
  const { cells } = notebook;
  const last = lastLesson(cells);
  let code = -1;
  return (
    <div className="notebook">
      {cells.map((cell, position) => {
        if (cell.tag === 'code') code++;
        if (part === (position <= last ? 'tail' : 'head')) return null;
        const key = `${generation}-${position}`;
        switch (cell.tag) {
          case 'prose':
            return <Prose key={key} markdown={cell.markdown} />;
          case 'solution': {
            const exercise = exercises.find(({ id }) => id === cell.exercise);
            return <ExerciseSolution key={key} text={cell.text} cell={exercise?.cell} />;
          }
          case 'code': {
            const index = code;
            const exercise = exercises.find((candidate) => candidate.cell === index);
            return (
              <section key={key} className="cell" aria-label={labelOf(index, exercise !== undefined)}>
                <CodeCell index={index} text={cell.text} />
                {exercise !== undefined && <ExerciseResult exercise={exercise} />}
                {position === last && (
                  <>
                    <InputsPanel />
                    <OutputPanel />
                  </>
                )}
              </section>
            );
          }
        }
      })}
    </div>
  );
}

function labelOf(index: number, isExercise: boolean): string {
  return isExercise ? `Code cell ${index + 1}, an exercise` : `Code cell ${index + 1}`;
}

function lastLesson(cells: readonly NotebookCell[]): number {
  const lesson = cells.findLastIndex((cell) => cell.tag === 'code' && cell.attributes['exercise'] === undefined);
  return lesson === -1 ? cells.findLastIndex((cell) => cell.tag === 'code') : lesson;
}
