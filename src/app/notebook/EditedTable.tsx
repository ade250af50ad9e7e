import type { TableCell } from '../../notebook/document';
import { setAttributes } from '../store/cell-actions';
import { store } from '../store/store';
import { TableView } from './TableView';

/** A table of the notebook, whose values and name can be edited. */
export function EditedTable({ cell }: { readonly cell: TableCell }) {
  return (
    <TableView
      cell={cell}
      onEdit={(text) => {
        store.getState().editCell(cell.id, text);
      }}
      onRename={(name) => {
        setAttributes(cell.id, { name });
      }}
    />
  );
}
