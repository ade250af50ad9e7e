import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { programs } from '../testing/program/arbitrary';
import { MUTATING, runs } from '../testing/runs';
import { type Answer, type Compiled, compileProgram } from './compile';
import { encodeModule } from './emit/module';
import { USUAL } from './emit/runtime';
import { Unsupported } from './unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };

/** Rooms on the host's stack: without any, every call of a recursive function waits in memory. */
const ROOMS = [0, 300, 1000, undefined];

function compiled(text: string, room = USUAL.room, garbage = USUAL.garbage): Compiled {
  const made = compileProgram(focusOf(checked(text)).main, { limits: { room, garbage } });
  if (made instanceof Unsupported) throw new Error(`${made.message}\n${text}`);
  return made;
}

interface Answers {
  readonly value: Answer;
  readonly gradient: Answer;
}

function answers(text: string, room?: number, garbage?: number): Answers {
  const { point } = focusOf(checked(text));
  const made = compiled(text, room, garbage);
  return {
    value: made.value(point.arguments, budget),
    gradient: made.gradient(point.arguments, point.cotangent, budget),
  };
}

/** Returns the one value of a program with the input x, and its derivative. */
function numbersOf({ value, gradient }: Answers): readonly (number | string)[] {
  if (value.tag !== 'values' || gradient.tag !== 'values') return [value.tag, gradient.tag];
  return [...value.values, ...gradient.values].map(Number);
}

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
  expect(seen.recursive).toBeGreaterThan(0.05 * numRuns);
  expect(seen.freeing).toBeGreaterThan(0.05 * numRuns);
});

const TREE = 'type Tree = Leaf real | Node (Tree * Tree)\ninput x : real = 1.25\n';
const ROSE = 'type Rose = Rose (real * list Rose)\ninput x : real = 1.25\n';

/** Programs that recurse in all places where a call can stand; `%n` is replaced by a size. */
const PROGRAMS: readonly (readonly [string, string])[] = [
  ['a count', 'input x : real = 1.25\nlet rec go (n : int) = if n < 1 then x * x else x + go (n - 1) * 0.5\ngo %n\n'],
  [
    'functions that call each other',
    `input x : real = 1.25
let rec even (n : int) = if n < 1 then x else 0.5 * odd (n - 1) + x
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
    'input x : real = 1.25\nlet rec go (n : int) = if n < 1 then x else deriv (fun y -> sin (x * y)) (go (n - 1))\ngo %n\n',
  ],
  [
    'a derivative of a recursive function',
    `input x : real = 1.25
let rec go (n : int, y) = if n < 1 then y * y else x * 0.5 + y * 0.25 * go (n - 1, y)
deriv (fun y -> go (%n, y * x)) (x * x)
`,
  ],
  [
    'closures',
    `input x : real = 1.25
let rec chain (n : int) = if n < 1 then (fun y -> y * x) else let f = chain (n - 1) in fun y -> f (y * 0.5 + x)
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
    const plain = numbersOf(answers(text));
    expect(plain[0]).toBe(value);
    expect(plain[1]).toBeCloseTo(derivative ?? NaN, 12);
    for (const room of ROOMS) expect(numbersOf(answers(text, room))).toEqual(plain);
    expect(numbersOf(answers(text, 0, 0))).toEqual(plain);
  });

  test('recurses', () => {
    expect(isRecursive(compiled(program.replaceAll('%n', '40')))).toBe(true);
  });
});

