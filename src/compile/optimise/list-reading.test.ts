import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { withoutDead } from './dead';
import { listsToArrays } from './lists';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const lists = (block: Block, { numbers, kinds }: Around): Block => withoutDead(listsToArrays(block, numbers, kinds));

/** Prints how the value of a function of lists is computed; the list that the program makes becomes an array. */
const after = (definition: string, call: string): string =>
  valueAfter(
    `input x : real = 1\ninput ys : list real = [1, 2]\nlet rec f ${definition}\n${call}`,
    simple,
    loops,
    simple,
    lists,
    simple,
  );

test('steps along the list and another list are steps along the other, below the length', () => {
  const text = after(
    '(zs, us) = match (zs, us) with (z :: rest, u :: more) -> z * u + f (rest, more) | _ -> 0',
    'f (map (fun i -> x * toReal i) (range 1 9), ys)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d5 = build n2 < 8 {
        n3 = subtractInt 7, n2 untested
        n4 = subtractInt 8, n3 untested
        results n4
      }
      d10 = build n6 < 8 {
        n7 = item d5[n6] unchecked
        r8 = toReal n7
        r9 = multiply r0, r8
        results r9
      }
      n11 = steps d1 below 8
      d12 = spine d1 below n11
      r20 = for n13 < n11 down (r14 = 0) {
        d15 = item d12[n13] unchecked
        r16 = item d10[n13] unchecked
        r17 = field d15 ::.0
        r18 = multiply r16, r17
        r19 = add r18, r14
        results r19
      }
      results r20"
  `);
});

test('steps that look ahead are fewer, and none if the list is too short', () => {
  const text = after(
    'zs = match zs with z :: w :: rest -> z * w + f (w :: rest) | _ -> 0',
    'f (map (fun y -> y * x) ys)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d2 = spine d1
      n3 = length d2
      d8 = build n4 < n3 {
        d5 = item d2[n4] unchecked
        r6 = field d5 ::.0
        r7 = multiply r6, r0
        results r7
      }
      n9 = subtractInt n3, 1 untested
      b10 = lessInt n9, 0
      n11 = if b10 {
        results 0
      } else {
        results n9
      }
      r19 = for n12 < n11 down (r13 = 0) {
        r14 = item d8[n12] unchecked
        n15 = addInt n12, 1 untested
        r16 = item d8[n15] unchecked
        r17 = multiply r14, r16
        r18 = add r17, r13
        results r18
      }
      results r19"
  `);
});

test('steps along two lists that become arrays are the least of their lengths', () => {
  const text = after(
    '(zs, us) = match (zs, us) with (z :: rest, u :: more) -> z * u + f (rest, more) | _ -> 0',
    'f (map (fun y -> y * x) ys, map (fun i -> x * toReal i) (range 0 9))',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d2 = spine d1
      n3 = length d2
      d8 = build n4 < n3 {
        d5 = item d2[n4] unchecked
        r6 = field d5 ::.0
        r7 = multiply r6, r0
        results r7
      }
      d12 = build n9 < 9 {
        n10 = subtractInt 8, n9 untested
        n11 = subtractInt 8, n10 untested
        results n11
      }
      d17 = build n13 < 9 {
        n14 = item d12[n13] unchecked
        r15 = toReal n14
        r16 = multiply r0, r15
        results r16
      }
      b18 = lessInt 9, n3
      n19 = if b18 {
        results 9
      } else {
        results n3
      }
      r26 = for n20 < n19 down (r21 = 0) {
        r22 = item d8[n20] unchecked
        r23 = item d17[n20] unchecked
        r24 = multiply r22, r23
        r25 = add r24, r21
        results r25
      }
      results r26"
  `);
});

test('steps that a number bounds stay below it', () => {
  const text = after(
    '(n : int, zs) = match zs with z :: rest -> if n > 0 then z * toReal n + f (n - 1, rest) else 0 | [] -> 0',
    'f (floor x, map (fun y -> y * x) ys)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n2 = floor r0
      d3 = spine d1
      n4 = length d3
      d9 = build n5 < n4 {
        d6 = item d3[n5] unchecked
        r7 = field d6 ::.0
        r8 = multiply r7, r0
        results r8
      }
      b10 = lessInt n2, 0
      n11 = if b10 {
        results 0
      } else {
        results n2
      }
      b12 = lessInt n4, n11
      n13 = if b12 {
        results n4
      } else {
        results n11
      }
      n14 = subtractInt n2, n13
      r22 = for n15 < n13 down (r16 = 0) {
        n17 = subtractInt n2, n15 untested
        r18 = item d9[n15] unchecked
        r19 = toReal n17
        r20 = multiply r18, r19
        r21 = add r20, r16
        results r21
      }
      results r22"
  `);
});

test('a round that goes through the list may match another one', () => {
  const text = valueAfter(
    `input x : real = 1
input ys : list real = [1, 2]
fold (z, s) -> match ys with [] -> s | y :: _ -> s + y * z over map (fun i -> x * toReal i) (range 0 9) from x`,
    simple,
    loops,
    simple,
    lists,
    simple,
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d5 = build n2 < 9 {
        n3 = subtractInt 8, n2 untested
        n4 = subtractInt 8, n3 untested
        results n4
      }
      d10 = build n6 < 9 {
        n7 = item d5[n6] unchecked
        r8 = toReal n7
        r9 = multiply r0, r8
        results r9
      }
      r20 = for n11 < 9 down (r12 = r0) {
        r13 = item d10[n11] unchecked
        n14 = tag d1
        b15 = equalInt n14, 0
        r19 = if b15 {
          results r12
        } else {
          r16 = field d1 ::.0
          r17 = multiply r16, r13
          r18 = add r12, r17
          results r18
        }
        results r19
      }
      results r20"
  `);
});
