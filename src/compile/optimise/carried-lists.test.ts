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
        d22 = for n13 < 9 down (d14 = d12) {
          d18 = build n15 < n8 {
            r16 = item d14[n15] unchecked
            r17 = multiply r16, r0
            results r17
          }
          d21 = build n19 < n8 {
            r20 = item d18[n19] unchecked
            results r20
          }
          results d21
        }
        d27 = for n23 < n8 down (d24 = []()) {
          r25 = item d22[n23] unchecked
          d26 = new ::(r25, d24)
          results d26
        }
        results d27"
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
        r30 = while (d8 = d7) {
          n9 = length d8
          b10 = lessInt 0, n9
          b27, d28, r29 = if b10 {
            r11 = item d8[0] unchecked
            b12 = lessInt 1, n9
            b24, d25, r26 = if b12 {
              b13 = greater r11, 9
              b21, d22, r23 = if b13 {
                results true, 0, r11
              } else {
                d17 = build n14 < n9 {
                  r15 = item d8[n14] unchecked
                  r16 = multiply r15, r0
                  results r16
                }
                d20 = build n18 < n9 {
                  r19 = item d17[n18] unchecked
                  results r19
                }
                results false, d20, 0
              }
              results b21, d22, r23
            } else {
              results true, 0, 0
            }
            results b24, d25, r26
          } else {
            results true, 0, 0
          }
          results b27
        } exit {
          results r29
        } body {
          results d28
        }
        results r30"
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
