import { type RefObject, type SubmitEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isImported } from '../../language/source/imported';
import { programCells, type PromptCell } from '../../notebook/document';
import { placesOf, type Prompt as AskedPrompt, promptsOf } from '../../notebook/prompts';
import type { PromptReply } from '../../protocol/prompts';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { showNumber } from '../kit/format';
import { lazily, PartFailed } from '../kit/lazily';
import { commitAnswer, startAnswers, withdrawAnswer } from '../shelf/answers';
import { of } from '../shelf/answers-in';
import { useAppStore } from '../store/hooks';
import { ask } from '../workers/run-client';
import { isRight, numberIn } from './prompt-values';
import { ReadProse } from './Prose';
import './prompt.css';

const Curve = lazily(() => import('./Curve').then((module) => module.Curve), PartFailed);

/** A question to the reader, a form for the answer, and once it is committed, the gap to what the program gives. */
export function Prompt({ cell }: { readonly cell: PromptCell }) {
  const notebook = useAppStore((state) => state.notebook);
  const prompt = useMemo(() => promptsOf(notebook).find(({ cellId }) => cellId === cell.id), [notebook, cell.id]);
  const isKnown = useAppStore((state) => state.answers !== undefined);
  const committed = useAppStore(({ answers }) => answers && of(answers.prompts, cell.prompt));
  const area = useKeptFocus(isKnown ? committed !== undefined : undefined);
  useEffect(startAnswers, []);
  if (prompt === undefined) return null;
  return (
    <>
      <p className="prompt-word">{prompt.tag === 'predict' ? 'Predict' : 'Recall'}</p>
      <ReadProse markdown={prompt.question} />
      <div ref={area} tabIndex={-1}>
        {isKnown &&
          (committed === undefined ? <Form prompt={prompt} /> : <Committed prompt={prompt} committed={committed} />)}
      </div>
    </>
  );
}

/** Returns a reference to an element that gets the focus where a change of `shown` has removed what had it. */
function useKeptFocus(shown: boolean | undefined): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const isChanged = before.current !== undefined && before.current !== shown;
    before.current = shown;
    if (isChanged && document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, [shown]);
  return area;
}

interface PromptProps {
  readonly prompt: AskedPrompt;
}

function Form({ prompt }: PromptProps) {
  const { kind, id, axes, options, tag } = prompt;
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const name = useId();
  const isReady = kind === 'number' ? numberIn(text) !== undefined : text.trim() !== '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setRefused(!isReady);
    if (isReady) commitAnswer(id, text.trim());
  };
  return (
    <form className="prompt-form" onSubmit={submit}>
      {kind === 'choice' ? (
        <fieldset>
          <legend className="visually-hidden">Options</legend>
          {options.map((option) => (
            <label key={option}>
              <input
                type="radio"
                name={name}
                checked={text === option}
                onChange={() => {
                  setText(option);
                }}
              />
              <ReadProse markdown={option} />
            </label>
          ))}
        </fieldset>
      ) : axes === undefined ? (
        <input
          type="text"
          aria-label="Your answer"
          autoComplete="off"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          aria-invalid={isRefused}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setRefused(false);
          }}
        />
      ) : (
        <Curve axes={axes} text={text} onDraw={setText} fallback={<div className="curve-drawing" />} />
      )}
      <button type="submit" className="button outlined">
        {tag === 'predict' ? 'Commit' : 'Check'}
      </button>
      <span role="status">{isRefused && REFUSED[kind]}</span>
    </form>
  );
}

const REFUSED = {
  number: 'Write a number without commas, such as -2.5, 1/3 or 1500.',
  text: 'Write an answer.',
  choice: 'Choose an option.',
  curve: 'Draw a curve first.',
} as const;

interface CommittedProps extends PromptProps {
  readonly committed: string;
}

