/**
 * The script of an exported page, in one file. In the page it renders each code cell in the place of its still picture, and
 * runs the notebook when an input moves. The site loads the same script to make the page.
 */
import '../kit/tokens.css';
import '../kit/base.css';
import '../kit/controls.css';
import '../notebook/result-strip.css';
import '../notebook/notebook.css';
import '../notebook/exercise.css';
import '../notebook/table.css';
import '../kit/figures.css';
import '../panels/descent/descent.css';
import './saved-panels.css';
import '../kit/contrast.css';
import '../kit/print.css';
import './offline.css';
import { store } from '../store/store';
import { cellElementId, ENGINE_ID, STATE_ID } from './ids';
import { unpacked } from './packed';
import { readState } from './saved-state';
import { codeCells, renderCell, startRuns } from './start';
import { setEngine } from './start-worker';

export { exportCells } from './export-cells';

async function startPage(state: string): Promise<void> {
  try {
    setEngine(await engineStarter());
    store.setState(readState(state));
    startRuns();
  } catch {
    tell('This browser does not start the engine of a page that is opened from a disk, so the sliders do not move.');
    return;
  }
  const waiting = new Set(codeCells());
  const render = (): void => {
    for (const id of waiting) {
      const { results, dependencies } = store.getState();
      // A cell whose results were too large for the page keeps its still picture until it has run again.
      if (results[id] === undefined && dependencies[id]?.runnable === true) continue;
      const host = document.getElementById(cellElementId(id));
      waiting.delete(id);
      if (host !== null) renderCell(id, host);
    }
  };
  store.subscribe(render);
  render();
}

function tell(text: string): void {
  const note = document.createElement('p');
  note.textContent = text;
  document.querySelector('footer')?.append(note);
}

interface Factory {
  createPolicy(
    name: 'engine',
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Starts the engine, whose text is packed in the page. Its URL is the only script URL that the page's policy allows. */
async function engineStarter(): Promise<() => Worker> {
  const text = await unpacked(document.getElementById(ENGINE_ID)?.textContent ?? '');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const types = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  const trusted = types?.createPolicy('engine', { createScriptURL: (made) => (made === url ? made : '') });
  return () => new Worker(trusted?.createScriptURL(url) ?? url, { name: 'engine' });
}

const state = document.getElementById(STATE_ID)?.textContent;
if (state !== undefined) void startPage(state);
