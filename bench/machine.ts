/**
 * Measures steps per second (of processor time, all threads) of the machine on small programs. Run: npx vite-node
 * bench/machine.ts, or with any other TypeScript runner.
 */
import { elaborate } from '../src/language/elaborate/elaborate';
import { parse } from '../src/language/syntax/parser';
import { compile } from '../src/semantics/compile';
import { run } from '../src/semantics/evaluate';
import { PAGE_BUDGET } from '../src/semantics/outcome';
import { drain } from '../src/semantics/task';

const PROGRAMS: Readonly<Record<string, string>> = {
  'count 10^6, non-tail': 'let rec count n = if n = 0 then 0 else 1 + count (n - 1)\ncount 1000000',
  'sum in a loop 10^6': 'let rec go (n, s) = if n = 0 then s else go (n - 1, s + 0.5 * toReal n)\ngo (1000000, 0)',
  'loop-carried sin 10^6': 'let rec go n x = if n = 0 then x else go (n - 1) (sin x + 1.0)\ngo 1000000 0.5',
  'fib 25': 'let rec fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)\nfib 25',
  'build and fold 10^5': 'fold (x, acc) -> x * 0.5 + acc over (build 100000 (fun i -> toReal i)) from 0',
  'descent with grad 10^5':
    'let loss w = (w - 3.0) ^ 2\nlet rec go n w = if n = 0 then w else go (n - 1) (w - 0.1 * grad loss w)\ngo 100000 0',
  'grad of a loop of 10^5': 'let rec go n x = if n = 0 then x else go (n - 1) (sin x)\ngrad (go 100000) 0.5',
};

for (const [name, text] of Object.entries(PROGRAMS)) {
  const parsed = parse(text, 0);
  const { program, diagnostics } = elaborate([parsed.program]);
  if (program === undefined) {
    console.log(name, diagnostics);
    continue;
  }
  const executable = compile(program);
  for (let round = 0; round < 3; round++) {
    const start = process.cpuUsage();
    const outcome = drain(run(executable, { budget: { ...PAGE_BUDGET, seconds: 60 } }));
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (outcome.tag !== 'ok') {
      console.log(name, outcome.diagnostic.message);
      break;
    }
    const { steps } = outcome.value.meter;
    const rate = (steps / seconds / 1e6).toFixed(1);
    console.log(`${name}: ${(seconds * 1000).toFixed(0)} ms, ${steps} steps, ${rate} million per second`);
  }
}
