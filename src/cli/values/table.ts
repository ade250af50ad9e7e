import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { columnNames, readTitle } from '../../notebook/table-header';
import { WANTED_BOOL, WANTED_INT, WANTED_REAL } from '../../semantics/misfit';
import { sequenceOf } from '../../semantics/leaves';
import type { Value } from '../../semantics/value';
import { excerpt, type FileBytes, Misread, NEWLINE, textOf } from './bytes';
import { NumberReader } from './numbers';
import { RealBuffer } from './real-buffer';

const [QUOTE, COMMA, SEMICOLON, TAB, RETURN, SPACE] = [34, 44, 59, 9, 13, 32];

/** Reads a table as a value of a sequence type. Throws a `Misread`. */
export function readTable(file: FileBytes, type: Type): Value {
  const cells = new Cells(file);
  if (type.tag !== 'sequence') throw unfit(file, type);
  const container = type.container === 'array' ? 'array' : 'list';
  const { item } = type;
  const reals = new RealBuffer();
  if (item.tag === 'real') {
    const add = (row: Row): void => {
      reals.add(real(row.only()));
    };
    eachRow(cells, add, (row) => real(row.only()));
    return sequenceOf(reals.take(), container);
  }
  if (isLeaf(item)) {
    return sequenceOf(
      rowsOf(cells, (row) => readLeaf(row.only(), item)),
      container,
    );
  }
  switch (item.tag) {
    case 'sequence': {
      const { item: leaf } = item;
      const inner = item.container === 'array' ? 'array' : 'list';
      if (!isLeaf(leaf)) break;
      const rows = rowsOf(cells, (row) => sequenceOf(leaf.tag === 'real' ? row.reals(reals) : row.all(leaf), inner));
      return sequenceOf(rows, container);
    }
    case 'product': {
      const { items } = item;
      if (!items.every(isLeaf)) break;
      const rows = rowsOf(cells, (row) => row.each(items));
      return sequenceOf(rows, container);
    }
    case 'record': {
      if (!item.fields.every((field) => isLeaf(field.type))) break;
      return sequenceOf(records(cells, item), container);
    }
    default:
  }
  throw unfit(file, type);
}

function unfit({ start }: FileBytes, type: Type): Misread {
  const wanted = 'an array of records, of arrays, of tuples, or of single values';
  return new Misread(`a table is ${wanted}, not ${showType(type)}: use a JSON file`, start);
}

function isLeaf({ tag }: Type): boolean {
  return tag === 'real' || tag === 'int' || tag === 'bool' || tag === 'string';
}

function rowsOf(cells: Cells, read: (row: Row) => Value): readonly Value[] {
  const rows: Value[] = [];
  eachRow(cells, (row) => rows.push(read(row)), read);
  return rows;
}

/** Adds every row. The first one is a header if it does not fit, and no cell of it is a number. */
function eachRow(cells: Cells, add: (row: Row) => void, read: (row: Row) => Value): void {
  const first = cells.next();
  if (first === undefined) return;
  if (!isHeader(first, read)) add(first);
  for (let row = cells.next(); row !== undefined; row = cells.next()) {
    sameLength(row, first);
    add(row);
  }
}

/** Matches cells that begin like a number, mean one, or have other line ends: alone, such cells are no header. */
const NO_TITLE = /^[+\-$€£]?[.]?[0-9]|^[+-]?(?:nan|inf|infinity)$|[\r\n]/iu;

function isHeader(row: Row, read: (row: Row) => Value): boolean {
  const texts = row.texts();
  if (!texts.every((text) => text !== '' && Number.isNaN(Number(text)))) return false;
  if (texts.every((text) => NO_TITLE.test(text))) return false;
  try {
    read(row);
    return false;
  } catch (thrown) {
    if (!(thrown instanceof Misread)) throw thrown;
    return true;
  }
}

function sameLength(row: Row, first: Row): void {
  if (row.count === first.count) return;
  const cells = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  throw new Misread(`this row has ${cells(row.count)}, but the first has ${cells(first.count)}`, row.start);
}

