import { error, type Diagnostic } from '../../language/source/diagnostic';
import { NOWHERE } from '../../language/source/span';
import { type ProgramCell, programCells, programIndex, programOf } from '../../notebook/document';
import { lacksImports } from '../../notebook/import-names';
import { NOT_LOADED } from '../kit/failures';
import type { ProductName, RunJob, RunReply } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { graphAbove } from '../store/panels';
import { presentInputs } from '../store/inputs';
import { programIds, relocated, relocation } from '../store/places';
import { NOT_RUN } from '../store/results';
import { store } from '../store/store';
import { engineCells } from '../../notebook/document';
import { focusAttribute, runKey } from '../store/subjects';
import { fingerprint, isHeld, hold, startedRun } from './held';
import { check } from './language-client';
import { runCells, warmRun, warmSpare } from './run-client';
import { wantedOf } from './wanted';
import type { AppState, CellReply, RunKey } from '../store/state';

/** Milliseconds for which a newer slider value waits for a run under way, so that a drag always shows something. */
const PATIENCE = 100;
/** Milliseconds after which a run is shown as pending. */
const PENDING_AFTER = 150;
/** Milliseconds for which replies about other cells than the current one are collected, because each change of the store costs. */
const COLLECTED = 40;
/** Cells of one run. The others follow in further runs, in an order that the reader may have changed meanwhile by scrolling. */
const MOST_TOGETHER = 64;
/** Marks of runs that are kept for tests and tools. */
const MOST_MARKS = 1_000;

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
let runTimer: ReturnType<typeof setTimeout> | undefined;
let arrivalTimer: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds after the last edit at which a cell that has got something to show becomes current. */
const TYPING_PAUSE = 600;
/** The fingerprints of programs that the reader has asked to run although they did not finish before. */
const asked = new Set<string>();

