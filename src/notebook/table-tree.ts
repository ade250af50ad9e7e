import type { Span } from '../language/source/span';
import { Items } from '../semantics/value';
import type { Parsed } from '../language/syntax/parser';
import type { Expression, Identifier, Item, SurfaceLiteral, TypeExpression } from '../language/syntax/tree';
import { columnsOfNumbers, type TableColumn, readTable, type Table } from './table';
import type { ColumnType, TableValue } from './table-columns';
import type { TableRow } from './table-shape';

/** A table with more cells is a value of the machine: as a term it would take too long to check. */
const MOST_TERMS = 10_000;

/**
 * Returns a table as the program `let name : array { ... } = [{ ... }, ...]`, with one record per row, or for many rows
 * as `data name : array { ... }`. If the table has an error, the name still has its type as far as it is known, so that
 * no further errors follow.
 */
export function parseTable(text: string, cell: number): Parsed {
  const table = readTable(text, cell);
  const { diagnostics, matrix, name, sound, rows } = table;
  const span = { cell, start: 0, end: text.length };
  const isWrong = diagnostics.some(({ severity }) => severity === 'error');
  const item: Item = sound
    ? definition(table, isWrong ? [] : rows, span)
    : { tag: 'broken', names: [name], types: [], span };
  const items = matrix === undefined ? [item] : [item, matrixItem(table, matrix, isWrong ? [] : rows, span)];
  return { program: { items, comments: [] }, diagnostics };
}

/** Returns the item that binds a table's columns of numbers as rows: `let m : array (array real) = [[1.0, 2.0], ...]`. */
function matrixItem({ columns, sound }: Table, name: Identifier, rows: readonly TableRow[], span: Span): Item {
  if (!sound) return { tag: 'broken', names: [name], types: [], span };
  const numbers = columnsOfNumbers(columns);
  const real = { tag: 'base', name: 'real', span } as const;
  const type = arrayOf(arrayOf(real, span), span);
  if (rows.length * numbers.length > MOST_TERMS) {
    const given = later(
      () => rows.map((_, row) => new Items(numbers.map(({ values }) => values[row] as number))), // sound columns have all values
    );
    return { tag: 'data', name, type, value: undefined, given, span };
  }
  const items = rows.map((_, row): Expression => ({
    tag: 'sequence',
    items: numbers.map(({ values }) => ({ tag: 'literal', literal: literalOf(values[row] ?? 0, 'real'), span })),
    span,
  }));
  return bound(name, type, { tag: 'sequence', items, span }, span);
}

function arrayOf(item: TypeExpression, span: Span): TypeExpression {
  return { tag: 'sequence', container: 'array', item, span };
}

function bound(name: Identifier, annotation: TypeExpression, body: Expression, span: Span): Item {
  return {
    tag: 'let',
    recursive: false,
    bindings: [{ tag: 'function', name, parameters: [], annotation, body, span }],
    span,
  };
}

function definition({ name, columns }: Table, rows: readonly TableRow[], span: Span): Item {
  const fields = columns.map((column) => ({
    name: { text: column.name, span: column.span },
    type: { tag: 'base', name: column.type ?? 'string', span: column.span } as const,
  }));
  const [first, last] = [columns[0]?.span ?? span, columns.at(-1)?.span ?? span];
  const header = { ...first, end: last.end };
  const annotation = arrayOf({ tag: 'record', fields, span: header }, header);
  if (rows.length * columns.length > MOST_TERMS)
    return { tag: 'data', name, type: annotation, value: undefined, given: valueOf(columns, rows.length), span };
  const items = rows.map((row, index) => record(row, index, columns));
  const body: Expression = { tag: 'sequence', items, span: { ...header, end: rows.at(-1)?.span.end ?? header.end } };
  return bound(name, annotation, body, span);
}

/** The value of the table, which is made when it is asked for: the checker does not need it. */
function valueOf(columns: readonly TableColumn[], count: number): { readonly value: Items } {
  const sorted = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ values }) => values);
  return later(() => Array.from({ length: count }, (_, row) => sorted.map((values) => values[row])));
}

function later(items: () => ConstructorParameters<typeof Items>[0]): { readonly value: Items } {
  let made: Items | undefined;
  return {
    get value() {
      return (made ??= new Items(items()));
    },
  };
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
