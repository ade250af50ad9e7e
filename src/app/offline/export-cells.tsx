import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { type Notebook, type NotebookCell, programOf } from '../../notebook/document';
import type { TableWindow } from '../../notebook/table-window';
import type { CheckReply } from '../../protocol/messages';
import { ExerciseSolution } from '../notebook/Solution';
import { FIRST_SIZE } from '../panels/descent/SeriesFigure';
import { NOT_RUN } from '../store/results';
import type { AppState, OpenDocument } from '../store/state';
import { store } from '../store/store';
import { runKey } from '../store/subjects';
import { cellElementId } from './ids';
import { OfflineTable } from './OfflineTable';
import { type SavedState, savedState } from './saved-state';
import { codeCells, renderCell, startRuns } from './start';
import { setEngine, stopWorkers } from './start-worker';

interface ExportRequest {
  readonly notebook: Notebook;
  readonly overrides: AppState['overrides'];
  readonly check: CheckReply;
  /** The contents of the table cells, by id. */
  readonly tables: ReadonlyMap<number, TableWindow>;
  readonly engineUrl: string;
}

export interface ExportedCells {
  readonly state: SavedState;
  /** The cells by id, but for text cells, as a reader without scripts sees them. */
  readonly cells: ReadonlyMap<number, Element>;
}

/**
 * Runs a notebook with the script of the exported page, and renders its code cells. Called by the site in an instance of this
 * script that it loads for one export, whose store and workers are its own.
 */
export async function exportCells({
  notebook,
  overrides,
  check,
  tables,
  engineUrl,
}: ExportRequest): Promise<ExportedCells> {
  const document: OpenDocument = { notebook, origin: { tag: 'own' }, shelfId: undefined, inputs: overrides };
  setEngine(() => new Worker(engineUrl, { name: 'offline page' }));
  store.getState().open(document);
  // `open` adds the notebook's own settings, which the reader may have taken back.
  store.setState({ overrides });
  store.getState().takeCheck({ ...check, revision: store.getState().textRevision });
  try {
    startRuns();
    await answered();
  } finally {
    stopWorkers();
  }
  const cells = notebook.cells.flatMap((cell): readonly [number, Element][] => {
    const still = stillCell(notebook, cell, tables.get(cell.id));
    return still === undefined ? [] : [[cell.id, still]];
  });
  return { state: savedState(store.getState()), cells: new Map(cells) };
}

/** Resolves when all cells that can run have their values and derivatives, or an error in their place. */
function answered(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!codeCells().every(isAnswered)) return;
      forget();
      resolve();
    };
    const forget = store.subscribe(look);
    look();
  });
}

function isAnswered(id: number): boolean {
  const state = store.getState();
  if (state.dependencies[id]?.runnable !== true) return true;
  const { all } = runKey(state, id);
  const { value, gradient } = state.results[id] ?? NOT_RUN;
  return [value, gradient].every((result) => result.answered.all === all && /^(?:ok|error|empty)$/.test(result.state));
}

/** A cell as it stands in the page before its script runs: nothing can be operated, and the policy allows no styles in it. */
function stillCell(notebook: Notebook, cell: NotebookCell, table: TableWindow | undefined): Element | undefined {
  const host = document.createElement('section');
  switch (cell.tag) {
    case 'prose':
    case 'checks':
    case 'wrong':
    case 'hint':
    case 'screen':
    case 'predict':
    case 'recall':
      return undefined;
    case 'code': {
      host.className = 'cell';
      host.id = cellElementId(cell.id);
      host.setAttribute('aria-label', `Code cell ${programOf(notebook).indexOf(cell) + 1}`);
      return still(host, () => renderCell(cell.id, host));
    }
    case 'solution':
    case 'table':
      return (
        still(host, () => {
          const root = createRoot(host);
          root.render(
            cell.tag === 'solution' ? (
              <ExerciseSolution cell={cell} isStill />
            ) : (
              table !== undefined && <OfflineTable cell={cell} table={table} />
            ),
          );
          return root;
        }).firstElementChild ?? undefined
      );
  }
}

/** A copy of what is rendered into an element. */
function still(host: HTMLElement, render: () => Root): Element {
  let root: Root | undefined;
  flushSync(() => {
    root = render();
  });
  const copy = host.cloneNode(true) as Element; // of an element
  root?.unmount();
  // The table of what each engine counted is left out, to keep the file small. The page's script shows it.
  for (const meters of copy.querySelectorAll('.gradient-meters')) meters.parentElement?.remove();
  // A chart's table is empty until a script fills it.
  for (const table of copy.querySelectorAll('.figure-table')) table.remove();
  // Charts were drawn without a layout, and are scaled to the reader's window.
  for (const chart of copy.querySelectorAll('.series'))
    chart.setAttribute('viewBox', `0 0 ${FIRST_SIZE.width} ${FIRST_SIZE.height}`);
  for (const styled of copy.querySelectorAll('[style]')) styled.removeAttribute('style');
  // What controls hold is not written out unless it stands in an attribute.
  for (const input of copy.querySelectorAll('input')) {
    if (input.type === 'checkbox' || input.type === 'radio') input.toggleAttribute('checked', input.checked);
    else input.setAttribute('value', input.value);
  }
  for (const control of copy.querySelectorAll('input, textarea, button')) control.setAttribute('disabled', '');
  return copy;
}
