import * as Comlink from 'comlink';
import type { RunApi, RunReply, RunRequest } from '../../protocol/messages';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** What the run worker exposes beside its service: it answers between two slices. */
export interface WatchedRunApi extends RunApi {
  ping(): void;
}

const TICK = 250;
/** Ticks without an answer after which the worker is stuck inside a slice; more while it is still being loaded. */
const SILENT_TICKS = 4;
const LOADING_TICKS = 120;

const owner = new WorkerOwner<WatchedRunApi>(
  () => new Worker(new URL('../../../workers/run.worker.ts', import.meta.url), { type: 'module', name: 'run' }),
);
let loaded = false;

/**
 * Runs a program in the run worker; resolves when the run is over, or was stopped because the worker did not answer for
 * a second. Silence is counted in ticks of our own timer, so that a page that was itself asleep blames nobody.
 */
export async function run(request: RunRequest, reply: (reply: RunReply) => void): Promise<'done' | 'stopped'> {
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
    await owner.call((worker) => worker.run(request, Comlink.proxy(reply)));
    loaded = true;
    return 'done';
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
