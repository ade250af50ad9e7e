import { describe, expect, test } from 'vitest';
import { valueAfter } from '../../testing/ir/examples';
import { afterRecursion as after } from '../../testing/ir/recursions';

describe('a function that calls itself for the rest of a list', () => {
  test('is a loop from the last cell to the first', () => {
    expect(after('(k, ys) = match ys with [] -> k | y :: rest -> let r = f (k, rest) in sin y * r', 'f (x, xs)'))
      .toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real)
        d2 = spine d1
        n3 = length d2
        r11 = for n4 < n3 down (r5 = r0) {
          d6 = item d2[n4] unchecked
          r7 = field d6 ::.0
          d8 = field d6 ::.1
          r9 = sin r7
          r10 = multiply r9, r5
          results r10
        }
        results r11"
    `);
  });

  test.each([
    ['whatever the order of the cases', 'ys = match ys with y :: rest -> y + f rest | [] -> 0'],
    ['if the call is the last statement but one', 'ys = match ys with [] -> [] | y :: rest -> y * x :: f rest'],
    [
      'if it computes something for all calls first',
      'ys = let s = sin x in match ys with [] -> 0 | y :: r -> s * y + f r',
    ],
    ['if it uses the whole list', 'ys = match ys with [] -> 0 | y :: r -> toReal (length ys) * y + f r'],
  ])('%s', (_, definition) => {
    const text = after(definition, 'f xs');
    expect(text).toMatch(/for n\d+ < n\d+ down/);
    expect(text).not.toContain('call function');
  });
});

describe('a function that calls itself for the rests of several lists', () => {
  const two = 'input x : real = 1\ninput xs : list real = [1, 2]\ninput ks : list int = [1, 2]\nlet rec f';

  test('goes through them in step, and looks at the next cell', () => {
    const text = valueAfter(`${two} (ys, js) =
  match (ys, js) with (y :: z :: more, j :: rest) -> y * z + toReal j * f (z :: more, rest) | _ -> 0
f (xs, ks)`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real, d2 : list int)
        n3 = steps d1 after 1, d2
        d4 = spine d1 below n3
        d5 = spine d2 below n3
        r20 = for n6 < n3 down (r7 = 0) {
          d8 = item d4[n6] unchecked
          d9 = item d5[n6] unchecked
          r10 = field d8 ::.0
          d11 = field d8 ::.1
          r12 = field d11 ::.0
          d13 = field d11 ::.1
          n14 = field d9 ::.0
          d15 = field d9 ::.1
          r16 = multiply r10, r12
          r17 = toReal n14
          r18 = multiply r17, r7
          r19 = add r16, r18
          results r19
        }
        results r20"
    `);
  });

  test('computes in the end what the last call computes', () => {
    const text = valueAfter(`${two} (ys, js) =
  match (ys, js) with (y :: more, j :: rest) -> y + f (more, rest) | (y :: _, []) -> y * x | _ -> toReal (length js)
f (xs, ks)`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real, d2 : list int)
        n3 = steps d1, d2
        d4 = spine d1 below n3
        d5 = spine d2 below n3
        d6 = rest d1 after n3
        d7 = rest d2 after n3
        n8 = tag d6
        b9 = equalInt n8, 1
        r18 = if b9 {
          r10 = field d6 ::.0
          d11 = field d6 ::.1
          n12 = tag d7
          b13 = equalInt n12, 0
          b14 = not b13
          if b14 {
            fail
            results 
          } else {
            results 
          }
          r15 = multiply r10, r0
          results r15
        } else {
          n16 = length d7
          r17 = toReal n16
          results r17
        }
        r28 = for n19 < n3 down (r20 = r18) {
          d21 = item d4[n19] unchecked
          d22 = item d5[n19] unchecked
          r23 = field d21 ::.0
          d24 = field d21 ::.1
          n25 = field d22 ::.0
          d26 = field d22 ::.1
          r27 = add r23, r20
          results r27
        }
        results r28"
    `);
  });
});

test('a function that ends with the call is a loop from the first cell on', () => {
  const text = after('ys = match ys with y :: z :: more -> f (z :: more) | [y] -> y | [] -> 0', 'f xs');
  expect(text).toMatch(/while/);
  expect(text).not.toMatch(/spine/);
});

test('a function that takes so many cells of a list goes no farther', () => {
  const text = after(
    '(n : int, ys) = match ys with y :: rest -> if n > 0 then y * toReal n + f (n - 1, rest) else 0 | [] -> 0',
    'f (5, xs)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n2 = subtractInt 5, 0 untested
      b3 = lessInt n2, 0
      n4 = if b3 {
        results 0
      } else {
        results n2
      }
      n5 = steps d1 below n4
      d6 = spine d1 below n5
      n7 = subtractInt 5, n5
      r17 = for n8 < n5 down (r9 = 0) {
        d10 = item d6[n8] unchecked
        n11 = subtractInt 5, n8 untested
        r12 = field d10 ::.0
        d13 = field d10 ::.1
        r14 = toReal n11
        r15 = multiply r12, r14
        r16 = add r15, r9
        results r16
      }
      results r17"
  `);
});