/** Programs of a size `n`: what they recurse through, their value and their derivative by `x` at 1.25. */
const DEEP: readonly {
  readonly what: string;
  readonly program: string;
  readonly value: (n: number, x: number) => number;
  readonly derivative: (n: number, x: number) => number;
  readonly size?: number;
}[] = [
  {
    what: 'a count',
    program: 'let rec go (k : int) = if k < 1 then 0 else x + go (k - 1)\ngo n',
    value: (n, x) => n * x,
    derivative: (n) => n,
  },
  {
    what: 'functions that call each other',
    program: `let rec even (k : int) = if k < 1 then x else x + odd (k - 1)
  and odd (k : int) = if k < 1 then 2 * x else even (k - 1) - x / 2
even n`,
    value: (n, x) => x + (n / 2) * (x / 2),
    derivative: (n) => 1 + n / 4,
  },
  {
    what: 'a tree that leans to the left, and its gradient',
    program: `let rec make (k : int, t) = if k < 1 then t else make (k - 1, Node (t, Leaf x))
let rec total t = match t with Leaf r -> r * r | Node (l, r) -> total l + total r
total (grad total (make (n, Leaf x)))`,
    value: (n, x) => 4 * x * x * (n + 1),
    derivative: (n, x) => 8 * x * (n + 1),
  },
  {
    what: 'a tree that leans to the right, and its gradient',
    program: `let rec make (k : int, t) = if k < 1 then t else make (k - 1, Node (Leaf x, t))
let rec total t = match t with Leaf r -> r * r | Node (l, r) -> total l + total r
total (grad total (make (n, Leaf x)))`,
    value: (n, x) => 4 * x * x * (n + 1),
    derivative: (n, x) => 8 * x * (n + 1),
  },
  {
    what: 'a tree that grows by recursion',
    program: `let rec make (k : int) = if k < 1 then Leaf x else Node (make (k - 1), Leaf x)
let rec total t = match t with Leaf r -> r | Node (l, r) -> total l + total r
total (make n)`,
    value: (n, x) => (n + 1) * x,
    derivative: (n) => n + 1,
  },
  {
    what: 'a tree that is balanced, and its gradient',
    program: `let rec make (k : int) = if k < 1 then Leaf x else Node (make (div k 2), make (k - 1 - div k 2))
let rec total t = match t with Leaf r -> r * r | Node (l, r) -> total l + total r
total (grad total (make n))`,
    value: (n, x) => 4 * x * x * (n + 1),
    derivative: (n, x) => 8 * x * (n + 1),
  },
  {
    what: 'children in lists',
    program: `let rec make (k : int, t) = if k < 1 then t else make (k - 1, Rose (x, [Rose (x, []), t]))
let rec total t = match t with Rose (r, children) -> fold (child, s) -> s + total child over children from r
total (make (n, Rose (x, [])))`,
    value: (n, x) => (2 * n + 1) * x,
    derivative: (n) => 2 * n + 1,
    size: 1e5,
  },
  {
    what: 'children in arrays, and the gradient',
    program: `let rec make (k : int, t) = if k < 1 then t else make (k - 1, Bush (x, toArray [Bush (x, toArray []), t]))
let rec total t = match t with Bush (r, children) -> sum (map total children) + r * r
total (grad total (make (n, Bush (x, toArray []))))`,
    value: (n, x) => 4 * x * x * (2 * n + 1),
    derivative: (n, x) => 8 * x * (2 * n + 1),
    size: 1e5,
  },
];

const TYPES = `type Tree = Leaf real | Node (Tree * Tree)
type Rose = Rose (real * list Rose)
type Bush = Bush (real * array Bush)
`;
const INPUTS = 'input n : int = 4\ninput x : real = 1.25\n';

describe.skipIf(MUTATING)('recursion of a depth that no stack has room for', () => {
  test.each(DEEP)('$what', ({ program, value, derivative, size = 1e6 }) => {
    const made = compiled(`${TYPES}${INPUTS}${program}\n`);
    for (const n of [2, 10, size]) {
      const gradient = made.gradient([n, 1.25], 1, budget);
      if (gradient.tag !== 'values') throw new Error(gradient.tag);
      const [, byX, result] = gradient.values.map(Number);
      expect(result).toBeCloseTo(value(n, 1.25), 6);
      expect(byX).toBeCloseTo(derivative(n, 1.25), 6);
      expect(made.value([n, 1.25], budget)).toEqual({ tag: 'values', values: [result] });
    }
  });

  test('fits into a stack of 200 kB', () => {
    const { module, slots } = compiled(`${TYPES}${INPUTS}${DEEP[2]?.program ?? ''}\n`).emitted;
    const code = `
const bytes = Buffer.from(require('node:fs').readFileSync(0, 'latin1'), 'base64');
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { operations: {} });
exports.fuel.value = 1000000000n;
exports.limit.value = 1000000000;
const view = new DataView(exports.memory.buffer);
view.setBigInt64(${slots}, 100000n, true);
view.setFloat64(${slots} + 8, 1.25, true);
view.setFloat64(${slots} + 16, 1, true);
exports.gradient();
console.log(new DataView(exports.memory.buffer).getFloat64(${slots} + 32, true));
`;
    const input = Buffer.from(encodeModule(module)).toString('base64');
    const written = execFileSync(process.execPath, ['--stack-size=200', '-e', code], { input, encoding: 'utf8' });
    expect(Number(written)).toBeCloseTo(8 * 1.25 * 100_001, 6);
  });

  test('that ends with calls takes no memory', () => {
    const made = compiled(`${INPUTS}let rec even (k : int, v) = if k < 1 then v else odd (k - 1, v + x)
  and odd (k : int, v) = if k < 1 then 2 * v else even (k - 1, v - x / 2)
even (n, x)
`);
    expect(made.value([1e6, 2], { ...budget, bytes: 1e4 })).toEqual({ tag: 'values', values: [2 + 5e5] });
  });

  test('that has no end stops at its budget', () => {
    const made = compiled(`${INPUTS}let rec go (k : int) = if k > 5 then 0 else x + go (k * n)\ngo 1\n`);
    const both = (limits: typeof budget): readonly string[] => [
      made.value([1, 2], limits).tag,
      made.gradient([1, 2], 1, limits).tag,
    ];
    expect(both({ ...budget, steps: 1e5 })).toEqual(['steps', 'steps']);
    expect(both({ ...budget, bytes: 1e6 })).toEqual(['memory', 'memory']);
    expect(made.value([3, 2], budget)).toEqual({ tag: 'values', values: [4] });
  });
});

