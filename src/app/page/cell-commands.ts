import type { Command, Keys } from './command';
import { store } from '../store/store';
import type { AppState } from '../store/state';

/** What can be done with the present cell, and with the notebook's timeline. What does it is loaded when it is asked for. */
export const CELL_COMMANDS: readonly Command[] = [
  cell('add-code', 'Add a code cell below', 'Alt Enter', ({ addCell }, id) => {
    addCell(id, 'code');
  }),
  cell('add-text', 'Add a text cell below', 'Alt Shift Enter', ({ addCell }, id) => {
    addCell(id, 'prose');
  }),
  cell('add-table', 'Add a table below', undefined, ({ addCell }, id) => {
    addCell(id, 'table');
  }),
  cell('move-up', 'Move the cell up', 'Ctrl Shift PageUp', ({ moveCell }, id) => {
    moveCell(id, -1);
  }),
  cell('move-down', 'Move the cell down', 'Ctrl Shift PageDown', ({ moveCell }, id) => {
    moveCell(id, 1);
  }),
  cell('split', 'Split the cell before the caret’s line', 'Ctrl Shift -', ({ splitCell }, id) => {
    splitCell(id);
  }),
  cell('merge', 'Merge the cell with the next', 'Ctrl Shift M', ({ mergeWithNext }, id) => {
    mergeWithNext(id);
  }),
  cell('delete', 'Delete the cell', undefined, ({ deleteCell }, id) => {
    deleteCell(id);
  }),
  timeline('undo', 'Undo', 'Ctrl Z', ({ past }) => past.length > 0),
  timeline('redo', 'Redo', 'Ctrl Shift Z', ({ future }) => future.length > 0),
  {
    id: 'history',
    title: 'History of this notebook',
    group: 'Cell',
    run: () => {
      store.getState().setDialog('history');
    },
    available: ({ past, future }) => past.length + future.length > 0,
  },
];

type Actions = typeof import('../store/cell-actions');

function cell(
  id: string,
  title: string,
  keys: string | undefined,
  run: (actions: Actions, id: number) => void,
): Command {
  return {
    id,
    title,
    group: 'Cell',
    ...(keys === undefined ? {} : { keys: { text: keys, heardBy: 'page' } satisfies Keys }),
    run: () => {
      const present = cellInFocus(store.getState());
      if (present !== undefined)
        void import('../store/cell-actions').then((actions) => {
          run(actions, present);
        });
    },
    available: (state) => cellInFocus(state) !== undefined,
  };
}

/** The cell that has the focus; else the one that the panels are about; else the last. */
function cellInFocus({ current, notebook }: AppState): number | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-cell]');
  return element?.dataset['cell'] === undefined
    ? (current ?? notebook.cells.at(-1)?.id)
    : Number(element.dataset['cell']);
}

function timeline(id: 'undo' | 'redo', title: string, keys: string, available: (state: AppState) => boolean): Command {
  return {
    id,
    title,
    group: 'Cell',
    keys: { text: keys, heardBy: 'page', besideFields: true },
    run: () => {
      void import('../store/history').then((history) => history[id]());
    },
    available,
  };
}
