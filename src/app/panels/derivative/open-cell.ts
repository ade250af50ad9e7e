import { programOf } from '../../../notebook/document';
import { inserted, removed } from '../../../notebook/edits';
import { store } from '../../store/store';

/** Adds a cell with the program at the end of the notebook, and offers to undo that. */
export function openCell(text: string): void {
  const { notebook, edit, notify, setCurrent, showCell } = store.getState();
  const { notebook: grown, id } = inserted(notebook, notebook.cells.length, { tag: 'code', text });
  edit(grown);
  setCurrent(id);
  showCell(id);
  notify('information', `Opened as cell ${programOf(grown).length}.`, {
    label: 'Undo',
    run: () => {
      const state = store.getState();
      state.edit(removed(state.notebook, id));
    },
  });
}
