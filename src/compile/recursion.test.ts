import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { evaluate } from '../semantics/evaluate';
import { realValues } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { expectNear } from '../testing/compiled-tolerance';
import { programs } from '../testing/program/arbitrary';
import { ROOMS, budget, compiled, numbersOf } from '../testing/recursion';
import { runs } from '../testing/runs';
import { type Compiled, compileProgram } from './compile';
import { Unsupported } from './unsupported';

const frees = ({ emitted }: Compiled): boolean => emitted.module.functions.some(({ name }) => name === 'copyBound');

const isRecursive = ({ emitted }: Compiled): boolean =>
  emitted.module.functions.some(({ name }) => name.endsWith('resumable'));

test('generated programs give the same when every call waits in memory and every round frees it', () => {
  const { numRuns, ...rest } = runs(1.5);
  const seen = { recursive: 0, freeing: 0 };
  fc.assert(
    fc.property(programs({ language: 'whole', derivatives: 1 }), ({ text }) => {
      if (drain(evaluate(checked(text), { budget: { ...budget, steps: 1e5 } })).tag !== 'ok') return;
      const { main, point } = focusOf(checked(text));
      const plain = compileProgram(main);
      if (plain instanceof Unsupported || !(isRecursive(plain) || frees(plain))) return;
      if (isRecursive(plain)) seen.recursive++;
      if (frees(plain)) seen.freeing++;
      const strict = compiled(text, 0, 0);
      const value = plain.value(point.arguments, budget);
      expect(strict.value(point.arguments, budget), text).toEqual(value);
      const gradient = plain.gradient(point.arguments, point.cotangent, budget);
      expect(strict.gradient(point.arguments, point.cotangent, budget), text).toEqual(gradient);
    }),
    { ...rest, numRuns },
  );
  const least = Math.floor(0.05 * numRuns);
  expect(seen.recursive).toBeGreaterThanOrEqual(least);
  expect(seen.freeing).toBeGreaterThanOrEqual(least);
});

const TREE = 'type Tree = Leaf real | Node (Tree * Tree)\ninput x : real = 1.25\n';
const ROSE = 'type Rose = Rose (real * list Rose)\ninput x : real = 1.25\n';

/**
 * Programs that recurse in all places where a call can stand; `%n` is replaced by a size. With a single call on each way
 * they would become loops, unless a test costs much.
 */
