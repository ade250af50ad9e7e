import { entriesOf, json } from './foreign-json';

/** A learner's progress: the answers that passed. The page saves it as a file, and `pullback grade` judges the answers again. */

export interface AcceptedAnswer {
  /** The exercise, as `NOTEBOOK/ID`. */
  readonly exercise: string;
  readonly text: string;
  /** When it passed, in milliseconds since 1970. */
  readonly at: number;
}

const FORMAT = 'pullback-progress';

export function printProgress(answers: readonly AcceptedAnswer[]): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, answers }, undefined, 2)}\n`;
}

/** Returns the answers of a progress file; undefined for any other text. Entries that are no answers are left out. */
export function readProgress(text: string): readonly AcceptedAnswer[] | undefined {
  const file = entriesOf(json(text));
  const answers = file.get('answers');
  if (file.get('format') !== FORMAT || !Array.isArray(answers)) return undefined;
  return answers.flatMap((entry: unknown) => answerIn(entry) ?? []);
}

/** Returns an answer from what was stored for it; undefined if it is none. */
export function answerIn(value: unknown): AcceptedAnswer | undefined {
  const own = entriesOf(value);
  const [exercise, text, at] = [own.get('exercise'), own.get('text'), own.get('at')];
  if (typeof exercise !== 'string' || typeof text !== 'string') return undefined;
  return { exercise, text, at: Number.isFinite(at) ? Number(at) : 0 };
}
