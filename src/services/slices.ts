import type { Task } from '../semantics/task';
import { setPaused } from '../semantics/working-time';

/** Tasks take turns with the event loop: slices of at most so many milliseconds. */
const SLICE = 8;

/** Gives the event loop a turn: messages that have arrived are received. Through a MessageChannel in a worker. */
export type YieldToEventLoop = () => Promise<void>;

/** Runs a task slice by slice; `undefined` when `isStale` says, between two slices, that nobody waits for it any more. */
export async function runInSlices<T>(
  task: Task<T>,
  yieldToEventLoop: YieldToEventLoop,
  isStale: () => boolean,
): Promise<{ readonly value: T } | undefined> {
  let paused = 0;
  for (;;) {
    setPaused(paused);
    const end = performance.now() + SLICE;
    do {
      const step = task.next();
      if (step.done === true) {
        setPaused(0);
        return { value: step.value };
      }
    } while (performance.now() < end);
    const left = Date.now();
    setPaused(0);
    await yieldToEventLoop();
    if (isStale()) return undefined;
    paused += Date.now() - left;
  }
}
