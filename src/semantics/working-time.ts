/**
 * Time as a task spends it. Tasks of a worker take turns (`services/slices.ts`), and what one waits for the others is not
 * its own: a budget of two seconds is two seconds of work, however much else goes on.
 */
let paused = 0;

/** Milliseconds, of which differences count. */
export function workingTime(): number {
  return Date.now() - paused;
}

/** How long the task that is about to work has waited so far; who runs tasks in turns says it before each turn. */
export function setPaused(milliseconds: number): void {
  paused = milliseconds;
}

export function pausedTime(): number {
  return paused;
}
