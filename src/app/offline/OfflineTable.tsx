import type { TableCell } from '../../notebook/document';
import type { Table } from '../../notebook/table';
import { counted } from '../kit/format';
import { TableRows } from '../notebook/TableRows';
import { DiagnosticList } from '../panels/shared/DiagnosticList';
import { useAppStore } from '../store/hooks';
import { programCell } from '../store/subjects';

/** Rows that are shown; the program has them all. */
const MOST_ROWS = 500;

/** A table of an exported page: its first rows, and what is wrong with it. */
export function OfflineTable({ cell: { id }, table }: { readonly cell: TableCell; readonly table: Table }) {
  const checked = useAppStore((state) => state.check?.cells[programCell(state, id)?.index ?? -1]);
  const { length } = table.rows;
  return (
    <section className="cell" aria-label={`Table ${table.name.text}`}>
      <div className="table-header">
        <p id={`table-${id}`} className="table-title">
          {table.name.text} · {counted(length, 'row')}
          {length > MOST_ROWS && `, the first ${MOST_ROWS} shown`}
        </p>
      </div>
      <TableRows table={table} titleId={`table-${id}`} most={MOST_ROWS} />
      <div className="table-problems">
        <DiagnosticList diagnostics={checked?.diagnostics ?? []} />
      </div>
    </section>
  );
}
