import { integer } from '../language/source/counted';
import type { Diagnostic } from '../language/source/diagnostic';
import { lineIndex, positionAt } from '../language/source/position';
import type { Task } from '../semantics/task';
import { csvRows, csvText, type CsvCell } from './csv';
import { decodedTable } from './decoded-text';
import { readJson } from './json-file';
import { readTable } from './table';
import { isNumber } from './table-columns';
import { nameFor } from './table-header';
import { hugeness } from './table-shape';

/** What a file with data becomes in a notebook. */
export type DataFile =
  | {
      readonly tag: 'table';
      readonly name: string;
      /** The rows as comma-separated values; the first one names the columns. */
      readonly text: string;
      readonly rows: number;
      /** A column to name in an example; undefined if the table has an error. */
      readonly column: string | undefined;
    }
  /** A type and a value, as the language writes them. */
  | { readonly tag: 'value'; readonly name: string; readonly type: string; readonly value: string }
  | { readonly tag: 'refused'; readonly reason: string };

/** Reads a file of comma-separated values, or another separator, or JSON. Never throws. Yields between its passes. */
export function* readDataFile(fileName: string, bytes: Uint8Array): Task<DataFile> {
  const shown = `“${fileName}”`;
  const refused = (why: string): DataFile => ({ tag: 'refused', reason: `${shown}${why}` });
  const text = decodedTable(bytes)
    ?.replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  if (text === undefined) return refused(' is not a text file. Choose a table (.csv, .tsv) or a JSON file.');
  if (text.trim() === '') return refused(' is empty.');
  const at = (offset: number): string => {
    const { line, column } = positionAt(lineIndex(text), offset);
    return `, line ${integer(line)}, column ${integer(column)}: `;
  };
  // A name is typed in programs.
  const [stem] = /^.{0,40}/su.exec(fileName.replace(/\.[^.]*$/, '')) ?? [''];
  const name = nameFor(stem, 'table') ?? 'table';
  if (/\.json$/i.test(fileName)) {
    const read = readJson(text);
    if (read.tag === 'wrong') return refused((read.start === undefined ? ': ' : at(read.start)) + read.message);
    if (read.tag === 'value') return { ...read, name };
    return asTable(name, read.text, (why) => refused(`: ${why}`));
  }
  const separator = separatorOf(fileName, text);
  const huge = hugeness(text, separator);
  if (huge !== undefined) return refused(`: this table has ${huge}.`);
  yield;
  const { rows, fault } = csvRows(text, 0, text.length, separator);
  if (fault !== undefined) return refused(at(fault.start) + FAULTS[fault.tag]);
  yield;
  const isHeaded = hasHeader(rows);
  const body = separator === ',' && isHeaded ? text.trimEnd() : recsvText(rows, isHeaded, separator);
  yield;
  return asTable(name, body, (why) => refused(`: ${why}`));
}

const FAULTS = {
  unclosed: 'this quote is never closed.',
  'after-quote': 'there is text after the closing quote of this cell. Write a quote inside a cell twice: "".',
  'before-quote': 'an opening quote must be the first character of its cell.',
};

function asTable(name: string, text: string, refused: (why: string) => DataFile): DataFile {
  const { rows, columns, diagnostics } = readTable(`\`\`\`\`\`\`csv name=${name}\n${text}\n\`\`\`\`\`\``, 0);
  const large = diagnostics.find(({ code }: Diagnostic) => code === 'table-too-large');
  if (large !== undefined) return refused(`${large.message}.`);
  const isWrong = diagnostics.some(({ severity }) => severity === 'error');
  const column = isWrong ? undefined : (columns.find(({ type }) => type === 'real') ?? columns[0]);
  return { tag: 'table', name, text, rows: rows.length, column: column?.name };
}

/** Returns the separator that the first line has most often outside quotes; of several, the first of comma, semicolon, tab. */
function separatorOf(fileName: string, text: string): string {
  if (/\.tsv$/i.test(fileName)) return '\t';
  const line = (/\S[^\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string): number => line.split(separator).length;
  return [';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best), ',');
}

/** Whether the first row names the columns: some cell is not a number, and the numbers could be years. */
function hasHeader([first = []]: readonly (readonly CsvCell[])[]): boolean {
  const numbers = first.filter(({ value }) => isNumber(value));
  return numbers.length < first.length && numbers.every(({ value }) => /^[1-9][0-9]*$/.test(value));
}

const DECIMAL_COMMA = /^[+-]?[0-9]+(?:,[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Returns the rows with commas between the cells, with names for the columns, and with decimal points. */
function recsvText(rows: readonly (readonly CsvCell[])[], isHeaded: boolean, separator: string): string {
  const [first = []] = rows;
  const below = isHeaded ? rows.slice(1) : rows;
  const header = isHeaded ? first : first.map((_, index) => ({ value: `column_${index + 1}`, quoted: false }));
  const isComma = first.map(
    (_, index) =>
      separator !== ',' && below.every((row) => row[index] === undefined || DECIMAL_COMMA.test(row[index].value)),
  );
  const lines = below.map((row) =>
    row.map((cell, i) => csvText(isComma[i] === true ? cell.value.replace(',', '.') : cell.value, cell.quoted)),
  );
  return [header.map(({ value, quoted }) => csvText(value, quoted)), ...lines].map((row) => row.join(',')).join('\n');
}
