import { error, type Diagnostic } from '../../language/source/diagnostic';
import { NOWHERE } from '../../language/source/span';
import { NOT_LOADED } from '../kit/failures';
import { programCells, programOf } from '../../notebook/document';
import type { ProductName, RunJob, RunReply } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { graphAbove } from '../store/panels';
import { presentInputs } from '../store/inputs';
import { programIds, relocated, relocation } from '../store/places';
import { NOT_RUN } from '../store/results';
import { store } from '../store/store';
import { focusAttribute, runKey } from '../store/subjects';
import { fingerprint, isHeld, hold, startedRun } from './held';
import { check } from './language-client';
import { runCells, warmSpare } from './run-client';
import { wantedOf } from './wanted';
import type { AppState, RunKey } from '../store/state';

/** Milliseconds for which a newer slider value waits for a run under way, so that a drag always shows something. */
const PATIENCE = 100;
/** Milliseconds after which a run is shown as pending. */
const PENDING_AFTER = 150;

interface Job extends RunJob {
  /** The id of the cell. */
  readonly id: number;
  readonly key: RunKey;
  /** The fingerprint of what the cell runs. */
  readonly print: string;
  /** The products that have not been answered yet. */
  readonly owed: Set<ProductName>;
}

interface Flight {
  readonly revision: number;
  readonly textRevision: number;
  /** The ids of the program's cells, by the indices that spans in replies use. */
  readonly ids: readonly number[];
  readonly started: number;
}

let revision = 0;
let flight: Flight | undefined;
let checking = false;
let runTimer: ReturnType<typeof setTimeout> | undefined;
/** The fingerprints of programs that the reader has asked to run although they did not finish before. */
const asked = new Set<string>();

/** Starts to check the program after each edit, and to run the cells that an edit or an input affects, with the products of the open panels. */
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

/** Runs a cell that is paused because it did not finish on an earlier visit. */
export function runHeld(id: number): void {
  const state = store.getState();
  asked.add(fingerprint(state, id));
  requestRun();
}

/** Checks the program, and again if it was edited meanwhile: there is one check at a time. */
async function checkNow(): Promise<void> {
  checking = true;
  const { notebook, textRevision } = store.getState();
  const reply = await check({ revision: textRevision, cells: programCells(notebook) }).catch(() => 'failed' as const);
  checking = false;
  if (store.getState().textRevision !== textRevision) {
    void checkNow();
    return;
  }
  if (typeof reply === 'string') {
    store.getState().notify('warning', `${UNCHECKED[reply]} Your text is untouched.`);
    return;
  }
  store.getState().takeCheck(reply);
  requestRun();
}

const UNCHECKED = {
  stopped: 'Checking this program took too long and was stopped.',
  missing: NOT_LOADED,
  failed: 'Checking this program failed because of a bug in Pullback.',
};

function requestRun(): void {
  const state = store.getState();
  const { textRevision } = state;
  clearTimeout(runTimer);
  if (state.check?.revision !== textRevision) return;
  const age =
    flight === undefined || flight.textRevision !== textRevision ? PATIENCE : performance.now() - flight.started;
  // Where inputs have been moved back the values are known: the run in between is dropped before it can show its own.
  const known = !missingJobs(state).some(({ products }) => products.includes('value'));
  if (known || age >= PATIENCE) void runNow();
  else runTimer = setTimeout(requestRun, PATIENCE - age);
}

async function runNow(): Promise<void> {
  const state = store.getState();
  const { textRevision, generation } = state;
  const jobs = runnable(missingJobs(state));
  if (jobs.length === 0) {
    flight = undefined; // the inputs have been moved back, and all results are known
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
  // Tests, and the browser's performance tools, can count the cells that an edit runs.
  for (const { cell, print } of jobs) performance.mark('run-cell', { detail: { cell, print } });
  const end = await runCells(
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
    if (store.getState().textRevision === textRevision) requestRun(); // a panel may have been opened meanwhile
  } else if (owing !== undefined && store.getState().generation === generation) stopped(owing, end);
}

/** Returns the products that cells lack for their open panels; the current cell comes first. */
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
    return [{ id, cell: index, focus: focusAttribute(cell.attributes), products, key, print, owed: new Set(products) }];
  });
  return [...jobs.filter(({ id }) => id === state.current), ...jobs.filter(({ id }) => id !== state.current)];
}

/** Returns the jobs without the cells that did not finish on an earlier visit, and marks these as held. */
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
  // A product that is too large for its panel is no reason to hold the program.
  if (reply.state === 'error' && reply.product === 'value' && reply.diagnostics.some(isSpent)) spent(job);
  const state = store.getState();
  state.takeReply(relocated(reply, relocation(ids, programIds(state.notebook))), job.id, job.key);
}

function isSpent({ code }: Diagnostic): boolean {
  return code.startsWith('budget');
}

function spent({ print }: Job): void {
  asked.add(print); // on this visit it runs again when it is edited
  hold(print);
}

function stopped(job: Job, end: keyof typeof STOPPED): void {
  const state = store.getState();
  const message = STOPPED[end];
  if (end === 'missing') asked.add(job.print);
  else spent(job);
  const hint = 'Your text is untouched. Change it, or an input, to run again.';
  state.failPending(job.id, [...job.owed], job.key, error(end, NOWHERE, message, { hint }));
  state.notify('warning', `${message} Your text is untouched; change it or an input to run again.`);
  requestRun();
}

const STOPPED = {
  stopped: 'The run did not answer for a second, so it was stopped.',
  missing: NOT_LOADED,
  failed: 'The run failed because of a bug in Pullback.',
};
