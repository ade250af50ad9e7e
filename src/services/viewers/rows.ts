import type { VariantDeclaration } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import type { RowsView, ViewCell, ViewColumn } from '../../protocol/views';
import { partsOf } from '../../semantics/leaves';
import { itemsOf } from '../../semantics/reals';
import { Cell, Items, primalOf, type Value } from '../../semantics/value';
import { writtenCell } from './written';

/** The most columns that are sent. */
const MOST_COLUMNS = 64;
/** The most rows that are sent at first, and the fewest. */
const MOST_ROWS = 200;
const LEAST_ROWS = 8;
/** The most rows that one question gets. */
const MOST_ASKED = 500;
/** The longest list that is no view of its own: its text is short. */
const SHORT_LIST = 24;
const LAST_ITEMS = 3;

/** A sequence as rows of cells. */
interface Rows {
  readonly kind: RowsView['kind'];
  readonly columns: readonly ViewColumn[];
  readonly columnCount: number;
  readonly items: ArrayLike<Value>;
  readonly cells: (item: Value) => readonly ViewCell[];
  readonly most: number;
}

/** Returns a sequence as a table, a matrix or a long list, with about `most` cells; undefined if it is none of them. */
export function rowsView(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  most: number,
): RowsView | undefined {
  const rows = rowsOf(value, type, variants);
  if (rows === undefined) return undefined;
  const { kind, columns, columnCount, items, cells } = rows;
  const sent = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(most / columns.length)));
  return {
    kind,
    columns,
    columnCount,
    most: rows.most,
    count: items.length,
    first: slice(items, 0, sent).map(cells),
    last:
      kind === 'list' && items.length > sent ? slice(items, items.length - LAST_ITEMS, items.length).map(cells) : [],
  };
}

/** Returns rows of a value from `from` on, at most `count`. */
export function rowsFrom(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  from: number,
  count: number,
): readonly (readonly ViewCell[])[] {
  const rows = rowsOf(value, type, variants);
  return rows === undefined ? [] : slice(rows.items, from, from + Math.min(count, MOST_ASKED)).map(rows.cells);
}

function rowsOf(value: Value, type: Type, variants: readonly VariantDeclaration[]): Rows | undefined {
  if (type.tag !== 'sequence') return undefined;
  const items = itemsOf(value);
  const { item } = type;
  if (item.tag === 'record' && item.fields.length > 0 && items.length > 0) return tableOf(items, item, variants);
  const matrix = item.tag === 'sequence' && isNumber(item.item) ? matrixOf(items, item.item) : undefined;
  if (matrix !== undefined) return matrix;
  if (items.length <= SHORT_LIST) return undefined;
  return {
    kind: 'list',
    columns: [columnOf('', item)],
    columnCount: 1,
    items,
    cells: (each) => [cellOf(each, item, variants)],
    most: 0,
  };
}

function tableOf(
  items: ArrayLike<Value>,
  { fields }: Extract<Type, { tag: 'record' }>,
  variants: readonly VariantDeclaration[],
): Rows {
  const shown = fields.slice(0, MOST_COLUMNS);
  return {
    kind: 'table',
    columns: shown.map(({ name, type }) => columnOf(name, type)),
    columnCount: fields.length,
    items,
    cells: (each) => shown.map(({ type }, at) => cellOf(partsOf(each)[at], type, variants)),
    most: 0,
  };
}

/** Returns a matrix; undefined if its rows have different lengths, or it is smaller than 2 by 2. */
function matrixOf(items: ArrayLike<Value>, type: Type): Rows | undefined {
  const width = lengthOf(items[0]);
  if (items.length < 2 || width < 2) return undefined;
  let most = 0;
  for (let i = 0; i < items.length; i++) {
    const row = items[i];
    if (lengthOf(row) !== width) return undefined;
    const cells = itemsOf(row);
    for (let j = 0; j < width; j++) {
      const size = Math.abs(primalOf(cells[j]));
      if (size > most && size < Infinity) most = size;
    }
  }
  const shown = Math.min(width, MOST_COLUMNS);
  return {
    kind: 'matrix',
    columns: Array.from({ length: shown }, () => columnOf('', type)),
    columnCount: width,
    items,
    cells: (row) => slice(itemsOf(row), 0, shown).map(primalOf),
    most,
  };
}

function lengthOf(sequence: Value): number {
  if (sequence instanceof Items) return sequence.items.length;
  let length = 0;
  for (let cell: Value = sequence; cell instanceof Cell; cell = cell.tail) length++;
  return length;
}

function isNumber({ tag }: Type): boolean {
  return tag === 'real' || tag === 'int';
}

function columnOf(name: string, { tag }: Type): ViewColumn {
  return { name, kind: tag === 'real' || tag === 'int' ? tag : 'text' };
}

function cellOf(value: Value, type: Type, variants: readonly VariantDeclaration[]): ViewCell {
  return isNumber(type) ? primalOf(value) : writtenCell(value, type, variants);
}

function slice(items: ArrayLike<Value>, from: number, to: number): readonly Value[] {
  const end = Math.min(to, items.length);
  return Array.from({ length: Math.max(0, end - from) }, (_, at) => items[from + at]);
}