/** Reads the columns that are fields of the record; the first row has their names. */
function records(cells: Cells, { fields }: Extract<Type, { tag: 'record' }>): readonly Value[] {
  const header = cells.next();
  if (header === undefined) throw new Misread('a table of records needs a first row with the names of its columns', 0);
  const titles = header.texts().map((text) => readTitle(text).title);
  const names = columnNames(titles);
  const columns = fields.map(({ name }) => {
    const exact = titles.indexOf(name);
    const again = titles.indexOf(name, exact + 1);
    if (exact >= 0 && again >= 0) throw new Misread(`the column ${name} is here twice`, header.cell(again).start);
    const found = exact < 0 ? names.indexOf(name) : exact;
    if (found < 0 && titles.every((title) => !Number.isNaN(Number(title)))) throw nameless(fields, header);
    if (found < 0) throw missing(name, titles, header);
    return found;
  });
  const rows: Value[] = [];
  for (let row = cells.next(); row !== undefined; row = cells.next()) {
    sameLength(row, header);
    const own = row;
    rows.push(fields.map(({ type }, i) => readLeaf(own.cell(columns[i] ?? 0), type)));
  }
  return rows;
}

function missing(name: string, titles: readonly string[], { start }: Row): Misread {
  const [only = ''] = titles;
  const advice = titles.length === 1 && /\s/u.test(only) ? ` (${SEPARATE})` : '';
  return new Misread(`there is no column ${name}; the columns are ${titles.join(', ')}${advice}`, start);
}

const SEPARATE = 'columns are separated by commas, semicolons or tabs';

function nameless(fields: readonly { readonly name: string }[], { start }: Row): Misread {
  const names = fields.map(({ name }) => name).join(', ');
  return new Misread(
    `the first row has numbers: a table of records needs the names of its columns there: ${names}`,
    start,
  );
}

/** A cell: its bytes without white space or quotes around it. */
interface Cell {
  readonly file: FileBytes;
  readonly numbers: NumberReader;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

function readLeaf(cell: Cell, type: Type): Value {
  switch (type.tag) {
    case 'real':
      return real(cell);
    case 'int':
      return number(cell, WANTED_INT, Number.isSafeInteger);
    case 'bool': {
      const text = written(cell).toLowerCase();
      if (text !== 'true' && text !== 'false') throw misfit(cell, WANTED_BOOL);
      return text === 'true';
    }
    default:
      return written(cell);
  }
}

function real(cell: Cell): number {
  return number(cell, WANTED_REAL, Number.isFinite);
}

function number(cell: Cell, wanted: string, fits: (value: number) => boolean): number {
  const { file, numbers, start, end } = cell;
  const value = numbers.read(start);
  if (numbers.end === end && end > start) {
    if (fits(value)) return value;
    throw misfit(cell, wanted);
  }
  // As in the tables of notebooks: a sign, or no digits on one side of the dot.
  const text = file.slice(start, Math.min(end, start + 400)).toString('latin1');
  const other = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/u.test(text) ? Number(text) : NaN;
  if (end - start > 400 || !fits(other)) throw misfit(cell, wanted);
  return other;
}

function written({ file, start, end, quoted }: Cell): string {
  const text = textOf(file, start, end);
  return quoted ? text.replaceAll('""', '"') : text;
}

function misfit({ file, start, end }: Cell, wanted: string): Misread {
  const found = start < end ? excerpt(file, start, end) : 'an empty cell';
  const advice = /^[+-]?[0-9]+,[0-9]+/u.test(found)
    ? ': write a point, not a comma, before decimals'
    : /^[-+.0-9]+\s+[-+.0-9]/u.test(found)
      ? `: ${SEPARATE}`
      : '';
  return new Misread(`expected ${wanted}, found ${found}${advice}`, start);
}

/** The cells of one row. It is used again for the next row. */
class Row {
  count = 0;
  start = 0;
  readonly #file: FileBytes;
  readonly #numbers: NumberReader;
  /** The start and the end of each cell; the end is negative, and one less, for a cell in quotes. */
  readonly #places: number[] = [];

  constructor(file: FileBytes) {
    this.#file = file;
    this.#numbers = new NumberReader(file);
  }

  clear(start: number): void {
    this.count = 0;
    this.start = start;
  }

  add(start: number, end: number, quoted: boolean): void {
    this.#places[2 * this.count] = start;
    this.#places[2 * this.count + 1] = quoted ? ~end : end;
    this.count += 1;
  }

