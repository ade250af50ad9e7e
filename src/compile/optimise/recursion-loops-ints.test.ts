import { describe, expect, test } from 'vitest';
import { afterRecursion as after } from '../../testing/ir/recursions';

describe('a function that calls itself once for the next int', () => {
  test('becomes a loop that begins with the last call', () => {
    expect(after('(n : int) = if n < 1 then x else x * sin (f (n - 1)) + toReal n', 'f (floor x)'))
      .toMatchInlineSnapshot(`
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
        n7 = subtractInt n2, n6
        b8 = lessInt n7, 1
        b9 = not b8
        if b9 {
          fail
          results 
        } else {
          results 
        }
        r17 = for n10 < n6 down (r11 = r0) {
          n12 = subtractInt n2, n10 untested
          r13 = sin r11
          r14 = multiply r0, r13
          r15 = toReal n12
          r16 = add r14, r15
          results r16
        }
        results r17"
    `);
  });

  test.each([
    ['up to an int', '(n : int) = if n = 9 then x else x * sin (f (n + 1))', 'f 3'],
    ['down to a parameter', '(n : int, m : int) = if n <= m then x else x * sin (f (n - 1, m))', 'f (9, floor x)'],
    [
      'with two bounds',
      '(n : int, m : int) = if n > 9 then x else if n > m then 1 else x * sin (f (n + 1, m))',
      'f (3, floor x)',
    ],
    [
      'and returns an array',
      '(n : int) = if n < 1 then build 20 toReal else (let a = f (n - 1) in update a n x)',
      'sum (f 9)',
    ],
    ['and returns a list', '(n : int) = if n < 1 then [] else toReal n :: f (n - 1)', 'sum (f (floor x))'],
    ['and goes on after the branch', '(n : int, v) = v + sin (if n < 1 then v else f (n - 1, v * x))', 'f (9, x)'],
    [
      'and puts its values before a list',
      '(n : int, v) = v :: (if n < 1 then [] else f (n - 1, v * x))',
      'sum (f (9, x))',
    ],
    [
      'to the last item of an array',
      '(n : int, xs : array real) = if n < length xs - 1 then xs[n] + f (n + 1, xs) else x',
      'f (0, build (floor x) toReal)',
    ],
    ['with two ints', '(n : int, m : int) = if n < 1 then toReal m else x * f (n - 1, m + 1)', 'f (9, 2)'],
  ])('%s', (_, definition, call) => {
    const text = after(definition, call);
    expect(text).toMatch(/for n\d+ < \w+ down/);
    expect(text).not.toMatch(/call|while/);
  });

  test('has a bound that it computes before the first call', () => {
    const text = after(
      '(n : int, m : int, xs : array real) = if n < length xs + m - 2 then xs[n] + f (n + 1, m, xs) else x',
      'f (0, floor x, build (floor x + 3) toReal)',
    );
    expect(text.slice(0, text.indexOf('for'))).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real)
        n2 = floor r0
        n3 = floor r0
        n4 = addInt n3, 3
        d7 = build n5 < n4 {
          r6 = toReal n5
          results r6
        }
        n8 = length d7
        n9 = addInt n8, n2 untested
        n10 = subtractInt n9, 2 untested
        n11 = subtractInt n10, 0 untested
        b12 = lessInt n11, 0
        n13 = if b12 {
          results 0
        } else {
          results n11
        }
        n14 = addInt 0, n13
        n15 = length d7
        n16 = addInt n15, n2
        n17 = subtractInt n16, 2
        b18 = lessInt n14, n17
        if b18 {
          fail
          results 
        } else {
          results 
        }
        r27 = "
    `);
    expect(text).not.toMatch(/call|while/);
  });

  test.each([
    ['a product', '(n : int, m : int) = if n < m * m then x + f (n + 1, m) else x', 'f (0, floor x)'],
    ['an item', '(n : int, xs : array int) = if n < xs[0] then x * f (n + 1, xs) else x', 'f (1, [floor x])'],
    ['an int that changes', '(n : int, m : int) = if n < m + 1 then x + f (n + 1, m * 2 - n) else x', 'f (1, 9)'],
    ['a real', '(n : int) = if toReal n < x then x * f (n + 1) else x', 'f 1'],
  ])('counts its calls if it goes on to %s', (_, definition, call) => {
    const text = after(definition, call);
    expect(text).toMatch(/while/);
    expect(text).not.toContain('call');
  });

  test.each([
    [
      'to the length of an array that changes',
      '(n : int, xs : array real) = if n < length xs then x * f (n + 1, xs ++ xs) else x',
      'f (1, [9])',
    ],
  ])('stays %s', (_, definition, call) => {
    expect(after(definition, call)).toContain('call');
  });

  test('gets what changes from call to call from a loop before it', () => {
    const text = after('(n : int, v) = if n < 1 then v else v * f (n - 1, sin v)', 'f (9, x)');
    expect(text.match(/for n\d+ < \w+/g)).toHaveLength(2);
    expect(text).not.toContain('call');
  });
});
