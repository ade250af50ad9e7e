import type { Span } from '../language/source/span';

/** Thrown inside the compiler for a program that it does not take; `flatten` returns it as the reason. */
export class Unsupported extends Error {
  readonly span: Span;
  readonly hint: string;

  constructor(construct: string, span: Span, hint: string) {
    super(construct);
    this.span = span;
    this.hint = hint;
  }
}

/** Returns that terms stand inside terms to a depth that the compiler has no stack for. */
export function tooDeep(span: Span): Unsupported {
  return new Unsupported('terms are nested too deeply', span, 'name the parts with let');
}
