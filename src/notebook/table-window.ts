import type { Table } from './table';
import type { ColumnType } from './table-columns';
import { type ColumnSummary, summaryOf } from './table-summary';

/** The columns of a table, and some of its rows. */
export interface TableWindow {
  readonly name: string;
  /** The number of all rows, and of those that the program cannot have. */
  readonly count: number;
  readonly wrong: number;
  readonly columns: readonly WindowColumn[];
  /** The index of the first of `rows`. */
  readonly from: number;
  readonly rows: readonly (readonly WindowCell[])[];
}

export interface WindowColumn {
  readonly name: string;
  readonly type: ColumnType | undefined;
  /** The length of the longest value, as far as it matters for the width of the column. */
  readonly width: number;
  readonly summary: ColumnSummary | undefined;
}

export interface WindowCell {
  readonly text: string;
  readonly isWrong: boolean;
}

const MOST_WIDTH = 24;

/** Returns the rows of a table from one place to another, which may be beyond the end. */
export function tableWindow(table: Table, from: number, to: number): TableWindow {
  const { name, columns, rows } = table;
  return {
    name: name.text,
    count: rows.length,
    wrong: rows.length - soundRows(table).length,
    columns: columns.map((column, index) => ({
      name: column.name,
      type: column.type,
      width: widthOf(rows, index),
      summary: summaryOf(column),
    })),
    from,
    rows: rows.slice(from, to).map(({ cells }, row) =>
      columns.map(({ values }, index) => ({
        text: cells[index]?.value ?? '',
        isWrong: values[from + row] === undefined,
      })),
    ),
  };
}

/** Returns the rows of a table, from its text, as they are written, without those that the program cannot have. */
export function withoutWrongRows(table: Table, text: string): string {
  const [first, last] = [table.columns[0]?.span.start ?? 0, table.columns.at(-1)?.span.end ?? 0];
  return [text.slice(first, last), ...soundRows(table).map(({ span }) => text.slice(span.start, span.end))].join('\n');
}

function soundRows({ columns, rows }: Table): Table['rows'] {
  return rows.filter(
    ({ cells }, row) => cells.length === columns.length && columns.every(({ values }) => values[row] !== undefined),
  );
}

function widthOf(rows: Table['rows'], column: number): number {
  let width = 0;
  for (const { cells } of rows) {
    width = Math.max(width, cells[column]?.value.length ?? 0);
    if (width >= MOST_WIDTH) return MOST_WIDTH;
  }
  return width;
}
