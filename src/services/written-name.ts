import type { Span } from '../language/source/span';

const NAME = /[\p{L}_][\p{L}\p{N}_']*/uy;

/**
 * Returns a bound name as the reader wrote it; the core adds suffixes to make names unique. If the text at the span
 * does not begin with the name (an input, or a name made by a translation), returns the core's name.
 */
export function writtenName(texts: readonly string[], name: string, { cell, start }: Span): string {
  NAME.lastIndex = start;
  const written = NAME.exec(texts[cell] ?? '')?.[0];
  return written !== undefined && name.startsWith(written) && /^(?:_[0-9]+)*$/u.test(name.slice(written.length))
    ? written
    : name;
}
