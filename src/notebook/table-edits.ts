import { csvRows, csvText } from './csv';
import type { Table, TableColumn } from './table';
import { cellText } from './table-cells';
import { isNumber, type ColumnType, type TableValue } from './table-columns';
import { columnNames } from './table-header';

/** An edit of a table as a grid. Rows count from 0 below the names of the columns; -1 is the row of names. */
export type TableEdit =
  /** Writes cells of a spreadsheet from a place on; the table grows where they do not fit. */
  | { readonly tag: 'paste'; readonly row: number; readonly column: number; readonly text: string }
  /** Adds a row or a column with this index, of zeros, false, or empty texts. */
  | { readonly tag: 'add-row' | 'add-column'; readonly at: number }
  | { readonly tag: 'remove-row' | 'remove-column'; readonly at: number }
  /** Orders the rows by the values of a column. Equal ones stay in their order, and invalid ones come last. */
  | { readonly tag: 'sort'; readonly column: number; readonly descending: boolean };

/**
 * Returns the rows of a table after an edit, from its block's text; undefined if the edit does not apply. Rows that do not change stay as
 * they are written.
 */
export function editedTable(table: Table, text: string, edit: TableEdit): string | undefined {
  const { columns, rows } = table;
  if (columns.length === 0) return undefined;
  const header = columns.map(({ span }) => text.slice(span.start, span.end));
  const body = rows.map(({ span }) => text.slice(span.start, span.end));
  /** The cells of a row as written; those that it lacks are empty. */
  const cellsOf = (row: number): string[] =>
    Array.from({ length: Math.max(columns.length, rows[row]?.cells.length ?? 0) }, (_, column) => {
      const cell = rows[row]?.cells[column];
      return cell === undefined ? '' : text.slice(cell.start, cell.end);
    });
  const joined = (lines: readonly string[]): string => [header.join(','), ...lines].join('\n');
  /** Returns the table with the cells of every row, and the titles, changed. */
  const across = (change: (cells: string[], row: number) => readonly string[]): string =>
    [change(header, -1), ...body.map((_, row) => change(cellsOf(row), row))].map((cells) => cells.join(',')).join('\n');
  switch (edit.tag) {
    case 'add-row': {
      const made = columns.map(({ type }) => cellText(blank(type), columns.length)).join(',');
      return joined(body.toSpliced(edit.at, 0, made));
    }
    case 'remove-row':
      return edit.at in body ? joined(body.toSpliced(edit.at, 1)) : undefined;
    case 'add-column': {
      const [title = ''] = newTitles(columns, 1);
      return across((cells, row) => cells.toSpliced(edit.at, 0, row < 0 ? title : '0'));
    }
    case 'remove-column': {
      if (columns.length < 2 || columns[edit.at] === undefined) return undefined;
      return across((cells) => {
        const left = cells.toSpliced(edit.at, 1);
        return left.length === 1 && left[0] === '' ? ['""'] : left;
      });
    }
    case 'sort': {
      const values = columns[edit.column]?.values;
      if (values === undefined) return undefined;
      const order = ordered(values, body.length, edit.descending);
      return joined(order.map((row) => body[row] ?? ''));
    }
    case 'paste': {
      const pasted = pastedCells(edit.text);
      return pasted.length === 0 ? undefined : withPasted(columns, header, body, cellsOf, edit, pasted);
    }
  }
}

/** Returns the cells that a spreadsheet or a text file puts on the clipboard: between tabs, or else commas or semicolons. */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const separator = ['\t', ',', ';'].find((each) => text.includes(each)) ?? '\t';
  return csvRows(text, 0, text.length, separator).rows.map((cells) => cells.map(({ value }) => value));
}

function withPasted(
  columns: readonly TableColumn[],
  header: readonly string[],
  body: readonly string[],
  cellsOf: (row: number) => string[],
  { row: first, column: left }: { readonly row: number; readonly column: number },
  pasted: readonly (readonly string[])[],
): string {
  const width = left + pasted.reduce((most, { length }) => Math.max(most, length), 0);
  const extra = Math.max(0, width - columns.length);
  const count = columns.length + extra;
  // What a new column has in rows that nothing is pasted into.
  const blanks = Array.from({ length: extra }, (_, i) => {
    const values = pasted.flatMap((cells) => cells[columns.length + i - left] ?? []);
    return values.slice(first < 0 ? 1 : 0).every(isNumber) ? '0' : '';
  });
  const blankRow = [...columns.map(({ type }) => blank(type)), ...blanks].map((value) => cellText(value, count));
  const line = (row: number): string => {
    const cells = pasted[row - first];
    if (cells === undefined && extra === 0) return (row < 0 ? header.join(',') : body[row]) ?? '';
    const before =
      row < 0
        ? [...header, ...newTitles(columns, extra)]
        : row < body.length
          ? [...cellsOf(row), ...blankRow.slice(columns.length)]
          : blankRow;
    return before
      .map((own, column) => {
        const value = cells?.[column - left];
        return value === undefined ? own : row < 0 ? csvText(value) : cellText(value, count);
      })
      .join(',');
  };
  const last = Math.max(body.length, first + pasted.length);
  return Array.from({ length: last + 1 }, (_, index) => line(index - 1)).join('\n');
}

/** Returns names for new columns, which no other has. */
function newTitles(columns: readonly TableColumn[], count: number): readonly string[] {
  const names = columns.map(({ name }) => name);
  const wanted = Array.from({ length: count }, (_, i) => `column_${names.length + i + 1}`);
  return columnNames([...names, ...wanted]).slice(names.length);
}

/** What a new cell has: a value of its column's type. */
function blank(type: ColumnType | undefined): string {
  return type === 'string' ? '' : type === 'bool' ? 'false' : '0';
}

/** Returns the indices of the rows in the order of their values. */
function ordered(values: TableColumn['values'], count: number, descending: boolean): readonly number[] {
  const texts = new Intl.Collator('en', { numeric: true });
  const compared = (a: TableValue, b: TableValue): number =>
    typeof a === 'string' && typeof b === 'string' ? texts.compare(a, b) : Number(a) - Number(b);
  return Array.from({ length: count }, (_, row) => row).sort((i, j) => {
    const [a, b] = [values[i], values[j]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return descending ? compared(b, a) : compared(a, b);
  });
}
