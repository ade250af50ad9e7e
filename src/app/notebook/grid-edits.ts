import { cellWith, programText } from '../../notebook/document';
import { withCells } from '../../notebook/table-cells';
import type { TableEdit } from '../../notebook/table-edits';
import { store } from '../store/store';
import { askLanguage } from '../workers/language-client';

/** A cell of a table. Rows count from 0 below the names of the columns; -1 is the row of names. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

const PAGE = 10;

/** Returns the place that a key goes to, as in a spreadsheet; undefined for other keys. `isFar`: to the end. */
export function movedPlace(
  key: string,
  isFar: boolean,
  { row, column }: GridPlace,
  { rows, columns }: GridSize,
): GridPlace | undefined {
  const to = (wantedRow: number, wantedColumn: number): GridPlace => ({
    row: Math.max(-1, Math.min(rows - 1, wantedRow)),
    column: Math.max(0, Math.min(columns - 1, wantedColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(isFar ? rows : row + 1, column);
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, isFar ? columns : column + 1);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'PageDown':
      return to(row + PAGE, column);
    case 'PageUp':
      return to(row - PAGE, column);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? rows : row, columns);
    default:
      return undefined;
  }
}

/** Writes a cell of a table, as one undo step. */
export function writeCell(id: number, place: GridPlace, value: string): void {
  const { notebook, editCell } = store.getState();
  const cell = cellWith(notebook, id);
  if (cell?.tag === 'table') editCell(id, withCells(cell.text, [{ ...place, value }]));
}

/** The last edit of a table, after which the next one starts: it has the text that the last one made. */
let last: Promise<boolean> = Promise.resolve(false);

/** Edits the rows and columns of a table, as one undo step. Resolves with whether the edit applied. */
export function editTable(id: number, edit: TableEdit): Promise<boolean> {
  last = last.then(() => edited(id, edit));
  return last;
}

async function edited(id: number, edit: TableEdit): Promise<boolean> {
  const before = cellWith(store.getState().notebook, id);
  if (before?.tag !== 'table') return false;
  const text = await askLanguage((worker) => worker.tableEdit({ text: programText(before), edit })).catch(
    () => undefined,
  );
  const { notebook, editCell, notify } = store.getState();
  if (text === undefined || text === before.text) return false;
  if (cellWith(notebook, id) !== before) {
    notify('information', 'The table was changed meanwhile. Try again.');
    return false;
  }
  editCell(id, text);
  return true;
}