test('a function that counts its calls up to the smaller of two bounds uses the number', () => {
  const text = after(
    `(n : int, m : int, last : int, ys) = match ys with [] -> toReal n | y :: rest ->
  if n > last then x else if m < 1 then y else let next = n + 1 in y * toReal next + f (next, m - 1, last, rest)`,
    'f (1, 5, floor x, xs)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n2 = floor r0
      n3 = subtractInt n2, 1 untested
      n4 = addInt n3, 1 untested
      b5 = lessInt n4, 0
      n6 = if b5 {
        results 0
      } else {
        results n4
      }
      n7 = subtractInt 5, 1 untested
      n8 = addInt n7, 1 untested
      b9 = lessInt n8, 0
      n10 = if b9 {
        results 0
      } else {
        results n8
      }
      b11 = lessInt n6, n10
      n12 = if b11 {
        results n6
      } else {
        results n10
      }
      n13 = steps d1 below n12
      d14 = spine d1 below n13
      n15 = addInt 1, n13
      n16 = subtractInt 5, n13
      d17 = rest d1 after n13
      n18 = tag d17
      b19 = equalInt n18, 0
      r27 = if b19 {
        r20 = toReal n15
        results r20
      } else {
        r21 = field d17 ::.0
        d22 = field d17 ::.1
        b23 = greaterInt n15, n2
        r26 = if b23 {
          results r0
        } else {
          b24 = lessInt n16, 1
          b25 = not b24
          if b25 {
            fail
            results 
          } else {
            results 
          }
          results r21
        }
        results r26
      }
      r39 = for n28 < n13 down (r29 = r27) {
        d30 = item d14[n28] unchecked
        n31 = addInt 1, n28 untested
        n32 = subtractInt 5, n28 untested
        r33 = field d30 ::.0
        d34 = field d30 ::.1
        n35 = addInt n31, 1
        r36 = toReal n35
        r37 = multiply r33, r36
        r38 = add r37, r29
        results r38
      }
      results r39"
  `);
});

test.each([
  [
    'a step for the cell after the next',
    'ys = match ys with y :: z :: rest -> y * z + f (z :: rest) | [y] -> y | [] -> 0',
    'steps d1 after 1',
  ],
  ['a branch at the end', 'ys = match ys with y :: rest -> y * f rest | [] -> if x > 9 then 1 else x', 'greater r0, 9'],
  [
    'several constants at the end',
    'ys = match ys with y :: z :: rest -> y * z + f (z :: rest) | [y] -> 1 | [] -> 0',
    'fail',
  ],
  [
    'the number of calls at the end',
    '(n : int, ys) = match ys with y :: r -> let (s, m) = f (n + 1, r) in (s * y, m) | [] -> (0, n)',
    /= 0, n\d+ = n\d+\)/,
    'f (0, xs)',
  ],
])('a function with %s becomes a loop that computes it', (_, definition, part, call = 'f xs') => {
  const text = after(definition, call);
  expect(text).toMatch(/for n\d+ < n\d+ down/);
  expect(text).toMatch(part);
});

test.each([
  ['twice', 'ys = match ys with [] -> 0 | y :: r -> y + f r + f (y :: r)'],
  ['for an int without an end', '(n : int) = x + f (n - 1)', 'f 3'],
  ['where the list is empty', 'ys = match ys with [] -> 1 + f xs | y :: r -> y + f r'],
  ['for a list that it makes', 'ys = match ys with y :: z :: r -> y + f ((y * z) :: r) | _ -> 0'],
  ['before it looks at the list', 'ys = let r = f ys in match ys with [] -> 0 | y :: _ -> y + r'],
  ['in a loop', '(n : int) = if n < 1 then x else fold (_, s) -> s + f (n - 1) over range 0 n from 0', 'f 3'],
  ['after a loop', '(n : int) = if (fold (i, s) -> s * i over range 1 n from 1) > 9 then x else x * f (n + 1)', 'f 3'],
  ['for another list too', '(ys, zs) = match ys with [] -> x | y :: rest -> y + f (rest, y :: zs)', 'f (xs, xs)'],
])('a function that calls itself %s stays', (_, definition, call = 'f xs') => {
  expect(after(definition, call)).toMatch(/call/);
});
