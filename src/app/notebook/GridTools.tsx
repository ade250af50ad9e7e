import type { TableEdit } from '../../notebook/table-edits';
import type { TableWindow } from '../../notebook/table-window';
import { editTable } from './grid-edits';
import type { GridPlace } from './grid-places';

interface GridToolsProps {
  readonly id: number;
  readonly table: TableWindow;
  /** The chosen cell. Without one, rows and columns are added at the end. */
  readonly at: GridPlace | undefined;
  readonly onMove: (to: GridPlace) => void;
}

/** Adds, removes and sorts rows and columns of a table, at the chosen cell. */
export function GridTools({ id, table: { columns, count }, at, onMove }: GridToolsProps) {
  const row = Math.min(at?.row ?? count - 1, count - 1);
  const column = Math.min(at?.column ?? columns.length - 1, columns.length - 1);
  const name = columns[column]?.name ?? '';
  const tool = (text: string, label: string, edit: TableEdit, to: GridPlace, isPossible = true) => (
    <button
      type="button"
      className="text-button"
      aria-label={label}
      title={label}
      disabled={!isPossible}
      onClick={() => {
        void editTable(id, edit).then((isDone) => {
          if (isDone) onMove(to);
        });
      }}
    >
      {text}
    </button>
  );
  return (
    <span className="table-tools" role="group" aria-label="Rows and columns">
      {tool('+ Row', 'Add row', { tag: 'add-row', at: row + 1 }, { row: row + 1, column })}
      {tool('− Row', `Remove row ${row + 1}`, { tag: 'remove-row', at: row }, { row, column }, row >= 0)}
      {tool('+ Column', 'Add column', { tag: 'add-column', at: column + 1 }, { row: -1, column: column + 1 })}
      {tool(
        '− Column',
        `Remove column ${name}`,
        { tag: 'remove-column', at: column },
        { row, column },
        columns.length > 1,
      )}
      {tool('Sort ↑', `Sort by ${name}, ascending`, { tag: 'sort', column, descending: false }, { row, column })}
      {tool('Sort ↓', `Sort by ${name}, descending`, { tag: 'sort', column, descending: true }, { row, column })}
    </span>
  );
}
