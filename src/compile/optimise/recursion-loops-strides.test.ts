import { expect, test } from 'vitest';
import { valueAfter } from '../../testing/ir/examples';
import { afterRecursion as after } from '../../testing/ir/recursions';

test('a function whose calls take two cells each is a loop through every second cell', () => {
  expect(after('ys = match ys with a :: b :: rest -> a * b + f rest | _ -> 0', 'f xs')).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n2 = steps d1 after 1
      n3 = addInt n2, 1 untested
      n4 = div n3, 2 untested
      n5 = multiplyInt n4, 2 untested
      d6 = spine d1 below n5
      r17 = for n7 < n4 down (r8 = 0) {
        n9 = multiplyInt n7, 2 untested
        d10 = item d6[n9] unchecked
        r11 = field d10 ::.0
        d12 = field d10 ::.1
        r13 = field d12 ::.0
        d14 = field d12 ::.1
        r15 = multiply r11, r13
        r16 = add r15, r8
        results r16
      }
      results r17"
  `);
});

test('the last call gets what is left', () => {
  const text = after('ys = match ys with a :: b :: rest -> a * b + f rest | [y] -> y | [] -> x', 'f xs');
  expect(text).toMatch(/for n\d+ < n\d+ down/);
  expect(text).not.toContain('call ');
});

test.each([
  [
    'looks at cells that it does not take',
    'ys = match ys with a :: b :: c :: rest -> a * b * c + f (c :: rest) | _ -> 0',
  ],
  ['takes three', 'ys = match ys with a :: _ :: c :: rest -> a * c + f rest | _ -> 0'],
  ['passes on another number', '(k, ys) = match ys with a :: b :: rest -> a * b + f (sin k, rest) * k | _ -> 0'],
  [
    'ends by another test',
    '(k, ys) = match ys with a :: b :: rest -> if a > k then k else a * b + f (sin k, rest) * k | _ -> 0',
  ],
])('a function of which each call %s is a loop', (_, definition) => {
  expect(after(definition, definition.startsWith('(k') ? 'f (x, xs)' : 'f xs')).not.toContain('call ');
});

test('a function that goes through two lists by the same number of cells is a loop', () => {
  const text = valueAfter(`input x : real = 1
input xs : list real = [1, 2]
input ks : list real = [1, 2]
let rec f (ys, zs) = match (ys, zs) with (a :: b :: r, c :: d :: s) -> a * b + c * d * f (r, s) | _ -> x
f (xs, ks)`);
  expect(text).toMatch(/steps d1 after 1, d2 after 1/);
});

test.each([
  [
    'takes other numbers of cells of two lists',
    '(ys, zs) = match (ys, zs) with (a :: b :: r, c :: s) -> a * b + c * f (r, s) | _ -> 0',
    'f (xs, xs)',
  ],
  [
    'takes another number of cells in another branch',
    'ys = match ys with a :: b :: r -> if a > 0 then a + f r else b * f (b :: r) | _ -> 0',
    'f xs',
  ],
  [
    'counts too',
    '(n : int, ys) = if n < 1 then x else match ys with a :: b :: r -> a * b * f (n - 1, r) | _ -> 0',
    'f (5, xs)',
  ],
  [
    'takes cells that it has not seen',
    'ys = match ys with a :: r -> a + f (match r with _ :: s -> s) | _ -> 0',
    'f xs',
  ],
])('a function that %s stays a function', (_, definition, call) => {
  expect(after(definition, call)).toContain('call ');
});
