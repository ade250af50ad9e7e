import * as Comlink from 'comlink';
import type { RunReply, RunRequest } from '../../protocol/messages';
import type { QuestionName, ReplyOf, RequestOf, RunApi, SingleName } from '../../protocol/questions';
import { startRunWorker } from './start-worker';
import { createWatched } from './watched';
import { WorkerOwner } from './worker-owner';

const owner = new WorkerOwner<RunApi>(startRunWorker);
const watched = createWatched(owner, (worker, rounds) => worker.ping(rounds), warmSpare);

/** Runs cells in the run worker; resolves when the run is done or was stopped, or if the worker could not be loaded. */
export async function runCells(
  request: RunRequest,
  reply: (reply: RunReply) => void,
): Promise<'done' | 'stopped' | 'missing'> {
  const end = await watched((worker) => worker.run(request, Comlink.proxy(reply)));
  return typeof end === 'string' ? end : 'done';
}

/** Stops the run of a program that is under way; it keeps what it has. */
export function stopRun(): void {
  owner.call((worker) => worker.stop()).catch(() => undefined);
}

let id = 0;
let asking = 0;

/** Whether questions are under way. */
export const isAsking = (): boolean => asking > 0;

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
  asking++;
  const end = await watched((worker) => worker.ask(question, Comlink.proxy(reply))).finally(() => asking--);
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

/** Starts the worker before there is something to run. */
export function warmRun(): void {
  owner.call((worker) => worker.warm()).catch(() => undefined);
}

/** Milliseconds. While a page opens, its editor and other workers need the processor more. */
const SPARE_DELAY = 2_000;
let spare: ReturnType<typeof setTimeout> | undefined;

/** Starts a spare worker soon, which would replace a stuck one. */
export function warmSpare(): void {
  spare ??= setTimeout(() => {
    spare = undefined;
    owner.callSpare((worker) => worker.ping()).catch(() => undefined);
  }, SPARE_DELAY);
}
