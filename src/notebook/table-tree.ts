import type { Span } from '../language/source/span';
import { Items, type Value } from '../semantics/value';
import type { Parsed } from '../language/syntax/parser';
import type { Expression, Item, SurfaceLiteral, TypeExpression } from '../language/syntax/tree';
import { type TableColumn, readTable, type Table } from './table';
import type { ColumnType, TableValue } from './table-columns';
import type { TableRow } from './table-shape';

/** A table with more cells is a value of the machine: as a term it would take too long to check. */
const MOST_TERMS = 10_000;

/**
 * Returns a table as the program `data name : array { ... } = [{ ... }, ...]`, with one record per row; the value of many
 * rows is no expression. If the table has an error, the name still has its type as far as it is known, so that
 * no further errors follow.
 */
export function parseTable(text: string, cell: number): Parsed {
  const table = readTable(text, cell);
  const { diagnostics, name, sound, rows } = table;
  const span = { cell, start: 0, end: text.length };
  const isWrong = diagnostics.some(({ severity }) => severity === 'error');
  const item: Item = sound
    ? definition(table, isWrong ? [] : rows, span)
    : { tag: 'broken', names: [name], types: [], span };
  return { program: { items: [item], comments: [] }, diagnostics };
}

function definition({ name, columns }: Table, rows: readonly TableRow[], span: Span): Item {
  const fields = columns.map((column) => ({
    name: { text: column.name, span: column.span },
    type: { tag: 'base', name: column.type ?? 'string', span: column.span } as const,
  }));
  const [first, last] = [columns[0]?.span ?? span, columns.at(-1)?.span ?? span];
  const header = { ...first, end: last.end };
  const annotation: TypeExpression = {
    tag: 'sequence',
    container: 'array',
    item: { tag: 'record', fields, span: header },
    span: header,
  };
  const data = { tag: 'data', name, type: annotation, span } as const;
  if (rows.length * columns.length > MOST_TERMS)
    return { ...data, value: undefined, given: valueOf(columns, rows.length) };
  const items = rows.map((row, index) => record(row, index, columns));
  const value: Expression = { tag: 'sequence', items, span: { ...header, end: rows.at(-1)?.span.end ?? header.end } };
  return { ...data, value };
}

/** The value of the table, which is made when it is asked for: the checker does not need it. */
function valueOf(columns: readonly TableColumn[], count: number): { readonly value: Items } {
  let made: Items | undefined;
  return {
    get value() {
      return (made ??= tableItems(columns, count, ({ values }, row) => values[row]));
    },
  };
}

/** Returns the value of a table: its rows are records, whose fields are sorted. */
export function tableItems(
  columns: readonly TableColumn[],
  count: number,
  valueAt: (column: TableColumn, row: number) => Value,
): Items {
  const sorted = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return new Items(Array.from({ length: count }, (_, row) => sorted.map((column) => valueAt(column, row))));
}

function record({ cells, span }: TableRow, row: number, columns: readonly TableColumn[]): Expression {
  const fields = columns.map(({ name, type, values }, index) => {
    const { start, end } = cells[index] ?? span;
    const place = { cell: span.cell, start, end };
    const literal = literalOf(values[row] ?? '', type);
    return { name: { text: name, span: place }, value: { tag: 'literal', literal, span: place } as const };
  });
  return { tag: 'record', fields, span };
}

function literalOf(value: TableValue, type: ColumnType | undefined): SurfaceLiteral {
  if (typeof value === 'number') return { tag: 'number', value, text: numberText(value, type), real: type === 'real' };
  return typeof value === 'boolean' ? { tag: 'boolean', value } : { tag: 'string', value };
}

function numberText(value: number, type: ColumnType | undefined): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return type === 'real' && /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}
