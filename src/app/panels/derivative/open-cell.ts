import { programCells } from '../../../notebook/document';
import { withNewCell, withoutNewCell } from '../../../notebook/new-cell';
import { store } from '../../store/store';

/** Puts a program into a cell at the end of the notebook, and offers to take it away again. */
export function openCell(text: string): void {
  const { notebook, generation, notify } = store.getState();
  const opened = withNewCell(notebook, text);
  change(opened);
  notify('information', `Opened as code cell ${programCells(opened).length}.`, {
    label: 'Remove it',
    run: () => {
      const state = store.getState();
      const without = state.generation === generation ? withoutNewCell(state.notebook, text) : undefined;
      if (without === undefined) state.notify('warning', 'The cell has changed since, so it was not removed.');
      else change(without);
    },
  });
}

function change(notebook: ReturnType<typeof withNewCell>): void {
  store.setState((state) => ({ notebook, text: state.text + 1, edited: true }));
}
