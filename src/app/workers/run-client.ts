import * as Comlink from 'comlink';
import type { RunReply, RunRequest } from '../../protocol/messages';
import type { QuestionName, ReplyOf, RequestOf, RunApi, SingleName } from '../../protocol/questions';
import { startRunWorker } from './start-worker';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** Milliseconds between two pings. */
const TICK = 250;
/** Unanswered pings after which a worker is considered stuck inside a slice; more while it is still being loaded. */
const SILENT_TICKS = 4;
const LOADING_TICKS = 120;

const owner = new WorkerOwner<RunApi>(startRunWorker);
let loaded = false;

/** Runs cells in the run worker; resolves when the run is done or was stopped, or if the worker could not be loaded. */
export async function runCells(
  request: RunRequest,
  reply: (reply: RunReply) => void,
): Promise<'done' | 'stopped' | 'missing'> {
  const end = await watched((worker) => worker.run(request, Comlink.proxy(reply)));
  return typeof end === 'string' ? end : 'done';
}

let id = 0;

/** Asks a question, calls `reply` for each reply, and resolves when none follows. Aborting the signal cancels the question. */
export async function stream<Name extends QuestionName>(
  name: Name,
  request: RequestOf<Name>,
  reply: (reply: ReplyOf<Name>) => void,
  signal?: AbortSignal,
): Promise<'done' | 'stopped'> {
  const question = { id: ++id, name, request };
  signal?.addEventListener('abort', () => {
    // A worker that was stopped needs no cancelling.
    owner.call((worker) => worker.cancel(question.id)).catch(() => undefined);
  });
  const end = await watched((worker) => worker.ask(question, Comlink.proxy(reply)));
  return typeof end === 'string' ? 'stopped' : 'done';
}

/** Asks a question with one reply; undefined if a newer question has replaced it. */
export async function ask<Name extends SingleName>(
  name: Name,
  request: RequestOf<Name>,
): Promise<ReplyOf<Name> | 'stopped' | undefined> {
  let answer: ReplyOf<Name> | undefined;
  const end = await stream(name, request, (reply) => {
    answer = reply;
  });
  return end === 'stopped' ? end : answer;
}

/**
 * Calls the worker, and stops it if it does not answer a ping for a second. Silence is counted in ticks of this page's
 * timer, so that a page that was asleep does not stop its worker. The result is wrapped, as it may be undefined.
 */
async function watched<R>(
  use: (worker: Comlink.Remote<RunApi>) => Promise<R>,
): Promise<{ readonly value: R } | 'stopped' | 'missing'> {
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
    if (error instanceof WorkerStopped) return error.isMissing ? 'missing' : 'stopped';
    throw error;
  } finally {
    clearInterval(watchdog);
  }
}

/** Starts a spare worker, which would replace a stuck one. */
export function warmSpare(): void {
  owner.warm();
}
