import type { Fix } from './fix';
import type { Span } from './span';

/** A second place that explains a diagnostic: where the other type came from, where a name was first bound. */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/**
 * What we tell the reader about their program. A user's error is always a value of this type, never an exception.
 * `code` is stable and has a golden program that provokes it; `hint` says in plain words what to do. A quick fix is made
 * from `fix` alone: no code reads the words of `message` or `hint`.
 */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly fix?: Fix;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
}

/** What helps the reader further. */
export interface Advice {
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  readonly related?: readonly RelatedPlace[];
}

export function error(code: string, span: Span, message: string, advice?: Advice): Diagnostic {
  return diagnostic('error', code, span, message, advice);
}

export function warning(code: string, span: Span, message: string, advice?: Advice): Diagnostic {
  return diagnostic('warning', code, span, message, advice);
}

function diagnostic(
  severity: Diagnostic['severity'],
  code: string,
  span: Span,
  message: string,
  { hint, fix, related = [] }: Advice = {},
): Diagnostic {
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(fix === undefined ? {} : { fix }),
    span,
    related,
  };
}
