/**
 * Measures the engines on programs of growing work: machine steps per second, and the time of a gradient relative to
 * the primal. Times are processor seconds, so that a busy machine matters less; runs are interleaved, and medians are
 * printed. Nothing is asserted, because timings vary.
 */
import type { AnyEngine, Main, Point } from '../src/ad/engine';
import { executableOf, inputsAt } from '../src/ad/executable';
import { mainOf } from '../src/ad/main';
import { ENGINES } from '../src/ad/registry';
import { elaborate } from '../src/language/elaborate/elaborate';
import { parse } from '../src/language/syntax/parser';
import type { CoreProgram } from '../src/language/core/tree';
import { evaluate, run } from '../src/semantics/evaluate';
import { drain } from '../src/semantics/task';
import type { Task } from '../src/semantics/task';

const BUDGET = { seconds: 120, steps: 1e10, bytes: 8e9 };
const ROUNDS = 5;

function program(text: string): CoreProgram {
  const parsed = parse(text, 0);
  const { program, diagnostics } = elaborate([parsed.program]);
  const problem = [...parsed.diagnostics, ...diagnostics].find(({ severity }) => severity === 'error');
  if (program === undefined || problem !== undefined) throw new Error(`${problem?.message ?? 'no program'}\n${text}`);
  return program;
}

function seconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

function answer<T>(task: Task<{ tag: string; value?: T; diagnostic?: { message: string } }>): T {
  const outcome = drain(task);
  if (outcome.value === undefined) throw new Error(outcome.diagnostic?.message ?? outcome.tag);
  return outcome.value;
}

function stepsASecond(): void {
  console.log('\nmachine, steps per second (median of 5)');
  const programs = {
    'tail recursion, 10^6': `let rec loop (n, acc) = if n < 0.5 then acc else loop (n - 1, acc * 0.999 + n)\nloop (1000000, 1)`,
    'deep recursion, 10^6': `let rec count n = if n < 0.5 then 0 else 1 + count (n - 1)\ncount 1000000`,
    'calls of small functions, 10^6': `let f (x, y) = x * y + sin x\nlet g x = f (x, 0.5) * f (0.25, x)\nlet rec loop (n, acc) = if n = 0 then acc else loop (n - 1, g acc)\nloop (1000000, 0.3)`,
  };
  for (const [name, text] of Object.entries(programs)) {
    const core = program(text);
    const rates = Array.from({ length: ROUNDS }, () => {
      let steps = 0;
      const time = seconds(() => {
        steps = answer(evaluate(core, { budget: BUDGET })).meter.steps;
      });
      return steps / time;
    });
    console.log(`  ${name.padEnd(34)} ${(median(rates) / 1e6).toFixed(1).padStart(7)} M`);
  }
}

function ratios(): void {
  console.log('\ngradient over primal (medians of 5, interleaved)');
  const loop = (n: number): string =>
    `input x : real = 0.9\ninput y : real = 0.5\nlet rec loop (n, acc) = if n = 0 then acc else loop (n - 1, sin (acc * x) + y * acc)\nloop (${n}, 1)`;
  console.log(`  ${'work'.padEnd(22)} ${'primal'.padStart(10)} ${ENGINES.map(({ id }) => id.padStart(12)).join('')}`);
  for (const n of [100, 1_000, 10_000, 100_000]) {
    const found = mainOf(program(loop(n)));
    if (found === undefined) throw new Error('nothing to differentiate');
    const { main } = found;
    const point: Point = { arguments: [0.9, 0.5], cotangent: 1 };
    const primal: number[] = [];
    const times = new Map<AnyEngine, number[]>(ENGINES.map((engine) => [engine, []]));
    for (let round = 0; round < ROUNDS; round++) {
      primal.push(seconds(() => answer(run(executableOf(main), { budget: BUDGET, inputs: inputsAt(main, point) }))));
      for (const engine of ENGINES) times.get(engine)?.push(seconds(() => answer(engine.run(main, point, BUDGET))));
    }
    const base = median(primal);
    const row = ENGINES.map((engine) => `${(median(times.get(engine) ?? []) / base).toFixed(1)} x`.padStart(12)).join(
      '',
    );
    console.log(`  ${`loop of ${n}`.padEnd(22)} ${`${(base * 1000).toFixed(2)} ms`.padStart(10)} ${row}`);
  }
}

function growth(): void {
  console.log('\nreverse: nodes and visits of a loop of n multiplications');
  const engine = ENGINES.find(({ id }) => id === 'reverse');
  for (const n of [100, 1_000, 10_000, 100_000]) {
    const text = `input x : real = 0.999\nlet rec loop (n, acc) = if n = 0 then acc else loop (n - 1, acc * x)\nloop (${n}, 1)`;
    const main: Main | undefined = mainOf(program(text))?.main;
    if (engine === undefined || main === undefined) throw new Error('no engine');
    const { meter } = answer(engine.run(main, { arguments: [0.999], cotangent: 1 }, BUDGET));
    console.log(`  n ${String(n).padStart(7)}: nodes ${meter.nodes}, visits ${meter.visits}`);
  }
}

stepsASecond();
ratios();
growth();
