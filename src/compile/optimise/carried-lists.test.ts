import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block, Statement } from '../ir/tree';
import { carriedLists } from './carried-lists';
import { counted } from './counted';
import { withoutDead } from './dead';
import { listsToArrays } from './lists';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);
const carried = (block: Block, { numbers, kinds }: Around): Block => carriedLists(block, numbers, kinds);
const lists = (block: Block, { numbers, kinds }: Around): Block => withoutDead(listsToArrays(block, numbers, kinds));

const after = (text: string, last = (block: Block): Block => block): string =>
  valueAfter(`input x : real = 1\n${text}`, simple, loops, simple, carried, simple, lists, simple, last);

describe('a list that each round makes anew', () => {
  test('is carried as an array, and made a list after the loop', () => {
    const text = after(`input ys : list real = [1, 2]
fold (_, zs) -> map (fun z -> z * x) zs over (range 0 9 : list int) from ys`);
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list real)
        d3 = build n2 < 9 {
          results n2
        }
        d6 = build n4 < 9 {
          n5 = item d3[n4] unchecked
          results n5
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
sum (fold (i, zs) -> if i = 2 then [] else map (fun z -> z * x) zs over (range 0 n : list int) from map toReal (range 0 n : list int))`);
    expect(text).not.toMatch(/new|spine/);
    expect(text).toContain('results array()');
  });

  test('is made of cells whose loop may forget what else its rounds make', () => {
    let found: readonly Statement[] = [];
    after('input ys : list real = [1, 2]\nfold (_, zs) -> map sin zs over (range 0 9 : list int) from ys', (block) => {
      found = block.statements.filter(({ tag }) => tag === 'for');
      return block;
    });
    expect(found.slice(1)).toMatchObject([{ forgets: true }]);
  });

  test('is an array without items where it begins empty', () => {
    const text = after(
      'fold (_, zs) -> map (fun k -> x * toReal k + sum zs) (range 1 3 : list int) over (range 0 9 : list int) from []',
    );
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real)
        d2 = build n1 < 9 {
          results n1
        }
        d5 = build n3 < 9 {
          n4 = item d2[n3] unchecked
          results n4
        }
        d29 = for n6 < 9 down (d7 = array()) {
          d10 = build n8 < 2 {
            n9 = addInt 1, n8
            results n9
          }
          d13 = build n11 < 2 {
            n12 = item d10[n11] unchecked
            results n12
          }
          d25 = build n14 < 2 {
            n15 = item d13[n14] unchecked
            r16 = toReal n15
            r17 = multiply r0, r16
            n18 = length d7
            r23 = for n19 < n18 down (r20 = 0) {
              r21 = item d7[n19] unchecked
              r22 = add r21, r20
              results r22
            }
            r24 = add r17, r23
            results r24
          }
          d28 = build n26 < 2 {
            r27 = item d25[n26] unchecked
            results r27
          }
          results d28
        }
        n30 = length d29
        d35 = for n31 < n30 down (d32 = []()) {
          r33 = item d29[n31] unchecked
          d34 = new ::(r33, d32)
          results d34
        }
        results d35"
    `);
  });
});

describe('a loop stays', () => {
  test.each([
    [
      'if it carries a list that it takes from',
      'let rec go (zs, s) = match zs with z :: y :: rest -> go (rest, s + z * y) | _ -> s in go (ys, x)',
    ],
    [
      'if it makes two cells in each round',
      'fold (i, zs) -> fold (j, us) -> x :: sum zs :: us over (range 0 i : list int) from [] over (range 0 3 : list int) from ys',
    ],
    [
      'if its result is the list',
      'let rec go (v, zs) = if v > 9 then zs else go (v * sum zs, map (fun z -> z * x) zs) in go (x, ys)',
    ],
    [
      'if the body uses the list that the header makes',
      'let rec go (s, zs) = (let us = map sin zs in if s > 9 then s else go (s + sum us, us)) in go (x, ys)',
    ],
    [
      'if the round uses the list',
      'fold (i, (zs, s)) -> (let us = if i = 2 then [] else map sin zs in (us, s + sum us)) over (range 0 3 : list int) from (ys, x)',
    ],
    [
      'if a branch gives a list that is known',
      'fold (i, zs) -> if i = 2 then [1, 2] else map sin zs over (range 0 3 : list int) from ys',
    ],
    [
      'if another branch keeps the list',
      'fold (i, zs) -> if i = 2 then map sin zs else zs over (range 0 3 : list int) from ys',
    ],
    ['if it adds to a list', 'fold (i, zs) -> x :: zs over (range 0 3 : list int) from ys'],
    [
      'if a branch keeps the list',
      'fold (i, zs) -> if i = 2 then zs else map sin zs over (range 0 3 : list int) from ys',
    ],
    [
      'if the list is stored',
      'fold (i, (zs, all)) -> (map sin zs, zs :: all) over (range 0 3 : list int) from (ys, [])',
    ],
    [
      'if a branch may add to the list',
      'fold (i, zs) -> if i = 2 then x :: zs else map sin zs over (range 0 3 : list int) from ys',
    ],
  ])('%s', (_, expression) => {
    let isSame: boolean | undefined;
    const stays = (block: Block, around: Around): Block => {
      isSame = carried(block, around) === block;
      return block;
    };
    valueAfter(`input x : real = 1\ninput ys : list real = [1, 2]\n${expression}`, simple, loops, simple, stays);
    expect(isSame).toBe(true);
  });
});
