import { programOf } from '../../../notebook/document';
import { inserted, removed } from '../../../notebook/edits';
import { store } from '../../store/store';

/** Puts a program into a cell at the end of the notebook, and offers to take it away again. */
export function openCell(text: string): void {
  const { notebook, edit, notify, setCurrent, showCell } = store.getState();
  const { notebook: grown, id } = inserted(notebook, notebook.cells.length, { tag: 'code', text });
  edit(grown);
  setCurrent(id);
  showCell(id);
  notify('information', `Opened as cell ${programOf(grown).length}.`, {
    label: 'Remove it',
    run: () => {
      const state = store.getState();
      state.edit(removed(state.notebook, id));
    },
  });
}
