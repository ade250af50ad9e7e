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
        r32 = while (r2 = r0, d3 = d1) {
          n4 = tag d3
          b5 = equalInt n4, 1
          b28, r29, d30, r31 = if b5 {
            r6 = field d3 ::.0
            d7 = field d3 ::.1
            n8 = tag d7
            b9 = equalInt n8, 1
            b24, r25, d26, r27 = if b9 {
              b10 = greater r6, 9
              b20, r21, d22, r23 = if b10 {
                results true, 0, 0, r6
              } else {
                d11 = spine d3
                n12 = length d11
                d19 = for n13 < n12 down (d14 = []()) {
                  d15 = item d11[n13] unchecked
                  r16 = field d15 ::.0
                  r17 = multiply r16, r2
                  d18 = new ::(r17, d14)
                  results d18
                }
                results false, r2, d19, 0
              }
              results b20, r21, d22, r23
            } else {
              results true, 0, 0, 0
            }
            results b24, r25, d26, r27
          } else {
            results true, 0, 0, 0
          }
          results b28
        } exit {
          results r31
        } body {
          results r29, d30
        }
        results r32"
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
