/**
 * Measures how long the compiler takes from the core to a module that can run, for notebooks of several lengths whose
 * definitions are all needed: branches, folds, arrays, small matrices, recursion over data. The goal is that of a
 * notebook of 200 lines; the time a line shows whether it grows faster than the notebook.
 */
import { elapsedTimes, median } from './measure/rounds';
import { compiledOf, moduleSize, placed, toModule } from './measure/subject';
import { bytes, digits, printTable } from './measure/table';

/** Milliseconds for a notebook of 200 lines. */
const GOAL = 25;
const LENGTHS = [25, 50, 100, 200, 400, 800];
/** Runs before the first measurement, and in each. */
const [WARMING, RUNS] = [300, 31];

/** Definitions of a function `fN` of two reals, as many lines each as a reader would write. */
const DEFINITIONS: readonly ((n: number) => readonly string[])[] = [
  (n) => [
    `-- A step that depends on a test`,
    `let f${n} (x : real, y : real) : real =`,
    `  let a = x * ${n}.5 + sin y in`,
    `  let b = exp (a * 0.01) - y in`,
    `  if a > b then a * b + ${n}.0 else b * b - a`,
    ``,
  ],
  (n) => [
    `-- The energy of a small grid`,
    `let f${n} (x : real, y : real) : real =`,
    `  let points = build 10 (fun k -> x * toReal k + ${n}.0 * y) in`,
    `  let energy = sum (map (fun v -> v * v + sin v) points) in`,
    `  energy * 0.001 + y`,
    ``,
  ],
  (n) => [
    `-- A pendulum, by Euler's method`,
    `let f${n} (x : real, y : real) : real =`,
    `  let step = fun ((p, q), k) -> (p + 0.01 * q, q - 0.01 * sin p * toReal k) in`,
    `  let (p, q) = foldl step (x, y) (range 0 ${10 + n}) in`,
    `  p * q`,
    ``,
  ],
  (n) => [
    `-- A linear layer`,
    `let f${n} (x : real, y : real) : real =`,
    `  let weights = build 3 (fun i -> build 3 (fun j -> x * toReal i + y * toReal j + ${n}.0)) in`,
    `  let out = map (fun row -> tanh (dot row [x, y, ${n}.0])) weights in`,
    `  sum out`,
    ``,
  ],
  (n) => [
    `-- Newton's iteration, until it is near`,
    `let f${n} (x : real, y : real) : real =`,
    `  let rec go (guess : real, left : int) : real =`,
    `    if left = 0 then guess else go ((guess + (x * x + ${n}.0) / guess) / 2, left - 1) in`,
    `  go (1 + y * y, 8)`,
    ``,
  ],
];

/** Returns a notebook of about so many lines. */
function notebook(lines: number): string {
  const definitions: string[] = [];
  const uses: string[] = [];
  for (let n = 0; definitions.length + uses.length < lines - 4; n++) {
    definitions.push(...(DEFINITIONS[n % DEFINITIONS.length]?.(n) ?? []));
    uses.push(`let t${n} = f${n} (${n === 0 ? 'x' : `0.1 * sin t${n - 1}`}, y)`);
  }
  const inputs = ['input x : real = 0.5', 'input y : real = 0.25'];
  return [...definitions, ...inputs, ...uses, uses.map((_, n) => `t${n}`).join(' + ')].join('\n');
}

// Before the first measurement V8 has compiled the compiler: it goes on for some 300 runs.
const warming = placed({ text: notebook(200) }).main;
elapsedTimes(WARMING, () => toModule(warming));

const rows = LENGTHS.map((length) => {
  const text = notebook(length);
  const { main } = placed({ text });
  const lines = text.split('\n').length;
  const times = elapsedTimes(RUNS, () => toModule(main));
  const cost = median(times);
  const isOver = length === 200 && cost > GOAL;
  const goal = length === 200 ? GOAL.toFixed(0) : '';
  return [
    String(lines),
    `${digits(cost)}${isOver ? ' !' : ''}`,
    digits(Math.min(...times)),
    goal,
    digits((1000 * cost) / lines),
    bytes(moduleSize(compiledOf(main))),
  ];
});
console.log(
  `\nfrom the core to a module (elapsed time, medians and least of ${RUNS} runs in a warm process; ! misses the goal)`,
);
printTable(['lines', 'ms', 'least', 'goal', 'µs a line', 'module'], rows);
