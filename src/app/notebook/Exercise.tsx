import { useEffect, useState } from 'react';
import { isImported } from '../../language/source/imported';
import { cellWith, programCells } from '../../notebook/document';
import type { Exercise } from '../../notebook/exercises';
import { type CheckedLine, type ExerciseReply, whyNot } from '../../protocol/exercises';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { Message } from '../panels/shared/DiagnosticList';
import { ask } from '../workers/run-client';
import { notePassed } from '../shelf/answers';
import { useAppStore } from '../store/hooks';
import { OpenAsNotebook } from './OpenAsNotebook';
import { Hints } from './Hints';
import './exercise.css';

/** The result of an exercise's check, shown below its cell. */
export function ExerciseStatus({ exercise }: { readonly exercise: Exercise }) {
  const { result, text } = useResult(exercise);
  const lines = result !== undefined && 'lines' in result ? (result.lines ?? []) : [];
  return (
    <>
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
      {exercise.hints.length > 0 && <Hints exercise={exercise} text={text} outcome={outcomeOf(result)} />}
    </>
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
      {reason !== undefined && (
        <span className="exercise-reason">
          <Message text={reason} />
        </span>
      )}
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

function outcomeOf(result: Shown | undefined): 'passed' | 'failed' | undefined {
  switch (result?.status) {
    case 'correct':
      return 'passed';
    case 'not yet':
    case 'failed':
    case 'stopped':
      return 'failed';
    case 'checking':
    case 'waiting':
    case undefined:
      return undefined;
  }
}

/** The result of the check and the answer that it is about, computed again after every checked edit. Slider values do not affect it. */
function useResult({ id, cell, cellId, check, checks }: Exercise): {
  readonly result: Shown | undefined;
  readonly text: string;
} {
  const notebook = useAppStore((state) => (state.check?.revision === state.textRevision ? state.notebook : undefined));
  const [found, setFound] = useState<{ readonly result: Shown; readonly text: string }>();
  useEffect(() => {
    if (notebook === undefined) return;
    let live = true;
    const answer = cellWith(notebook, cellId);
    const setResult = (result: Shown): void => {
      setFound({ result, text: answer?.tag === 'code' ? answer.text : '' });
    };
    const late = setTimeout(() => {
      setResult({ status: 'checking' });
    }, PATIENCE);
    const cells = programCells(notebook).filter((text, at) => at <= cell || isImported(text));
    ask('exercise', { exercise: id, cells, cell, check, checks, budget: PAGE_BUDGET }).then(
      (reply) => {
        if (!live || reply === undefined) return;
        clearTimeout(late);
        if (reply !== 'stopped' && reply.status === 'correct') notePassed(id, cells[cell] ?? '');
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
  }, [notebook, id, cell, cellId, check, checks]);
  return { result: found?.result, text: found?.text ?? '' };
}
