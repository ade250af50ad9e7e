import { describe, expect, test } from 'vitest';
import { afterRecursion as after } from '../../testing/ir/recursions';

describe('numbers that change from call to call', () => {
  test('are computed by a loop from the first cell on, which keeps what the rounds need after the calls', () => {
    expect(after('(k, ys) = match ys with [] -> k | y :: rest -> let s = sin (k * y) in s * f (s, rest)', 'f (x, xs)'))
      .toMatchInlineSnapshot(`
        "main(r0 : real, d1 : list real)
          d2 = spine d1
          n3 = length d2
          d5 = build n4 < n3 {
            results 0
          }
          r20, d21 = for n6 < n3 (r7 = r0, d8 = d5) {
            d9 = item d2[n6] unchecked
            r10 = field d9 ::.0
            d11 = field d9 ::.1
            r12 = multiply r7, r10
            r13 = sin r12
            n14 = length d8
            d19 = build n15 < n14 {
              b16 = equalInt n15, n6
              r18 = if b16 {
                results r13
              } else {
                r17 = item d8[n15] unchecked
                results r17
              }
              results r18
            }
            results r13, d19
          }
          r26 = for n22 < n3 down (r23 = r20) {
            r24 = item d21[n22] unchecked
            r25 = multiply r24, r23
            results r25
          }
          results r26"
      `);
  });

  test.each([
    ['a real', '(k, ys) = match ys with [] -> k | y :: rest -> y + f (k + 1, rest)', 'f (x, xs)'],
    [
      'an int that is doubled',
      '(n : int, ys) = match ys with [] -> x | y :: rest -> y + toReal n * f (n * 2, rest)',
      'f (1, xs)',
    ],
    [
      'an int that is the same in all calls but the first',
      '(n : int, ys) = match ys with [] -> x | y :: rest -> y + toReal n * f (3, rest)',
      'f (1, xs)',
    ],
    ['a bool', '(b, ys) = match ys with [] -> 0 | y :: rest -> (if b then y else x) + f (y > x, rest)', 'f (true, xs)'],
    [
      'two reals in each other’s place',
      '(a, b, ys) = match ys with [] -> a - b | y :: rest -> a * f (b, a + y, rest)',
      'f (x, 2, xs)',
    ],
    [
      'a real beside an int that counts',
      '(k, n : int, ys) = match ys with [] -> k | y :: rest -> if n = 0 then k + y else toReal n * f (k * y, n - 1, rest)',
      'f (x, 1, xs)',
    ],
    [
      'a real beside two lists',
      '(k, ys, zs) = match (ys, zs) with (y :: r, z :: s) -> k * y - z + f (k + y * z, r, s) | _ -> k',
      'f (x, xs, [2, x, 3])',
    ],
    [
      'a real that nothing needs after the call',
      '(k, ys) = match ys with [] -> k | y :: r -> 2 * f (k + y, r)',
      'f (x, xs)',
    ],
  ])('%s', (_, definition, call) => {
    const text = after(definition, call);
    expect(text).not.toContain('call function');
    expect(text.match(/for n\d+ < n\d+/g)).toHaveLength(2);
  });

  test('are kept in one array if there are several', () => {
    const text = after('(a, b, ys) = match ys with [] -> a - b | y :: rest -> a * f (b, a + y, rest)', 'f (x, 2, xs)');
    expect(text.match(/equalInt/g)).toHaveLength(1);
  });

  test('are not taken for the bound of an int that counts', () => {
    const definition =
      '(m : int, n : int, ys) = match ys with [] -> x | y :: r -> if n > m then y else y + f (2 * m, n + 1, r)';
    expect(after(definition, 'f (3, 1, xs)')).toContain('while');
  });
});
