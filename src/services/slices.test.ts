import { expect, test } from 'vitest';
import type { Task } from '../semantics/task';
import { workingTime } from '../semantics/working-time';
import { runInSlices } from './slices';

/** Works for so many milliseconds, and says how long that took by its own time. */
function* working(milliseconds: number): Task<number> {
  const start = workingTime();
  for (const end = performance.now() + milliseconds; performance.now() < end;) yield;
  return workingTime() - start;
}

test('what a task waits for others is not its own time', async () => {
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 40);
    });
  // Each turn works for 8 ms and waits for 40 ms.
  const [one, other] = await Promise.all([60, 60].map((time) => runInSlices(working(time), pause, () => false)));
  for (const done of [one, other]) expect(done?.value).toBeLessThan(40);
});
