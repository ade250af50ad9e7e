/**
 * Thrown if no rule applies: an operation or predicate has no value, a bound is used up, or terms are too large for a
 * test.
 */
export class Undefined extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export type PaperAnswer<T> =
  { readonly tag: 'value'; readonly value: T } | { readonly tag: 'undefined'; readonly code: string };

/** Returns the result of `compute`, or the reason why it is undefined. */
export function answer<T>(compute: () => T): PaperAnswer<T> {
  try {
    return { tag: 'value', value: compute() };
  } catch (error) {
    if (error instanceof Undefined) return { tag: 'undefined', code: error.code };
    throw error;
  }
}
