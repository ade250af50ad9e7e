import type { RunReply, RunRequest } from '../protocol/messages';
import type { OfflineAnswer, OfflineQuestion } from '../protocol/offline';

/** What a runner needs of a worker. */
export interface EngineWorker {
  postMessage(question: OfflineQuestion): void;
  addEventListener(type: 'message', listener: (event: { readonly data: OfflineAnswer }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

/** `stopped`: the worker did not answer for a second. `failed`: a fault of ours. */
export type RunEnd = 'done' | 'superseded' | 'stopped' | 'failed';

export interface Runner {
  /** A newer run ends an older one, whose later replies are dropped. */
  run(request: Omit<RunRequest, 'revision'>, reply: (reply: RunReply) => void): Promise<RunEnd>;
  close(): void;
}

const TICK = 250;
/** Ticks without an answer after which the worker is stuck inside a slice; more while it is still being loaded. */
const SILENT_TICKS = 4;
const LOADING_TICKS = 120;

interface Flight {
  readonly revision: number;
  readonly reply: (reply: RunReply) => void;
  readonly end: (how: RunEnd) => void;
}

/** Owns one worker at a time; a stuck one is terminated, and replaced by one that is loaded at once. */
export function createRunner(create: () => EngineWorker): Runner {
  let revision = 0;
  let flight: Flight | undefined;
  let loaded = false;
  let silent = 0;
  let worker = start();

  function start(): EngineWorker {
    const made = create();
    loaded = false;
    made.addEventListener('message', ({ data }) => {
      if (made !== worker) return;
      loaded = true;
      silent = 0;
      if (data.tag === 'reply' && data.reply.revision === flight?.revision) flight.reply(data.reply);
      if (data.tag === 'end' && data.revision === flight?.revision) land(data.how);
    });
    made.addEventListener('error', () => {
      if (made === worker) land('failed');
    });
    return made;
  }

  function land(how: RunEnd): void {
    const landed = flight;
    flight = undefined;
    landed?.end(how);
  }

  function watch(): void {
    silent++;
    if (silent <= (loaded ? SILENT_TICKS : LOADING_TICKS)) {
      worker.postMessage({ tag: 'ping' });
      return;
    }
    worker.terminate();
    worker = start();
    land('stopped');
  }

  return {
    run(request, reply) {
      land('superseded');
      silent = 0;
      const mine = ++revision;
      return new Promise((resolve) => {
        // Counted in ticks of our own timer, so that a page that was itself asleep blames nobody.
        const watchdog = setInterval(watch, TICK);
        flight = {
          revision: mine,
          reply,
          end: (how) => {
            clearInterval(watchdog);
            resolve(how);
          },
        };
        worker.postMessage({ tag: 'run', request: { ...request, revision: mine } });
      });
    },
    close() {
      worker.terminate();
      land('superseded');
    },
  };
}
