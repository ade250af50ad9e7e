import { spawnSync } from 'node:child_process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Contestant, type Racer, timeOf, warmUp } from './rounds';

const ONE = '--one';
const MARK = 'measured: ';

export interface Race<T> {
  /** Returns the contestants written by hand in JavaScript. They run in a thread of their own. */
  readonly rivals: (name: string) => readonly Contestant[];
  readonly measure: (name: string, rivals: readonly Racer[]) => Promise<T>;
  /** The number of processes for each name. V8 now and then compiles a function much better or worse in one. */
  readonly processes: number;
  /** Returns the ratio by which the processes are ordered. */
  readonly ratio: (measured: T) => number;
}

/** The measurements of the process in the middle, and the lowest and highest ratio. */
export interface Settled<T> {
  readonly measured: T;
  readonly low: number;
  readonly high: number;
}

interface Request {
  readonly contestant: string;
  readonly command: 'warm' | 'measure';
  readonly amount: number;
}

/**
 * Measures each name in processes of its own, and returns what was measured, or the message of what went wrong. Each
 * process runs the same script; there this function measures one name and does not return. Names on the command line
 * select some.
 *
 * The rivals are in a worker. V8 compiles all accesses of typed arrays in a thread with more checks once any buffer was
 * detached there, which `memory.grow` does: beside WebAssembly, hand-written code takes up to 1.5 times as long.
 */
export async function apart<T>(
  names: readonly string[],
  race: Race<T>,
): Promise<readonly [string, Settled<T> | string][]> {
  if (!isMainThread) return serve(race.rivals(String(workerData)));
  const [first, ...rest] = process.argv.slice(2);
  if (first === ONE) {
    const name = rest.join(' ');
    const rivals = race.rivals(name).map((rival) => rival.name);
    const measured = await race.measure(name, rivals.length === 0 ? [] : away(name, rivals));
    process.stdout.write(`${MARK}${JSON.stringify(measured)}\n`);
    process.exit();
  }
  const wanted = new Set(process.argv.slice(2));
  const script = process.argv[1] ?? '';
  return names
    .filter((name) => wanted.size === 0 || wanted.has(name))
    .map((name) => {
      const all = Array.from({ length: race.processes }, () => one(script, name));
      const wrong = all.find((each) => typeof each === 'string');
      if (wrong !== undefined) return [name, wrong];
      const sorted = all
        // The other process ran `race.measure`, which returns a T.
        .flatMap((each) => (typeof each === 'string' ? [] : [each.measured as T]))
        .sort((a, b) => race.ratio(a) - race.ratio(b));
      const [first, middle, last] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
      if (first === undefined || middle === undefined || last === undefined) return [name, 'nothing was measured'];
      return [name, { measured: middle, low: race.ratio(first), high: race.ratio(last) }];
    });
}

/** Measures a name in one process. */
function one(script: string, name: string): { readonly measured: unknown } | string {
  const { stdout, stderr } = spawnSync(process.execPath, [script, ONE, name], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const found = stdout.split('\n').find((line) => line.startsWith(MARK));
  if (found !== undefined) return { measured: JSON.parse(found.slice(MARK.length)) };
  return (/^.*Error: (.*)$/m.exec(stderr)?.[1] ?? stderr).slice(0, 120);
}

/** Returns racers of a worker, which runs this script. */
function away(name: string, contestants: readonly string[]): readonly Racer[] {
  const worker = new Worker(process.argv[1] ?? '', { workerData: name });
  const ask = (request: Request): Promise<number> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (time: number) => {
        worker.off('error', reject);
        resolve(time);
      });
      worker.postMessage(request);
    });
  return contestants.map((contestant) => ({
    name: contestant,
    warm: (amount) => ask({ contestant, command: 'warm', amount }),
    measure: (amount) => ask({ contestant, command: 'measure', amount }),
  }));
}

/** Answers requests of the main thread; the worker ends with the process. */
function serve(rivals: readonly Contestant[]): Promise<never> {
  parentPort?.on('message', ({ contestant, command, amount }: Request) => {
    const rival = rivals.find(({ name }) => name === contestant);
    if (rival === undefined) throw new Error(`there is no contestant ${contestant}`);
    parentPort?.postMessage((command === 'warm' ? warmUp : timeOf)(rival, amount));
  });
  return new Promise(() => undefined);
}
