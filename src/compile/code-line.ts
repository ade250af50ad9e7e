import type { Span } from '../language/source/span';

/** A line of printed code: of the intermediate representation, or of WebAssembly. */
export interface CodeLine {
  /** With its indentation. */
  readonly text: string;
  /** The place in the text from which it was compiled; absent where none is known. */
  readonly origin?: Span | undefined;
  /** It computes an adjoint or a tangent. */
  readonly isDerivative?: boolean;
  /** The function that it is part of. */
  readonly within?: string | undefined;
}

/** Returns lines as one text. */
export function textOf(lines: readonly CodeLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}
