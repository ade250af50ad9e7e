import { embedded } from '../kit/embedding';
import { hashed } from '../kit/hashed';
import type { Answers, AppState } from '../store/state';
import { store } from '../store/store';
import { ANSWERS_PREFIX } from './answers-key';
import { answersIn, NO_ANSWERS, of, together } from './answers-in';

/*
 * What the reader has answered in the open notebook. It is in the store, and in localStorage as the JSON of `Answers`, by the
 * key of the notebook: `e:ID` of one that ships with the page (an edited copy has the same), `l:HASH` of a link, `y:ID` of
 * one of the reader's own. It leaves the browser only if the reader takes it out. A page in a frame keeps it in memory.
 */

/** Returns the key of the open notebook in localStorage; undefined if it is in memory alone. */
function keyOf({ origin, shelfId }: Pick<AppState, 'origin' | 'shelfId'>): string | undefined {
  if (embedded) return undefined;
  switch (origin.tag) {
    case 'builtin':
      return `${ANSWERS_PREFIX}e:${origin.id}`;
    case 'link':
      return `${ANSWERS_PREFIX}l:${hashed(origin.fragment)}`;
    case 'own':
      return shelfId === undefined ? undefined : `${ANSWERS_PREFIX}y:${shelfId}`;
  }
}

/** False once the browser has refused to store something: from then on the store knows more than localStorage. */
let isStored = true;
let isStarted = false;

/** Reads the answers of the open notebook, and follows other documents and other tabs. Can be called any number of times. */
export function startAnswers(): void {
  if (isStarted) return;
  isStarted = true;
  readOwn();
  store.subscribe((state, before) => {
    if (state.generation !== before.generation) readOwn();
    // A new notebook has got a place on the shelf.
    else if (state.shelfId !== before.shelfId && state.answers !== undefined && state.answers !== NO_ANSWERS)
      save(state.answers);
  });
  addEventListener('storage', ({ key }) => {
    const state = store.getState();
    if (key !== null && key !== keyOf(state)) return;
    const theirs = stored(state);
    store.setState({ answers: isStored ? theirs : together(state.answers ?? NO_ANSWERS, theirs) });
  });
}

function readOwn(): void {
  isStored = true;
  store.setState({ answers: stored(store.getState()) });
}

function stored(state: AppState): Answers {
  const key = keyOf(state);
  if (key === undefined) return NO_ANSWERS;
  try {
    return answersIn(localStorage.getItem(key));
  } catch {
    return NO_ANSWERS;
  }
}

/** Changes the answers. Another tab may have changed them since they were read. */
function change(by: (answers: Answers) => Answers): void {
  startAnswers();
  const state = store.getState();
  const known = state.answers ?? NO_ANSWERS;
  const before = keyOf(state) === undefined ? known : isStored ? stored(state) : together(known, stored(state));
  const answers = by(before);
  store.setState({ answers });
  save(answers);
}

function save(answers: Answers): void {
  const state = store.getState();
  const key = keyOf(state);
  if (key === undefined) return;
  try {
    localStorage.setItem(key, JSON.stringify(answers));
    isStored = true;
  } catch {
    if (isStored)
      state.notify('warning', 'Browser storage is full, so your answers are lost when you close or reload this page.');
    isStored = false;
  }
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

/** Notes that an answer to an exercise has passed. */
export function notePassed(exercise: string): void {
  if (of(store.getState().answers?.passed ?? {}, exercise) === undefined)
    change((answers) => ({ ...answers, passed: { ...answers.passed, [exercise]: true } }));
}
