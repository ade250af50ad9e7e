import { expect, test } from 'vitest';
import { valueAfter } from '../../testing/ir/examples';

const after = (definitions: string, call: string): string =>
  valueAfter(`input x : real = 1\ninput xs : list real = [1, 2]\nlet rec ${definitions}\n${call}`);

test('a function that calls itself where several patterns fail becomes a loop', () => {
  const text = after(
    'f (k, ys) = match ys with [only] -> only * k | _ -> f (k + 1, map (fun y -> y * x) ys)',
    'f (x, xs)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n2 = tag d1
      b3 = equalInt n2, 1
      b11, r12 = if b3 {
        r4 = field d1 ::.0
        d5 = field d1 ::.1
        n6 = tag d5
        b7 = equalInt n6, 0
        b9, r10 = if b7 {
          r8 = multiply r4, r0
          results true, r8
        } else {
          results false, 0
        }
        results b9, r10
      } else {
        results false, 0
      }
      r48 = if b11 {
        results r12
      } else {
        r13 = add r0, 1
        d14 = spine d1
        n15 = length d14
        d22 = for n16 < n15 down (d17 = []()) {
          d18 = item d14[n16] unchecked
          r19 = field d18 ::.0
          r20 = multiply r19, r0
          d21 = new ::(r20, d17)
          results d21
        }
        r47 = while (r23 = r0, r24 = r13, d25 = d22) {
          n26 = tag d25
          b27 = equalInt n26, 1
          b35, r36 = if b27 {
            r28 = field d25 ::.0
            d29 = field d25 ::.1
            n30 = tag d29
            b31 = equalInt n30, 0
            b33, r34 = if b31 {
              r32 = multiply r28, r24
              results true, r32
            } else {
              results false, 0
            }
            results b33, r34
          } else {
            results false, 0
          }
          results b35
        } exit {
          results r36
        } body {
          r37 = add r24, 1
          d38 = spine d25
          n39 = length d38
          d46 = for n40 < n39 down (d41 = []()) {
            d42 = item d38[n40] unchecked
            r43 = field d42 ::.0
            r44 = multiply r43, r23
            d45 = new ::(r44, d41)
            results d45
          }
          results r23, r37, d46
        }
        results r47
      }
      results r48"
  `);
});

test.each([
  [
    'gets other arguments',
    'f ys = match ys with y :: z :: _ -> g [y] | y :: _ -> g [] | [] -> g [x] and g ys = f (x :: map sin ys) + x',
  ],
  ['does not recurse', 'f ys = match ys with y :: _ :: _ -> y + f [] | _ -> sin (exp (x * x))'],
])('a call at several ends stays if it %s', (_, definitions) => {
  expect(after(definitions, 'f xs')).not.toMatch(/results (true|false)/);
});
