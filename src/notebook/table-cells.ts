import { type CsvCell, csvRows, csvText } from './csv';

/**
 * Reads and writes cells in the text of a table, without reading the others: a table may be long, and a point that is dragged
 * writes in every frame. Row 0 is the first below the names of the columns; -1 is that of the names.
 */
export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly value: string;
}

/** Returns the values of a row; undefined if there is none. */
export function rowValues(text: string, row: number): readonly string[] | undefined {
  return rowCells(text, row)?.map(({ value }) => value);
}

/** Returns the text of a table with other values in some of its cells. Rows that it lacks stay as they are. */
export function withCells(text: string, changes: readonly CellChange[]): string {
  let changed = text;
  for (const { row, column, value } of changes) {
    const cells = rowCells(changed, row);
    if (cells === undefined) continue;
    const cell = cells[column];
    const end = cells.at(-1)?.end ?? changed.length;
    const [from, to] = cell === undefined ? [end, end] : [cell.start, cell.end];
    // A row that is too short gets the cells between.
    const commas = ','.repeat(Math.max(0, column - cells.length + 1));
    const written = commas + cellText(value, Math.max(cells.length, column + 1));
    changed = changed.slice(0, from) + written + changed.slice(to);
  }
  return changed;
}

/** Returns the text of a cell in a row of so many cells. The only cell of a row needs quotes if it is empty: a blank line is no row. */
export function cellText(value: string, columns: number): string {
  return csvText(value, value !== '' || columns === 1);
}

/** Returns the cells of a row, with their places; undefined if there is none. */
function rowCells(text: string, row: number): readonly CsvCell[] | undefined {
  // A quote may enclose line ends.
  if (/["\r]/.test(text)) return csvRows(text, 0, text.length).rows[row + 1];
  let at = 0;
  for (let left = row + 1; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (!isBlank(text, at, end)) {
      if (left === 0) return csvRows(text, at, end).rows[0];
      left -= 1;
    }
    at = end + 1;
  }
  return undefined;
}

function isBlank(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  // Most lines start with what is no white space; others are compared as `csvRows` does.
  return start === end || (!(first > 32 && first < 127) && text.slice(start, end).trim() === '');
}
