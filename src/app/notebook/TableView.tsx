import { useCallback, useEffect, useRef, useState } from 'react';
import { programText, type TableCell } from '../../notebook/document';
import type { TableWindow } from '../../notebook/table-window';
import { embedded } from '../kit/embedding';
import { CellContext, useAppStore } from '../store/hooks';
import { askLanguage } from '../workers/language-client';
import { store } from '../store/store';
import { programCell } from '../store/subjects';
import { DiagnosticList, problemsId } from '../panels/shared/DiagnosticList';
import { GridTools } from './GridTools';
import type { GridPlace } from './grid-places';
import { type Selected, TableEditor } from './TableEditor';
import { TableGrid } from './TableGrid';
import { useTableWindow } from './use-table-window';
import './table.css';
import { counted } from '../kit/format';

const FIRST_ROWS = 8;
/** A table with more cells renders only the rows in view. */
const MOST_CELLS = 2_500;

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
  const [range, setRange] = useState(FIRST_RANGE);
  const table = useTableWindow(programText(cell), range.from, range.to);
  const name = table?.name ?? cell.name;
  /** The cell that keys and tools act on; undefined until the reader has chosen one. */
  const [at, setAt] = useState<GridPlace>();
  const [selected, setSelected] = useState<Selected>();
  const edit = useRef<HTMLButtonElement>(null);
  const title = table === undefined ? name : `${name} · ${counted(table.count, 'row')}`;

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
                aria-label={`Edit ${name} as text`}
                onClick={() => {
                  setEditing(id);
                }}
              >
                Edit as text
              </button>
            )}
          </div>
          {table !== undefined && (
            <ShownRows
              cell={cell}
              table={table}
              titleId={`table-${id}`}
              all={range.all}
              onRange={setRange}
              at={at}
              onMove={setAt}
            />
          )}
        </>
      )}
      <CellContext value={id}>
        <TableProblems id={id} index={index} />
      </CellContext>
      {!embedded && table !== undefined && table.wrong > 0 && table.wrong < table.count && (
        <p className="table-more">
          <button
            type="button"
            className="text-button"
            onClick={() => {
              void askLanguage((worker) => worker.soundRows(programText(cell))).then((rows) => {
                if (rows !== undefined) onEdit(rows);
              });
            }}
          >
            Remove {counted(table.wrong, 'row')} with problems
          </button>
        </p>
      )}
    </>
  );
}

interface Range {
  readonly all: boolean;
  readonly from: number;
  readonly to: number;
}

const FIRST_RANGE: Range = { all: false, from: 0, to: FIRST_ROWS };

interface ShownRowsProps {
  readonly cell: TableCell;
  readonly table: TableWindow;
  readonly titleId: string;
  readonly all: boolean;
  readonly onRange: (range: Range) => void;
  readonly at: GridPlace | undefined;
  readonly onMove: (to: GridPlace) => void;
}

const FIRST_PLACE: GridPlace = { row: 0, column: 0 };

/** The first rows, and a button that shows all of them. */
function ShownRows({ cell, table, titleId, all, onRange, at, onMove }: ShownRowsProps) {
  const { columns, count } = table;
  const showAll = (): void => {
    onRange({ all: true, from: 0, to: isLong ? FIRST_ROWS : count });
  };
  const isLong = count * columns.length > MOST_CELLS;
  const onScroll = useCallback(
    (from: number, to: number) => {
      onRange({ all: true, from, to });
    },
    [onRange],
  );
  return (
    <>
      {columns.length > 0 && (
        <TableGrid
          cell={cell}
          table={table}
          titleId={titleId}
          at={at ?? FIRST_PLACE}
          onMove={(to) => {
            onMove(to);
            if (to.row >= FIRST_ROWS && !all) showAll();
          }}
          onRange={all && isLong ? onScroll : undefined}
          isReadOnly={embedded}
        />
      )}
      {columns.length > 0 && (!embedded || count > FIRST_ROWS) && (
        <div className="table-more">
          {count > FIRST_ROWS && (
            <button
              type="button"
              className="text-button"
              onClick={() => {
                if (all) onRange(FIRST_RANGE);
                else showAll();
              }}
            >
              {all ? `Show the first ${FIRST_ROWS} rows` : `Show all ${counted(count, 'row')}`}
            </button>
          )}
          {!embedded && <GridTools id={cell.id} table={table} at={at} onMove={onMove} />}
        </div>
      )}
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
