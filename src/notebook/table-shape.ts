import { counted, integer } from '../language/source/counted';
import type { Span } from '../language/source/span';
import { type CsvCell, type CsvFault, type CsvPlace, csvPlace } from './csv';
import { isNumber } from './table-columns';
import type { TableReport } from './table-report';

export interface TableRow {
  readonly cells: readonly CsvCell[];
  readonly span: Span;
}

const MOST_CELLS = 500_000;
const MOST_COLUMNS = 200;
const MOST_CHARACTERS = 10_000_000;

export function reportFault({ tag, ...place }: CsvFault, report: TableReport): void {
  switch (tag) {
    case 'unclosed':
      report(
        'table-quote',
        place,
        'this quote is never closed',
        'close it with `"`; write a quote inside the cell twice: `""`',
      );
      return;
    case 'after-quote':
      report(
        'table-quote',
        place,
        'there is text after the closing quote of this cell',
        'put a comma after the quote; write a quote inside the cell twice: `""`',
      );
      return;
    case 'before-quote':
      report(
        'table-quote',
        place,
        'an opening quote must be the first character of its cell',
        'remove the space before the quote',
      );
      return;
  }
}

/** Whether a text is too large to be split into cells without a noticeable delay; if so, reports it. */
export function isHuge(body: string, place: CsvPlace, report: TableReport): boolean {
  const what = hugeness(body, ',');
  if (what === undefined) return false;
  report('table-too-large', place, `this table has ${what}`, 'remove rows or columns');
  return true;
}

/** Returns in which way a text with a separator between its cells is too large to be split into them, if it is. */
export function hugeness(body: string, separator: string): string | undefined {
  if (body.length > MOST_CHARACTERS) return `more than ${integer(MOST_CHARACTERS)} characters`;
  // Separators inside quotes are counted too, but they are rare.
  const isHuge = countOf(body, separator) + countOf(body, '\n') > 3 * MOST_CELLS;
  return isHuge ? `more than ${integer(MOST_CELLS)} cells` : undefined;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

export function isTooLarge(
  header: readonly CsvCell[],
  rows: readonly (readonly CsvCell[])[],
  report: TableReport,
): boolean {
  const columns = header.length;
  if (columns > MOST_COLUMNS) {
    const message = `this table has ${integer(columns)} columns; the limit is ${MOST_COLUMNS}`;
    report('table-too-large', csvPlace(header), message, 'remove columns');
    return true;
  }
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  if (cells <= MOST_CELLS) return false;
  const message = `this table has ${integer(cells)} cells; the limit is ${integer(MOST_CELLS)}`;
  const fitting = integer(Math.floor(MOST_CELLS / columns));
  report(
    'table-too-large',
    csvPlace(header),
    message,
    `remove rows: with ${counted(columns, 'column')}, ${fitting} rows fit`,
  );
  return true;
}

/** Whether the first row can be column names; if not, reports why. */
export function isHeader(header: readonly CsvCell[], rows: readonly TableRow[], report: TableReport): boolean {
  const place = csvPlace(header);
  const [first] = header;
  const separator = /[;\t]/.exec(first?.value ?? '')?.[0];
  if (
    header.length === 1 &&
    separator !== undefined &&
    rows.every(({ cells }) => cells.some(({ value }) => value.includes(separator)))
  ) {
    const what = separator === '\t' ? 'tabs' : `\`${separator}\``;
    report('table-separator', place, `the cells of this table are separated by ${what}`, 'separate them with commas');
    return false;
  }
  const written = header.filter(({ value }) => value !== '');
  if (written.length > 0 && written.every(({ value }) => isNumber(value))) {
    const names = header
      .map((_, index) => `column_${index + 1}`)
      .slice(0, 4)
      .join(',');
    report(
      'table-header',
      place,
      'the first row must name the columns, but it holds numbers',
      `add a row of names above: \`${names}${header.length > 4 ? ',…' : ''}\``,
    );
    return false;
  }
  return true;
}

/** Whether every row has a cell for each column; if not, reports where. */
export function haveLength(header: readonly CsvCell[], rows: readonly TableRow[], report: TableReport): boolean {
  const wrong = rows.filter(({ cells }) => cells.length !== header.length);
  const [first] = wrong;
  if (first === undefined) return true;
  const { cells, span } = first;
  const over = cells[header.length];
  const others = wrong.length - 1;
  const more =
    others === 0 ? '' : `; ${counted(others, 'more row')} ${others === 1 ? 'has' : 'have'} the wrong number of cells`;
  const found = counted(cells.length, 'cell');
  const wanted = counted(header.length, 'column');
  report(
    'table-row',
    over === undefined ? span : { start: over.start, end: span.end },
    `row ${rows.indexOf(first) + 1} has ${found}, but the first row names ${wanted}${more}`,
    over === undefined
      ? 'write a comma for every cell, even an empty one'
      : over.value === '' && cells.length === header.length + 1
        ? 'remove the comma at the end of the row'
        : 'put quotes around a cell that contains a comma: `"a, b"`',
  );
  return false;
}
