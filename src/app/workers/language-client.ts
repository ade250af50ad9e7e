import type { Remote } from 'comlink';
import type { CheckReply, CheckRequest } from '../../protocol/messages';
import type { LanguageWorker } from '../../protocol/language-worker';
import { startLanguageWorker } from './start-worker';
import { createWatched } from './watched';
import { WorkerOwner } from './worker-owner';

const owner = new WorkerOwner<LanguageWorker>(startLanguageWorker);
const watched = createWatched(owner, (worker, rounds) => worker.ping(rounds));

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
