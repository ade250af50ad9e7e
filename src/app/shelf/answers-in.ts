import { entriesOf, json } from '../../notebook/foreign-json';
import type { Answers } from '../store/state';

export const NO_ANSWERS: Answers = { prompts: {}, tries: {}, passed: {} };

/**
 * Reads what a reader has answered, from the text in localStorage. Another version of the page may have written it, or it may be
 * damaged: what cannot be read is left out. Never throws.
 */
export function answersIn(text: string | null): Answers {
  const own = entriesOf(json(text ?? ''));
  return {
    prompts: entriesWith(own.get('prompts'), (value) => typeof value === 'string'),
    tries: entriesWith(
      own.get('tries'),
      (value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
    ),
    passed: entriesWith(own.get('passed'), (value) => value === true),
  };
}

/** Returns what two tabs know together. An answer of the first counts where both have one. */
export function together(a: Answers, b: Answers): Answers {
  const tries = Object.entries(a.tries).map(([id, count]) => [id, Math.max(count, of(b.tries, id) ?? 0)] as const);
  return {
    prompts: { ...b.prompts, ...a.prompts },
    tries: { ...b.tries, ...Object.fromEntries(tries) },
    passed: { ...b.passed, ...a.passed },
  };
}

/** Returns the value with an id, which can be any text. */
export function of<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

function entriesWith<T>(value: unknown, isRight: (value: unknown) => value is T): Readonly<Record<string, T>> {
  return Object.fromEntries([...entriesOf(value)].filter((entry): entry is [string, T] => isRight(entry[1])));
}
