/**
 * Long work in slices: a generator that yields between slices of a few thousand steps and returns its result. The run
 * worker resumes it until its time slice ends; the command line runs it to the end.
 */
export type Task<T> = Generator<void, T, void>;

export function drain<T>(task: Task<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}
