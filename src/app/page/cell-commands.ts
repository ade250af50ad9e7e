import { DATA_FILES, pickFile } from '../kit/pick-file';
import type { PageCommand, Keys } from './command';
import { store } from '../store/store';
import type { AppState } from '../store/state';

/** The commands of the current cell and of the notebook's timeline. Their code is loaded on first use. */
export const CELL_COMMANDS: readonly PageCommand[] = [
  cell('add-code', 'Add code cell', 'Alt Enter', ({ addCell }, id) => {
    addCell(id, 'code');
  }),
  cell('add-text', 'Add text cell', 'Alt Shift Enter', ({ addCell }, id) => {
    addCell(id, 'prose');
  }),
  cell('add-table', 'Add table', undefined, ({ addCell }, id) => {
    addCell(id, 'table');
  }),
  {
    id: 'add-data',
    title: 'Add data from file',
    group: 'Cell',
    run: () => {
      pickFile(DATA_FILES, (file) => void import('../shelf/data-files').then((files) => files.addDataFile(file)));
    },
  },
  cell('move-up', 'Move cell up', 'Ctrl Shift PageUp', ({ moveCell }, id) => {
    moveCell(id, -1);
  }),
  cell('move-down', 'Move cell down', 'Ctrl Shift PageDown', ({ moveCell }, id) => {
    moveCell(id, 1);
  }),
  cell('split', 'Split cell', 'Ctrl Shift -', ({ splitCell }, id) => {
    splitCell(id);
  }),
  cell('merge', 'Merge with next', 'Ctrl Shift M', ({ mergeWithNext }, id) => {
    mergeWithNext(id);
  }),
  cell('delete', 'Delete cell', undefined, ({ deleteCell }, id) => {
    deleteCell(id);
  }),
  timeline('undo', 'Undo', 'Ctrl Z', ({ past }) => past.length > 0),
  timeline('redo', 'Redo', 'Ctrl Shift Z', ({ future }) => future.length > 0),
  {
    id: 'history',
    title: 'History',
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
): PageCommand {
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

/** The id of the focused cell; without one, of the current cell; else of the last cell. */
function cellInFocus({ current, notebook }: AppState): number | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-cell]');
  return element?.dataset['cell'] === undefined
    ? (current ?? notebook.cells.at(-1)?.id)
    : Number(element.dataset['cell']);
}

function timeline(
  id: 'undo' | 'redo',
  title: string,
  keys: string,
  available: (state: AppState) => boolean,
): PageCommand {
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
