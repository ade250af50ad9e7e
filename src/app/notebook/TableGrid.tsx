import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { TableCell } from '../../notebook/document';
import { rowValues } from '../../notebook/table-cells';
import type { TableWindow } from '../../notebook/table-window';
import { ColumnSummary, summaryText } from './ColumnSummary';
import { classOf, isNumeric } from './table-classes';
import { editTable, writeCell } from './grid-edits';
import { type GridPlace, movedPlace } from './grid-places';
import { useRowsInView } from './use-rows-in-view';

interface TableGridProps {
  readonly cell: TableCell;
  readonly table: TableWindow;
  /** Id of the element with the table's title. */
  readonly titleId: string;
  /** The cell that keys act on. */
  readonly at: GridPlace;
  readonly onMove: (to: GridPlace) => void;
  /** Called with the rows to render when the reader scrolls. Without it, the rows of `table` are all that is shown. */
  readonly onRange: ((from: number, to: number) => void) | undefined;
  readonly isReadOnly: boolean;
}

/**
 * The rows of a table as a grid: arrow keys go from cell to cell, Enter, F2 or typing edits one, Escape leaves it as it was,
 * and cells of a spreadsheet are pasted from a cell on. One element has the focus, because rows out of view are not rendered.
 */
export function TableGrid({ cell, table, titleId, at, onMove, onRange, isReadOnly }: TableGridProps) {
  const { columns, count, from, rows } = table;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  /** The text of the cell at `at` while it is edited. */
  const [draft, setDraft] = useState<string>();
  /** Whether the edit has ended, so that the field that loses the focus writes nothing. */
  const hasEnded = useRef(false);
  const start = (text: string): void => {
    hasEnded.current = false;
    setDraft(text);
  };
  const stop = (): void => {
    hasEnded.current = true;
    setDraft(undefined);
  };
  const height = useRowsInView(box, columns.length, onRange);
  const place: GridPlace = {
    row: Math.min(at.row, count - 1),
    column: Math.min(at.column, columns.length - 1),
  };
  const idOf = ({ row, column }: GridPlace): string => `${id}-${row}-${column}`;
  const isShown = place.row < 0 || (place.row >= from && place.row < from + rows.length);
  useEffect(() => {
    const element = box.current;
    if (element === null || document.activeElement !== grid.current) return;
    const shown = document.getElementById(`${id}-${place.row}-${place.column}`);
    if (shown !== null) shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else element.scrollTop = place.row * height;
  }, [id, place.row, place.column, height]);

  const valueAt = ({ row, column }: GridPlace): string => rowValues(cell.text, row)?.[column] ?? '';
  const go = (to: GridPlace | undefined): void => {
    if (to !== undefined) onMove(to);
    grid.current?.focus({ preventScroll: true });
  };
  const commit = (then: GridPlace | undefined): void => {
    if (draft === undefined) return;
    stop();
    writeCell(cell.id, place, draft);
    go(then);
  };
  const moved = (key: string, isFar = false): GridPlace | undefined =>
    movedPlace(key, isFar, place, { rows: count, columns: columns.length });

  const editingKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Escape') {
      stop();
      go(undefined);
    } else if (key === 'Enter') commit(moved(shiftKey ? 'ArrowUp' : 'ArrowDown'));
    else if (key === 'Tab') commit(moved(shiftKey ? 'ArrowLeft' : 'ArrowRight'));
    else return false;
    return true;
  };
  const key = (event: KeyboardEvent): boolean => {
    if (event.altKey) return false;
    const isFar = event.ctrlKey || event.metaKey;
    const to = moved(event.key, isFar);
    if (to !== undefined) go(to);
    else if (isFar || isReadOnly) return false;
    else if (event.key === 'Enter' || event.key === 'F2') start(valueAt(place));
    else if (event.key === 'Delete' || event.key === 'Backspace') writeCell(cell.id, place, '');
    else if (/^.$/u.test(event.key)) start(event.key);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !(draft === undefined ? key(event) : editingKey(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    // One value goes into the text that is edited.
    if (isReadOnly || text === '' || (draft !== undefined && !/[\t\n]/.test(text.trim()))) return;
    event.preventDefault();
    stop();
    go(undefined);
    void editTable(cell.id, { tag: 'paste', ...place, text });
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (draft !== undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', valueAt(place));
  };

  const press = (to: GridPlace) => ({
    onMouseDown: (event: React.MouseEvent) => {
      if (draft !== undefined && to.row === place.row && to.column === place.column) return;
      event.preventDefault();
      commit(undefined);
      go(to);
    },
    onDoubleClick: () => {
      if (draft === undefined && !isReadOnly) start(valueAt(to));
    },
  });
  const isAt = (row: number, column: number): boolean => row === place.row && column === place.column;
  const editor = (
    <input
      ref={focusAtEnd}
      className="table-cell-editor"
      aria-label={place.row < 0 ? 'Name of the column' : `${columns[place.column]?.name ?? ''}, row ${place.row + 1}`}
      spellCheck={false}
      autoCapitalize="off"
      value={draft ?? ''}
      onChange={(event) => {
        setDraft(event.target.value);
      }}
      onBlur={() => {
        if (draft === undefined || hasEnded.current) return;
        stop();
        writeCell(cell.id, place, draft);
      }}
    />
  );
  const space = (rest: number) =>
    onRange !== undefined &&
    rest > 0 && (
      <tr aria-hidden="true" className="table-space" style={{ height: rest * height }}>
        <td />
      </tr>
    );
  return (
    <div ref={box} className={onRange === undefined ? 'table-scroll' : 'table-scroll long'}>
      <p id={`${id}-summary`} className="visually-hidden">
        {summaryText(columns)}
      </p>
      <table
        ref={grid}
        role="grid"
        className="table-grid"
        tabIndex={0}
        aria-labelledby={titleId}
        aria-describedby={`${id}-summary`}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        aria-readonly={isReadOnly}
        aria-activedescendant={isShown && columns.length > 0 ? idOf(place) : undefined}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <thead>
          <tr aria-rowindex={1}>
            <td className="table-count" />
            {columns.map((column, index) => (
              <th
                key={column.name}
                id={idOf({ row: -1, column: index })}
                scope="col"
                aria-colindex={index + 1}
                className={[isNumeric(column) ? 'numeric' : '', isAt(-1, index) ? 'at' : ''].join(' ')}
                style={{ minWidth: `${column.width}ch` }}
                {...press({ row: -1, column: index })}
              >
                {column.name} <span className="table-type">{column.type ?? '?'}</span>
                {isAt(-1, index) && draft !== undefined && editor}
              </th>
            ))}
          </tr>
          <tr className="table-summary" aria-hidden="true">
            <td className="table-count" />
            {columns.map((column) => (
              <td key={column.name} className={isNumeric(column) ? 'numeric' : undefined}>
                <ColumnSummary summary={column.summary} />
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {space(from)}
          {rows.map((cells, row) => (
            <tr key={from + row} aria-rowindex={from + row + 2}>
              <th scope="row" className="table-count">
                {from + row + 1}
              </th>
              {cells.map((each, index) => {
                const here = { row: from + row, column: index };
                const isHere = isAt(from + row, index);
                return (
                  <td
                    key={index}
                    id={idOf(here)}
                    aria-colindex={index + 1}
                    className={[classOf(columns[index], each) ?? '', isHere ? 'at' : ''].join(' ')}
                    {...press(here)}
                  >
                    {each.text}
                    {isHere && draft !== undefined && editor}
                  </td>
                );
              })}
            </tr>
          ))}
          {space(count - from - rows.length)}
        </tbody>
      </table>
    </div>
  );
}

function focusAtEnd(input: HTMLInputElement | null): void {
  if (input === null || document.activeElement === input) return;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
}
