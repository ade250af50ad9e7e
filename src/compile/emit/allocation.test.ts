import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { checked, focusOf } from '../../testing/checked';
import { type Answer, compileProgram } from '../compile';
import { Unsupported } from '../unsupported';

/** Runs a program with the input n. */
function run(expression: string, n: number, bytes = COMMAND_LINE_BUDGET.bytes): Answer {
  const made = compileProgram(focusOf(checked(`input n : int = 200\n${expression}\n`)).main);
  if (made instanceof Unsupported) throw new Error(made.message);
  return made.value([n], { ...COMMAND_LINE_BUDGET, bytes });
}

/** Adds up the first and another item of each of 100 arrays. */
const rounds = (count: string, index: string): string =>
  `let two i = let xs = build (${count}) (fun j -> toReal (i + j)) in xs[0] + xs[${index}]
fold (i, s) -> s + two i over range 0 100 from 0`;

describe('a loop makes arrays', () => {
  // Arrays of up to 8000 reals are small.
  test.each([1, 2, 7999, 8000, 8001, 20_000])('of %i items', (n) => {
    expect(run(rounds('n', 'n - 1'), n)).toEqual({ tag: 'values', values: [100 * (99 + n - 1)] });
  });

  test.each([
    ['for a negative number of items', 'n + 2 * i', -3, undefined, 'fault'],
    ['for no item that it reads', 'n', 0, undefined, 'fault'],
    ['for more items than there is memory for', 'n', 2000, 30_000, 'memory'],
    ['for more items than an array can have', 'n', 2 ** 26 + 1, undefined, 'memory'],
    ['for more items than there are addresses', 'n', 2 ** 29 + 1, undefined, 'memory'],
  ])('and stops %s', (_, count, n, bytes, tag) => {
    expect(run(rounds(count, '0'), n, bytes)).toMatchObject({ tag });
  });
});

test('items that take more than all addresses together stop a run', () => {
  const wide = 'let xs = build n (fun i -> let x = toReal i in (x, x + 1, x + 2, x + 3, sin x, exp x, x * x, cos x))';
  const pick = 'let (a, b, c, d, e, f, g, h) = xs[mod (7 * n) n] in a + b + c + d + e + f + g + h + toReal (length xs)';
  expect(run(`${wide} in ${pick}`, 2 ** 26)).toEqual({ tag: 'memory' });
});

test('the memory of arrays that a round makes is free for the next one', () => {
  const pairs = `let last x = let xs = build n (fun j -> x * toReal j) in xs[n - 1] * xs[n - 2]
fold (i, s) -> s + deriv last (toReal i) over range 0 1000 from 0`;
  expect(run(pairs, 100, 100_000)).toEqual({ tag: 'values', values: [2 * 99 * 98 * 499_500] });
});

test.each([
  [4e6, { tag: 'values', values: [5_000_050_000] }],
  [2.5e6, { tag: 'values', values: [5_000_050_000] }],
  [2.3e6, { tag: 'memory' }],
])('a list and the array of its cells take 24 bytes a cell, with %i bytes for 100,000', (bytes, answer) => {
  const sum = `let rec up (n, xs) = if n < 1 then xs else up (n - 1, toReal n :: xs)
fold (x, s) -> s + x over filter (fun x -> x > 0) (up (n, [])) from 0`;
  expect(run(sum, 100_000, bytes)).toEqual(answer);
});
