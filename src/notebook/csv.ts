import { csvParseRows } from 'd3-dsv';

/** A place in a text; the end is exclusive. */
export interface CsvPlace {
  readonly start: number;
  readonly end: number;
}

/** A cell of a table, and its place in the text, including quotes. */
export interface CsvCell extends CsvPlace {
  /** The value without its quotes; unquoted values are trimmed. */
  readonly value: string;
  readonly quoted: boolean;
}

export interface CsvRows {
  /** The rows, without blank lines. */
  readonly rows: readonly (readonly CsvCell[])[];
  /** The first place with misplaced quotes; the cells after it are unreliable. */
  readonly fault: CsvFault | undefined;
}

export interface CsvFault extends CsvPlace {
  readonly tag: 'unclosed' | 'after-quote' | 'before-quote';
}

/** Reads the rows of comma-separated values in `text`, starting at `from`. */
export function csvRows(text: string, from: number, to: number): CsvRows {
  const body = text.slice(from, to);
  const rows: (readonly CsvCell[])[] = [];
  let fault: CsvFault | undefined;
  let at = from;
  // The parser reports no places, but each value tells how long its cell was as written.
  for (const values of csvParseRows(body)) {
    const row = values.map((written): CsvCell => {
      const start = at;
      const quoted = text[start] === '"' && start < to;
      const length = quoted ? written.length + written.split('"').length + 1 : written.length;
      const end = Math.min(start + length, to);
      // Skips the comma or the line end.
      at = Math.min(end + 1, to);
      if (quoted) {
        fault ??= faultOfQuoted(text, start, start + length, to);
        return { value: written, quoted, start, end };
      }
      const value = written.trim();
      if (value.startsWith('"')) fault ??= { tag: 'before-quote', start, end: start + written.indexOf('"') + 1 };
      const inner = start + (written.length - written.trimStart().length);
      return { value, quoted, start: inner, end: inner + value.length };
    });
    if (text[at - 1] === '\r' && text[at] === '\n' && at < to) at += 1;
    if (row.length > 1 || row[0]?.quoted === true || row[0]?.value !== '') rows.push(row);
  }
  return { rows, fault };
}

function faultOfQuoted(text: string, start: number, end: number, to: number): CsvFault | undefined {
  if (end > to || end - start < 2 || text[end - 1] !== '"') return { tag: 'unclosed', start, end: start + 1 };
  const next = text[end];
  const ends = end === to || next === ',' || next === '\n' || next === '\r';
  return ends ? undefined : { tag: 'after-quote', start: end, end: end + 1 };
}

export function csvPlace(row: readonly CsvCell[]): CsvPlace {
  return { start: row[0]?.start ?? 0, end: row.at(-1)?.end ?? 0 };
}
