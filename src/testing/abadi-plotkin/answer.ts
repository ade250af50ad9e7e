/** There is no rule: an operation or predicate has no value, a bound is used up, or the terms are too large for a test. */
export class Undefined extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export type PaperAnswer<T> =
  { readonly tag: 'value'; readonly value: T } | { readonly tag: 'undefined'; readonly code: string };

/** What `compute` gives, or why it is not defined. */
export function answer<T>(compute: () => T): PaperAnswer<T> {
  try {
    return { tag: 'value', value: compute() };
  } catch (error) {
    if (error instanceof Undefined) return { tag: 'undefined', code: error.code };
    throw error;
  }
}
