import { partsOfKey } from '../../notebook/course';
import { type AcceptedAnswer, answerIn, readProgress } from '../../notebook/progress';
import { embedded } from '../kit/embedding';
import { store } from '../store/store';
import type { Origin } from '../store/state';

/*
 * The reader's answers that passed, in localStorage: one key for each exercise, so that two tabs keep each other's. They leave
 * the browser only in the file that the reader saves. A page in a frame neither reads nor writes them.
 */

const PREFIX = 'pullback.passed.';

/** What the browser refused to store. It lasts as long as the page. */
const unsaved = new Map<string, AcceptedAnswer>();
const listeners = new Set<() => void>();

/** Keeps an answer that passed. Only exercises of notebooks that ship with the page are marked. */
export function markPassed(origin: Origin, exercise: string, text: string): void {
  if (embedded || origin.tag !== 'builtin') return;
  const key = `${origin.id}/${exercise}`;
  if (acceptedAnswer(key)?.text !== text) keep([{ exercise: key, text, at: Date.now() }]);
}

/** Returns the last answer to NOTEBOOK/ID that passed. */
export function acceptedAnswer(key: string): AcceptedAnswer | undefined {
  if (embedded) return undefined;
  const refused = unsaved.get(key);
  if (refused !== undefined) return refused;
  try {
    const answer = answerIn(JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null'));
    return answer?.exercise === key ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Returns all answers that passed. */
export function acceptedAnswers(): readonly AcceptedAnswer[] {
  const keys = new Set(unsaved.keys());
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
  } catch {
    // Without storage there are the answers of this page.
  }
  return [...keys].flatMap((key) => acceptedAnswer(key) ?? []);
}

/**
 * Adds the answers of a progress file to those that are known; of two for one exercise the newer stays. They are marked as
 * passed without a check: the page checks an answer where it is shown, and `pullback grade` trusts no mark. Returns the
 * number of answers in the file, or undefined if it is no progress file.
 */
export function takeProgress(text: string): number | undefined {
  const answers = readProgress(text)?.filter(({ exercise }) => partsOfKey(exercise) !== undefined);
  keep(answers?.filter(({ exercise, at }) => (acceptedAnswer(exercise)?.at ?? -Infinity) < at) ?? []);
  return answers?.length;
}

function keep(answers: readonly AcceptedAnswer[]): void {
  const refused = answers.filter((answer) => !isStored(answer));
  if (refused.length > 0)
    store
      .getState()
      .notify(
        'warning',
        'Browser storage is full, so this mark is lost when you leave. Save your progress under Notebooks.',
      );
  for (const listener of listeners) listener();
}

function isStored(answer: AcceptedAnswer): boolean {
  try {
    localStorage.setItem(PREFIX + answer.exercise, JSON.stringify(answer));
    unsaved.delete(answer.exercise);
    return true;
  } catch {
    unsaved.set(answer.exercise, answer);
    return false;
  }
}

/** Calls a function whenever an answer is added, in this tab or in another. Returns how to end that. */
export function onMarksChange(listener: () => void): () => void {
  const followStorage = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(PREFIX)) listener();
  };
  listeners.add(listener);
  addEventListener('storage', followStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', followStorage);
  };
}
