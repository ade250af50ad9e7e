import { describe, expect, test } from 'vitest';
import { afterRecursion as after } from '../../testing/ir/recursions';
import { compiled } from '../../testing/recursion';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';

const HEAD = '(match zs with z :: _ -> z)';
const TAIL = '(match zs with _ :: r -> r)';

describe('a list of which each call must have a cell', () => {
  test('does not say how many calls there are: it is tested once, before the loop', () => {
    expect(after(`(ys, zs) = match ys with [] -> 0 | y :: r -> y * ${HEAD} + f (r, ${TAIL})`, 'f (xs, x :: xs)'))
      .toMatchInlineSnapshot(`
        "main(r0 : real, d1 : list real)
          d2 = new ::(r0, d1)
          d3 = spine d1
          n4 = length d3
          d5 = spine d2 below n4
          n6 = length d5
          b7 = lessInt n6, n4
          if b7 {
            fail
            results 
          } else {
            results 
          }
          r20 = for n8 < n4 down (r9 = 0) {
            d10 = item d3[n8] unchecked
            d11 = item d5[n8] unchecked
            r12 = field d10 ::.0
            d13 = field d10 ::.1
            b14 = equalInt 1, 1
            b15 = not b14
            if b15 {
              fail
              results 
            } else {
              results 
            }
            r16 = field d11 ::.0
            d17 = field d11 ::.1
            r18 = multiply r12, r16
            r19 = add r18, r9
            results r19
          }
          results r20"
      `);
  });

  test.each([
    [
      'with another list that ends the calls',
      `(ys, zs) = match ys with [] -> sum zs | y :: r -> y * ${HEAD} + f (r, ${TAIL})`,
      'f (xs, x :: xs)',
    ],
    [
      'with an int that ends the calls',
      `(n : int, zs) = if n = 0 then sum zs else x * ${HEAD} + f (n - 1, ${TAIL})`,
      'f (2, x :: xs)',
    ],
    [
      'with two other lists',
      `(vs, ys, zs) = match (vs, ys) with (v :: q, y :: r) -> v * y * ${HEAD} + f (q, r, ${TAIL}) | _ -> sum zs`,
      'f (xs, xs, x :: xs)',
    ],
    [
      'with a real that is passed on',
      `(v, ys, zs) = match ys with [] -> v * sum zs | y :: r -> let z = ${HEAD} in z * f (v * z, r, ${TAIL}) + y`,
      'f (x, xs, x :: xs)',
    ],
    [
      'with a test of items',
      `(ys, zs) = match ys with [] -> 0 | y :: r -> let z = ${HEAD} in if z > 5 then z else y * z + f (r, ${TAIL})`,
      'f (xs, x :: xs)',
    ],
    [
      'in both arms of a branch',
      `(ys, zs) = match ys with [] -> sum zs | y :: r -> let z = ${HEAD} in if z > y then z + f (r, ${TAIL}) else y * f (r, ${TAIL})`,
      'f (xs, x :: xs)',
    ],
  ])('%s, makes no calls', (_, definition, call) => {
    expect(after(definition, call)).not.toMatch(/call/);
  });

  test.each([
    [
      'that stays the same',
      `(ys, zs) = match ys with [] -> 0 | y :: r -> y * ${HEAD} + f (r, zs)`,
      'f (xs, xs)',
      /^(?![^]*call)/,
    ],
    [
      'whose rest of the rest is passed on',
      `(ys, zs) = match ys with [] -> 0 | y :: r -> y * ${HEAD} + f (r, match zs with _ :: _ :: q -> q)`,
      'f (xs, xs)',
      /call/,
    ],
    [
      'that must be empty',
      '(ys, zs) = match ys with [] -> 0 | y :: r -> let q = (match zs with [] -> 1) in y * q + f (r, zs)',
      'f (xs, [])',
      /^(?![^]*spine[^]*spine)/,
    ],
  ])('is not gone through %s', (_, definition, call, expected) => {
    expect(after(definition, call)).toMatch(expected);
  });

  test('stops the run if it is shorter', () => {
    const made = compiled(`input x : real = 0.5
input m : int = 2
input n : int = 3
let rec f (ys, zs) = match ys with [] -> 0 | y :: r -> y * ${HEAD} + f (r, ${TAIL})
f (take m [x, 2, 3], take n [x, 3, 4])
`);
    const run = (m: number, n: number): string => made.value([0.5, m, n], COMMAND_LINE_BUDGET).tag;
    expect([run(2, 3), run(2, 2), run(0, 0), run(0, 2)]).toEqual(['values', 'values', 'values', 'values']);
    expect([run(2, 1), run(3, 2), run(1, 0)]).toEqual(['fault', 'fault', 'fault']);
  });

  test('stops the run if it is empty and stays the same', () => {
    const made = compiled(`input x : real = 0.5
input m : int = 2
input n : int = 3
let rec f (ys, zs) = match ys with [] -> 0 | y :: r -> y * ${HEAD} + f (r, zs)
f (take m [x, 2, 3], take n [x, 3, 4])
`);
    const run = (m: number, n: number): string => made.value([0.5, m, n], COMMAND_LINE_BUDGET).tag;
    expect([run(2, 3), run(2, 1), run(0, 0), run(2, 0)]).toEqual(['values', 'values', 'values', 'fault']);
  });
});
