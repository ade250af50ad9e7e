import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWatched } from './watched';
import { WorkerStopped } from './worker-owner';

/** Answers as the test says; a stopped worker rejects its calls. */
function fakeOwner(spare: () => Promise<unknown> = () => Promise.resolve()) {
  const rejects = new Set<(reason: Error) => void>();
  const owner = {
    stopped: 0,
    call: <R>(use: (worker: never) => Promise<R>): Promise<R> =>
      new Promise((resolve, reject) => {
        rejects.add(reject);
        use(undefined as never).then(resolve, reject);
      }),
    callSpare: <R>(): Promise<R> => spare() as Promise<R>,
    stop: (reason: string): void => {
      owner.stopped += 1;
      for (const reject of rejects) reject(new WorkerStopped(reason));
    },
  };
  return owner;
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Advances the time, and lets the part of the page that is loaded for the measurement arrive. */
async function advance(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await vi.dynamicImportSettled();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a worker that is silent for a second is stopped, and its call says so', async () => {
  const owner = fakeOwner();
  const replace = vi.fn();
  let pings = 0;
  const watched = createWatched(owner, () => (++pings <= 3 ? Promise.resolve() : never()), replace);
  const end = watched(never);
  await advance(1_250);
  expect(owner.stopped).toBe(0);
  await advance(750);
  expect(owner.stopped).toBe(1);
  expect(replace).toHaveBeenCalledOnce();
  expect(await end).toBe('stopped');
});

test('on a machine that takes twice as long for known work, a silent worker has four seconds', async () => {
  const owner = fakeOwner(() => new Promise((resolve) => setTimeout(resolve, 150)));
  let pings = 0;
  const watched = createWatched(owner, () => (++pings <= 1 ? Promise.resolve() : never()));
  const end = watched(never);
  await advance(4_200);
  expect(owner.stopped).toBe(0);
  await advance(600);
  expect(owner.stopped).toBe(1);
  expect(await end).toBe('stopped');
});

test('a worker whose spare does not answer either is stopped after half a minute', async () => {
  const owner = fakeOwner(never);
  let pings = 0;
  const watched = createWatched(owner, () => (++pings <= 1 ? Promise.resolve() : never()));
  void watched(never).catch(() => undefined);
  await advance(29_000);
  expect(owner.stopped).toBe(0);
  await advance(3_000);
  expect(owner.stopped).toBe(1);
});

test('a worker that answers pings may take as long as it likes', async () => {
  const owner = fakeOwner();
  const watched = createWatched(owner, () => Promise.resolve());
  const end = watched(() => new Promise((resolve) => setTimeout(resolve, 60_000, 7)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await end).toEqual({ value: 7 });
  expect(owner.stopped).toBe(0);
});

test('a worker that is still being loaded has half a minute', async () => {
  const owner = fakeOwner();
  const watched = createWatched(owner, never);
  const end = watched(never);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(owner.stopped).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await end).toBe('stopped');
});

test('ticks that come late do not count', async () => {
  const owner = fakeOwner();
  let pings = 0;
  const watched = createWatched(owner, () => (++pings <= 1 ? Promise.resolve() : never()));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  void watched(never);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(owner.stopped).toBe(0);
});
