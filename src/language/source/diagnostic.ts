import type { Fix } from './fix';
import type { Span } from './span';

/**
 * A second place that explains a diagnostic, such as the source of the other type, or the first definition of a name.
 */
export interface RelatedPlace {
  readonly message: string;
  readonly span: Span;
}

/** A hint is about a program that is right, and could be written better: only checks and editors show it. */
export type Severity = 'error' | 'warning' | 'hint';

/**
 * A problem in the reader's program. Errors of users are always values of this type, never exceptions. `code` is stable
 * and has a golden program that provokes it; `hint` says what to do. A quick fix is made from `fix` alone: no code
 * reads the text of `message` or `hint`.
 */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly fix?: Fix;
  readonly span: Span;
  readonly related: readonly RelatedPlace[];
}

/** The optional parts of a diagnostic, which help the reader to fix the problem. */
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

export function hint(code: string, span: Span, message: string, advice?: Advice): Diagnostic {
  return diagnostic('hint', code, span, message, advice);
}

function diagnostic(
  severity: Severity,
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
