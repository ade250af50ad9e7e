import type { RunApi } from '../protocol/questions';
import { createAnswers } from './answers';
import { createKeptValues } from './kept-values';
import { createLoader } from './loader';
import { newestOnly } from './newest';
import { createOwnEngines } from './own-engine';
import { createRecordings } from './recordings';
import { createRuns } from './runs';
import { runInSlices } from './slices';
import type { YieldToEventLoop } from './slices';

/** What the run worker exposes, except the transfer: it may transfer the arrays of a reply, which no other reply shares. */
export type RunService = Omit<RunApi, 'ping'>;

export function createRunService(yieldToEventLoop: YieldToEventLoop): RunService {
  const load = createLoader();
  const recordings = createRecordings();
  const kept = createKeptValues();
  const findOwn = createOwnEngines();
  const answers = createAnswers(load, recordings, kept, findOwn);
  const start = newestOnly();
  /** The ids of questions that are being answered. */
  const live = new Set<number>();
  return {
    ...createRuns(yieldToEventLoop, load, recordings, kept, findOwn, () => live.size > 0),
    async ask({ id, name, request }, reply) {
      const { key, task } = answers[name];
      const isReplaced = start(`${name} ${key(request)}`);
      const isStale = (): boolean => isReplaced() || !live.has(id);
      live.add(id);
      // An older question that is between two slices stops before this one starts to work.
      await yieldToEventLoop();
      if (isStale()) return;
      const answer = task(request, (made) => {
        if (!isStale()) reply(made);
      });
      await runInSlices(answer, yieldToEventLoop, isStale).finally(() => live.delete(id));
    },
    cancel(id) {
      live.delete(id);
    },
  };
}
