import { useEffect, useState } from 'react';
import { cellWith } from '../../notebook/document';
import type { Exercise } from '../../notebook/exercises';
import { countTry, startAnswers } from '../shelf/answers';
import { of } from '../shelf/answers-in';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { ReadProse } from './Prose';

/** Milliseconds for which a failed answer must stay unchanged to be a try: what is half typed is none. */
const PAUSE = 1_500;

interface HintsProps {
  readonly exercise: Exercise;
  /** The answer that the outcome is about. */
  readonly text: string;
  /** The result of the checks; undefined while they run, and while the answer has an error. */
  readonly outcome: 'passed' | 'failed' | undefined;
}

/** The hints of an exercise that failed tries have unlocked. */
export function Hints({ exercise, text, outcome }: HintsProps) {
  const { id, hints } = exercise;
  const tries = useAppStore(({ answers }) => (answers && of(answers.tries, id)) ?? 0);
  const isPassed = outcome === 'passed';
  useEffect(startAnswers, []);
  useTries(exercise, text, outcome);
  const shown = hints.slice(0, tries);
  return (
    <div className="exercise-hints" role="group" aria-label="Hints">
      {shown.map((hint, at) => (
        // The hints have no identity but their place.
        <ReadProse key={at} markdown={hint} />
      ))}
      {!isPassed && shown.length < hints.length && (
        <p>{shown.length === 0 ? 'A failed try shows a hint.' : 'Another failed try shows the next hint.'}</p>
      )}
    </div>
  );
}

/** Counts each new answer whose checks fail, and notes that one has passed. The text that was there first is no try. */
function useTries({ id, cellId }: Exercise, text: string, outcome: HintsProps['outcome']): void {
  const [seen] = useState(() => {
    const cell = cellWith(store.getState().notebook, cellId);
    return new Set([cell?.tag === 'code' ? cell.text : '']);
  });
  useEffect(() => {
    if (outcome !== 'failed' || seen.has(text)) return;
    const timer = setTimeout(() => {
      seen.add(text);
      countTry(id);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [id, text, outcome, seen]);
}
