import type { Remote } from 'comlink';
import { WorkerOwner, WorkerStopped } from './worker-owner';

/** Milliseconds between two pings. */
const TICK = 250;
/** Unanswered pings after which a worker is stuck inside a slice; more while it is still being loaded. */
const SILENT_TICKS = 4;
const LOADING_TICKS = 120;
/** Unanswered pings after which it is measured how slow the machine is, again and again. */
const SUSPECT_TICKS = 2;

/** The end of a watched call. The value is wrapped, because it may be undefined. */
type End<R> = { readonly value: R } | 'stopped' | 'missing';

/**
 * Returns a function that calls a worker, which answers pings between its slices: one that has not answered for a second
 * is stopped, and `replace` is called. On a machine that is slow or busy it has longer, by the time that its spare takes
 * for a known amount of work. Silence is counted in ticks of this page's timer, so that a page that was asleep does not
 * stop its worker; a late tick does not count.
 */
export function createWatched<T>(
  owner: Pick<WorkerOwner<T>, 'call' | 'callSpare' | 'stop'>,
  ping: (worker: Remote<T>, rounds?: number) => Promise<unknown>,
  replace: () => void = () => undefined,
): <R>(use: (worker: Remote<T>) => Promise<R>) => Promise<End<R>> {
  let isLoaded = false;
  let waiting = 0;
  let silent = 0;
  /** How many times longer than usual the worker may be silent. */
  let slowness = 1;
  let isMeasuring = false;
  let last = 0;
  let answered = -TICK;
  let timer: ReturnType<typeof setInterval> | undefined;
  const pingNow = (): void => {
    owner
      .call((worker) => ping(worker))
      .then(
        () => {
          silent = 0;
          isLoaded = true;
          answered = performance.now();
        },
        () => {
          isLoaded = false;
        },
      );
  };
  const measure = async (): Promise<void> => {
    if (isMeasuring) return;
    isMeasuring = true;
    const isFirst = silent === SUSPECT_TICKS;
    const before = isFirst ? 1 : slowness;
    if (isFirst) slowness = LOADING_TICKS / SILENT_TICKS; // until it is known
    const now = await import('./slowness')
      .then(({ slownessNow }) => slownessNow((rounds) => owner.callSpare((spare) => ping(spare, rounds))))
      .catch(() => 1);
    slowness = Math.max(before, now);
    isMeasuring = false;
  };
  const tick = (): void => {
    const now = performance.now();
    if (now - last < 2 * TICK && ++silent >= SUSPECT_TICKS && isLoaded) void measure();
    last = now;
    if (silent <= (isLoaded ? SILENT_TICKS * slowness : LOADING_TICKS)) {
      pingNow();
      return;
    }
    silent = 0;
    owner.stop('the worker did not answer');
    replace();
  };
  return async (use) => {
    waiting += 1;
    if (waiting === 1) {
      silent = 0;
      last = performance.now();
      timer = setInterval(tick, TICK);
      // Answered before the worker begins with the call. A slider that is dragged makes many calls.
      if (last - answered >= TICK) pingNow();
    }
    try {
      return { value: await owner.call(use) };
    } catch (error) {
      answered = -TICK;
      if (error instanceof WorkerStopped) return error.isMissing ? 'missing' : 'stopped';
      throw error;
    } finally {
      waiting -= 1;
      if (waiting === 0) clearInterval(timer);
    }
  };
}
