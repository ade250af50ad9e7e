import type { Span } from '../language/source/span';

const NAME = /[\p{L}_][\p{L}\p{N}_']*/uy;

/**
 * A bound name as the reader wrote it: the core makes names unique by a suffix. Its place begins with the name; a place
 * that does not (of an input, of what a translation made) has the core's.
 */
export function writtenName(texts: readonly string[], name: string, { cell, start }: Span): string {
  NAME.lastIndex = start;
  const written = NAME.exec(texts[cell] ?? '')?.[0];
  return written !== undefined && name.startsWith(written) && /^(?:_[0-9]+)*$/u.test(name.slice(written.length))
    ? written
    : name;
}
