import { expect, test } from 'vitest';
import { valueAfter } from '../../testing/ir/examples';
import { afterRecursion as after } from '../../testing/ir/recursions';

/** Tests that say more than which lists have a cell, and how far an int is from its bound. */
const COUNTED: readonly (readonly [reads: string, definition: string, call: string])[] = [
  ['an int after the next', '(n : int) = if n > 0 then x + f (n - 2) else x', 'f 3'],
  ['half an int', '(n : int) = if n > 0 then x + f (div n 2) else x', 'f 3'],
  ['an int that a real bounds', '(n : int) = if x > toReal n then x else x + f (n + 1)', 'f 3'],
  ['an int with a bound that changes', '(n : int, m) = if n > m then x else x + f (n + 1, m - 1)', 'f (1, 3)'],
  [
    'an int with two bounds, one of a real',
    '(n : int) = if n > 9 then 1 else if x > 2 then 2 else x + f (n + 1)',
    'f 3',
  ],
  ['an item below a bound', 'ys = match ys with [] -> 0 | y :: r -> if y > 1 then y + f r else 0', 'f xs'],
  ['the same list', 'ys = match ys with [] -> 0 | y :: r -> if y > 1 then y else y * f ys', 'f xs'],
  [
    'an int that is compared and not counted',
    '(n : int, m : int, ys) = match ys with [] -> x | y :: rest -> if m > 3 then y else y * toReal n + f (n + 1, m, rest)',
    'f (1, floor x, xs)',
  ],
  [
    'an int that steps away from its bound',
    '(n : int, ys) = match ys with [] -> x | y :: rest -> if n < 0 then y else y + f (n + 1, rest)',
    'f (1, xs)',
  ],
  [
    'the first cell of a list',
    '(ys, zs) = match (ys, zs) with (y :: rest, z :: _) -> y * z + f (rest, zs) | _ -> 0',
    'f (xs, xs)',
  ],
  [
    'an int that is compared with the item',
    '(n : int, ys) = match ys with [] -> x | y :: rest -> if n = floor y then y else y + f (n + 1, rest)',
    'f (1, xs)',
  ],
  [
    'an int that another counts',
    '(n : int, m : int, ys) = match ys with [] -> x | y :: rest -> if n > m then y else y + f (n + 1, m - 1, rest)',
    'f (1, 5, xs)',
  ],
  ['a real', 'v = if v < 0.1 then x else v * f (v * 0.5)', 'f x'],
];

test.each(COUNTED)('a function that tests %s becomes a loop after one that counts its calls', (_, definition, call) => {
  const text = after(definition, call);
  expect(text).not.toMatch(/call/);
  expect(text.match(/while/g)).toHaveLength(1);
  expect(text).toMatch(/for n\d+ < n\d+ down/);
});

