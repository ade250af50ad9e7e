/** Keys of answers in localStorage begin with this prefix. Earlier versions of the page wrote other forms under other names. */
export const ANSWERS_PREFIX = 'pullback.answered.';
