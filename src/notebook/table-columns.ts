import { assertNever } from '../language/source/internal-error';
import type { CsvCell } from './csv';
import { quoted } from './quoted';
import type { TableReport } from './table-report';

export type ColumnType = 'real' | 'int' | 'bool' | 'string';

export type TableValue = number | boolean | string;

const INT = /^[+-]?[0-9]+$/;
const BOOL = /^(?:true|false)$/i;
/** The ways in which programs that write tables mark a missing value. */
const MISSING = /^(?:|na|n\/a|nan|null|none|nil|-|\?|\.)$/i;

/**
 * Whether a column of numbers may contain the text: a number of the language, possibly with a sign, or without digits
 * on one side of the dot.
 */
export function isNumber(text: string): boolean {
  return !Number.isNaN(numberIn(text.trim()));
}

/** Returns the number that a text without white space around it is, or NaN. It has no regular expression: tables are long. */
function numberIn(text: string): number {
  const first = text.charCodeAt(text.startsWith('-') || text.startsWith('+') ? 1 : 0);
  const isPlain = (first >= 48 && first <= 57) || first === 46;
  // `0x10` is a number for JavaScript.
  return isPlain && !(first === 48 && text.charCodeAt(1) > 57 && !/^0e/i.test(text)) ? Number(text) : NaN;
}

interface TypedColumn {
  readonly type: ColumnType | undefined;
  readonly values: readonly (TableValue | undefined)[];
}

/** Returns the type of a column, unless its title fixes it, and its values; reports values of another type. */
export function typeColumn(
  name: string,
  cells: readonly (CsvCell | undefined)[],
  fixed: ColumnType | undefined,
  report: TableReport,
): TypedColumn {
  const type = fixed ?? typeOf(cells);
  if (type === undefined) return { type, values: [] };
  if (fixed === undefined && type === 'string') warnOfMixed(name, cells, report);
  const values: (TableValue | undefined)[] = [];
  const wrong: { readonly row: number; readonly cell: CsvCell }[] = [];
  for (const cell of cells) {
    const value = cell && valueOf(cell.value, type);
    values.push(value);
    if (value === undefined && cell !== undefined) wrong.push({ row: values.length, cell });
  }
  const [first] = wrong;
  if (first !== undefined) {
    const { value } = first.cell;
    const { message, hint } = problemOf(name, value, type);
    const others = wrong.length - 1;
    const more =
      others === 0
        ? ''
        : `, and ${others} more ${others === 1 ? 'cell below has' : 'cells below have'} the same problem`;
    const code = MISSING.test(value.trim()) ? 'table-missing' : 'table-value';
    report(code, first.cell, `row ${first.row}, column ${quoted(name)}: ${message}${more}`, hint);
  }
  return { type, values };
}

/** Returns the type of a column from its values; undefined without rows. */
function typeOf(cells: readonly (CsvCell | undefined)[]): ColumnType | undefined {
  if (cells.length === 0) return undefined;
  let type: ColumnType | undefined;
  for (const cell of cells) {
    const text = cell?.value.trim() ?? '';
    const own = isNumber(text) ? 'real' : MISSING.test(text) ? type : BOOL.test(text) ? 'bool' : 'string';
    if (own === 'string' || (type !== undefined && own !== type)) return 'string';
    type = own;
  }
  return type ?? 'string';
}

/** Warns of a column that is text because of a few cells, which is seldom intended. */
function warnOfMixed(name: string, cells: readonly (CsvCell | undefined)[], report: TableReport): void {
  let [present, others] = [0, 0];
  let odd: { readonly row: number; readonly cell: CsvCell } | undefined;
  for (const [row, cell] of cells.entries()) {
    if (cell === undefined || cell.value === '') continue;
    present += 1;
    if (isNumber(cell.value)) continue;
    others += 1;
    if (odd === undefined && !MISSING.test(cell.value.trim())) odd = { row: row + 1, cell };
  }
  if (odd === undefined || others * 2 >= present) return;
  const message = `the column ${quoted(name)} is text because ${quoted(odd.cell.value)} in row ${odd.row} is not a number`;
  const hint = `write a number there; for a text column, write ${quoted(`${name} : string`)} in the first row`;
  report('table-mixed', odd.cell, message, hint, 'warning');
}

/** Returns undefined for text that is not a value of the type. */
function valueOf(written: string, type: ColumnType): TableValue | undefined {
  const text = written.trim();
  switch (type) {
    case 'real': {
      const value = numberIn(text);
      return Number.isFinite(value) ? value : undefined;
    }
    case 'int':
      // An int has no -0.
      return INT.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : undefined;
    case 'bool':
      return BOOL.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'string':
      return written;
    default:
      return assertNever(type);
  }
}

/** Returns the message and hint for text that is not a value of the type. */
function problemOf(name: string, value: string, type: ColumnType): { readonly message: string; readonly hint: string } {
  const asReal = `${quoted(`${name} : real`)} in the first row makes the column real`;
  const asText = `for a text column, write ${quoted(`${name} : string`)} in the first row`;
  if (type === 'bool')
    return { message: `${shown(value)} is neither true nor false`, hint: `write \`true\` or \`false\`; ${asText}` };
  if (isNumber(value) && (type === 'real' || INT.test(value.trim()))) {
    const limit = type === 'real' ? 'reals go up to about 1.8e308' : `ints go up to 9007199254740991; ${asReal}`;
    return { message: `${shown(value)} is too large`, hint: limit };
  }
  if (isNumber(value))
    return { message: `${shown(value)} is not an int`, hint: `write it without a decimal point; ${asReal}` };
  return { message: `${shown(value)} is not a number`, hint: `write a number, or remove the row; ${asText}` };
}

function shown(value: string): string {
  return value === '' ? 'an empty cell' : quoted(value);
}
