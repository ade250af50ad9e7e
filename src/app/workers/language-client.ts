import type { Remote } from 'comlink';
import type { CheckReply, CheckRequest, LanguageApi } from '../../protocol/messages';
import { startLanguageWorker } from './start-worker';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** Milliseconds. A check has no time slices, so a program whose types explode is stopped from outside. The first call also loads the worker. */
const LIMIT = 3_000;
const FIRST_LIMIT = 30_000;

const owner = new WorkerOwner<LanguageApi>(startLanguageWorker);
let answered = false;

/** Checks a program, or returns why that was not done. */
export async function check(request: CheckRequest): Promise<CheckReply | 'stopped' | 'missing'> {
  const end = await watched((worker) => worker.check(request));
  return typeof end === 'string' ? end : end.value;
}

/** Asks any other question; returns undefined if the worker had to be stopped. */
export async function askLanguage<Reply>(
  question: (worker: Remote<LanguageApi>) => Promise<Reply>,
): Promise<Reply | undefined> {
  const end = await watched(question);
  return typeof end === 'string' ? undefined : end.value;
}

async function watched<Reply>(
  question: (worker: Remote<LanguageApi>) => Promise<Reply>,
): Promise<{ readonly value: Reply } | 'stopped' | 'missing'> {
  const timer = setTimeout(
    () => {
      answered = false;
      owner.stop('the checker did not answer');
    },
    answered ? LIMIT : FIRST_LIMIT,
  );
  try {
    const value = await owner.call(question);
    answered = true;
    return { value };
  } catch (error) {
    if (error instanceof WorkerStopped) return error.isMissing ? 'missing' : 'stopped';
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
