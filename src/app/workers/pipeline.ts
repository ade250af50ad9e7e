import { error, type Diagnostic } from '../../language/source/diagnostic';
import { NOWHERE } from '../../language/source/span';
import { programCells, programOf } from '../../notebook/document';
import type { ProductName, RunJob, RunReply } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { graphAbove } from '../store/panels';
import { presentInputs } from '../store/inputs';
import { programIds, relocated, relocation } from '../store/places';
import { NOT_RUN } from '../store/results';
import { store } from '../store/store';
import { focusOf, runKey } from '../store/subjects';
import { fingerprint, isHeld, hold, startedRun } from './held';
import { check } from './language-client';
import { run, warmSpare } from './run-client';
import { wantedOf } from './wanted';
import type { AppState, RunKey } from '../store/state';

/** While a run is younger than this, a newer slider value waits for it, so that a drag always shows something. */
const PATIENCE = 100;
/** Younger runs do not show as pending. */
const PENDING_AFTER = 150;

interface Job extends RunJob {
  /** Of the cell. */
  readonly id: number;
  readonly key: RunKey;
  /** What the cell is made from, the same at every visit. */
  readonly print: string;
  /** Not answered yet. */
  readonly owed: Set<ProductName>;
}

interface Flight {
  readonly revision: number;
  readonly textRevision: number;
  /** Of the program's cells, as places in replies count them. */
  readonly ids: readonly number[];
  readonly started: number;
}

let revision = 0;
let flight: Flight | undefined;
let checking = false;
let runTimer: ReturnType<typeof setTimeout> | undefined;
/** What the reader has asked to run although it did not come to its end before. */
const asked = new Set<string>();

/** From the text to the panels: checks after each edit, runs what an edit or an input reaches, with the products of the open panels. */
export function startPipeline(): void {
  store.subscribe((state, before) => {
    if (state.textRevision !== before.textRevision) {
      clearTimeout(runTimer);
      if (!checking) void checkNow();
    } else if (
      state.inputRevision !== before.inputRevision ||
      state.panel !== before.panel ||
      state.current !== before.current ||
      graphAbove(state) !== graphAbove(before)
    )
      requestRun();
  });
}

/** Runs a cell that waits to be asked, because it did not come to its end at an earlier visit. */
export function runHeld(id: number): void {
  const state = store.getState();
  asked.add(fingerprint(state, id));
  requestRun();
}

/** One check at a time: what is typed meanwhile is checked after it, in its newest form. */
async function checkNow(): Promise<void> {
  checking = true;
  const { notebook, textRevision } = store.getState();
  const reply = await check({ revision: textRevision, cells: programCells(notebook) }).catch(() => 'failed' as const);
  checking = false;
  if (store.getState().textRevision !== textRevision) {
    void checkNow();
    return;
  }
  if (reply === undefined || reply === 'failed') {
    const what = reply === undefined ? 'took too long and was stopped' : 'failed, which is a fault of ours';
    store.getState().notify('warning', `Checking this program ${what}. Your text is untouched.`);
    return;
  }
  store.getState().takeCheck(reply);
  requestRun();
}

function requestRun(): void {
  const { check: checked, textRevision } = store.getState();
  clearTimeout(runTimer);
  if (checked?.revision !== textRevision) return;
  const age =
    flight === undefined || flight.textRevision !== textRevision ? PATIENCE : performance.now() - flight.started;
  if (age >= PATIENCE) void runNow();
  else runTimer = setTimeout(requestRun, PATIENCE - age);
}

