import type { Span } from './span';

/** Replaces the text at the span; an empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}
