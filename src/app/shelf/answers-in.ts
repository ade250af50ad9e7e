import { entriesOf, json } from '../../notebook/foreign-json';
import type { Answers, PassedAnswer } from '../store/state';

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
    passed: Object.fromEntries(
      [...entriesOf(own.get('passed'))].flatMap(([id, value]) => {
        const answer = passedIn(value);
        return answer === undefined ? [] : [[id, answer]];
      }),
    ),
  };
}

/** Returns what two tabs know together. Where both have an answer, the newer one counts that passed, and the first one to a prompt. */
export function together(a: Answers, b: Answers): Answers {
  const newer = Object.entries(a.passed).filter(([id, { at }]) => at >= (of(b.passed, id)?.at ?? 0));
  const tries = Object.entries(a.tries).map(([id, count]) => [id, Math.max(count, of(b.tries, id) ?? 0)] as const);
  return {
    prompts: { ...b.prompts, ...a.prompts },
    tries: { ...b.tries, ...Object.fromEntries(tries) },
    passed: { ...a.passed, ...b.passed, ...Object.fromEntries(newer) },
  };
}

/** Returns the value with an id, which can be any text. */
export function of<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

/** Returns answers with no other than one that passed. */
export function passedWith(exercise: string, { text, at }: PassedAnswer): Answers {
  return { ...NO_ANSWERS, passed: { [exercise]: { ...(text !== undefined && { text }), at } } };
}

/** Earlier versions of the page stored `true` for an exercise that passed. */
function passedIn(value: unknown): PassedAnswer | undefined {
  const own = entriesOf(value);
  const [text, at] = [own.get('text'), own.get('at')];
  if (value !== true && typeof text !== 'string' && typeof at !== 'number') return undefined;
  return { ...(typeof text === 'string' && { text }), at: Number.isFinite(at) ? Number(at) : 0 };
}

function entriesWith<T>(value: unknown, isRight: (value: unknown) => value is T): Readonly<Record<string, T>> {
  return Object.fromEntries([...entriesOf(value)].filter((entry): entry is [string, T] => isRight(entry[1])));
}
