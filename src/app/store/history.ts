import { type Notebook, printNotebook } from '../../notebook/document';
import { reconciled } from '../../notebook/edits';
import { store } from './store';
import type { Moment } from './state';

/** One moment back, also across a reload. */
export async function undo(): Promise<void> {
  await goTo(store.getState().past.at(-1));
}

export async function redo(): Promise<void> {
  await goTo(store.getState().future[0]);
}

/** Makes an earlier moment the newest one: what came after it stays in the history. */
export async function restore(moment: Moment): Promise<void> {
  const { generation, notebook: before } = store.getState();
  const notebook = await read(moment, before);
  const state = store.getState();
  if (state.generation === generation && state.notebook === before) state.edit(notebook);
}

async function goTo(moment: Moment | undefined): Promise<void> {
  if (moment === undefined) return;
  const { generation, notebook: before } = store.getState();
  const notebook = await read(moment, before);
  const state = store.getState();
  if (state.generation !== generation || state.notebook !== before) return;
  state.goToMoment(moment.number, notebook);
  const changed = notebook.cells.find((cell) => !before.cells.includes(cell));
  if (changed !== undefined) state.showCell(changed.id);
}

/** One of an earlier visit is read now, and keeps the identities of the cells that it shares with the present one. */
async function read({ notebook }: Moment, present: Notebook): Promise<Notebook> {
  if (typeof notebook !== 'string') return notebook;
  const { parseNotebook } = await import('../../notebook/parse');
  return reconciled(present, parseNotebook(notebook));
}

/** What a moment holds, as Markdown. */
export function textOf({ notebook }: Moment): string {
  return typeof notebook === 'string' ? notebook : printNotebook(notebook);
}
