import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { withoutDead } from './dead';
import { listsToArrays } from './lists';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const lists = (block: Block, { numbers, kinds }: Around): Block => listsToArrays(block, numbers, kinds);

const after = (text: string): string => valueAfter(text, simple, loops, simple, lists, simple);

describe('a list that is only gone through', () => {
  test('becomes an array', () => {
    expect(after('input x : real = 1\nsum (map (fun i -> x * toReal i) (range 0 3))')).toMatchInlineSnapshot(`
      "main(r0 : real)
        d4 = build n1 < 3 {
          n2 = subtractInt 2, n1 untested
          n3 = subtractInt 2, n2 untested
          results n3
        }
        d9 = build n5 < 3 {
          n6 = item d4[n5] unchecked
          r7 = toReal n6
          r8 = multiply r0, r7
          results r8
        }
        r14 = for n10 < 3 down (r11 = 0) {
          r12 = item d9[n10] unchecked
          r13 = add r12, r11
          results r13
        }
        results r14"
    `);
  });

  test('becomes an array though it is gone through twice', () => {
    const text = after(
      'input x : real = 1\nlet xs = map (fun i -> x * toReal i) (range 0 3)\nsum xs * sum (map exp xs)',
    );
    expect(text).toMatch(/build/);
    expect(text).not.toMatch(/new|spine/);
  });
});

describe('a list stays a list', () => {
  test.each([
    ['if it is the result', 'map (fun i -> x * toReal i) (range 0 3)'],
    ['if its first item is matched', 'match map (fun i -> x * toReal i) (range 0 3) with y :: _ -> y | [] -> 0'],
    ['if it is stored', 'sum (map sum [map (fun i -> x * toReal i) (range 0 3), [x]])'],
    [
      'if it is gone through from one of its cells',
      `let rec go (xs, acc) = match xs with [] -> acc | y :: ys -> go (ys, acc + y * sum xs)
go (map (fun i -> x * toReal i) (range 1 4), 0)`,
    ],
    [
      'if its rest is used',
      `let rec go (xs, acc) = match xs with [] -> acc | y :: ys -> go (ys, acc + y * sum ys)
go (map (fun i -> x * toReal i) (range 1 4), 0)`,
    ],
    ['if its rounds read what they have made', 'sum (fold (i, xs) -> (sum xs + x) :: xs over range 0 3 from [])'],
    ['if it does not begin empty', 'sum (fold (i, xs) -> x :: xs over range 0 3 from [x])'],
  ])('%s', (_, expression) => {
    expect(after(`input x : real = 1\n${expression}`)).toMatch(/new ::/);
  });
});
