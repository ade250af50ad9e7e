import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeOf } from '../ad/main';
import { run } from '../semantics/evaluate';
import { compile } from '../semantics/compile';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import type { WatchSeries } from '../semantics/observe';
import { drain } from '../semantics/task';
import type { Value } from '../semantics/value';
import { checked } from '../testing/checked';
import { runs } from '../testing/runs';
import { programs } from '../testing/program/arbitrary';
import { compileLong } from './long-run';
import { Unsupported } from './unsupported';

const budget = COMMAND_LINE_BUDGET;

interface Seen {
  readonly values: Value;
  readonly series: readonly Pick<WatchSeries, 'name' | 'values' | 'records' | 'span'>[];
}

function seen(values: Value, series: readonly WatchSeries[]): Seen {
  return {
    values,
    series: series.map(({ name, values: watched, records, span }) => ({ name, values: watched, records, span })),
  };
}

/** Returns what the machine and the compiled program compute, and how often the latter paused. */
function both(text: string, slice?: number) {
  const core = checked(text);
  const machine = drain(run(compile(core), { budget, watch: true, tracing: 'none' }));
  if (machine.tag !== 'ok') return { machine };
  const inputs = core.items.flatMap((item) => (item.tag === 'input' ? [machine.value.inputs.get(item.name)] : []));
  const program = compileLong(wholeOf(core), slice === undefined ? {} : { slice });
  if (program instanceof Unsupported) return { machine, declined: program };
  const long = program.start(inputs, budget);
  let pauses = 0;
  let answer = long.stretch(-1, 10_000);
  for (; answer === 'paused'; answer = long.stretch(-1, 10_000)) pauses++;
  return { machine, answer, pauses, long };
}

/** Compares the two to the last bit, and returns how often the compiled run paused. */
function same(text: string, slice?: number): number {
  const { machine, answer, pauses, long, declined } = both(text, slice);
  if (declined !== undefined) throw new Error(declined.message);
  if (machine.tag !== 'ok') throw new Error(machine.diagnostic.message);
  if (answer?.tag !== 'values' || long === undefined) throw new Error(answer?.tag);
  const { outputs, series } = machine.value;
  expect(seen(answer.values[0], long.series())).toEqual(seen(outputs.length === 1 ? outputs[0] : outputs, series));
  return pauses ?? 0;
}

const DESCENT = `
let rows = build 20 (fun i -> let x = toReal i / 10 in (x, 3 * x - 1))
let loss (a, b) = sum (map (fun (x, y) -> (a * x + b - y) ^ 2) rows) / 20
let rec descend (n : int) (a, b) =
  let l = watch "loss" (loss (a, b)) in
  let p = watch "p" (a, b) in
  if n = 0 then p else
  let (da, db) = grad loss p in
  descend (n - 1) (a - 0.1 * da, b - 0.1 * db)
descend 300 (0, 0)
`;

const WALK = `
input k : real = 3
let rec walk (n : int) xs (a, b) =
  if n = 0 then (watch "xs" xs, a) else
  let c = watch "c" (sin (a + b) * k) in
  walk (n - 1) (if mod n 7 = 0 then c :: xs else xs) (c, a)
let (xs, a) = walk 100 [] (1, 2)
let squares = map (fun x -> watch "square" (x * x)) xs
let total = fold (x, sum) -> watch "sum" (sum + x) over squares from 0
total + a
`;

describe('a compiled program that watches', () => {
  test('records a descent; the derivatives inside it add up in another order than those of the machine', () => {
    const { machine, long } = both(DESCENT);
    if (machine.tag !== 'ok' || long === undefined) throw new Error('it runs');
    const ours = long.series();
    expect(ours.map(({ name, records }) => [name, records.length])).toEqual([
      ['loss', 301],
      ['p', 301],
    ]);
    machine.value.series.forEach(({ records }, i) => {
      records.flat().forEach((value, k) => {
        expect(Math.abs((ours[i]?.records.flat()[k] ?? NaN) - value)).toBeLessThan(1e-12);
      });
    });
  });

  test('pauses between the rounds of a loop, and goes on with the same values', () => {
    const [whole, paused] = [both(DESCENT), both(DESCENT, 100)];
    expect(paused.pauses).toBeGreaterThan(100);
    expect(paused.long?.series()).toEqual(whole.long?.series());
    expect(paused.answer).toEqual(whole.answer);
    expect(same(WALK)).toBe(0);
    expect(same(WALK, 3)).toBeGreaterThan(30);
  });

  test.each([
    [
      'names that are computed',
      'let rec f (n : int) = if n = 0 then 0 else let x = watch (if mod n 2 = 0 then "even" else "odd") (toReal n) in x + f (n - 1)\nf 9',
    ],
    ['ints, texts and lists', 'let a = watch "a" (3, "x", [1.5, 2]) in watch "b" (true, toArray [1, 2])'],
    ['nothing inside a derivative', 'let f x = watch "x" (x * x)\nlet a = f 2\n(a, grad f 3, deriv f 4)'],
    [
      'the same function outside a derivative',
      'let f x = watch "x" (x * x)\nlet rec g (n : int) a = if n = 0 then a else g (n - 1) (a - 0.1 * grad f a + 0 * f a)\ng 10 1',
    ],
    [
      'functions as data',
      'let fs = [fun x -> watch "s" (x + 1), fun x -> watch "t" (x * 2)]\nlet ys = map (fun f -> f 3 + grad f 1) fs\nsum ys',
    ],
    [
      'what is not used',
      'let unused = watch "u" (1.5 * 2)\nlet rec loop (n : int) = if n = 0 then 0 else let x = watch "k" (1.0) in loop (n - 1)\nloop 5',
    ],
    [
      'in the order of evaluation',
      'let rec f (n : int) xs = match xs with [] -> 0 | x :: r -> let y = watch "x" x in y + watch "sum" (f (n + 1) r)\nf 0 [1, 2, 3]',
    ],
    [
      'in calls that are made twice',
      'let rec f (n : int) x = if n = 0 then watch "x" x else f (n - 1) x + x\nf 3 2 + f 3 2',
    ],
    [
      'in loops over sequences',
      'let xs = map (fun x -> watch "m" (x * 2)) (build 4 toReal)\nlet s = fold (x, a) -> watch "f" (a + x) over xs from 0\ns',
    ],
    ['several outputs', 'let f x = watch "x" x\nf 1\nf 2\n(f 3, f 4)'],
  ])('records %s', (_, text) => {
    same(text);
    same(text, 1);
  });

  test('does what the machine does on generated programs', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ language: 'whole' }), fc.constantFrom(undefined, 1, 7), ({ text }, slice) => {
        const { machine, answer, long, declined } = both(text, slice);
        if (declined !== undefined || machine.tag !== 'ok') return;
        if (answer?.tag !== 'values' || long === undefined) throw new Error(answer?.tag);
        expect(seen(answer.values[0], long.series()).series).toEqual(seen(undefined, machine.value.series).series);
        compared++;
      }),
      runs(1.25),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 4);
  });
});
