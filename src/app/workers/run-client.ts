import * as Comlink from 'comlink';
import type { ContoursReply, ContoursRequest, MomentReply, MomentRequest } from '../../protocol/descent';
import type { DefinitionsReply, DefinitionsRequest } from '../../protocol/editing';
import type { DisagreementReply, DisagreementRequest } from '../../protocol/disagreement';
import type { ExerciseReply, ExerciseRequest } from '../../protocol/exercises';
import type { GrowthReply, GrowthRequest } from '../../protocol/growth';
import type { PlotReply, PlotRequest } from '../../protocol/plot';
import type { JetsReply, JetsRequest } from '../../protocol/jets';
import type { CombinatorsReply, CombinatorsRequest } from '../../protocol/combinators';
import type { StepsReply, StepsRequest } from '../../protocol/steps';
import type { ChecksReply, ChecksRequest, TermReply, TermRequest } from '../../protocol/terms';
import type { RunApi, RunReply, RunRequest } from '../../protocol/messages';
import { startRunWorker } from './start-worker';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** What the run worker exposes beside its service: it answers between two slices. */
export interface WatchedRunApi extends RunApi {
  ping(): void;
}

const TICK = 250;
/** Ticks without an answer after which the worker is stuck inside a slice; more while it is still being loaded. */
const SILENT_TICKS = 4;
const LOADING_TICKS = 120;

const owner = new WorkerOwner<WatchedRunApi>(startRunWorker);
let loaded = false;

/** Runs a program in the run worker; resolves when the run is over, or was stopped. */
export async function run(request: RunRequest, reply: (reply: RunReply) => void): Promise<'done' | 'stopped'> {
  const end = await watched((worker) => worker.run(request, Comlink.proxy(reply)));
  return end === 'stopped' ? end : 'done';
}

/** The same of a question about contours: a newer one ends it, runs go on beside it. */
export async function contours(
  request: ContoursRequest,
  reply: (reply: ContoursReply) => void,
): Promise<'done' | 'stopped'> {
  const end = await watched((worker) => worker.contours(request, Comlink.proxy(reply)));
  return end === 'stopped' ? end : 'done';
}

/** The main expression as a curve or over the plane, from coarse to fine: a newer question ends it, runs go on beside it. */
export async function plot(request: PlotRequest, reply: (reply: PlotReply) => void): Promise<'done' | 'stopped'> {
  const end = await watched((worker) => worker.plot(request, Comlink.proxy(reply)));
  return end === 'stopped' ? end : 'done';
}

/** The meters of engines, size by size: a newer question ends it, and so does `endGrowth`; runs go on beside it. */
export async function growth(request: GrowthRequest, reply: (reply: GrowthReply) => void): Promise<'done' | 'stopped'> {
  const end = await watched((worker) => worker.growth(request, Comlink.proxy(reply)));
  return end === 'stopped' ? end : 'done';
}

/** Nobody waits for growth any more. */
export async function endGrowth(): Promise<void> {
  await watched((worker) => worker.endGrowth());
}

/** What was in scope at a record; undefined when a newer question has come. */
export async function moment(request: MomentRequest): Promise<MomentReply | 'stopped' | undefined> {
  const end = await watched<MomentReply | undefined>(async (worker) => worker.moment(request));
  return end === 'stopped' ? end : end.value;
}

/** The state at a step of evaluation; undefined when a newer question has come. */
export async function steps(request: StepsRequest): Promise<StepsReply | 'stopped' | undefined> {
  const end = await watched<StepsReply | undefined>(async (worker) => worker.steps(request));
  return end === 'stopped' ? end : end.value;
}

/** The combinators and their runs; undefined when a newer question has come. */
export async function combinators(request: CombinatorsRequest): Promise<CombinatorsReply | 'stopped' | undefined> {
  const end = await watched<CombinatorsReply | undefined>(async (worker) => worker.combinators(request));
  return end === 'stopped' ? end : end.value;
}

/** The jets of every entry of the trace; undefined when a newer question has come. */
export async function jets(request: JetsRequest): Promise<JetsReply | 'stopped' | undefined> {
  const end = await watched<JetsReply | undefined>(async (worker) => worker.jets(request));
  return end === 'stopped' ? end : end.value;
}

/** Lines of a term; undefined when a newer question about the same term has come. */
export async function term(request: TermRequest): Promise<TermReply | 'stopped' | undefined> {
  const end = await watched<TermReply | undefined>(async (worker) => worker.term(request));
  return end === 'stopped' ? end : end.value;
}

/** The values of what the program defines; undefined when a newer question has come. */
export async function definitions(request: DefinitionsRequest): Promise<DefinitionsReply | 'stopped' | undefined> {
  const end = await watched<DefinitionsReply | undefined>(async (worker) => worker.definitions(request));
  return end === 'stopped' ? end : end.value;
}

/** The theorems, checked; undefined when a newer question has come. */
export async function checks(request: ChecksRequest): Promise<ChecksReply | 'stopped' | undefined> {
  const end = await watched<ChecksReply | undefined>(async (worker) => worker.checks(request));
  return end === 'stopped' ? end : end.value;
}

/** A small program on which the engines disagree; undefined when a newer question has come. */
export async function disagreement(request: DisagreementRequest): Promise<DisagreementReply | 'stopped' | undefined> {
  const end = await watched<DisagreementReply | undefined>(async (worker) => worker.disagreement(request));
  return end === 'stopped' ? end : end.value;
}

/** Whether an exercise is solved; undefined when a newer question about the same one has come. */
export async function exercise(request: ExerciseRequest): Promise<ExerciseReply | 'stopped' | undefined> {
  const end = await watched<ExerciseReply | undefined>(async (worker) => worker.exercise(request));
  return end === 'stopped' ? end : end.value;
}

/**
 * A call of the worker, which is stopped when it does not answer for a second. Silence is counted in ticks of our own
 * timer, so that a page that was itself asleep blames nobody.
 */
async function watched<R>(
  use: (worker: Comlink.Remote<WatchedRunApi>) => Promise<R>,
): Promise<{ readonly value: R } | 'stopped'> {
  let silent = 0;
  const watchdog = setInterval(() => {
    silent++;
    if (silent > (loaded ? SILENT_TICKS : LOADING_TICKS)) {
      owner.stop('the run did not answer');
      owner.warm();
      return;
    }
    owner
      .call((worker) => worker.ping())
      .then(
        () => {
          silent = 0;
          loaded = true;
        },
        () => undefined,
      );
  }, TICK);
  try {
    const value = await owner.call(use);
    loaded = true;
    return { value };
  } catch (error) {
    if (error instanceof WorkerStopped) return 'stopped';
    throw error;
  } finally {
    clearInterval(watchdog);
  }
}

/** Starts the worker that would replace a stuck one. */
export function warmSpare(): void {
  owner.warm();
}
