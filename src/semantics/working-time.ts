/**
 * Time as a task spends it. Tasks of a worker take turns (`services/slices.ts`), and waiting for other tasks does not
 * count: a budget of two seconds is two seconds of work.
 */
let paused = 0;

/** Every environment has it, unlike the language. The clock of `Date` can be set while a task runs. */
declare const performance: { now(): number };

/** Returns milliseconds since an arbitrary start; only differences matter. */
export function workingTime(): number {
  return performance.now() - paused;
}

/** Sets how long the next task has waited so far; the scheduler calls it before each turn. */
export function setPaused(milliseconds: number): void {
  paused = milliseconds;
}

export function pausedTime(): number {
  return paused;
}