  cell(index: number): Cell {
    const [start = 0, end = 0] = [this.#places[2 * index], this.#places[2 * index + 1]];
    return { file: this.#file, numbers: this.#numbers, start, end: end < 0 ? ~end : end, quoted: end < 0 };
  }

  only(): Cell {
    if (this.count === 1) return this.cell(0);
    throw new Misread(`expected one column, found ${this.count}`, this.start);
  }

  all(type: Type): readonly Value[] {
    const values: Value[] = [];
    for (let i = 0; i < this.count; i++) values.push(readLeaf(this.cell(i), type));
    return values;
  }

  reals(buffer: RealBuffer): ArrayLike<number> {
    for (let i = 0; i < this.count; i++) buffer.add(real(this.cell(i)));
    return buffer.take();
  }

  each(types: readonly Type[]): readonly Value[] {
    if (this.count !== types.length)
      throw new Misread(`expected ${types.length} columns, found ${this.count}`, this.start);
    return types.map((type, i) => readLeaf(this.cell(i), type));
  }

  texts(): readonly string[] {
    return Array.from({ length: this.count }, (_, i) => written(this.cell(i)));
  }
}

/** The rows of a table. Blank lines are left out. */
class Cells {
  readonly #file: FileBytes;
  readonly #separator: number;
  #row: Row;
  #isFirst = true;
  #at: number;

  constructor(file: FileBytes) {
    this.#file = file;
    this.#separator = separatorOf(file);
    this.#row = new Row(file);
    this.#at = file.start;
  }

  /** Returns the next row, which lasts until the one after it; the first one lasts. */
  next(): Row | undefined {
    const { end } = this.#file;
    if (this.#isFirst) this.#isFirst = false;
    else if (this.#row.count > 0 && this.#first === undefined) {
      this.#first = this.#row;
      this.#row = new Row(this.#file);
    }
    while (this.#at < end) {
      const row = this.#line();
      if (row !== undefined) return row;
    }
    return undefined;
  }

  #first: Row | undefined;

  /** Reads a line, whose cells in quotes can contain line ends; undefined if it is blank. */
  #line(): Row | undefined {
    const file = this.#file;
    const { end } = file;
    const row = this.#row;
    row.clear(this.#at);
    for (;;) {
      let start = this.#at;
      while (this.#isBlank(file.at(start))) start += 1;
      let to = start;
      const quoted = file.at(start) === QUOTE;
      if (quoted) {
        to = this.#closing(start);
        row.add(start + 1, to - 1, true);
        while (this.#isBlank(file.at(to))) to += 1;
        const next = file.at(to);
        if (to < end && next !== this.#separator && next !== NEWLINE)
          throw new Misread('text after the closing quote: write a quote inside quotes twice', to);
      } else {
        let last = start;
        for (let byte = file.at(to); byte >= 0 && byte !== this.#separator && byte !== NEWLINE; byte = file.at(to)) {
          to += 1;
          if (!this.#isBlank(byte)) last = to;
        }
        row.add(start, last, false);
      }
      this.#at = to + 1;
      if (to >= end || file.at(to) === NEWLINE) break;
    }
    const { start, end: last, quoted } = row.cell(0);
    return row.count === 1 && start === last && !quoted ? undefined : row;
  }

  #isBlank(byte: number): boolean {
    return byte === SPACE || byte === RETURN || (byte === TAB && this.#separator !== TAB);
  }

  /** Returns the place after the quote that closes the one at `start`. */
  #closing(start: number): number {
    const { end } = this.#file;
    for (let at = start + 1; at < end; at++) {
      if (this.#file.at(at) !== QUOTE) continue;
      if (this.#file.at(at + 1) !== QUOTE) return at + 1;
      at += 1;
    }
    throw new Misread('this quote is never closed', start);
  }
}

/** Returns a tab for a .tsv file, else the first of comma, tab and semicolon that the first line has outside quotes. */
function separatorOf(file: FileBytes): number {
  if (/\.tsv$/iu.test(file.name)) return TAB;
  const found = new Set<number>();
  let isQuoted = false;
  for (let at = file.start; at < file.end && (isQuoted || file.at(at) !== NEWLINE); at++) {
    if (file.at(at) === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted) found.add(file.at(at));
  }
  return [COMMA, TAB, SEMICOLON].find((separator) => found.has(separator)) ?? COMMA;
}
