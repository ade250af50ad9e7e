import type { VariantDeclaration } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import type { RowsView, ViewCell, ViewColumn } from '../../protocol/views';
import { partsOf } from '../../semantics/leaves';
import { primalOf, type Value } from '../../semantics/value';
import { everyItem, itemsBetween, lengthOf } from './sequences';
import { writtenCell } from './written';

/** The most columns that are sent, and the fewest. */
const MOST_COLUMNS = 64;
const LEAST_COLUMNS = 8;
/** The most rows that are sent at first, and the fewest: the page shows as many without asking. */
const MOST_ROWS = 200;
const LEAST_ROWS = 10;
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
  readonly sequence: Value;
  readonly count: number;
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
  const mostColumns = Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, Math.floor(most / LEAST_ROWS)));
  const rows = rowsOf(value, type, variants, mostColumns);
  if (rows === undefined) return undefined;
  const { kind, columns, columnCount, sequence, count, cells } = rows;
  const sent = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(most / columns.length)));
  return {
    kind,
    columns,
    columnCount,
    most: rows.most,
    count,
    first: itemsBetween(sequence, 0, sent).map(cells),
    last: kind === 'list' && count > sent ? itemsBetween(sequence, count - LAST_ITEMS, count).map(cells) : [],
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
  const rows = rowsOf(value, type, variants, MOST_COLUMNS);
  return rows === undefined ? [] : itemsBetween(value, from, from + Math.min(count, MOST_ASKED)).map(rows.cells);
}

function rowsOf(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  mostColumns: number,
): Rows | undefined {
  if (type.tag !== 'sequence') return undefined;
  const count = lengthOf(value);
  const { item } = type;
  if (item.tag === 'record' && item.fields.length > 0 && count > 0)
    return tableOf(value, count, item, variants, mostColumns);
  const matrix =
    item.tag === 'sequence' && isNumber(item.item) ? matrixOf(value, count, item.item, mostColumns) : undefined;
  if (matrix !== undefined) return matrix;
  if (count <= SHORT_LIST) return undefined;
  return {
    kind: 'list',
    columns: [columnOf('', item)],
    columnCount: 1,
    sequence: value,
    count,
    cells: (each) => [cellOf(each, item, variants)],
    most: 0,
  };
}

function tableOf(
  sequence: Value,
  count: number,
  { fields }: Extract<Type, { tag: 'record' }>,
  variants: readonly VariantDeclaration[],
  mostColumns: number,
): Rows {
  const shown = fields.slice(0, mostColumns);
  return {
    kind: 'table',
    columns: shown.map(({ name, type }) => columnOf(name, type)),
    columnCount: fields.length,
    sequence,
    count,
    cells: (each) => shown.map(({ type }, at) => cellOf(partsOf(each)[at], type, variants)),
    most: 0,
  };
}

/** Returns a matrix; undefined if its rows have different lengths, or it is smaller than 2 by 2. */
function matrixOf(sequence: Value, count: number, type: Type, mostColumns: number): Rows | undefined {
  const width = lengthOf(itemsBetween(sequence, 0, 1)[0]);
  if (count < 2 || width < 2) return undefined;
  let most = 0;
  const isEven = everyItem(sequence, (row) => {
    let length = 0;
    return (
      everyItem(row, (item) => {
        const size = Math.abs(primalOf(item));
        if (size > most && size < Infinity) most = size;
        return ++length <= width;
      }) && length === width
    );
  });
  if (!isEven) return undefined;
  const shown = Math.min(width, mostColumns);
  return {
    kind: 'matrix',
    columns: Array.from({ length: shown }, () => columnOf('', type)),
    columnCount: width,
    sequence,
    count,
    cells: (row) => itemsBetween(row, 0, shown).map(primalOf),
    most,
  };
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
