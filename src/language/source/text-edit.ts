import type { Span } from './span';

/** Replaces what stands at the span; an empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}
