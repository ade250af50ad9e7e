import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { INPUTS, TYPES, budget, compiled } from '../testing/recursion';
import { MUTATING } from '../testing/runs';
import { encodeModule } from './emit/module';

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