/** Starts to check the program after each edit, and to run the cells that an edit or an input affects, with the products of the open panels. */
export function startPipeline(): void {
  // The opening page shows results without workers. For other notebooks they are loaded while the notebook is.
  if (location.hash !== '') {
    check({ revision: 0, cells: [] }).catch(() => undefined);
    warmRun();
  }
  store.subscribe((state, before) => {
    if (state.textRevision !== before.textRevision) {
      clearTimeout(runTimer);
      clearTimeout(arrivalTimer);
      void checkNow();
    } else if (
      state.inputRevision !== before.inputRevision ||
      state.panel !== before.panel ||
      state.current !== before.current ||
      state.staged !== before.staged ||
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

/** How many times as long a run may take each time the reader runs it longer. */
export const LONGER = 5;
/** The seconds that the reader has given to programs with their inputs, by fingerprint. */
const granted = new Map<string, number>();

/** Returns the seconds that the reader has given to the run of a cell as it is; undefined for the usual time limit. */
export function secondsGiven(id: number): number | undefined {
  return granted.size === 0 ? undefined : granted.get(fingerprint(store.getState(), id));
}

/** Goes on with the run of a cell that has reached its limit, or that the reader has stopped. */
export function runLonger(id: number): void {
  const state = store.getState();
  const print = fingerprint(state, id);
  granted.set(print, (granted.get(print) ?? PAGE_BUDGET.seconds) * LONGER);
  asked.add(print);
  state.setState([{ id, products: wantedOf(state, id), key: runKey(state, id) }], 'pending');
  requestRun();
}

/** Checks the program. A newer check replaces this one. */
async function checkNow(): Promise<void> {
  const { notebook, textRevision } = store.getState();
  if (lacksImports(programCells(notebook))) return; // they are being loaded, which makes another revision
  const asked = (): ReturnType<typeof check> => check({ revision: textRevision, cells: programCells(notebook) });
  let reply = await asked().catch(() => 'failed' as const);
  // On a busy machine a worker can be silent for a while without being stuck, so its successor gets the program too.
  if (reply === 'stopped' && store.getState().textRevision === textRevision)
    reply = await asked().catch(() => 'failed' as const);
  if (store.getState().textRevision !== textRevision || reply === undefined) return;
  if (typeof reply === 'string') {
    store.getState().notify('warning', `${UNCHECKED[reply]} Your text is untouched.`);
    return;
  }
  store.getState().takeCheck(reply);
  // Not while the reader types, because a half-typed line can be an output for a moment.
  arrivalTimer = setTimeout(store.getState().arrive, TYPING_PAUSE);
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
  const missing = missingJobs(state);
  const jobs = runnable(missing);
  if (jobs.length === 0) {
    flight = undefined; // the inputs have been moved back, and all results are known
    if (missing.length > 0) requestRun(); // these are held now, and others may follow
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
    const pending = jobs
      .filter(({ owed }) => owed.size > 0)
      .map(({ id, owed, key }) => ({ id, products: [...owed], key }));
    store.getState().setState(pending, 'pending');
  }, PENDING_AFTER);
  // Tests, and the browser's performance tools, can count the cells that an edit runs.
  if (performance.getEntriesByName('run-cell').length > MOST_MARKS) performance.clearMarks('run-cell');
  for (const { cell, print } of jobs) performance.mark('run-cell', { detail: { cell, print } });
  const replies = collector(mine, generation);
  const end = await runCells(
    {
      revision: mine.revision,
      cells: programCells(state.notebook),
      jobs: jobs.map(({ cell, focus, products, print }) => ({ cell, focus, products, seconds: granted.get(print) })),
      inputs: presentInputs(state.overrides, state.check?.inputs ?? []),
      budget: PAGE_BUDGET,
      engines: engineCells(state.notebook),
    },
    (reply) => {
      if (flight === mine && store.getState().generation === generation) take(jobs, reply, replies);
    },
  ).catch(() => 'failed' as const);
  clearTimeout(pending);
  replies.store();
  if (flight !== mine) return;
  flight = undefined;
  const owing = jobs.find(({ owed }) => owed.size > 0);
  if (end === 'done') {
    warmSpare();
    if (store.getState().textRevision === textRevision) requestRun(); // a panel may have been opened meanwhile
  } else if (owing !== undefined && store.getState().generation === generation) stopped(owing, end);
}

/**
 * Returns the products that cells lack for their open panels, for at most MOST_TOGETHER cells: the current cell, those near
 * the viewport, then the others from the top.
 */
function missingJobs(state: AppState): readonly Job[] {
  const program = programOf(state.notebook);
  const first = [state.current, ...state.near].flatMap((id) =>
    id === undefined ? [] : [programIndex(state.notebook, id)],
  );
  const jobs: Job[] = [];
  for (const index of new Set([...first, ...program.keys()])) {
    const job = missingJob(state, program[index], index);
    if (job !== undefined) jobs.push(job);
    if (jobs.length === MOST_TOGETHER) break;
  }
  return jobs;
}

function missingJob(state: AppState, cell: ProgramCell | undefined, index: number): Job | undefined {
  if (cell?.tag !== 'code' || state.dependencies[cell.id]?.runnable !== true) return undefined;
  const { id } = cell;
  const key = runKey(state, id);
  const results = state.results[id] ?? NOT_RUN;
  const products = wantedOf(state, id).filter((name) => {
    const { answered, state: known } = results[name];
    // A partial answer is no longer followed by the whole one where another run has replaced its run.
    if (answered.all !== key.all || known === 'pending' || known === 'partial') return true;
    return known === 'held' && asked.has(fingerprint(state, id));
  });
  if (products.length === 0) return undefined;
  const print = fingerprint(state, id);
  return { id, cell: index, focus: focusAttribute(cell.attributes), products, key, print, owed: new Set(products) };
}

/** Returns the jobs without the cells that did not finish on an earlier visit, and marks these as held. */
function runnable(jobs: readonly Job[]): readonly Job[] {
  const isRun = ({ print }: Job): boolean => !isHeld(print) || asked.has(print);
  const others = jobs.filter((job) => !isRun(job));
  if (others.length > 0) store.getState().setState(others, 'held');
  return jobs.filter(isRun);
}

interface Collector {
  readonly add: (made: CellReply) => void;
  /** Stores what has been collected. */
  readonly store: () => void;
}

/**
 * Collects the replies of a run, and stores them together: those about the current cell before the next frame, others within
 * COLLECTED, and all by then, because a page out of sight has no frames.
 */
function collector({ ids }: Flight, generation: number): Collector {
  let collected: CellReply[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  const storeNow = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame ?? 0);
    timer = frame = undefined;
    const state = store.getState();
    if (collected.length > 0 && state.generation === generation) {
      const to = relocation(ids, programIds(state.notebook));
      state.takeReplies(collected.map((made) => ({ ...made, reply: relocated(made.reply, to) })));
    }
    collected = [];
  };
  return {
    add(made) {
      collected.push(made);
      timer ??= setTimeout(storeNow, COLLECTED);
      if (made.id === store.getState().current) frame ??= requestAnimationFrame(storeNow);
    },
    store: storeNow,
  };
}

function take(jobs: readonly Job[], reply: RunReply, replies: Collector): void {
  const job = jobs.find(({ cell }) => cell === reply.cell);
  if (job === undefined) return;
  if (reply.state !== 'pending' && reply.state !== 'partial') job.owed.delete(reply.product);
  startedRun(jobs.find(({ owed }) => owed.size > 0)?.print);
  // A product that is too large for its panel is no reason to hold the program.
  if (reply.state === 'error' && reply.product === 'value' && reply.diagnostics.some(isSpent)) spent(job);
  replies.add({ reply, id: job.id, key: job.key });
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
  stopped: 'The run did not answer for too long, so it was stopped.',
  missing: NOT_LOADED,
  failed: 'The run failed because of a bug in Pullback.',
};
