import { afterEach, expect, test, vi } from 'vitest';
import type { Task } from '../semantics/task';
import { workingTime } from '../semantics/working-time';
import { runInSlices } from './slices';

let now = 0;

afterEach(() => {
  vi.restoreAllMocks();
  now = 0;
});

/** Works for so many milliseconds, and returns how long that took by its own time. */
function* working(milliseconds: number): Task<number> {
  const start = workingTime();
  for (let i = 0; i < milliseconds; i++) {
    now++;
    yield;
  }
  return workingTime() - start;
}

test('what a task waits for others is not its own time', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pause = (): Promise<void> => {
    now += 40;
    return Promise.resolve();
  };
  const done = await Promise.all([60, 50].map((time) => runInSlices(working(time), pause, () => false)));
  expect(done).toEqual([{ value: 60 }, { value: 50 }]);
  expect(now).toBeGreaterThan(500);
});

test('a minor task has a small share of the time while others are waited for', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const ends = new Map<string, number>();
  const run = async (name: string, isMinor: () => boolean): Promise<void> => {
    await runInSlices(
      working(80),
      () => Promise.resolve(),
      () => false,
      isMinor,
    );
    ends.set(name, now);
  };
  await Promise.all([run('minor', () => !ends.has('major')), run('major', () => false)]);
  expect(ends.get('major')).toBeLessThan(110);
  expect(ends.get('minor')).toBe(160);
});
