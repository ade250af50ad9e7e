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
    'f (map (fun i -> x * toReal i) (range 1 9 : list int), ys)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d4 = build n2 < 8 {
        n3 = addInt 1, n2
        results n3
      }
      d7 = build n5 < 8 {
        n6 = item d4[n5] unchecked
        results n6
      }
      d12 = build n8 < 8 {
        n9 = item d7[n8] unchecked
        r10 = toReal n9
        r11 = multiply r0, r10
        results r11
      }
      n13 = steps d1 below 8
      d14 = spine d1 below n13
      r22 = for n15 < n13 down (r16 = 0) {
        d17 = item d14[n15] unchecked
        r18 = item d12[n15] unchecked
        r19 = field d17 ::.0
        r20 = multiply r18, r19
        r21 = add r20, r16
        results r21
      }
      results r22"
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
    'f (map (fun y -> y * x) ys, map (fun i -> x * toReal i) (range 0 9 : list int))',
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
      d10 = build n9 < 9 {
        results n9
      }
      d13 = build n11 < 9 {
        n12 = item d10[n11] unchecked
        results n12
      }
      d18 = build n14 < 9 {
        n15 = item d13[n14] unchecked
        r16 = toReal n15
        r17 = multiply r0, r16
        results r17
      }
      b19 = lessInt 9, n3
      n20 = if b19 {
        results 9
      } else {
        results n3
      }
      r27 = for n21 < n20 down (r22 = 0) {
        r23 = item d8[n21] unchecked
        r24 = item d18[n21] unchecked
        r25 = multiply r23, r24
        r26 = add r25, r22
        results r26
      }
      results r27"
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
fold (z, s) -> match ys with [] -> s | y :: _ -> s + y * z over map (fun i -> x * toReal i) (range 0 9 : list int) from x`,
    simple,
    loops,
    simple,
    lists,
    simple,
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d3 = build n2 < 9 {
        results n2
      }
      d6 = build n4 < 9 {
        n5 = item d3[n4] unchecked
        results n5
      }
      d11 = build n7 < 9 {
        n8 = item d6[n7] unchecked
        r9 = toReal n8
        r10 = multiply r0, r9
        results r10
      }
      r21 = for n12 < 9 down (r13 = r0) {
        r14 = item d11[n12] unchecked
        n15 = tag d1
        b16 = equalInt n15, 0
        r20 = if b16 {
          results r13
        } else {
          r17 = field d1 ::.0
          r18 = multiply r17, r14
          r19 = add r13, r18
          results r19
        }
        results r20
      }
      results r21"
  `);
});

test('what is left of a list is read from where the calls end', () => {
  const text = after(
    '(zs, us) = match (zs, us) with (z :: rest, u :: more) -> z * u + f (rest, more) | (z :: _, []) -> z | _ -> 0',
    'f (map (fun i -> x * toReal i) (range 1 9 : list int), ys)',
  );
  expect(text.match(/= rest .*/g)).toEqual(['= rest d1 after n13']);
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d4 = build n2 < 8 {
        n3 = addInt 1, n2
        results n3
      }
      d7 = build n5 < 8 {
        n6 = item d4[n5] unchecked
        results n6
      }
      d12 = build n8 < 8 {
        n9 = item d7[n8] unchecked
        r10 = toReal n9
        r11 = multiply r0, r10
        results r11
      }
      n13 = steps d1 below 8
      d14 = spine d1 below n13
      d15 = rest d1 after n13
      b16 = lessInt n13, 8
      n17 = if b16 {
        results 1
      } else {
        results 0
      }
      b18 = equalInt n17, 1
      r23 = if b18 {
        r19 = item d12[n13] unchecked
        n20 = tag d15
        b21 = equalInt n20, 0
        b22 = not b21
        if b22 {
          fail
          results 
        } else {
          results 
        }
        results r19
      } else {
        results 0
      }
      r31 = for n24 < n13 down (r25 = r23) {
        d26 = item d14[n24] unchecked
        r27 = item d12[n24] unchecked
        r28 = field d26 ::.0
        r29 = multiply r27, r28
        r30 = add r29, r25
        results r30
      }
      results r31"
  `);
});