async function runNow(): Promise<void> {
  const state = store.getState();
  const { textRevision, generation } = state;
  const jobs = runnable(missingJobs(state));
  if (jobs.length === 0) {
    flight = undefined; // what is still being run is of inputs that have been moved back
    return;
  }
  const mine: Flight = {
    revision: ++revision,
    textRevision,
    ids: programIds(state.notebook),
    started: performance.now(),
  };
  flight = mine;
  const pending = setTimeout(() => {
    if (flight !== mine) return;
    for (const { id, owed, key } of jobs) if (owed.size > 0) store.getState().setState(id, [...owed], 'pending', key);
  }, PENDING_AFTER);
  // What an edit reaches can be counted, by a browser's own tools too.
  for (const { cell, print } of jobs) performance.mark('run-cell', { detail: { cell, print } });
  const end = await run(
    {
      revision: mine.revision,
      cells: programCells(state.notebook),
      jobs: jobs.map(({ cell, focus, products }) => ({ cell, focus, products })),
      inputs: presentInputs(state.overrides, state.check?.inputs ?? []),
      budget: PAGE_BUDGET,
    },
    (reply) => {
      if (flight === mine && store.getState().generation === generation) take(jobs, reply, mine.ids);
    },
  ).catch(() => 'failed' as const);
  clearTimeout(pending);
  if (flight !== mine) return;
  flight = undefined;
  const owing = jobs.find(({ owed }) => owed.size > 0);
  if (end === 'done') {
    warmSpare();
    if (store.getState().textRevision === textRevision) requestRun(); // what the panels have come to want meanwhile
  } else if (owing !== undefined && store.getState().generation === generation) stopped(owing, end);
}

/** Of every cell what its open panels want and do not have: the present cell's first. */
function missingJobs(state: AppState): readonly Job[] {
  const jobs = programOf(state.notebook).flatMap((cell, index): Job[] => {
    const { id } = cell;
    if (cell.tag !== 'code' || state.dependencies[id]?.runnable !== true) return [];
    const key = runKey(state, id);
    const results = state.results[id] ?? NOT_RUN;
    const products = wantedOf(state, id).filter((name) => {
      const { answered, state: known } = results[name];
      if (answered.all !== key.all || known === 'pending') return true;
      return known === 'held' && asked.has(fingerprint(state, id));
    });
    if (products.length === 0) return [];
    const print = fingerprint(state, id);
    return [{ id, cell: index, focus: focusOf(cell.attributes), products, key, print, owed: new Set(products) }];
  });
  return [...jobs.filter(({ id }) => id === state.current), ...jobs.filter(({ id }) => id !== state.current)];
}

/** Without those that did not come to their end at an earlier visit, which say so. */
function runnable(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter(({ id, products, key, print }) => {
    if (!isHeld(print) || asked.has(print)) return true;
    store.getState().setState(id, products, 'held', key);
    return false;
  });
}

function take(jobs: readonly Job[], reply: RunReply, ids: readonly number[]): void {
  const job = jobs.find(({ cell }) => cell === reply.cell);
  if (job === undefined) return;
  if (reply.state !== 'pending' && reply.state !== 'partial') job.owed.delete(reply.product);
  startedRun(jobs.find(({ owed }) => owed.size > 0)?.print);
  // What a panel has no room for is no reason not to run the program.
  if (reply.state === 'error' && reply.product === 'value' && reply.diagnostics.some(isSpent)) spent(job);
  const state = store.getState();
  state.takeReply(relocated(reply, relocation(ids, programIds(state.notebook))), job.id, job.key);
}

function isSpent({ code }: Diagnostic): boolean {
  return code.startsWith('budget');
}

function spent({ print }: Job): void {
  asked.add(print); // at this visit it has been seen to end
  hold(print);
}

function stopped(job: Job, end: keyof typeof STOPPED): void {
  const state = store.getState();
  const message = STOPPED[end];
  spent(job);
  const hint = 'Your text is untouched. Change it, or an input, to run again.';
  state.failPending(job.id, [...job.owed], job.key, error(end, NOWHERE, message, { hint }));
  state.notify('warning', `${message} Your text is untouched; change it or an input to run again.`);
  requestRun();
}

const STOPPED = {
  stopped: 'The run did not answer for a second, so it was stopped.',
  failed: 'The run failed, which is a fault of ours.',
};
