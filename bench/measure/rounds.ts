/** Something to be timed. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
}

export interface Timing {
  /** The number of rounds; in each, every contestant is measured once. */
  readonly rounds: number;
  /** How long one measurement takes at least, in milliseconds. */
  readonly slice: number;
  /** How long each contestant runs before the first round, in milliseconds. */
  readonly warm: number;
}

/** Keeps results alive, so that no engine can leave out what computes them. */
const kept: { result: unknown } = { result: undefined };

/** Returns processor time in milliseconds: a busy machine matters less to it than to the clock. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the median time of a run of each contestant in milliseconds. The rounds are interleaved. */
export function interleave(contestants: readonly Contestant[], timing: Timing): ReadonlyMap<string, number> {
  const racing = contestants.map(({ name, run }) => {
    const start = performance.now();
    let count = 0;
    while (count < 2 || performance.now() - start < timing.warm) {
      kept.result = run();
      count++;
    }
    const each = (performance.now() - start) / count;
    const repeats = Math.min(1_000_000, Math.max(1, Math.ceil(timing.slice / each)));
    const times: number[] = [];
    return { name, run, repeats, times };
  });
  for (let round = 0; round < timing.rounds; round++) {
    for (const { run, repeats, times } of racing) {
      const start = now();
      for (let i = 0; i < repeats; i++) kept.result = run();
      times.push((now() - start) / repeats);
    }
  }
  return new Map(racing.map(({ name, times }) => [name, median(times)]));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** Returns the median wall time of a function in milliseconds. */
export function wallTime(times: number, run: () => unknown): number {
  return median(
    Array.from({ length: times }, () => {
      const start = performance.now();
      kept.result = run();
      return performance.now() - start;
    }),
  );
}

/** Returns the largest difference, relative to the largest of the wanted numbers. */
export function relativeError(found: readonly number[], wanted: readonly number[]): number {
  if (found.length !== wanted.length) return NaN;
  const most = wanted.reduce((size, each) => Math.max(size, Math.abs(each)), 0);
  const off = found.reduce((size, each, i) => Math.max(size, Math.abs(each - (wanted[i] ?? NaN))), 0);
  return most === 0 ? off : off / most;
}
