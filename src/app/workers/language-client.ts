import type { Remote } from 'comlink';
import type { CheckReply, CheckRequest, LanguageWorker } from '../../protocol/messages';
import { startLanguageWorker } from './start-worker';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** Milliseconds between two pings. */
const TICK = 500;
/** Unanswered pings after which a worker is considered stuck inside a slice; more while it is still being loaded. */
const SILENT_TICKS = 12;
const LOADING_TICKS = 60;

const owner = new WorkerOwner<LanguageWorker>(startLanguageWorker);
let loaded = false;
/** The questions that wait for an answer, and the pings that do. */
let asked = 0;
let silent = 0;
let watchdog: ReturnType<typeof setInterval> | undefined;

/** Checks a program; returns undefined if a newer check replaced it, or why it was not done. */
export async function check(request: CheckRequest): Promise<CheckReply | undefined | 'stopped' | 'missing'> {
  const end = await watched((worker) => worker.check(request));
  return typeof end === 'string' ? end : end.value;
}

/** Asks any other question; returns undefined if a newer one of its kind replaced it, or the worker had to be stopped. */
export async function askLanguage<Reply>(
  question: (worker: Remote<LanguageWorker>) => Promise<Reply>,
): Promise<Reply | undefined> {
  const end = await watched(question);
  return typeof end === 'string' ? undefined : end.value;
}

async function watched<Reply>(
  question: (worker: Remote<LanguageWorker>) => Promise<Reply>,
): Promise<{ readonly value: Reply } | 'stopped' | 'missing'> {
  asked += 1;
  watchdog ??= setInterval(watch, TICK);
  try {
    return { value: await owner.call(question) };
  } catch (error) {
    if (error instanceof WorkerStopped) return error.isMissing ? 'missing' : 'stopped';
    throw error;
  } finally {
    asked -= 1;
    if (asked === 0) {
      clearInterval(watchdog);
      watchdog = undefined;
      silent = 0;
    }
  }
}

/**
 * Stops the worker if it has not answered a ping for some seconds: it answers in slices, so it is stuck. Silence is
 * counted in ticks of this page's timer, so that a page that was asleep does not stop its worker.
 */
function watch(): void {
  silent += 1;
  if (silent > (loaded ? SILENT_TICKS : LOADING_TICKS)) {
    silent = 0;
    loaded = false;
    owner.stop('the checker did not answer');
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
}
