import type { TableCell } from '../../notebook/document';
import type { TableWindow } from '../../notebook/table-window';
import { counted } from '../kit/format';
import { TableRows } from '../notebook/TableRows';
import { DiagnosticList } from '../panels/shared/DiagnosticList';
import { useAppStore } from '../store/hooks';
import { programCell } from '../store/subjects';

/** A table of an exported page: its first rows, and what is wrong with it. */
export function OfflineTable({ cell: { id }, table }: { readonly cell: TableCell; readonly table: TableWindow }) {
  const checked = useAppStore((state) => state.check?.cells[programCell(state, id)?.index ?? -1]);
  const { count, name, rows } = table;
  return (
    <section className="cell" aria-label={`Table ${name}`}>
      <div className="table-header">
        <p id={`table-${id}`} className="table-title">
          {name} · {counted(count, 'row')}
          {count > rows.length && `, the first ${rows.length} shown`}
        </p>
      </div>
      <TableRows table={table} titleId={`table-${id}`} />
      <div className="table-problems">
        <DiagnosticList diagnostics={checked?.diagnostics ?? []} />
      </div>
    </section>
  );
}
