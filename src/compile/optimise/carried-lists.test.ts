import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { carriedLists } from './carried-lists';
import { counted } from './counted';
import { withoutDead } from './dead';
import { listsToArrays } from './lists';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);
const carried = (block: Block, { numbers, kinds }: Around): Block => carriedLists(block, numbers, kinds);
const lists = (block: Block, { numbers, kinds }: Around): Block => withoutDead(listsToArrays(block, numbers, kinds));

const after = (text: string): string =>
  valueAfter(`input x : real = 1\n${text}`, simple, loops, simple, carried, simple, lists, simple);

describe('a list that each round makes anew', () => {
  test('is carried as an array, and made a list after the loop', () => {
    const text = after(`input ys : list real = [1, 2]
fold (_, zs) -> map (fun z -> z * x) zs over range 0 9 from ys`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real)
        d6 = build n2 < 9 {
          n3 = subtractInt 8, n2 untested
          n4 = subtractInt 8, n3 untested
          r5 = toReal n4
          results r5
        }
        d7 = spine d1
        n8 = length d7
        d12 = build n9 < n8 {
          d10 = item d7[n9] unchecked
          r11 = field d10 ::.0
          results r11
        }
        d23 = for n13 < 9 down (d14 = d12) {
          n15 = length d14
          d19 = build n16 < n15 {
            r17 = item d14[n16] unchecked
            r18 = multiply r17, r0
            results r18
          }
          d22 = build n20 < n15 {
            r21 = item d19[n20] unchecked
            results r21
          }
          results d22
        }
        n24 = length d23
        d29 = for n25 < n24 down (d26 = []()) {
          r27 = item d23[n25] unchecked
          d28 = new ::(r27, d26)
          results d28
        }
        results d29"
    `);
  });

  test('is matched by the test of a loop', () => {
    const text = after(`input ys : list real = [1, 2]
let rec go zs = match zs with y :: _ :: _ -> if y > 9 then y else go (map (fun z -> z * x) zs) | _ -> 0
go ys`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real)
        d2 = spine d1
        n3 = length d2
        d7 = build n4 < n3 {
          d5 = item d2[n4] unchecked
          r6 = field d5 ::.0
          results r6
        }
        r34 = while (r8 = r0, d9 = d7) {
          n10 = length d9
          b11 = lessInt 0, n10
          b30, r31, d32, r33 = if b11 {
            r12 = item d9[0] unchecked
            b13 = lessInt 1, n10
            b26, r27, d28, r29 = if b13 {
              b14 = greater r12, 9
              b22, r23, d24, r25 = if b14 {
                results true, 0, 0, r12
              } else {
                d18 = build n15 < n10 {
                  r16 = item d9[n15] unchecked
                  r17 = multiply r16, r8
                  results r17
                }
                d21 = build n19 < n10 {
                  r20 = item d18[n19] unchecked
                  results r20
                }
                results false, r8, d21, 0
              }
              results b22, r23, d24, r25
            } else {
              results true, 0, 0, 0
            }
            results b26, r27, d28, r29
          } else {
            results true, 0, 0, 0
          }
          results b30
        } exit {
          results r33
        } body {
          results r31, d32
        }
        results r34"
    `);
  });

  test('is made in the arms of a branch', () => {
    const text = after(`input n : int = 3
sum (fold (i, zs) -> if i = 2 then [] else map (fun z -> z * x) zs over range 0 n from map toReal (range 0 n))`);
    expect(text).not.toMatch(/new|spine/);
  });
});

describe('a loop stays', () => {
  test.each([
    [
      'if it carries a list that it takes from',
      'let rec go (zs, s) = match zs with z :: y :: rest -> go (rest, s + z * y) | _ -> s in go (ys, x)',
    ],
    ['if it adds to a list', 'fold (i, zs) -> x :: zs over range 0 3 from ys'],
    ['if a branch keeps the list', 'fold (i, zs) -> if i = 2 then zs else map sin zs over range 0 3 from ys'],
    ['if the list is stored', 'fold (i, (zs, all)) -> (map sin zs, zs :: all) over range 0 3 from (ys, [])'],
    ['if a branch may add to the list', 'fold (i, zs) -> if i = 2 then x :: zs else map sin zs over range 0 3 from ys'],
  ])('%s', (_, expression) => {
    const text = (pass: typeof carried): string =>
      valueAfter(`input x : real = 1\ninput ys : list real = [1, 2]\n${expression}`, simple, loops, simple, pass);
    expect(text(carried)).toBe(text((block) => block));
  });
});
