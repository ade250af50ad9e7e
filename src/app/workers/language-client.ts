import type { Remote } from 'comlink';
import type { CheckReply, CheckRequest, LanguageApi } from '../../protocol/messages';
import { startLanguageWorker } from './start-worker';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** Milliseconds. A check has no time slices, so a program whose types explode is stopped from outside. The first call also loads the worker. */
const LIMIT = 3_000;
const FIRST_LIMIT = 30_000;

const owner = new WorkerOwner<LanguageApi>(startLanguageWorker);
let answered = false;

/** Checks a program; returns undefined if the checker had to be stopped. */
export function check(request: CheckRequest): Promise<CheckReply | undefined> {
  return askLanguage((worker) => worker.check(request));
}

/** Asks any other question; returns undefined if the worker had to be stopped. */
export async function askLanguage<Reply>(
  question: (worker: Remote<LanguageApi>) => Promise<Reply>,
): Promise<Reply | undefined> {
  const timer = setTimeout(
    () => {
      answered = false;
      owner.stop('the checker did not answer');
    },
    answered ? LIMIT : FIRST_LIMIT,
  );
  try {
    const reply = await owner.call(question);
    answered = true;
    return reply;
  } catch (error) {
    if (error instanceof WorkerStopped) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
