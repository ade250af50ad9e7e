/** Something to be timed. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
}

/** A contestant on its track, in this thread or another. */
export interface Racer {
  readonly name: string;
  /** Runs it for so many milliseconds, and returns the time of one run. */
  warm(milliseconds: number): Promise<number>;
  /** Returns the mean time of so many runs in milliseconds. */
  measure(repeats: number): Promise<number>;
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
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function warmUp({ run }: Contestant, milliseconds: number): number {
  const start = performance.now();
  let count = 0;
  while (count < 2 || performance.now() - start < milliseconds) {
    kept.result = run();
    count++;
  }
  return (performance.now() - start) / count;
}

export function timeOf({ run }: Contestant, repeats: number): number {
  const start = processorTime();
  for (let i = 0; i < repeats; i++) kept.result = run();
  return (processorTime() - start) / repeats;
}

/** Returns a racer of this thread. */
export function here(contestant: Contestant): Racer {
  return {
    name: contestant.name,
    warm: (milliseconds) => Promise.resolve(warmUp(contestant, milliseconds)),
    measure: (repeats) => Promise.resolve(timeOf(contestant, repeats)),
  };
}

/** Returns the median time of a run of each racer in milliseconds. The rounds are interleaved. */
export async function interleave(racers: readonly Racer[], timing: Timing): Promise<ReadonlyMap<string, number>> {
  const racing: { racer: Racer; repeats: number; times: number[] }[] = [];
  for (const racer of racers) {
    const each = await racer.warm(timing.warm);
    racing.push({ racer, repeats: Math.min(1_000_000, Math.max(1, Math.ceil(timing.slice / each))), times: [] });
  }
  for (let round = 0; round < timing.rounds; round++) {
    for (const { racer, repeats, times } of racing) times.push(await racer.measure(repeats));
  }
  return new Map(racing.map(({ racer, times }) => [racer.name, median(times)]));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** Returns the median processor time of a function in milliseconds, over so many runs. */
export function costOf(times: number, run: () => unknown): number {
  return median(
    Array.from({ length: times }, () => {
      const start = processorTime();
      kept.result = run();
      return processorTime() - start;
    }),
  );
}

/** Returns the elapsed times of so many runs in milliseconds: what a reader waits, without the threads that V8 compiles in. */
export function elapsedTimes(times: number, run: () => unknown): readonly number[] {
  return Array.from({ length: times }, () => {
    const start = performance.now();
    kept.result = run();
    return performance.now() - start;
  });
}

/** Returns the largest difference, relative to the largest of the wanted numbers. */
export function relativeError(found: readonly number[], wanted: readonly number[]): number {
  if (found.length !== wanted.length) return NaN;
  const most = wanted.reduce((size, each) => Math.max(size, Math.abs(each)), 0);
  const off = found.reduce((size, each, i) => Math.max(size, Math.abs(each - (wanted[i] ?? NaN))), 0);
  return most === 0 ? off : off / most;
}
