import { useEffect, useMemo, useRef, useState } from 'react';
import type { TableCell } from '../../notebook/document';
import { readTable } from '../../notebook/table';
import { embedded } from '../kit/embedding';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { programCell } from '../store/subjects';
import { DiagnosticList, problemsId } from '../panels/shared/DiagnosticList';
import { type Selected, TableEditor } from './TableEditor';
import { TableRows } from './TableRows';
import './table.css';
import { counted } from '../kit/format';

interface TableViewProps {
  readonly cell: TableCell;
  readonly onEdit: (text: string) => void;
  readonly onRename: (name: string) => void;
}

/** The rows of a table, or its text while it is edited, followed by its problems. */
export function TableView({ cell, onEdit, onRename }: TableViewProps) {
  const { id } = cell;
  const index = useAppStore((state) => programCell(state, id)?.index);
  const editing = useAppStore((state) => state.editing === id);
  const setEditing = useAppStore((state) => state.setEditing);
  const block = cell.opening + cell.text + cell.closing;
  const table = useMemo(() => readTable(block, 0), [block]);
  const name = table.name.text;
  const [selected, setSelected] = useState<Selected>();
  const edit = useRef<HTMLButtonElement>(null);
  const title = `${name} · ${counted(table.rows.length, 'row')}`;

  // A revealed place in the table is shown in its text.
  const bodyStart = cell.opening.length;
  useEffect(
    () =>
      store.subscribe(({ revealed }, before) => {
        if (revealed === before.revealed || revealed === undefined || revealed.cell !== index) return;
        setSelected({ start: revealed.start - bodyStart, end: revealed.end - bodyStart });
        setEditing(id);
      }),
    [id, index, bodyStart, setEditing],
  );

  return (
    <>
      {editing ? (
        <TableEditor
          text={cell.text}
          name={name}
          selected={selected}
          onEdit={onEdit}
          onRename={onRename}
          onDone={() => {
            setEditing(undefined);
            setSelected(undefined);
            // After the button is mounted again.
            requestAnimationFrame(() => edit.current?.focus());
          }}
        />
      ) : (
        <>
          <div className="table-header">
            <p id={`table-${id}`} className="table-title">
              {title}
            </p>
            {!embedded && (
              <button
                ref={edit}
                type="button"
                className="button small outlined"
                aria-label={`Edit ${name}`}
                onClick={() => {
                  setEditing(id);
                }}
              >
                Edit
              </button>
            )}
          </div>
          <TableRows table={table} titleId={`table-${id}`} />
        </>
      )}
      <TableProblems id={id} index={index} />
    </>
  );
}

function TableProblems({ id, index }: { readonly id: number; readonly index: number | undefined }) {
  const checked = useAppStore((state) => (index === undefined ? undefined : state.check?.cells[index]));
  return (
    <div id={problemsId(id)} className="table-problems" role="status" aria-label="Problems">
      <DiagnosticList diagnostics={checked?.diagnostics ?? []} />
    </div>
  );
}