describe('frames', () => {
  test('are not among what a loop of the same function frees', () => {
    const text = `${INPUTS.replace('4', '0')}let rec go (k : int) =
  if k < 1 then x else
    let rec loop (i : int, xs) = if i < 1 then sum xs else
      loop (i - 1, if mod i 66666 = 7 then map (fun y -> y * 0.5 + go (k - 1)) xs else map (fun y -> y + 1) xs) in
    0.001 * loop (200000, [x, toReal k])
go n
`;
    const made = compiled(text);
    // Each loop makes 6.4 MB, of which it frees all but about one.
    expect(made.value([1, 1.25], { ...budget, bytes: 3e6 }).tag).toBe('values');
    const plain = made.value([3, 1.25], budget);
    for (const room of ROOMS) expect(compiled(text, room).value([3, 1.25], budget)).toEqual(plain);
  });

  test('are made again where they were freed', () => {
    const text = `${INPUTS}let rec go (k : int) = if k < 1 then 0 else x + go (k - 1)
fold (i, s) -> s + go n over range 0 200 from 0
`;
    // A frame of one of the 1e4 calls takes at least 24 bytes.
    expect(compiled(text).value([1e4, 1.25], { ...budget, bytes: 2e6 })).toEqual({
      tag: 'values',
      values: [200 * 1e4 * 1.25],
    });
  });

  test('of functions that are run by functions that wait do not mix', () => {
    const text = `${TYPES}${INPUTS}let rec length (k : int) = if k < 1 then x else 1 + length (k - 1)
let rec each (k : int) = if k < 1 then x * x else 0.5 * each (k - 1) + length (k * 20) * length k
let rec outer (k : int) = if k < 1 then each 3 else each k + 0.25 * outer (k - 1) * length (2 * k)
outer n
`;
    const plain = compiled(text).gradient([30, 1.25], 1, budget);
    for (const room of ROOMS) expect(compiled(text, room).gradient([30, 1.25], 1, budget)).toEqual(plain);
  });
});

test('data of every layout that a loop carries is moved whole', () => {
  const text = `${TYPES}type Mixed = Text string | Many (array Mixed) | Both (Mixed * int * Mixed) | Rules (list (real -> real))
${INPUTS}let rec size m = match m with
    Text s -> (if s = "ab" then 2 * x else if s = "start" then 3 * x else x)
  | Many ms -> 1 + sum (map size ms)
  | Both (l, k, r) -> 0.5 * size l + toReal k * size r
  | Rules fs -> fold (f, s) -> s + f x over fs from 0
let step (k : int) (m, t, names) =
  ( (if mod k 3 = 0 then Many (toArray [m, Text "ab"]) else if mod k 3 = 1 then Both (m, k, Rules [fun y -> y * x, sin]) else
      match m with Both (l, _, r) -> Both (r, k, l) | Many ms -> Many (build (length ms) (fun i -> ms[i])) | other -> other)
  , (match t with Node (l, r) -> Node (r, Node (l, Leaf x)) | Leaf r -> Node (t, Leaf (r * 0.5)))
  , (match names with s :: rest -> (s ++ "c") :: s :: rest | [] -> [""]) )
let rec loop (k : int, state) = if k < 1 then state else loop (k - 1, step k state)
let rec total t = match t with Leaf r -> r | Node (l, r) -> total l + 0.5 * total r
let (m, t, names) = loop (3 * n, (Text "start", Leaf x, []))
size m + total t + (fold (s, k) -> (if s = "ccc" then k + 1 else if s = "cc" then 2 * k else 0.5 * k + x) over names from 0)
`;
  const plain = numbersOf(answers(text));
  expect(plain).toHaveLength(4);
  expect(numbersOf(answers(text, 0, 0))).toEqual(plain);
  expect(numbersOf(answers(text, USUAL.room, 0))).toEqual(plain);
  const { main, point } = focusOf(checked(text));
  const machine = drain(traceAnf.run(main, point, budget));
  expect(machine.tag === 'ok' && machine.value.value).toBe(plain[0]);
});

describe('data that shares its parts', () => {
  const text = `${TYPES}${INPUTS}let rec twice (k : int, t) = if k < 1 then t else twice (k - 1, Node (t, t))
let rec left t = match t with Leaf r -> r | Node (l, _) -> left l
`;

  test('is kept as it is by a loop that frees data', () => {
    const made = compiled(`${text}left (fold (i, t) -> (if mod i 1000 = 0 && i < n * 1000 then Node (t, t) else
  match t with Node (l, r) -> Node (l, r) | Leaf r -> Leaf r) over range 0 100000 from Leaf x)
`);
    expect(made.value([50, 1.25], { ...budget, bytes: 1e8 })).toEqual({ tag: 'values', values: [1.25] });
  });

  test('stops a derivative by all of its parts', () => {
    const made = compiled(`${text}left (grad left (twice (n, Leaf x)))\n`);
    expect(made.value([10, 1.25], budget)).toEqual({ tag: 'values', values: [1] });
    expect(made.value([60, 1.25], { ...budget, bytes: 1e7 }).tag).toBe('memory');
  });
});
