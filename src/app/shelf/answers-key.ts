/** What keys of answers in localStorage begin with. */
export const ANSWERS_PREFIX = 'pullback.answers.';
