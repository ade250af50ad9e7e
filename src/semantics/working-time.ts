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

/**
 * The longest time that a task may work without a pause. In a worker it is short, because the page stops a worker that
 * does not answer; the command line has no such limit.
 */
let stretch = Infinity;

/** Returns the seconds that work which cannot pause may take. */
export function longestStretch(): number {
  return stretch;
}

/** Sets it for the next turn of a task; the scheduler calls this before each turn. */
export function setLongestStretch(seconds: number): void {
  stretch = seconds;
}
