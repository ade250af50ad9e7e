/**
 * Compares taylor, hvp and hessian of the prelude, computed from one run of the function, with their definitions as
 * nested derivatives. Processor time, interleaved, medians of 5.
 */
import { elaborate } from '../src/language/elaborate/elaborate';
import { parse } from '../src/language/syntax/parser';
import { compile, type Executable } from '../src/semantics/compile';
import { run } from '../src/semantics/evaluate';
import { drain } from '../src/semantics/task';

const BUDGET = { seconds: 60, steps: 1e10, bytes: 2e9 };
const LOOP = 'let rec go n x = if n = 0 then x else go (n - 1) (sin x * 1.1)\n';
const ROSENBROCK =
  'let rosenbrock a = fold (i, s) -> s + 100 * (a[i + 1] - a[i] ^ 2) ^ 2 + (1 - a[i]) ^ 2 over range 0 (length a - 1) from 0\n';
const point = (n: number): string => `(build ${n} (fun i -> 0.01 * toReal (mod i 100)))`;

const PROGRAMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([2, 4, 6, 8].map((n) => [`taylor ${n}, loop of 100`, `${LOOP}taylor ${n} (go 100) 0.5`])),
  'taylor 20, loop of 100': `${LOOP}taylor 20 (go 100) 0.5`,
  'taylor 10, loop of 10^5': `${LOOP}taylor 10 (go 100000) 0.5`,
  'taylor 4 inside deriv, loop of 100': `${LOOP}deriv (fun c -> fold (y, s) -> 0.5 * s + y over taylor 4 (fun x -> c * go 100 x) 0.5 from 0) 2`,
  'hvp, Rosenbrock of 10^4': `${ROSENBROCK}hvp rosenbrock ${point(10_000)} ${point(10_000)}`,
  'hessian, Rosenbrock of 200': `${ROSENBROCK}hessian rosenbrock ${point(200)}`,
};

function milliseconds(executable: Executable): number | undefined {
  const start = process.cpuUsage();
  const outcome = drain(run(executable, { budget: BUDGET }));
  const { user, system } = process.cpuUsage(start);
  return outcome.tag === 'ok' ? (user + system) / 1000 : undefined;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

console.log(`${''.padEnd(36)} ${'ours'.padStart(10)} ${'definition'.padStart(12)}`);
for (const [name, text] of Object.entries(PROGRAMS)) {
  const { program } = elaborate([parse(text, 0).program]);
  if (program === undefined) throw new Error(text);
  const executables = [compile(program), compile(program, { literally: true })];
  const times = executables.map((): number[] => []);
  for (let round = 0; round < 5; round++) {
    executables.forEach((executable, i) => {
      // A run that exceeded its budget once would do so again.
      if (times[i]?.length !== round) return;
      const time = milliseconds(executable);
      if (time !== undefined) times[i].push(time);
    });
  }
  const shown = times.map((each) => (each.length === 5 ? `${median(each).toFixed(1)} ms` : 'ran out'));
  console.log(`${name.padEnd(36)} ${shown[0]?.padStart(10) ?? ''} ${shown[1]?.padStart(12) ?? ''}`);
}
