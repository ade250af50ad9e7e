import type { Task } from '../semantics/task';
import { setLongestStretch, setPaused } from '../semantics/working-time';

/** Milliseconds of a slice, after which a task lets the event loop run. */
const SLICE = 8;
/** The same for a task that nobody waits for while others are under way. */
const SHORT_SLICE = 2;

/** Seconds that compiled code, which cannot pause, may run in a slice. The page stops a worker that is silent for 1 s, or longer where the machine is slow. */
const LONGEST = 0.75;

/** Lets the event loop run, so that messages that have arrived are received. */
export type YieldToEventLoop = () => Promise<void>;

/**
 * Runs a task slice by slice; returns undefined if `isStale` says, between two slices, that its result is no longer wanted. Its slices
 * are short while `isMinor` says that others are waited for.
 */
export async function runInSlices<T>(
  task: Task<T>,
  yieldToEventLoop: YieldToEventLoop,
  isStale: () => boolean,
  isMinor: () => boolean = () => false,
): Promise<{ readonly value: T } | undefined> {
  let paused = 0;
  for (;;) {
    setPaused(paused);
    setLongestStretch(LONGEST);
    const end = performance.now() + (isMinor() ? SHORT_SLICE : SLICE);
    do {
      const step = task.next();
      if (step.done === true) {
        setPaused(0);
        setLongestStretch(Infinity);
        return { value: step.value };
      }
    } while (performance.now() < end);
    const left = performance.now();
    setPaused(0);
    setLongestStretch(Infinity);
    await yieldToEventLoop();
    if (isStale()) return undefined;
    paused += performance.now() - left;
  }
}
