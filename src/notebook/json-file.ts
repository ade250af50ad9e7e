import { integer } from '../language/source/counted';
import { csvText } from './csv';
import { jsonFault } from './json-fault';
import { isNumber } from './table-columns';
import { columnNames } from './table-header';

type Scalar = null | boolean | number | string;
type Json = Scalar | readonly Json[] | { readonly [name: string]: Json };
type Row = Readonly<Record<string, Scalar>>;

export type JsonFile =
  /** The rows of a table, as comma-separated values. */
  | { readonly tag: 'table'; readonly text: string }
  | { readonly tag: 'value'; readonly type: string; readonly value: string }
  | { readonly tag: 'wrong'; readonly start: number | undefined; readonly message: string };

/** The most characters of a value that is written into a cell. */
export const MOST_WRITTEN = 20_000;
const MOST_NESTED = 50;

/** Reads JSON: an array of flat objects as a table, and anything else as a value with its type. Never throws. */
export function readJson(text: string): JsonFile {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return { tag: 'wrong', ...jsonFault(text) };
  }
  const rows = rowsOf(json);
  if (rows !== undefined) return { tag: 'table', text: tableOf(rows) };
  try {
    const type = typeOf(json, '', 0);
    const value = valueOf(json);
    if (value.length <= MOST_WRITTEN) return { tag: 'value', type, value };
    const long = longRows(json);
    if (long !== undefined) return { tag: 'table', text: tableOf(long) };
    throw new Misfit(`this value takes ${integer(value.length)} characters; the limit is ${integer(MOST_WRITTEN)}.`);
  } catch (thrown) {
    if (thrown instanceof Misfit) return { tag: 'wrong', start: undefined, message: thrown.message };
    throw thrown;
  }
}

class Misfit extends Error {}

/** Returns the items of an array of objects whose fields are numbers, booleans, strings or null. */
function rowsOf(json: Json): readonly Row[] | undefined {
  if (!isArray(json) || json.length === 0) return undefined;
  const isRow = (item: Json): item is Row => isObject(item) && Object.values(item).every(isScalar);
  return json.every(isRow) ? json : undefined;
}

/** Returns numbers, rows of equally many numbers, or columns of equally many values, as rows with names. */
function longRows(json: Json): readonly Row[] | undefined {
  if (isObject(json)) return rowsOfColumns(Object.entries(json));
  if (!isArray(json)) return undefined;
  if (json.every((item) => typeof item === 'number')) return json.map((value) => ({ value }));
  const [first] = json;
  const width = first !== undefined && isArray(first) ? first.length : 0;
  const isRow = (item: Json): item is readonly number[] =>
    isArray(item) && item.length === width && item.every((cell) => typeof cell === 'number');
  if (width === 0 || !json.every(isRow)) return undefined;
  return json.map((row) => Object.fromEntries(row.map((cell, index) => [`column_${index + 1}`, cell])));
}

function rowsOfColumns(columns: readonly (readonly [string, Json])[]): readonly Row[] | undefined {
  const [, first] = columns[0] ?? [];
  if (first === undefined || !isArray(first)) return undefined;
  const isColumn = (column: readonly [string, Json]): column is [string, readonly Scalar[]] =>
    isArray(column[1]) && column[1].length === first.length && column[1].every(isScalar);
  if (!columns.every(isColumn)) return undefined;
  return first.map((_, row) => Object.fromEntries(columns.map(([name, values]) => [name, values[row] ?? null])));
}

function isScalar(json: Json): json is Scalar {
  return json === null || typeof json !== 'object';
}

function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const titles = names.map((name) => {
    const texts = rows.map((row) => own(row, name)).filter((value) => typeof value === 'string');
    const isRead = texts.every((text) => isNumber(text) || /^(?:true|false)$/i.test(text.trim()));
    return csvText(texts.length > 0 && isRead ? `${name} : string` : name);
  });
  const cell = (value: Scalar | undefined): string =>
    value === null || value === undefined ? '' : csvText(String(value), typeof value === 'string');
  return [titles.join(','), ...rows.map((row) => names.map((name) => cell(own(row, name))).join(','))].join('\n');
}

function own(row: Row, name: string): Scalar | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

/** Returns the type of a value that is at a place in the file. */
function typeOf(json: Json, place: string, depth: number): string {
  if (depth > MOST_NESTED) throw new Misfit('this value is nested too deeply.');
  switch (typeof json) {
    case 'number':
      if (!Number.isFinite(json)) throw new Misfit(`a number is too large${at(place)}.`);
      return 'real';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    default:
  }
  if (json === null) throw new Misfit(`the language has no value for \`null\`${at(place)}.`);
  if (isArray(json)) {
    const types = json.map((item, index) => typeOf(item, `${place}[${index}]`, depth + 1));
    const [first = 'real'] = types;
    const odd = types.findIndex((type) => type !== first);
    if (odd >= 0) throw new Misfit(`the items of an array have one type, but [${odd}] is not like [0]${at(place)}.`);
    return `array ${/ /.test(first) && !first.startsWith('{') ? `(${first})` : first}`;
  }
  const names = columnNames(Object.keys(json));
  if (names.length === 0) throw new Misfit(`the language has no empty record${at(place)}.`);
  const fields = Object.entries(json).map(
    ([name, value], i) => `${names[i] ?? name} : ${typeOf(value, `${place}.${name}`, depth + 1)}`,
  );
  return `{${fields.join(', ')}}`;
}

function at(place: string): string {
  return place === '' ? '' : `, at ${place}`;
}

/** Returns a value as the language writes it; its strings are those of JSON. */
function valueOf(json: Json): string {
  if (isArray(json)) return `[${json.map(valueOf).join(', ')}]`;
  // Digits alone would be an int, and ints have a largest one.
  if (typeof json === 'number' && Number.isInteger(json) && !Number.isSafeInteger(json)) return json.toExponential();
  if (!isObject(json)) return JSON.stringify(json);
  const names = columnNames(Object.keys(json));
  return `{${Object.values(json)
    .map((value, i) => `${names[i] ?? ''} = ${valueOf(value)}`)
    .join(', ')}}`;
}

function isArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

function isObject(json: Json): json is Exclude<Json, Scalar | readonly Json[]> {
  return typeof json === 'object' && json !== null && !isArray(json);
}
