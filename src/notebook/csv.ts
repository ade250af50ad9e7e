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

const [NEWLINE, RETURN, QUOTE] = [10, 13, 34];

/** Reads the rows of separated values in `text`, starting at `from`. */
export function csvRows(text: string, from: number, to: number, separator = ','): CsvRows {
  const between = separator.charCodeAt(0);
  const rows: (readonly CsvCell[])[] = [];
  let fault: CsvFault | undefined;
  let row: CsvCell[] = [];
  const isEnd = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return at >= to || code === between || code === NEWLINE || code === RETURN;
  };
  for (let at = from; at < to || row.length > 0; at += 1) {
    const start = at;
    if (text.charCodeAt(at) === QUOTE && at < to) {
      const closing = closingQuote(text, start, to);
      at = closing ?? to;
      if (closing === undefined) fault ??= { tag: 'unclosed', start, end: start + 1 };
      else if (!isEnd(at)) fault ??= { tag: 'after-quote', start: at, end: at + 1 };
      const value = text.slice(start + 1, closing === undefined ? to : at - 1).replaceAll('""', '"');
      row.push({ value, quoted: true, start, end: at });
      while (!isEnd(at)) at += 1;
    } else {
      while (!isEnd(at)) at += 1;
      const written = text.slice(start, at);
      const value = written.trim();
      const inner = value === written ? start : start + (written.length - written.trimStart().length);
      if (value.startsWith('"')) fault ??= { tag: 'before-quote', start, end: inner + 1 };
      row.push({ value, quoted: false, start: inner, end: inner + value.length });
    }
    if (at < to && text.charCodeAt(at) === between) continue;
    if (row.length > 1 || row[0]?.quoted === true || row[0]?.value !== '') rows.push(row);
    row = [];
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE) at += 1;
  }
  return { rows, fault };
}

/** Returns the place after the quote that closes the one at `start`; undefined if none does. */
function closingQuote(text: string, start: number, to: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at >= 0 && at < to; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== QUOTE || at + 1 >= to) return at + 1;
  return undefined;
}

export function csvPlace(row: readonly CsvCell[]): CsvPlace {
  return { start: row[0]?.start ?? 0, end: row.at(-1)?.end ?? 0 };
}

/** Returns the text of a cell with this value, in quotes where it needs them. */
export function csvText(value: string, quoted = true): string {
  return /[",\n\r]/.test(value) || (quoted && (value === '' || value !== value.trim()))
    ? `"${value.replaceAll('"', '""')}"`
    : value;
}
