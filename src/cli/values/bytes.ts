/* The bytes of a file of values, and the places in it. */

/** A problem in a file, and its place. Readers throw it, and `reading` catches it. */
export class Misread extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Bytes that are read part by part, in any order: a large file is never in memory as a whole. */
export interface ByteSource {
  readonly size: number;
  /** Copies the bytes from a place on into a buffer, and returns their number: fewer than fit only at the end. */
  read(into: Uint8Array, at: number): number;
  /** Nothing is read afterwards. */
  close(): void;
}

/** Returns the bytes of chunks, one after the other. */
export function chunkSource(chunks: readonly Uint8Array[]): ByteSource {
  const starts: number[] = [];
  let size = 0;
  for (const { length } of chunks) {
    starts.push(size);
    size += length;
  }
  const read = (into: Uint8Array, at: number): number => {
    let done = 0;
    let i = Math.max(
      0,
      starts.findLastIndex((start) => start <= at),
    );
    for (; done < into.length && i < chunks.length; i++) {
      const from = at + done - (starts[i] ?? 0);
      const part = chunks[i]?.subarray(from, from + into.length - done) ?? [];
      into.set(part, done);
      done += part.length;
    }
    return done;
  };
  return { size, read, close: () => undefined };
}

/** The bytes of a file that are in memory at a time. */
const WINDOW = 1 << 18;

/** The bytes before a place that are in memory with it, because readers look back at what they have just read. */
const BEHIND = 1 << 10;

/** A file, of which a reader reads the bytes from `start` to `end`. */
export class FileBytes {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly #source: ByteSource;
  /** Holds the bytes of the file from `#from` to `#to`. */
  #window: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  constructor(name: string, source: ByteSource, start: number, end: number) {
    this.name = name;
    this.start = start;
    this.end = end;
    this.#source = source;
  }

  /** Returns the same file from one place to another. */
  part(start: number, end: number): FileBytes {
    return new FileBytes(this.name, this.#source, start, end);
  }

  /** Returns the byte at a place from `start` on; -1 from `end` on. */
  at(place: number): number {
    return place >= this.#from && place < this.#to ? (this.#window[place - this.#from] ?? -1) : this.#load(place);
  }

  #load(place: number): number {
    if (place >= this.end) return -1;
    if (this.#window.length === 0) this.#window = Buffer.allocUnsafe(Math.min(WINDOW, this.end - this.start));
    this.#from = Math.max(this.start, place - BEHIND);
    this.#to = Math.min(this.end, this.#from + this.#source.read(this.#window, this.#from));
    return place < this.#to ? (this.#window[place - this.#from] ?? -1) : -1;
  }

  /** Returns the bytes from one place to another. They last until the next call. */
  slice(from: number, to: number): Buffer {
    if (from < this.#from || to > this.#to) this.#load(from);
    if (from >= this.#from && to <= this.#to) return this.#window.subarray(from - this.#from, to - this.#from);
    const bytes = Buffer.allocUnsafe(to - from);
    return bytes.subarray(0, this.#source.read(bytes, from));
  }
}

/** Returns the bytes of a whole file, without a byte order mark. */
export function wholeFile(name: string, source: ByteSource): FileBytes {
  const all = new FileBytes(name, source, 0, source.size);
  return all.at(0) === 0xef && all.at(1) === 0xbb && all.at(2) === 0xbf ? all.part(3, source.size) : all;
}

/** Returns a place as `FILE:LINE:COLUMN`, from 1, the column in UTF-16 units. */
export function placeIn(file: FileBytes, at: number): string {
  const whole = file.part(0, file.end);
  let line = 1;
  let from = 0;
  for (let next = 0; next < at; next++) {
    if (whole.at(next) !== NEWLINE) continue;
    line += 1;
    from = next + 1;
  }
  return `${file.name}:${line}:${whole.slice(from, at).toString('utf8').length + 1}`;
}

export const NEWLINE = 10;

const DECODER = new TextDecoder('utf-8', { fatal: true });

/** Returns bytes as text. */
export function textOf(file: FileBytes, from: number, to: number): string {
  try {
    return DECODER.decode(file.slice(from, to));
  } catch {
    throw new Misread('this is not UTF-8 text', from);
  }
}

/** The bytes of a value that a message shows. */
export const MOST_SHOWN = 40;

/** Returns the start of a text for a message. */
export function excerpt(file: FileBytes, from: number, to = file.end): string {
  const text =
    file
      .slice(from, Math.min(to, from + MOST_SHOWN))
      .toString('utf8')
      .split(/[\r\n]/u, 1)[0] ?? '';
  if (text === '') return 'nothing';
  return to - from > MOST_SHOWN ? `${text}...` : text;
}
