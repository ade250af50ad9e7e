import type { Notebook } from '../../notebook/document';
import { reconciled } from '../../notebook/edits';
import { store } from './store';
import type { NotebookMoment } from './state';

/** Goes one moment back, also to moments of an earlier visit. */
export async function undo(): Promise<void> {
  await goTo(store.getState().past.at(-1));
}

export async function redo(): Promise<void> {
  await goTo(store.getState().future[0]);
}

/** Makes an earlier moment the newest. Later moments stay in the history. */
export async function restore(moment: NotebookMoment): Promise<void> {
  const { generation, notebook: before } = store.getState();
  const notebook = await read(moment, before);
  const state = store.getState();
  if (state.generation === generation && state.notebook === before) state.edit(notebook);
}

async function goTo(moment: NotebookMoment | undefined): Promise<void> {
  if (moment === undefined) return;
  const { generation, notebook: before } = store.getState();
  const notebook = await read(moment, before);
  const state = store.getState();
  if (state.generation !== generation || state.notebook !== before) return;
  state.goToMoment(moment.number, notebook);
  const known = new Set(before.cells);
  const changed = notebook.cells.find((cell) => !known.has(cell));
  if (changed !== undefined) state.showCell(changed.id);
}

/** The notebook of a moment. One from an earlier visit is parsed now; cells that it shares with `present` keep their ids. */
async function read({ notebook }: NotebookMoment, present: Notebook): Promise<Notebook> {
  if (typeof notebook !== 'string') return notebook;
  const { parseNotebook } = await import('../../notebook/parse');
  return reconciled(present, parseNotebook(notebook));
}
