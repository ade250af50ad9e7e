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

  test('is known by an index where a rest of it is gone through', () => {
    const text = after(`input x : real = 1
input n : int = 3
let rec go (xs, acc) = match xs with [] -> acc | y :: ys -> go (ys, acc + y * sum ys)
go (map (fun i -> x * toReal i) (range 0 n), 0)`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        n2 = subtractInt n1, 1
        n3 = addInt n2, 1 untested
        b4 = lessInt n3, 0
        n5 = if b4 {
          results 0
        } else {
          results n3
        }
        d10 = build n6 < n5 {
          n7 = subtractInt n5, 1 untested
          n8 = subtractInt n7, n6 untested
          n9 = subtractInt n2, n8 untested
          results n9
        }
        d15 = build n11 < n5 {
          n12 = item d10[n11] unchecked
          r13 = toReal n12
          r14 = multiply r0, r13
          results r14
        }
        r29 = for n16 < n5 (r17 = 0) {
          r18 = item d15[n16] unchecked
          n19 = addInt n16, 1 untested
          n20 = subtractInt n5, n19 untested
          r26 = for n21 < n20 down (r22 = 0) {
            n23 = addInt n19, n21 untested
            r24 = item d15[n23] unchecked
            r25 = add r24, r22
            results r25
          }
          r27 = multiply r18, r26
          r28 = add r17, r27
          results r28
        }
        results r29"
    `);
  });

  test('is asked for its length where it is matched', () => {
    const text = after(`input x : real = 1
input n : int = 3
match map (fun i -> x * toReal i) (range 0 n) with y :: z :: _ -> y * z | y :: [] -> y | [] -> x`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        n2 = subtractInt n1, 1
        n3 = addInt n2, 1 untested
        b4 = lessInt n3, 0
        n5 = if b4 {
          results 0
        } else {
          results n3
        }
        d10 = build n6 < n5 {
          n7 = subtractInt n5, 1 untested
          n8 = subtractInt n7, n6 untested
          n9 = subtractInt n2, n8 untested
          results n9
        }
        d15 = build n11 < n5 {
          n12 = item d10[n11] unchecked
          r13 = toReal n12
          r14 = multiply r0, r13
          results r14
        }
        b16 = lessInt 0, n5
        n17 = if b16 {
          results 1
        } else {
          results 0
        }
        b18 = equalInt n17, 0
        r26 = if b18 {
          results r0
        } else {
          r19 = item d15[0] unchecked
          b20 = lessInt 1, n5
          n21 = if b20 {
            results 1
          } else {
            results 0
          }
          b22 = not b20
          r25 = if b22 {
            results r19
          } else {
            r23 = item d15[1] unchecked
            r24 = multiply r19, r23
            results r24
          }
          results r25
        }
        results r26"
    `);
  });
});

describe('a list stays a list', () => {
  test.each([
    ['if it is the result', 'map (fun i -> x * toReal i) (range 0 3)'],
    ['if it is stored', 'sum (map sum [map (fun i -> x * toReal i) (range 0 3), [x]])'],
    ['if its rounds read what they have made', 'sum (fold (i, xs) -> (sum xs + x) :: xs over range 0 3 from [])'],
    ['if it does not begin empty', 'sum (fold (i, xs) -> x :: xs over range 0 3 from [x])'],
  ])('%s', (_, expression) => {
    expect(after(`input x : real = 1\n${expression}`)).toMatch(/new ::/);
  });
});