/** Shows the reader's answer beside the program's. */
function Committed({ prompt, committed }: CommittedProps) {
  const reply = useReply(prompt);
  return (
    <div className="prompt-gap">
      <div role="status" aria-label={prompt.tag === 'predict' ? 'Your prediction' : 'Your answer'}>
        <Gap prompt={prompt} committed={committed} reply={reply} />
      </div>
      <button
        type="button"
        className="text-button"
        onClick={() => {
          withdrawAnswer(prompt.id);
        }}
      >
        Answer again
      </button>
    </div>
  );
}

function Gap({ prompt, committed, reply }: CommittedProps & { readonly reply: PromptReply | 'stopped' | undefined }) {
  const { kind, options, axes } = prompt;
  if (axes !== undefined)
    return (
      <>
        <Curve
          axes={axes}
          text={committed}
          right={typeof reply === 'object' && reply.status === 'curve' ? reply.ys : []}
          fallback={<div className="curve-drawing" />}
        />
        <Problem reply={reply} />
      </>
    );
  const isMarkdown = kind === 'choice';
  const shown = <Fact name="You" value={committed} isMarkdown={isMarkdown} />;
  if (typeof reply !== 'object' || (reply.status !== 'number' && reply.status !== 'text'))
    return (
      <>
        {shown}
        <Problem reply={reply} />
      </>
    );
  if (kind === 'number' && reply.status === 'number') {
    const given = numberIn(committed); // earlier versions of the page accepted more
    return (
      <>
        {shown}
        <Fact name="Program" value={showNumber(reply.value)} />
        {given !== undefined && <Fact name="Difference" value={showNumber(given - reply.value)} />}
      </>
    );
  }
  const right =
    reply.status === 'text'
      ? reply.value
      : kind === 'choice'
        ? (options[reply.value - 1] ?? '–')
        : showNumber(reply.value);
  const isCorrect = kind === 'choice' ? committed === right : isRight(committed, reply);
  return (
    <>
      <span className={isCorrect ? 'prompt-mark right' : 'prompt-mark'}>{isCorrect ? '✓ right' : '✗ not right'}</span>
      {shown}
      {!isCorrect && <Fact name="Answer" value={right} isMarkdown={isMarkdown} />}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly isMarkdown?: boolean;
}

function Fact({ name, value, isMarkdown = false }: FactProps) {
  return (
    <div className="prompt-fact">
      <span>{name}</span> {isMarkdown ? <ReadProse markdown={value} /> : <strong>{value}</strong>}
    </div>
  );
}

function Problem({ reply }: { readonly reply: PromptReply | 'stopped' | undefined }) {
  if (reply === undefined) return <span>computing …</span>;
  if (reply === 'stopped') return <span>The program took too long and was stopped.</span>;
  if (reply.status === 'waiting') return <span>The program has an error; fix it to see its answer.</span>;
  return reply.status === 'failed' && <span>The answer of the program is missing: {reply.message}.</span>;
}

/** Returns the program's answer, computed again after every checked edit. */
function useReply({ id, kind, answer, sees, axes }: AskedPrompt): PromptReply | 'stopped' | undefined {
  const notebook = useAppStore((state) => (state.check?.revision === state.textRevision ? state.notebook : undefined));
  const [reply, setReply] = useState<PromptReply | 'stopped'>();
  const [from, to] = axes?.x ?? [];
  useEffect(() => {
    if (notebook === undefined) return;
    let live = true;
    const cells = programCells(notebook).filter((text, at) => at < sees || isImported(text));
    const xs = from === undefined || to === undefined ? [] : placesOf({ x: [from, to] });
    ask('prompt', { prompt: id, cells, kind, answer, xs, budget: PAGE_BUDGET }).then(
      (found) => {
        if (live && found !== undefined) setReply(found);
      },
      () => {
        if (live) setReply({ status: 'failed', message: 'internal error' });
      },
    );
    return () => {
      live = false;
    };
  }, [notebook, id, kind, answer, sees, from, to]);
  return reply;
}
