/* The bytes of a file of values, and the places in it. */

/** A problem in a file, and its place. Readers throw it, and `reading` catches it. */
export class Misread extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A file, of which a reader reads the bytes from `start` to `end`. */
export interface FileBytes {
  readonly name: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Returns the bytes of a whole file, without a byte order mark. */
export function wholeFile(name: string, bytes: Buffer): FileBytes {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { name, bytes, start: hasMark ? 3 : 0, end: bytes.length };
}

/** Returns a place as `FILE:LINE:COLUMN`, from 1, the column in UTF-16 units. */
export function placeIn({ name, bytes }: FileBytes, at: number): string {
  let line = 1;
  let from = 0;
  for (let next = bytes.indexOf(NEWLINE); next >= 0 && next < at; next = bytes.indexOf(NEWLINE, next + 1)) {
    line += 1;
    from = next + 1;
  }
  return `${name}:${line}:${bytes.toString('utf8', from, at).length + 1}`;
}

export const NEWLINE = 10;

const DECODER = new TextDecoder('utf-8', { fatal: true });

/** Returns bytes as text. */
export function textOf({ bytes }: FileBytes, from: number, to: number): string {
  try {
    return DECODER.decode(bytes.subarray(from, to));
  } catch {
    throw new Misread('this is not UTF-8 text', from);
  }
}

/** Returns the start of a text for a message. */
export function excerpt({ bytes, end }: FileBytes, from: number, to = end): string {
  const text = bytes.toString('utf8', from, Math.min(to, from + 40)).split(/[\r\n]/u, 1)[0] ?? '';
  if (text === '') return 'nothing';
  return to - from > 40 ? `${text}...` : text;
}
