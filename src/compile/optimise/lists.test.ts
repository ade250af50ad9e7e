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
    expect(after('input x : real = 1\nsum (map (fun i -> x * toReal i) (range 0 3 : list int))'))
      .toMatchInlineSnapshot(`
      "main(r0 : real)
        d2 = build n1 < 3 {
          results n1
        }
        d5 = build n3 < 3 {
          n4 = item d2[n3] unchecked
          results n4
        }
        d10 = build n6 < 3 {
          n7 = item d5[n6] unchecked
          r8 = toReal n7
          r9 = multiply r0, r8
          results r9
        }
        r15 = for n11 < 3 down (r12 = 0) {
          r13 = item d10[n11] unchecked
          r14 = add r13, r12
          results r14
        }
        results r15"
    `);
  });

  test('becomes an array though it is gone through twice', () => {
    const text = after(
      'input x : real = 1\nlet xs = map (fun i -> x * toReal i) (range 0 3 : list int)\nsum xs * sum (map exp xs)',
    );
    expect(text).toMatch(/build/);
    expect(text).not.toMatch(/new|spine/);
  });

  test('is known by an index where a rest of it is gone through', () => {
    const text = after(`input x : real = 1
input n : int = 3
let rec go (xs, acc) = match xs with [] -> acc | y :: ys -> go (ys, acc + y * sum ys)
go (map (fun i -> x * toReal i) (range 0 n : list int), 0)`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        b2 = lessInt n1, 0
        n3 = if b2 {
          results 0
        } else {
          results n1
        }
        d5 = build n4 < n3 {
          results n4
        }
        d8 = build n6 < n3 {
          n7 = item d5[n6] unchecked
          results n7
        }
        d13 = build n9 < n3 {
          n10 = item d8[n9] unchecked
          r11 = toReal n10
          r12 = multiply r0, r11
          results r12
        }
        r27 = for n14 < n3 (r15 = 0) {
          r16 = item d13[n14] unchecked
          n17 = addInt n14, 1 untested
          n18 = subtractInt n3, n17 untested
          r24 = for n19 < n18 down (r20 = 0) {
            n21 = addInt n17, n19 untested
            r22 = item d13[n21] unchecked
            r23 = add r22, r20
            results r23
          }
          r25 = multiply r16, r24
          r26 = add r15, r25
          results r26
        }
        results r27"
    `);
  });

  test('is asked for its length where it is matched', () => {
    const text = after(`input x : real = 1
input n : int = 3
match map (fun i -> x * toReal i) (range 0 n : list int) with y :: z :: _ -> y * z | y :: [] -> y | [] -> x`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        b2 = lessInt n1, 0
        n3 = if b2 {
          results 0
        } else {
          results n1
        }
        d5 = build n4 < n3 {
          results n4
        }
        d8 = build n6 < n3 {
          n7 = item d5[n6] unchecked
          results n7
        }
        d13 = build n9 < n3 {
          n10 = item d8[n9] unchecked
          r11 = toReal n10
          r12 = multiply r0, r11
          results r12
        }
        b14 = lessInt 0, n3
        n15 = if b14 {
          results 1
        } else {
          results 0
        }
        b16 = equalInt n15, 0
        r24 = if b16 {
          results r0
        } else {
          r17 = item d13[0] unchecked
          b18 = lessInt 1, n3
          n19 = if b18 {
            results 1
          } else {
            results 0
          }
          b20 = not b18
          r23 = if b18 {
            r21 = item d13[1] unchecked
            r22 = multiply r17, r21
            results r22
          } else {
            results r17
          }
          results r23
        }
        results r24"
    `);
  });
});

describe('a list stays a list', () => {
  test.each([
    ['if it is the result', 'map (fun i -> x * toReal i) (range 0 3 : list int)'],
    ['if it is stored', 'sum (map sum [map (fun i -> x * toReal i) (range 0 3 : list int), [x]])'],
    [
      'if its rounds read what they have made',
      'sum (fold (i, xs) -> (sum xs + x) :: xs over (range 0 3 : list int) from [])',
    ],
    [
      'if the test of a loop makes it, and its end reads it, too',
      'let rec go y = let ys = map (fun i -> y * toReal i) (range 0 3 : list int) in if sum ys > 9 then (match ys with z :: _ -> z | [] -> x) else go (y + x) in go x',
    ],
    ['if it does not begin empty', 'sum (fold (i, xs) -> x :: xs over (range 0 3 : list int) from [x])'],
  ])('%s', (_, expression) => {
    expect(after(`input x : real = 1\n${expression}`)).toMatch(/new ::/);
  });
});
