import { describe, expect, it } from 'vitest';
import { checked } from '../testing/checked';
import { evaluate } from './evaluate';
import { BYTES, bytesWritten, liveBytes } from './memory';
import { COMMAND_LINE_BUDGET } from './outcome';
import { drain } from './task';
import { Cell, Items, type Value, Variant } from './value';

function list(length: number): Cell | null {
  let cells: Cell | null = null;
  for (let i = 0; i < length; i++) cells = new Cell(i, cells);
  return cells;
}

describe('live memory', () => {
  it('is counted once, however many sets are needed', () => {
    const shared = list(100);
    const roots: readonly Value[] = [shared, new Cell(shared, shared), [shared, 'ab']];
    const bytes = 101 * BYTES.cell + BYTES.sequence + 2 * BYTES.item + BYTES.string + 2 * BYTES.character;
    expect(drain(liveBytes(roots, 1e9))).toBe(bytes);
    for (const most of [1, 7, 100, 101]) expect(drain(liveBytes(roots, 1e9, most))).toBe(bytes);
  });

  it('is counted in slices, and only up to the limit', () => {
    const counting = liveBytes([list(100_000)], 1e9);
    let pauses = 0;
    while (counting.next().done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(5);
    expect(drain(liveBytes([list(100_000)], 1000))).toBeLessThan(1000 + 2 * BYTES.cell);
  });
});

it('pauses the run while it is measured, and lets it continue if it fits', () => {
  const program = checked(`let rec grow (n : int, xs) = if n = 0 then length xs else grow (n - 1, n :: xs)
let rec waste (n : int, k) = if n = 0 then k else waste (n - 1, length (range 0 1000))
grow (20000, []) + waste (200, 0)`);
  const budget = { ...COMMAND_LINE_BUDGET, bytes: 4e6 };
  expect(drain(evaluate(program, { budget }))).toMatchObject({ tag: 'ok', value: { outputs: [21_000] } });
  expect(drain(evaluate(program, { budget: { ...budget, bytes: 5e5 } }))).toMatchObject({
    tag: 'stopped',
    diagnostic: { code: 'budget-memory' },
  });
});

/** Doubles a tree of one leaf 40 times: 40 variants in memory, 2^40 leaves written out. */
const DOUBLED = `type Tree = Leaf real | Node (Tree * Tree)
let rec doubled (n : int, t) = if n = 0 then t else doubled (n - 1, Node (t, t))
let rec first t = match t with Leaf x -> x | Node (l, _) -> first l
`;

describe('a value that shares its parts', () => {
  it('is counted as often as it is used', () => {
    const pair = [1, 2];
    const pairBytes = BYTES.sequence + 2 * BYTES.item;
    expect(bytesWritten([pair, pair], 1e9)).toBe(3 * pairBytes);
    expect(bytesWritten(new Items([pair, pair, pair]), 1e9)).toBe(BYTES.sequence + 3 * BYTES.item + 3 * pairBytes);
    expect(bytesWritten(new Variant('A', new Cell(pair, null)), 1e9)).toBe(BYTES.variant + BYTES.cell + pairBytes);
    expect(bytesWritten(new Items(new Float64Array(5)), 1e9)).toBe(BYTES.sequence + 5 * BYTES.item);
    expect(bytesWritten('abc', 1e9)).toBe(BYTES.string + 3 * BYTES.character);
  });

  it('is counted only up to the limit', () => {
    let value: Value = 1;
    for (let i = 0; i < 100; i++) value = [value, value];
    expect(bytesWritten(value, 1000)).toBeGreaterThan(1000);
    expect(bytesWritten(value, 1000)).toBeLessThan(1200);
  });

  it.each([
    ['as the point of a gradient', 'grad first (doubled (40, Leaf 1))'],
    ['as the point of a forward derivative', 'fd first (doubled (40, Leaf 1)) (doubled (40, Leaf 1))'],
    ['as a cotangent', 'rd (fun x -> doubled (40, Leaf x)) 2 (doubled (40, Leaf 1))'],
    ['as the result of a forward derivative', 'fd (fun x -> doubled (40, Leaf x)) 2 1'],
    ['as an input', 'input t : Tree = doubled (40, Leaf 1)\nfirst t'],
    ['as data', 'data t : Tree = doubled (40, Leaf 1)\nfirst t'],
    ['in a series', 'first (watch "tree" (doubled (40, Leaf 1)))'],
  ])('stops the run %s', (_, text) => {
    for (const tracing of ['none', 'dependencies', 'record'] as const) {
      const outcome = drain(
        evaluate(checked(DOUBLED + text), { budget: { ...COMMAND_LINE_BUDGET, bytes: 1e7 }, tracing, watch: true }),
      );
      expect(outcome).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-memory' } });
    }
  });

  it('stops a recorded run as a result', () => {
    const program = checked(`${DOUBLED}doubled (40, Leaf 1)`);
    const budget = { ...COMMAND_LINE_BUDGET, bytes: 1e7 };
    expect(drain(evaluate(program, { budget, tracing: 'record' }))).toMatchObject({
      tag: 'stopped',
      diagnostic: { code: 'budget-memory', span: { cell: 0 } },
    });
    expect(drain(evaluate(program, { budget }))).toMatchObject({ tag: 'ok' });
  });

  it('does no harm where it is only used', () => {
    const run = evaluate(checked(`${DOUBLED}first (doubled (40, Leaf 3))`), { budget: COMMAND_LINE_BUDGET });
    expect(drain(run)).toMatchObject({ tag: 'ok', value: { outputs: [3] } });
  });
});

it.each([1e9, 1e12])('stops a run with %d bytes where a string doubles', (bytes) => {
  const program = checked(`let rec doubled (n : int, t) = if n = 0 then t else doubled (n - 1, t ++ t)
doubled (60, "ab") = ""`);
  expect(drain(evaluate(program, { budget: { ...COMMAND_LINE_BUDGET, bytes } }))).toMatchObject({
    tag: 'stopped',
    diagnostic: { code: 'budget-memory' },
  });
});
