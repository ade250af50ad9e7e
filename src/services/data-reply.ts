import { MATRIX_FIELD } from '../language/elaborate/infer/matrix';
import type { Item, SurfaceProgram, TypeExpression } from '../language/syntax/tree';
import { type DataFile, readDataFile } from '../notebook/data-file';
import { MOST_WRITTEN } from '../notebook/json-file';
import { readTable } from '../notebook/table';
import type { DataReply } from '../protocol/messages';
import { symbolsOf } from './editing/outline';

type Data = Extract<Item, { tag: 'data' }>;

/**
 * Reads a file for a program. It gives a value to the data that has its name, and no value; otherwise it becomes a table,
 * or data, with a name that the program does not have.
 */
export function dataReply(trees: readonly SurfaceProgram[], fileName: string, bytes: Uint8Array): DataReply {
  const file = readDataFile(fileName, bytes);
  if (file.tag === 'refused') return file;
  const taken = new Set(trees.flatMap((tree) => symbolsOf(tree, []).map(({ name }) => name)));
  const free = (wanted: string): string => {
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
    return name;
  };
  const declared = trees.flatMap(({ items }) => items).find((item): item is Data => isOpen(item, file.name));
  return declared === undefined ? { ...file, name: free(file.name) } : filled(declared, file, fileName, free);
}

function isOpen(item: Item, name: string): boolean {
  return item.tag === 'data' && item.name.text === name && item.value === undefined && item.given === undefined;
}

/** Gives a declaration its value: written after its type, or a table in its place. */
function filled(
  { name, type, span }: Data,
  file: Exclude<DataFile, { tag: 'refused' }>,
  fileName: string,
  free: (name: string) => string,
): DataReply {
  const at = { name: name.text, item: span };
  if (file.tag === 'value') return { tag: 'filled', ...at, value: file.value };
  if (type.tag !== 'sequence' || !isPlain(type.item)) return { ...file, tag: 'table', replaced: span };
  const isMatrix = type.item.tag === 'sequence';
  const value = numbersOf(file.text, isMatrix);
  if (value !== undefined && value.length <= MOST_WRITTEN) return { tag: 'filled', ...at, value };
  if (value !== undefined && isMatrixOfReals(type)) {
    const table = free(`${name.text}_table`);
    return { ...file, name: table, replaced: span, definition: `let ${name.text} = ${table}.${MATRIX_FIELD}` };
  }
  const why =
    value === undefined
      ? `is a table whose columns are not all numbers`
      : 'has too many numbers to write into the cell; under another name it becomes a table';
  return { tag: 'refused', reason: `“${fileName}” ${why}.` };
}

function isMatrixOfReals(type: TypeExpression): boolean {
  if (type.tag !== 'sequence' || type.container !== 'array') return false;
  const { item: row } = type;
  return row.tag === 'sequence' && row.container === 'array' && row.item.tag === 'base' && row.item.name === 'real';
}

/** Whether a type is that of numbers, or of sequences of them. */
function isPlain(type: TypeExpression): boolean {
  return type.tag === 'base'
    ? type.name === 'real' || type.name === 'int'
    : type.tag === 'sequence' && isPlain(type.item);
}

/** Returns a table's rows, or the items of its only column, as the language writes them; undefined if not all are numbers. */
function numbersOf(text: string, isMatrix: boolean): string | undefined {
  const { columns, rows } = readTable(`\`\`\`csv name=numbers\n${text}\n\`\`\``, 0);
  const isFit = columns.every(({ type, values }) => type === 'real' && !values.includes(undefined));
  if (!isFit || (!isMatrix && columns.length !== 1)) return undefined;
  const items = rows.map((_, row) => {
    const values = columns.map((column) => String(column.values[row])).join(', ');
    return isMatrix ? `[${values}]` : values;
  });
  return `[${items.join(', ')}]`;
}
