import { cellWith, programText } from '../../notebook/document';
import { withCells } from '../../notebook/table-cells';
import type { TableEdit } from '../../notebook/table-edits';
import { store } from '../store/store';
import { askLanguage } from '../workers/language-client';
import type { GridPlace } from './grid-places';

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
