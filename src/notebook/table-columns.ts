import { assertNever } from '../language/source/internal-error';
import type { CsvCell } from './csv';
import { quoted } from './quoted';
import type { TableReport } from './table-report';

export type ColumnType = 'real' | 'int' | 'bool' | 'string';

export type TableValue = number | boolean | string;

const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const INT = /^[+-]?[0-9]+$/;
const BOOL = /^(?:true|false)$/i;
/** The ways in which programs that write tables mark a missing value. */
const MISSING = /^(?:|na|n\/a|nan|null|none|nil|-|\?|\.)$/i;

/**
 * Whether a column of numbers may contain the text: a number of the language, possibly with a sign, or without digits
 * on one side of the dot.
 */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim());
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
  const values = cells.map((cell) => cell && valueOf(cell.value, type));
  const wrong = values.flatMap((value, row) => {
    const cell = cells[row];
    return value === undefined && cell !== undefined ? [{ row: row + 1, cell }] : [];
  });
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
  const present = cells.flatMap((cell) => (cell === undefined || MISSING.test(cell.value.trim()) ? [] : [cell.value]));
  if (present.length === 0) return 'string';
  if (present.every(isNumber)) return 'real';
  return present.every((value) => BOOL.test(value.trim())) ? 'bool' : 'string';
}

/** Warns of a column that is text because of a few cells, which is seldom intended. */
function warnOfMixed(name: string, cells: readonly (CsvCell | undefined)[], report: TableReport): void {
  const present = cells.flatMap((cell, row) =>
    cell === undefined || cell.value === '' ? [] : [{ cell, row: row + 1 }],
  );
  const others = present.filter(({ cell }) => !isNumber(cell.value));
  const odd = others.find(({ cell }) => !MISSING.test(cell.value.trim()));
  if (odd === undefined || others.length * 2 >= present.length) return;
  const message = `the column ${quoted(name)} is text because ${quoted(odd.cell.value)} in row ${odd.row} is not a number`;
  const hint = `write a number there; for a text column, write ${quoted(`${name} : string`)} in the first row`;
  report('table-mixed', odd.cell, message, hint, 'warning');
}

/** Returns undefined for text that is not a value of the type. */
function valueOf(written: string, type: ColumnType): TableValue | undefined {
  const text = written.trim();
  switch (type) {
    case 'real':
      return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
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
