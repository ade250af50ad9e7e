import { programCells } from '../../notebook/document';
import type { ProductName } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { graphAbove, wantedProducts } from '../panels/products';
import { presentInputs } from '../store/inputs';
import { type AppState, store } from '../store/store';
import { check } from './language-client';
import { run, warmSpare } from './run-client';

/** While a run is younger than this, a newer slider value waits for it, so that a drag always shows something. */
const PATIENCE = 100;
/** Younger runs do not show as pending. */
const PENDING_AFTER = 150;

interface Flight {
  readonly revision: number;
  readonly text: number;
  readonly started: number;
}

let revision = 0;
let flight: Flight | undefined;
let checking = false;
let runTimer: ReturnType<typeof setTimeout> | undefined;

/** From the text to the panels: checks after each edit, runs what checks, with the products of the open panels. */
export function startPipeline(): void {
  store.subscribe((state, before) => {
    if (state.text !== before.text) {
      clearTimeout(runTimer);
      if (!checking) void checkNow();
    } else if (state.inputRevision !== before.inputRevision) requestRun();
    else if (state.panel !== before.panel || graphAbove(state) !== graphAbove(before)) {
      const missing = openProducts(state).filter((name) => state.results[name].answered !== state.text);
      if (missing.length > 0) requestRun();
    }
  });
}

/** One check at a time: what is typed meanwhile is checked after it, in its newest form. */
async function checkNow(): Promise<void> {
  checking = true;
  const { notebook, text } = store.getState();
  const reply = await check({ revision: text, cells: programCells(notebook) }).catch(() => 'failed' as const);
  checking = false;
  if (store.getState().text !== text) {
    void checkNow();
    return;
  }
  if (reply === undefined || reply === 'failed') {
    const what = reply === undefined ? 'took too long and was stopped' : 'failed, which is a fault of ours';
    store.getState().notify('warning', `Checking this program ${what}. Your text is untouched.`);
    return;
  }
  store.getState().takeCheck(reply);
  if (reply.runnable) requestRun();
}

function requestRun(): void {
  const { check: checked, text } = store.getState();
  clearTimeout(runTimer);
  if (checked?.revision !== text || !checked.runnable) return;
  const age = flight === undefined || flight.text !== text ? PATIENCE : performance.now() - flight.started;
  if (age >= PATIENCE) void runNow();
  else runTimer = setTimeout(requestRun, PATIENCE - age);
}

async function runNow(): Promise<void> {
  const state = store.getState();
  const { text, generation } = state;
  const products = openProducts(state);
  const mine: Flight = { revision: ++revision, text, started: performance.now() };
  flight = mine;
  const unanswered = new Set(products);
  const pending = setTimeout(() => {
    store.getState().markPending([...unanswered]);
  }, PENDING_AFTER);
  const end = await run(
    {
      revision: mine.revision,
      cells: programCells(state.notebook),
      inputs: presentInputs(state.overrides, state.check?.inputs ?? []),
      products,
      budget: PAGE_BUDGET,
    },
    (reply) => {
      if (reply.state !== 'pending') unanswered.delete(reply.product);
      store.getState().takeReply(reply, text);
    },
  ).catch(() => 'failed' as const);
  clearTimeout(pending);
  if (flight !== mine) return;
  flight = undefined;
  if (end !== 'done') stopped(generation, end);
  else {
    store.getState().settle([...unanswered], text);
    warmSpare();
  }
}

function stopped(generation: number, end: keyof typeof STOPPED): void {
  const state = store.getState();
  if (state.generation !== generation) return;
  const message = STOPPED[end];
  state.failPending({
    severity: 'error',
    code: end,
    message,
    hint: 'Your text is untouched. Change it, or an input, to run again.',
    span: { cell: -1, start: 0, end: 0 },
    related: [],
  });
  state.notify('warning', `${message} Your text is untouched; change it or an input to run again.`);
}

const STOPPED = {
  stopped: 'The run did not answer for a second, so it was stopped.',
  failed: 'The run failed, which is a fault of ours.',
};

/** In the order in which they are wanted: the strip's first. */
function openProducts(state: AppState): readonly ProductName[] {
  return [...new Set<ProductName>(['value', 'gradient', ...wantedProducts(state)])];
}