const PROGRAMS: readonly (readonly [string, string])[] = [
  [
    'a count',
    'input x : real = 1.25\nlet rec go (n : int) = if n < 1 then x * x else x + go (n - 1) * 0.5 + 0.25 * go 0\ngo %n\n',
  ],
  [
    'functions that call each other',
    `input x : real = 1.25
let rec even (n : int) = if n < 1 then x else 0.5 * odd (n - 1) + x * odd 0
  and odd (n : int) = if n < 1 then 2 * x else sin (third (n - 1)) + x
  and third (n : int) = if n < 1 then 3 * x else even (n - 1) + x * 0.25
even %n
`,
  ],
  [
    'functions that end with calls of each other',
    `input x : real = 1.25
let rec even (n : int, v) = if n < 1 then v else if mod n 4 = 0 then odd (n - 3, v * x) else odd (n - 1, v + x)
  and odd (n : int, v) = if n < 1 then 2 * v else if mod n 5 = 0 then even (n - 3, v) else even (n - 1, v * 0.75)
even (%n, x)
`,
  ],
  [
    'two calls',
    'input x : real = 1.25\nlet rec fib (n : int) = if n < 2 then x * x else fib (n - 1) + x * fib (n - 2)\nfib (mod %n 13)\n',
  ],
  [
    'a tree that leans to the left',
    `${TREE}let rec make ((n : int), t) = if n < 1 then t else make (n - 1, Node (t, Leaf (x * toReal n)))
let rec total t = match t with Leaf r -> sin r | Node (l, r) -> 0.5 * total l + total r
total (make (%n, Leaf x))
`,
  ],
  [
    'a tree that is a result',
    `${TREE}let rec make (n : int) = if n < 1 then Leaf x else Node (Leaf (x * toReal n), make (n - 1))
let rec each t = match t with Leaf r -> Leaf (r * r) | Node (l, r) -> Node (each r, each l)
let rec total t = match t with Leaf r -> sin r | Node (l, r) -> total l + 0.5 * total r
total (each (make %n))
`,
  ],
  [
    'children in a list',
    `${ROSE}let rec make (n : int) = if n < 1 then Rose (x, []) else Rose (x * toReal n, [Rose (x, []), make (n - 1), Rose (2 * x, [])])
let rec total t = match t with Rose (r, children) -> fold (child, s) -> s * 0.5 + total child over children from sin r
total (make %n)
`,
  ],
  [
    'children in an array',
    `type Rose = Rose (real * array Rose)
input x : real = 1.25
let rec make (n : int) = Rose (x * toReal n, build (if n < 1 then 0 else 3) (fun i -> if i = 1 then make (n - 1) else Rose (x, build 0 (fun _ -> Rose (x, build 0 (fun _ -> make 0))))))
let rec total t = match t with Rose (r, children) -> sin r + 0.5 * sum (map total children)
total (make %n)
`,
  ],
  [
    'a loop that tests by a call',
    `input x : real = 1.25
let rec deep (n : int) = if n < 1 then x else
  let rec loop (k : int, v) = if v * 0 + deep (n - 2 - mod k 2) > 100 || k > 3 then v + deep (n - 1) * 0.25 else loop (k + 1, v * 0.5 + x) in
  loop (0, x)
deep (mod %n 11)
`,
  ],
  [
    'calls in both arms, and between statements',
    `input x : real = 1.25
let rec go (n : int, v) =
  if n < 1 then v else
    let w = sin v in
    let a = if mod n 3 = 0 then go (n - 1, w * x) else if mod n 3 = 1 then x else 0.5 * go (n - 1, v) in
    let b = a * w + v in
    let c = if b > 1 then b else go (mod n 2, b) * 0.5 in
    a + b * c * 0.125
go (%n, x)
`,
  ],
  [
    'a derivative in each call',
    'input x : real = 1.25\nlet rec go (n : int) = if n < 1 then x else deriv (fun y -> sin (x * y)) (go (n - 1) * go 0)\ngo %n\n',
  ],
  [
    'a derivative of a recursive function',
    `input x : real = 1.25
let rec go (n : int, y) = if (fold (_, s) -> max s 0 over range 0 (n + 9) from toReal n) < 1 then y * y else x * 0.5 + y * 0.25 * go (n - 1, y)
deriv (fun y -> go (%n, y * x)) (x * x)
`,
  ],
  [
    'closures',
    `input x : real = 1.25
let rec chain (n : int) = if n < 1 then (fun y -> y * x) else let f = chain (n - 1) in let g = chain 0 in fun y -> f (y * 0.5 + x) + 0.25 * g y
chain %n x
`,
  ],
];

describe.each(PROGRAMS)('%s', (_, program) => {
  test('gives the value of the machine, and the derivative of its trace, however little room there is', () => {
    const text = program.replaceAll('%n', '40');
    const { main, point } = focusOf(checked(text));
    const machine = drain(traceAnf.run(main, point, budget));
    if (machine.tag !== 'ok') throw new Error(machine.tag);
    const [value, derivative] = [machine.value.value, machine.value.derivative[0]].map((each) =>
      primalOf(realValues(each, main.target, main.variants)[0] ?? NaN),
    );
    const plain = numbersOf(text);
    expect(plain[0]).toBe(value);
    expectNear([Number(plain[1])], [derivative ?? NaN], [], text);
    for (const room of ROOMS) expect(numbersOf(text, room)).toEqual(plain);
    expect(numbersOf(text, 0, 0)).toEqual(plain);
  });

  test('recurses', () => {
    expect(isRecursive(compiled(program.replaceAll('%n', '40')))).toBe(true);
  });
});
