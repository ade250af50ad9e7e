import type { RunRequest } from '../protocol/messages';
import type { RunApi } from '../protocol/questions';
import { PAGE_BUDGET } from '../semantics/outcome';
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

/** A program that uses what most programs use. */
const SMALL: RunRequest = {
  revision: 0,
  cells: ['input x : real = 1\ngrad (fun y -> sum (map (fun i -> y * toReal i) (range 0 4))) x'],
  jobs: [{ cell: 0, products: ['value'] }],
  inputs: {},
  budget: PAGE_BUDGET,
};

export function createRunService(yieldToEventLoop: YieldToEventLoop): RunService {
  const load = createLoader();
  const recordings = createRecordings();
  const kept = createKeptValues();
  const findOwn = createOwnEngines();
  const answers = createAnswers(load, recordings, kept, findOwn);
  const start = newestOnly();
  /** The ids of questions that are being answered. */
  const live = new Set<number>();
  const runs = createRuns(yieldToEventLoop, load, recordings, kept, findOwn, () => live.size > 0);
  return {
    ...runs,
    warm: () => runs.run(SMALL, () => undefined),
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
