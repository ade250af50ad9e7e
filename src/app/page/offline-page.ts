import { engineUrl, scriptUrl } from 'virtual:offline';
import { error } from '../../language/source/diagnostic';
import { programCells, programText } from '../../notebook/document';
import { LONG_LINK } from '../../notebook/link';
import type { TableWindow } from '../../notebook/table-window';
import type { CheckReply } from '../../protocol/messages';
import { presentInputs } from '../store/inputs';
import type { AppState } from '../store/state';
import { askLanguage, check } from '../workers/language-client';
import { offlineHtml } from './offline-html';
import { askedStills, takeStills } from './panel-stills';

/** Rows of a table that are shown; the program has them all. */
const MOST_ROWS = 500;

let exports = 0;

/**
 * The notebook as one HTML file that opens from a disk: with its engine, its present input values and results, and sliders
 * that move. Everything is run again, because the site has results of its open panels only. The panels that cells ask for
 * are copied as they are now.
 */
export async function offlinePage(
  { notebook, overrides }: Pick<AppState, 'notebook' | 'overrides'>,
  title: string,
  link: string | undefined,
): Promise<string> {
  const texts = programCells(notebook);
  const reply = await check({ revision: 0, cells: texts });
  const checked = reply === undefined || typeof reply === 'string' ? unchecked(texts.length) : reply;
  const tables = new Map<number, TableWindow>();
  for (const cell of notebook.cells) {
    if (cell.tag !== 'table') continue;
    const request = { text: programText(cell), from: 0, to: MOST_ROWS };
    const table = await askLanguage((worker) => worker.table(request));
    if (table !== undefined) tables.set(cell.id, table);
  }
  const { exportCells } = await pageScript();
  const exported = await exportCells({
    notebook,
    overrides: presentInputs(overrides, checked.inputs),
    check: checked,
    tables,
    engineUrl,
  });
  // The page has the derivatives by engine of its own.
  const stills = await takeStills(askedStills(['gradient']));
  const short = link !== undefined && link.length <= LONG_LINK ? link : undefined;
  return offlineHtml({ cells: notebook.cells, exported, stills, title, link: short });
}

/** Stands for the checker's answer if checking took too long: no cell can run. */
function unchecked(count: number): CheckReply {
  const message = 'Checking this program took too long and was stopped.';
  return {
    revision: 0,
    inputs: [],
    cells: Array.from({ length: count }, (_, cell) => ({
      runnable: false,
      diagnostics: [error('unchecked', { cell, start: 0, end: 0 }, message)],
      errors: 1,
      warnings: 0,
      uses: [],
      outputs: 0,
    })),
  };
}

/** The script of the exported page, in a new instance: the fragment makes it another module. */
async function pageScript(): Promise<typeof import('../offline/page')> {
  const script: unknown = await import(/* @vite-ignore */ `${scriptUrl}#${++exports}`);
  return script as typeof import('../offline/page'); // the plugin builds it from this file
}