test('the loop that counts ends where an array would be too long, and tests what the calls test', () => {
  const text = after('(n : int, v) = if v < 0.1 then v else sin v * f (n + 2, v * 0.5)', 'f (3, x)');
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n11 = while (n2 = 3, r3 = r0, n4 = 0) {
        b5 = less r3, 0.1
        results b5
      } exit {
        results n4
      } body {
        r6 = sin r3
        n7 = addInt n2, 2
        r8 = multiply r3, 0.5
        b9 = lessInt 67108864, n4
        if b9 {
          fail memory
          results 
        } else {
          results 
        }
        n10 = addInt n4, 1 untested
        results n7, r8, n10
      }
      d13 = build n12 < n11 {
        results 0
      }
      n27, r28, d29 = for n14 < n11 (n15 = 3, r16 = r0, d17 = d13) {
        r18 = sin r16
        n19 = addInt n15, 2
        r20 = multiply r16, 0.5
        n21 = length d17
        d26 = build n22 < n21 {
          b23 = equalInt n22, n14
          r25 = if b23 {
            results r18
          } else {
            r24 = item d17[n22] unchecked
            results r24
          }
          results r25
        }
        results n19, r20, d26
      }
      b30 = less r28, 0.1
      b31 = not b30
      if b31 {
        fail
        results 
      } else {
        results 
      }
      r36 = for n32 < n11 down (r33 = r28) {
        r34 = item d29[n32] unchecked
        r35 = multiply r34, r33
        results r35
      }
      results r36"
  `);
});

test.each([
  ['one arm may end', 'if y > 1 then (if v > 3 then x else y * f (r, v + x)) else f (r, v * x)', 'while'],
  ['one arm passes on the same number', 'if y > 1 then y * f (r, v) else f (r, v * x)', 'for'],
  ['the arms pass on numbers that are known', 'if y > 1 then y * f (r, 2) else f (r, 3)', 'for'],
])('a function that calls itself in both arms, of which %s, becomes loops', (_, round, first) => {
  const text = after(`(ys, v) = match ys with [] -> v | y :: r -> ${round}`, 'f (xs, sin x)');
  expect(text).not.toMatch(/call/);
  expect(/while|for/.exec(text)?.[0]).toBe(first);
});

test.each([
  ['in other steps', 'if x > toReal n then x * f (n + 1, k) else f (n - 1, k + 1)', true],
  ['in the same steps', 'if x > toReal n then x * f (n + 1, k + 1) else f (n + 1, k + 1)', false],
  ['in one arm', 'if x > toReal n then x * f (n, k + 1) else f (n + 1, k + 1)', true],
])('ints that both calls change %s are counted, or carried', (_, round, isCarried) => {
  const text = after(`(n : int, k : int) = if k > 9 then x else if n > 9 then 2 else ${round}`, 'f (floor x, 1)');
  expect(text).not.toMatch(/call/);
  // A loop before the others carries the int if the calls step it in different ways.
  expect(/for n\d+ < n\d+ \((n\d+ = [^,]+, )+d/.test(text)).toBe(isCarried);
});

/** So much that it is not copied into the arms of a branch. */
const MUCH = Array.from({ length: 150 }, (_, i) => ` + sin (y * ${i + 1}.5)`).join('');

test.each([
  ['a call gives on the same list', 'if y > 1 then y * f (ys, v * 2) else f (r, v)'],
  ['much follows the branch', `(if y > 1 then f (r, v) else y)${MUCH}`],
])('a function stays if %s', (_, round) => {
  expect(after(`(ys, v) = match ys with [] -> v | y :: r -> ${round}`, 'f (xs, sin x)')).toMatch(/call/);
});

test('a tail call stays one unless something follows it', () => {
  const body = (more: string): string => `(ys, v) = match ys with [] -> v | y :: r -> let z = f (r, v * y) in ${more}z`;
  expect(after(body(''), 'f (xs, sin x)')).toMatch(/while/);
  expect(after(body('let _ = log y in '), 'f (xs, sin x)')).toMatch(/down/);
});

test('a function that calls itself in both arms of a branch becomes a loop that branches', () => {
  const text = after('ys = match ys with [] -> x | y :: r -> if y > 1 then let z = y * y in z * f r else f r', 'f xs');
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      d2 = spine d1
      n3 = length d2
      r13 = for n4 < n3 down (r5 = r0) {
        d6 = item d2[n4] unchecked
        r7 = field d6 ::.0
        d8 = field d6 ::.1
        b9 = greater r7, 1
        r12 = if b9 {
          r10 = multiply r7, r7
          r11 = multiply r10, r5
          results r11
        } else {
          results r5
        }
        results r12
      }
      results r13"
  `);
});

test('a loop that computes what changes keeps what the arms need in the same places', () => {
  const text = after(
    '(ys, v) = match ys with [] -> v | y :: r -> if v > y then let z = v * v in z * f (r, v * 0.5) else let z = v + x in f (r, sin v) - z',
    'f (xs, sin x)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      r2 = sin r0
      d3 = spine d1
      n4 = length d3
      d6 = build n5 < n4 {
        results false, 0
      }
      r28, d29 = for n7 < n4 (r8 = r2, d9 = d6) {
        d10 = item d3[n7] unchecked
        r11 = field d10 ::.0
        d12 = field d10 ::.1
        b13 = greater r8, r11
        r18, r19 = if b13 {
          r14 = multiply r8, r8
          r15 = multiply r8, 0.5
          results r15, r14
        } else {
          r16 = add r8, r0
          r17 = sin r8
          results r17, r16
        }
        n20 = length d9
        d27 = build n21 < n20 {
          b22 = equalInt n21, n7
          b25, r26 = if b22 {
            results b13, r19
          } else {
            b23, r24 = item d9[n21] unchecked
            results b23, r24
          }
          results b25, r26
        }
        results r18, d27
      }
      r37 = for n30 < n4 down (r31 = r28) {
        b32, r33 = item d29[n30] unchecked
        r36 = if b32 {
          r34 = multiply r33, r31
          results r34
        } else {
          r35 = subtract r31, r33
          results r35
        }
        results r36
      }
      results r37"
  `);
});

test('a function that looks into the items of its list counts its calls', () => {
  const text = valueAfter(`type Tree = Leaf | Node (real * list Tree)
input x : real = 1
let rec f ys = match ys with Node (y, _ :: _) :: rest -> y * x + f rest | _ -> 0
f [Node (x, [Node (1, [])]), Node (2, [])]`);
  expect(text).not.toMatch(/call/);
  expect(text).toMatch(/while/);
});
