import { MATRIX_FIELD } from '../language/elaborate/infer/matrix';
import type { Item, SurfaceProgram, TypeExpression } from '../language/syntax/tree';
import { type DataFile, readDataFile } from '../notebook/data-file';
import { MOST_WRITTEN } from '../notebook/json-file';
import { readTable } from '../notebook/table';
import type { DataReply } from '../protocol/language-worker';
import type { Task } from '../semantics/task';
import { symbolsOf } from './editing/outline';

type Data = Extract<Item, { tag: 'data' }>;

/**
 * Reads a file for a program. It gives a value to the data that has its name, and no value; otherwise it becomes a table,
 * or data, with a name that the program does not have.
 */
export function* dataReply(trees: readonly SurfaceProgram[], fileName: string, bytes: Uint8Array): Task<DataReply> {
  const file = yield* readDataFile(fileName, bytes);
  if (file.tag === 'refused') return file;
  yield;
  const taken = new Set(trees.flatMap((tree) => symbolsOf(tree, []).map(({ name }) => name)));
  const free = (wanted: string): string => {
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
    return name;
  };
  const declared = trees.flatMap(({ items }) => items).find((item): item is Data => isOpen(item, file.name));
  return declared === undefined ? { ...file, name: free(file.name) } : yield* filled(declared, file, fileName, free);
}

function isOpen(item: Item, name: string): boolean {
  return item.tag === 'data' && item.name.text === name && item.value === undefined && item.given === undefined;
}

/** Gives a declaration its value: written after its type, or a table in its place. */
function* filled(
  { name, type, span }: Data,
  file: Exclude<DataFile, { tag: 'refused' }>,
  fileName: string,
  free: (name: string) => string,
): Task<DataReply> {
  const at = { name: name.text, item: span };
  if (file.tag === 'value') return { tag: 'filled', ...at, value: file.value };
  if (type.tag !== 'sequence' || !isPlain(type.item)) return { ...file, tag: 'table', replaced: span };
  const isMatrix = type.item.tag === 'sequence';
  const numbers = yield* numbersOf(file.text, isMatrix);
  const refused = (why: string): DataReply => ({ tag: 'refused', reason: `“${fileName}” ${why}.` });
  if (numbers === undefined) return refused('is a table whose columns are not all numbers');
  if (numbers.length <= MOST_WRITTEN) return { tag: 'filled', ...at, value: numbers };
  const table = free(`${name.text}_table`);
  const parts = ofTable(table, type, file);
  if (parts === undefined)
    return refused(
      `has too many numbers to write into the cell. Declare \`${name.text}\` with reals, or drop the file under another name to make a table`,
    );
  const definition = `let ${name.text} : ${written(type)} = ${parts.value}`;
  return { ...file, name: table, text: parts.text, replaced: span, definition };
}

type Sequence = Extract<TypeExpression, { tag: 'sequence' }>;

/** Returns a table's text and the value of a type that is made of the table; undefined if the type has ints in rows. */
function ofTable(
  table: string,
  { container, item }: Sequence,
  { text, column = '' }: Extract<DataFile, { tag: 'table' }>,
): { readonly text: string; readonly value: string } | undefined {
  if (item.tag === 'base') {
    const header = item.name === 'int' ? text.replace(/^[^\n]*/, `${column} : int`) : text;
    return { text: header, value: `map (fun row -> row.${column}) ${table}` };
  }
  if (item.tag !== 'sequence' || item.item.tag !== 'base' || item.item.name !== 'real') return undefined;
  const matrix = `${table}.${MATRIX_FIELD}`;
  if (container === 'array' && item.container === 'array') return { text, value: matrix };
  return { text, value: `map ${item.container === 'array' ? 'toArray' : 'toList'} ${matrix}` };
}

/** Returns a type of numbers as the language writes it. */
function written(type: TypeExpression): string {
  if (type.tag !== 'sequence') return type.tag === 'base' ? type.name : '';
  const item = written(type.item);
  return `${type.container} ${type.item.tag === 'sequence' ? `(${item})` : item}`;
}

/** Whether a type is that of numbers, or of sequences of them. */
function isPlain(type: TypeExpression): boolean {
  return type.tag === 'base'
    ? type.name === 'real' || type.name === 'int'
    : type.tag === 'sequence' && isPlain(type.item);
}

/**
 * Returns a table's rows, or the items of its only column, as the language writes them, or as many as are too many to be
 * written; undefined if not all are numbers.
 */
function* numbersOf(text: string, isMatrix: boolean): Task<string | undefined> {
  const { columns, rows } = readTable(`\`\`\`csv name=numbers\n${text}\n\`\`\``, 0);
  yield;
  const isFit = columns.every(({ type, values }) => (type === 'real' || type === 'int') && !values.includes(undefined));
  if (!isFit || (!isMatrix && columns.length !== 1)) return undefined;
  const items = rows.slice(0, MOST_WRITTEN).map((_, row) => {
    const values = columns.map((column) => String(column.values[row])).join(', ');
    return isMatrix ? `[${values}]` : values;
  });
  return `[${items.join(', ')}]`;
}
