import type { Span } from './span';

/** A second place that explains a diagnostic: where the other type came from, where a name was first bound. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/**
 * What we tell the reader about their program. A user's error is always a value of this type, never an exception.
 * `code` is stable and has a golden program that provokes it; `hint` is the likely mend, in plain words.
 */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
}
