import { exerciseKey, partsOfKey } from '../../notebook/course';
import { type AcceptedAnswer, readProgress } from '../../notebook/progress';
import { answeredKeys, changeAnswers, readAnswers } from './answers';
import { of, passedWith, together } from './answers-in';

/* The reader's answers that passed, to exercises of notebooks that ship with the page. */

/** Returns the last answer to NOTEBOOK/ID that passed. */
export function acceptedAnswer(key: string): AcceptedAnswer | undefined {
  const parts = partsOfKey(key);
  const { text, at = 0 } = (parts && of(readAnswers(`e:${parts.notebook}`).passed, parts.exercise)) ?? {};
  return text === undefined ? undefined : { exercise: key, text, at };
}

/** Returns all answers that passed. */
export function acceptedAnswers(): readonly AcceptedAnswer[] {
  return answeredKeys().flatMap((key) =>
    key.startsWith('e:')
      ? Object.entries(readAnswers(key).passed).flatMap(([id, { text, at }]) =>
          text === undefined ? [] : { exercise: exerciseKey(key.slice(2), id), text, at },
        )
      : [],
  );
}

/**
 * Adds the answers of a progress file to those that are known; of two for one exercise the newer stays. They are marked as
 * passed without a check: the page checks an answer where it is shown, and `pullback grade` trusts no mark. Returns the
 * number of answers in the file, or undefined if it is no progress file.
 */
export function takeProgress(text: string): number | undefined {
  const taken = readProgress(text)?.flatMap((answer) => {
    const parts = partsOfKey(answer.exercise);
    return parts === undefined ? [] : [{ ...parts, answer }];
  });
  for (const { notebook, exercise, answer } of taken ?? [])
    changeAnswers(`e:${notebook}`, (answers) => together(answers, passedWith(exercise, answer)));
  return taken?.length;
}
