import { describe, expect, test } from 'vitest';
import { valueAfter } from '../../testing/ir/examples';

const after = (definition: string, call: string): string =>
  valueAfter(`input x : real = 1\ninput xs : list real = [1, 2]\nlet rec f ${definition}\n${call}`);

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

test.each([
  ['twice', 'ys = match ys with [] -> 0 | y :: r -> y + f r + f r'],
  ['only in a branch', 'ys = match ys with [] -> 0 | y :: r -> if y > 1 then y + f r else 0'],
  ['where the list is empty', 'ys = match ys with [] -> 1 + f xs | y :: r -> y + f r'],
  ['for another list', 'ys = match ys with [] -> 0 | y :: r -> y + f xs'],
  ['for the rest of the rest', 'ys = match ys with y :: z :: r -> y + f r | _ -> 0'],
  ['before it looks at the list', 'ys = let r = f ys in match ys with [] -> 0 | y :: _ -> y + r'],
])('a function that calls itself %s stays', (_, definition) => {
  expect(after(definition, 'f xs')).toMatch(/call/);
});

test('a function whose other argument changes stays', () => {
  const text = after('(k, ys) = match ys with [] -> k | y :: rest -> y + f (k + 1, rest)', 'f (x, xs)');
  expect(text).toMatch(/call/);
});
