import { describe, expect, it } from 'vitest';
import { checked } from '../testing/checked';
import { evaluate } from './evaluate';
import { BYTES, liveBytes } from './memory';
import { COMMAND_LINE_BUDGET } from './outcome';
import { drain } from './task';
import { Cell, type Value } from './value';

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
