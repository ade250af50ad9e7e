import { partsOfKey } from '../../notebook/course';
import { json } from '../../notebook/foreign-json';
import { answerIn } from '../../notebook/progress';
import { embedded } from '../kit/embedding';
import { hashed } from '../kit/hashed';
import type { Answers, AppState } from '../store/state';
import { store } from '../store/store';
import { ANSWERS_PREFIX } from './answers-key';
import { answersIn, NO_ANSWERS, of, passedWith, together } from './answers-in';

/*
 * What the reader has answered, in localStorage as the JSON of `Answers`, by the key of the notebook: `e:ID` of one that
 * ships with the page (an edited copy has the same), `l:HASH` of a link, `y:ID` of one of the reader's own. That of the open
 * notebook is also in the store. It leaves the browser only in the file that the reader saves. A page in a frame keeps it in
 * memory.
 */

/** Returns the key of the open notebook; undefined if its answers are in memory alone. */
function keyOf({ origin, shelfId }: Pick<AppState, 'origin' | 'shelfId'>): string | undefined {
  if (embedded) return undefined;
  switch (origin.tag) {
    case 'builtin':
      return `e:${origin.id}`;
    case 'link':
      return `l:${hashed(origin.fragment)}`;
    case 'own':
      return shelfId === undefined ? undefined : `y:${shelfId}`;
  }
}

/** By key, the answers that the browser refused to store. They last as long as the page. */
const refused = new Map<string, Answers>();
/** By key, the prompts whose stored answers the reader has taken back while the browser refuses to store that. */
const withdrawn = new Map<string, Set<string>>();
const listeners = new Set<() => void>();
let isStarted = false;

/** Reads the answers of the open notebook, and follows other documents. Can be called any number of times. */
export function startAnswers(): void {
  if (isStarted) return;
  isStarted = true;
  showOwn();
  store.subscribe((state, before) => {
    const { answers = NO_ANSWERS } = state;
    const key = keyOf(state);
    if (state.generation !== before.generation) showOwn();
    // A new notebook has got a place on the shelf.
    else if (state.shelfId !== before.shelfId && answers !== NO_ANSWERS && key !== undefined)
      changeAnswers(key, (stored) => together(answers, stored));
  });
}

function showOwn(): void {
  const key = keyOf(store.getState());
  store.setState({ answers: key === undefined ? NO_ANSWERS : readAnswers(key) });
}

/** Returns the answers of a notebook, by its key. */
export function readAnswers(key: string): Answers {
  const kept = refused.get(key) ?? NO_ANSWERS;
  if (embedded) return kept;
  try {
    const stored = answersIn(localStorage.getItem(ANSWERS_PREFIX + key));
    const prompts = Object.entries(stored.prompts).filter(([prompt]) => withdrawn.get(key)?.has(prompt) !== true);
    return together(kept, { ...stored, prompts: Object.fromEntries(prompts) });
  } catch {
    return kept;
  }
}

/** Returns the keys of the notebooks that have answers. */
export function answeredKeys(): readonly string[] {
  const keys = [...refused.keys()];
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(ANSWERS_PREFIX)) keys.push(key.slice(ANSWERS_PREFIX.length));
  } catch {
    // Without storage there are the answers of this page.
  }
  return [...new Set(keys)];
}

/** Changes the answers of a notebook. Another tab may have changed them since they were read. */
export function changeAnswers(key: string, by: (answers: Answers) => Answers): void {
  const before = readAnswers(key);
  const answers = by(before);
  if (answers === before) return;
  const text = JSON.stringify(answers);
  try {
    localStorage.setItem(ANSWERS_PREFIX + key, text);
    if (localStorage.getItem(ANSWERS_PREFIX + key) !== text) throw new Error('the browser keeps nothing');
    refused.delete(key);
    withdrawn.delete(key);
  } catch (error) {
    if (refused.size === 0)
      store
        .getState()
        .notify(
          'warning',
          `${error instanceof DOMException && error.name === 'QuotaExceededError' ? 'Browser storage is full' : 'This browser blocks storage'}, so your answers are lost when you close or reload this page. Save progress, under Notebooks and Course, keeps those that passed.`,
        );
    refused.set(key, answers);
    const gone = Object.keys(before.prompts).filter((prompt) => !Object.hasOwn(answers.prompts, prompt));
    withdrawn.set(key, new Set([...(withdrawn.get(key) ?? []), ...gone]));
  }
  told(key);
}

/** Shows changed answers; those of all notebooks have changed if there is no key. */
function told(key: string | undefined): void {
  const own = keyOf(store.getState());
  if (isStarted && own !== undefined && (key ?? own) === own) showOwn();
  for (const listener of listeners) listener();
}

/** Calls a function whenever answers change, in this tab or in another. Returns how to end that. */
export function onAnswersChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(by: (answers: Answers) => Answers): void {
  startAnswers();
  const state = store.getState();
  const key = keyOf(state);
  if (key === undefined) store.setState({ answers: by(state.answers ?? NO_ANSWERS) });
  else changeAnswers(key, by);
}

/** Commits the answer to a prompt; the first one counts, also of another tab. */
export function commitAnswer(prompt: string, text: string): void {
  change((answers) => ({ ...answers, prompts: { [prompt]: text, ...answers.prompts } }));
}

/** Takes an answer back, so that the prompt asks again. */
export function withdrawAnswer(prompt: string): void {
  change((answers) => ({
    ...answers,
    prompts: Object.fromEntries(Object.entries(answers.prompts).filter(([id]) => id !== prompt)),
  }));
}

/** Counts a failed try of an exercise. */
export function countTry(exercise: string): void {
  change((answers) => ({
    ...answers,
    tries: { ...answers.tries, [exercise]: (of(answers.tries, exercise) ?? 0) + 1 },
  }));
}

/** Keeps an answer to an exercise that has passed. */
export function notePassed(exercise: string, text: string): void {
  change((answers) =>
    of(answers.passed, exercise)?.text === text
      ? answers
      : { ...answers, passed: { ...answers.passed, [exercise]: { text, at: Date.now() } } },
  );
}

/** What earlier versions stored: answers by notebook, and answers that passed by exercise. */
const EARLIER = /^pullback\.(answers|passed)\.(.+)/;

/** Moves what earlier versions stored to its place now. What cannot be moved stays. */
function moveEarlier(): void {
  for (const name of Object.keys(localStorage)) {
    const [, kind, rest = ''] = EARLIER.exec(name) ?? [];
    const text = localStorage.getItem(name) ?? '';
    const answer = kind === 'passed' ? answerIn(json(text)) : undefined;
    const parts = answer && partsOfKey(rest);
    const key = kind === 'answers' ? rest : parts && `e:${parts.notebook}`;
    if (key === undefined) continue;
    const found = answer && parts ? passedWith(parts.exercise, answer) : answersIn(text);
    changeAnswers(key, (answers) => together(answers, found));
    if (!refused.has(key)) localStorage.removeItem(name);
  }
}

if (!embedded) {
  try {
    moveEarlier();
  } catch {
    // The browser blocks storage.
  }
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(ANSWERS_PREFIX)) told(key?.slice(ANSWERS_PREFIX.length));
  });
}
