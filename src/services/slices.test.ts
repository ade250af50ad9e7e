import { afterEach, expect, test, vi } from 'vitest';
import type { Task } from '../semantics/task';
import { workingTime } from '../semantics/working-time';
import { runInSlices } from './slices';

afterEach(() => vi.restoreAllMocks());

test('what a task waits for others is not its own time', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  /** Works for so many milliseconds, and returns how long that took by its own time. */
  function* working(milliseconds: number): Task<number> {
    const start = workingTime();
    for (let i = 0; i < milliseconds; i++) {
      now++;
      yield;
    }
    return workingTime() - start;
  }
  const pause = (): Promise<void> => {
    now += 40;
    return Promise.resolve();
  };
  const done = await Promise.all([60, 50].map((time) => runInSlices(working(time), pause, () => false)));
  expect(done).toEqual([{ value: 60 }, { value: 50 }]);
  expect(now).toBeGreaterThan(500);
});
