import { error, warning, type Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Identifier } from '../language/syntax/tree';
import { parseAttributes, writtenAttributes } from './attributes';
import { type CsvCell, csvRows, csvPlace } from './csv';
import { quoted } from './quoted';
import { type ColumnType, typeColumn, type TableValue } from './table-columns';
import { columnNames, isName, nameFor, readTitle } from './table-header';
import type { TableReport } from './table-report';
import { haveLength, isHeader, isHuge, isTooLarge, reportFault, type TableRow } from './table-shape';

/**
 * A table of a notebook: a fenced block of comma-separated values, which the program sees as an array of records. Here
 * it is a whole block, from fence to fence; `table-tree.ts` turns it into a program.
 */
export interface Table {
  /** The name that it binds: as written, or the nearest valid name. The span is that of the written name. */
  readonly name: Identifier;
  readonly columns: readonly TableColumn[];
  /** Whether the columns are valid, even if some rows are not. */
  readonly sound: boolean;
  /** The rows below the header, without blank lines. */
  readonly rows: readonly TableRow[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface TableColumn {
  /** The name of the field in the records. */
  readonly name: string;
  /** Undefined if the values do not determine the type. */
  readonly type: ColumnType | undefined;
  readonly span: Span;
  /** The values by row; undefined for invalid cells. */
  readonly values: readonly (TableValue | undefined)[];
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*csv(?:[ \t]+([^\n]*))?(?:\n|$)/;

/** Whether the text of a cell is a table's block; no program starts like one. */
export function isTable(text: string): boolean {
  return OPENING.test(text);
}

/** Reads a table's block; any text is one, possibly with diagnostics. */
export function readTable(text: string, cell: number): Table {
  const diagnostics: Diagnostic[] = [];
  const report: TableReport = (code, place, message, hint, severity = 'error') => {
    const make = severity === 'error' ? error : warning;
    diagnostics.push(make(code, { cell, start: place.start, end: place.end }, message, { hint }));
  };
  const name = tableName(text, cell);
  reportName(text, name, report);
  return { name, ...readBody(text, cell, report), diagnostics };
}

/** Returns the name that a table binds, with the place of the written name, which may be invalid. */
export function tableName(text: string, cell: number): Identifier {
  const [opening = '', , info = ''] = OPENING.exec(text) ?? [];
  const name = writtenAttributes(info).findLast(({ key }) => key === 'name');
  const { value: written, start, end } = name ?? { value: '', start: 0, end: info.length };
  const infoStart = opening.length - info.length - (opening.endsWith('\n') ? 1 : 0);
  const span = { cell, start: infoStart + start, end: infoStart + end };
  return { text: isName(written) ? written : (nameFor(written, 'table') ?? 'table'), span };
}

function nameAttribute(text: string): string {
  return parseAttributes(OPENING.exec(text)?.[2] ?? '')['name'] ?? '';
}

function reportName(text: string, { text: name, span }: Identifier, report: TableReport): void {
  const written = nameAttribute(text);
  if (written === name) return;
  const hint = `write ${quoted(`name=${name}`)}`;
  if (written === '') {
    const fence = OPENING.exec(text)?.[0].trimEnd() ?? '';
    report('table-name', { start: 0, end: fence.length }, 'this table has no name', hint);
    return;
  }
  const names = 'a name starts with a lowercase letter, has only letters, digits and `_`, and is not a keyword';
  report('table-name', span, `${quoted(written)} cannot be the name of a table: ${names}`, hint);
}

function readBody(text: string, cell: number, report: TableReport): Pick<Table, 'columns' | 'sound' | 'rows'> {
  const { from, to } = bodyOf(text);
  const fence = { start: 0, end: Math.max(0, Math.min(from, text.length) - 1) };
  const nothing = { columns: [], sound: false, rows: [] };
  if (isHuge(text.slice(from, to), fence, report)) return nothing;
  const { rows: all, fault } = csvRows(text, from, to);
  const [header, ...others] = all;
  if (header === undefined) {
    const hint = 'name the columns in the first row, and write values below: `x,y`, then `1,2.5`';
    report('table-empty', fence, 'this table is empty', hint);
    return nothing;
  }
  if (isTooLarge(header, others, report)) return nothing;
  const rows = others.map((cells): TableRow => ({ cells, span: { cell, ...csvPlace(cells) } }));
  if (fault !== undefined) reportFault(fault, report);
  const isMeant = fault === undefined && isHeader(header, rows, report);
  const isEven = isMeant && haveLength(header, rows, report);
  const columns = columnsOf(header, rows, cell, isEven ? report : () => undefined);
  return { columns, sound: isMeant && columns.every(({ type }) => type !== undefined), rows };
}

/** Returns the place of the text between the fences' lines. */
function bodyOf(text: string): { readonly from: number; readonly to: number } {
  const [opening = '', fence = '```'] = OPENING.exec(text) ?? [];
  const body = text.slice(opening.length);
  const closing = new RegExp(`^[ \\t]*${fence}${fence.charAt(0)}*[ \\t]*$`, 'm').exec(body);
  return { from: opening.length, to: opening.length + (closing?.index ?? body.length) };
}

function columnsOf(
  header: readonly CsvCell[],
  rows: readonly TableRow[],
  cell: number,
  report: TableReport,
): readonly TableColumn[] {
  const heads = header.map((head) => ({ head, ...readTitle(head.value) }));
  const names = columnNames(heads.map(({ title }) => title));
  const columns = heads.map(({ head, fixed, misspelt }, index): TableColumn => {
    const name = names[index] ?? '';
    const span = { cell, start: head.start, end: head.end };
    if (misspelt !== undefined) {
      const { written, meant } = misspelt;
      report(
        'table-type',
        span,
        `${quoted(written)} is not a column type: use real, int, bool or string`,
        `write ${quoted(`${name} : ${meant}`)}`,
      );
    }
    const cells = rows.map((row) => row.cells[index]);
    return { name, span, ...typeColumn(name, cells, fixed ?? misspelt?.meant, report) };
  });
  const open = columns.filter(({ type }) => type === undefined);
  if (open.length > 0) {
    const typed = columns.map(({ name, type }) => `${name} : ${type ?? 'real'}`).join(', ');
    report(
      'table-empty',
      csvPlace(header),
      'this table has columns, but no rows',
      `for an empty array, write the type of each column: ${quoted(typed)}`,
    );
  }
  return columns;
}
