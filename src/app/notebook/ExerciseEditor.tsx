import { useEffect, useId, useMemo, useState } from 'react';
import { isImported } from '../../language/source/imported';
import { programCells } from '../../notebook/document';
import { type BlockTag, blocksOf, withBlock } from '../../notebook/exercise-blocks';
import { exercisesOf } from '../../notebook/exercises';
import type { ExerciseFault } from '../../protocol/exercises';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { ask } from '../workers/run-client';
import './exercise-editor.css';

interface ExerciseEditorProps {
  readonly id: string;
  /** The index of the exercise's cell in the program. */
  readonly index: number;
}

/** Edits what belongs to an exercise, and says whether the exercise is valid. It is folded until the author opens it. */
export function ExerciseEditor({ id, index }: ExerciseEditorProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="exercise-editor"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>Edit exercise</summary>
      {isOpen && <Blocks id={id} index={index} />}
    </details>
  );
}

function Blocks({ id, index }: ExerciseEditorProps) {
  const notebook = useAppStore((state) => state.notebook);
  const wrong = blocksOf(notebook, id, 'wrong');
  const hints = blocksOf(notebook, id, 'hint');
  return (
    <>
      <Validity id={id} index={index} />
      <Block id={id} tag="checks" at={0} label="Checks" />
      <Block id={id} tag="solution" at={0} label="Solution" />
      {hints.map((cell, at) => (
        <Block key={cell.id} id={id} tag="hint" at={at} label={`Hint ${at + 1}`} />
      ))}
      {wrong.map((cell, at) => (
        <Block key={cell.id} id={id} tag="wrong" at={at} label={`Wrong answer ${at + 1}`} />
      ))}
      <button
        type="button"
        className="button small outlined"
        onClick={() => {
          // The exercise's own text is where wrong answers start from.
          change(id, 'wrong', wrong.length, programCells(notebook)[index] ?? '');
        }}
      >
        Add wrong answer
      </button>
      <button
        type="button"
        className="button small outlined"
        onClick={() => {
          change(id, 'hint', hints.length, '');
        }}
      >
        Add hint
      </button>
    </>
  );
}

function change(id: string, tag: BlockTag, at: number, text: string | undefined): void {
  const { notebook, edit } = store.getState();
  edit(withBlock(notebook, id, tag, at, text), text === undefined ? undefined : `${tag} ${at} of ${id}`);
}

interface BlockProps {
  readonly id: string;
  readonly tag: BlockTag;
  readonly at: number;
  readonly label: string;
}

function Block({ id, tag, at, label }: BlockProps) {
  const field = useId();
  const text = useAppStore((state) => blocksOf(state.notebook, id, tag)[at]?.text ?? '');
  return (
    <div className="exercise-block">
      <label htmlFor={field}>{label}</label>
      <textarea
        id={field}
        value={text}
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        onChange={(event) => {
          change(id, tag, at, event.target.value);
        }}
      />
      {(tag === 'wrong' || tag === 'hint') && (
        <button
          type="button"
          className="button small outlined"
          aria-label={`Delete ${label.toLowerCase()}`}
          onClick={() => {
            change(id, tag, at, undefined);
          }}
        >
          Delete
        </button>
      )}
    </div>
  );
}

/** Milliseconds without an edit after which the exercise is judged. */
const PAUSE = 500;

type Judged = readonly ExerciseFault[] | 'stopped' | 'failed' | undefined;

function Validity({ id, index }: ExerciseEditorProps) {
  const notebook = useAppStore((state) => (state.check?.revision === state.textRevision ? state.notebook : undefined));
  const exercise = useMemo(() => notebook && exercisesOf(notebook).find((each) => each.id === id), [notebook, id]);
  const [judged, setJudged] = useState<{ readonly of: typeof notebook; readonly as: Judged }>();
  useEffect(() => {
    if (notebook === undefined || exercise === undefined) return;
    let live = true;
    const timer = setTimeout(() => {
      const { check, checks, solution, wrong } = exercise;
      const cells = programCells(notebook).filter((text, at) => at <= index || isImported(text));
      const request = { exercise: id, cells, cell: index, check, checks, solution, wrong, budget: PAGE_BUDGET };
      ask('exerciseFaults', request).then(
        (reply) => {
          if (live && reply !== undefined) setJudged({ of: notebook, as: reply });
        },
        () => {
          if (live) setJudged({ of: notebook, as: 'failed' });
        },
      );
    }, PAUSE);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [notebook, exercise, id, index]);
  const found = notebook !== undefined && judged?.of === notebook ? judged.as : undefined;
  const faults = typeof found === 'object' ? found : [];
  return (
    <>
      <p role="status" aria-label="Validity">
        {notebook !== undefined && exercise === undefined ? 'Not an exercise yet: write its checks.' : words(found)}
      </p>
      {faults.length > 0 && (
        <ul aria-label="Faults">
          {faults.map(({ message, hint }) => (
            <li key={message}>
              {message} ({hint})
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function words(judged: Judged): string {
  if (judged === undefined) return 'Checking …';
  if (judged === 'stopped') return 'The check took too long and was stopped.';
  if (judged === 'failed') return 'The check failed because of a bug in Pullback.';
  return judged.length === 0
    ? '✓ Valid: the start fails, the solution passes, and every wrong answer fails.'
    : '✗ Not valid:';
}
