import { describe, expect, test } from 'vitest';
import { afterRecursion as after } from '../../testing/ir/recursions';

describe('numbers that change from call to call', () => {
  test('are computed by a loop from the first cell on, which keeps what the rounds need after the calls', () => {
    expect(after('(k, ys) = match ys with [] -> k | y :: rest -> let s = sin (k * y) in s * f (s, rest)', 'f (x, xs)'))
      .toMatchInlineSnapshot(`
        "main(r0 : real, d1 : list real)
          d2 = spine d1
          n3 = length d2
          r13, d14 = for n4 < n3 (r5 = r0, d6 = []()) {
            d7 = item d2[n4] unchecked
            r8 = field d7 ::.0
            d9 = field d7 ::.1
            r10 = multiply r5, r8
            r11 = sin r10
            d12 = new ::(r11, d6)
            results r11, d12
          }
          r21, d22 = for n15 < n3 down (r16 = r13, d17 = d14) {
            r18 = field d17 ::.0
            d19 = field d17 ::.1
            r20 = multiply r18, r16
            results r20, d19
          }
          results r21"
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

  test('are kept on one list if there are several', () => {
    const text = after('(a, b, ys) = match ys with [] -> a - b | y :: rest -> a * f (b, a + y, rest)', 'f (x, 2, xs)');
    const kept = /= new ::\(r\d+, (d\d+)\)/.exec(text)?.[1];
    expect(text).toContain(`, ${kept} = []())`);
  });

  test('are not taken for the bound of an int that counts', () => {
    const definition =
      '(m : int, n : int, ys) = match ys with [] -> x | y :: r -> if n > m then y else y + f (2 * m, n + 1, r)';
    expect(after(definition, 'f (3, 1, xs)')).toContain('call');
  });
});
