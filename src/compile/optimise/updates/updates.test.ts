import { describe, expect, test } from 'vitest';
import { counts } from '../../../testing/ir/counts';
import { type Around, valueAfter } from '../../../testing/ir/examples';
import { UPDATING_DATA } from '../../../testing/ir/written-data-updates';
import { UPDATING } from '../../../testing/ir/written-updates';
import type { Block } from '../../ir/tree';
import { counted } from '../counted';
import { withoutDead } from '../dead';
import { simplify } from '../simplify';
import { updates } from './updates';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const inPlace = (block: Block, { numbers }: Around): Block => updates(block, numbers);

const after = (text: string): string =>
  valueAfter(text, simple, loops, simple, inPlace, simple, (block) => withoutDead(block));

const FIRST = 'input x : real = 1\ninput n : int = 6\nlet first = build n (fun i -> x * toReal i)\n';

describe('an update is in place', () => {
  test('in a loop that carries the array on', () => {
    const body = 'sum (fold (i, a) -> update a i (a[i] * x) over range 0 n from first)';
    expect(after(`${FIRST}${body}`)).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        d5 = build n2 < n1 {
          r3 = toReal n2
          r4 = multiply r0, r3
          results r4
        }
        b6 = lessInt n1, 0
        n7 = if b6 {
          results 0
        } else {
          results n1
        }
        d9 = build n8 < n7 {
          results n8
        }
        d16 = for n10 < n7 down (d11 = d5) {
          n12 = item d9[n10] unchecked
          r13 = item d11[n12]
          r14 = multiply r13, r0
          d15 = update d11[n12] = r14
          results d15
        }
        r21 = for n17 < n1 down (r18 = 0) {
          r19 = item d16[n17] unchecked
          r20 = add r19, r18
          results r20
        }
        results r21"
    `);
  });

  test.each([
    [
      'of an array that a function reads, and would read again on the way back',
      'let rec f (i, a) = if i > n - 1 then 0 else a[i] + f (i + 1, a) * f (i + 2, a) in fold (i, a) -> update a i (f (i, a)) over range 0 n from first',
    ],
    [
      'of an array that a recursion carries',
      'let rec go (k, a) = if k = n then a[2] else go (k + 1, update a k x) in go (0, first)',
    ],
    ['in an arm', 'sum (fold (i, a) -> if a[i] > x then update a i x else a over range 0 n from first)'],
    ['of an array that is stored afterwards', '[fold (i, a) -> update a i (a[i] * x) over range 0 n from first]'],
    ['in a derivative', 'deriv (fun y -> (fold (i, a) -> update a i y over range 0 n from build n toReal)[0]) x'],
    ['of an array for each round', 'build n (fun k -> fold (i, a) -> update a i x over range 0 n from build n toReal)'],
    [
      'in a recursion with two ends',
      'let rec up a i = if i = 0 then a else let k = div (i - 1) 2 in if a[i] < a[k] then up (update a i a[k]) k else a in up first (n - 1)',
    ],
    [
      'in an inner loop',
      'fold (k, a) -> (fold (i, a) -> update a i a[k] over range 0 n from a) over range 0 n from first',
    ],
    ['of ints', 'fold (i, a) -> update a i (a[0] + i) over range 0 n from build n (fun i -> i)'],
    ['of reals with ints', 'fold (i, a) -> update a i (i, x) over range 0 n from build n (fun i -> (i, x))'],
    [
      'of an array whose old items are read afterwards, which they can be before,',
      'sum (fold (i, a) -> let b = update a i x in update b i a[mod (i + 1) n] over range 0 n from first)',
      [2, 0],
    ],
    ['of scatterAdd', 'scatterAdd n (build n (fun i -> (div i 2, x)))'],
    [
      'before a loop whose rounds get others from a call',
      'let rec f k = if toReal k < 1 then build n toReal else f (k - 1) ++ [x] in fold (i, d) -> f i over range 0 n from update first 0 x',
    ],
    [
      'of an array that a recursion returns, and of what it became,',
      'let rec go (k, a) = if k * k > n then a else go (k + 1, update a k x) in update (go (0, first)) 0 x',
      [2, 0],
    ],
  ])('%s, without a copy', (_, body, expected = [1, 0]) => {
    expect(counts(`${FIRST}${body}`)).toEqual(expected);
  });

  test('of up to 256 in a function', () => {
    const chain = (length: number): string => {
      const rounds = Array.from({ length }, (_, i) => `let a = update a ${i % 5} a[${(i + 1) % 5}] in `);
      return `${FIRST}let a = first in ${rounds.join('')}a`;
    };
    expect(counts(chain(256))).toEqual([256, 0]);
    expect(counts(chain(257))).toEqual([0, 257]);
  });

  test.each([
    ['an input', 'input a : array real = [1, 2]\nfold (i, a) -> update a (mod i 2) x over range 0 n from a'],
    ['an array that is used afterwards', 'sum (fold (i, a) -> update a i x over range 0 n from first) * sum first'],
    [
      'an array that is stored before',
      'let all = [first] in (all, fold (i, a) -> update a i x over range 0 n from first)',
    ],
    [
      'an array that an outer loop uses',
      'sum (build n (fun k -> sum (fold (i, a) -> update a i x over range 0 n from first)))',
    ],
    [
      'the array of the round before, which the round reads',
      'fold (k, a) -> (fold (i, b) -> update b i a[k] over range 0 n from a) over range 0 n from first',
    ],
    [
      'an array of a call',
      'let rec f k = if k < 1 then first else f (k - 1) ++ f (k - 2) in fold (i, a) -> update a i x over range 0 n from f n',
    ],
    [
      'an array that a recursion carries, and that is used afterwards',
      'let rec go (k, a) = if k * k > n then a else go (k + 1, update a k x) in sum (go (0, first)) * sum first',
    ],
    [
      'a constant array',
      `fold (i, a) -> update a i x over range 0 n from toArray [${Array.from({ length: 20 }, (_, i) => i).join(', ')}]`,
    ],
  ])('and one copy is made before the loop of %s', (_, body) => {
    expect(counts(`${FIRST}${body}`)).toEqual([1, 1]);
  });
});

describe('a copy is made for each update', () => {
  test.each([
    [
      'of an array whose rounds are stored',
      'fold (i, (a, all)) -> let b = update a i x in (b, b :: all) over range 0 n from (first, [])',
    ],
    [
      'of an array that may be what a round leaves',
      'sum (fold (i, a) -> let b = update a i (x * a[i]) in if b[0] > 0.5 then b else a over range 0 n from first)',
    ],
    [
      'of an array at which a gradient is taken',
      'fold (i, a) -> update a i (grad (fun b -> dot b b * x) a)[i] over range 0 n from first',
    ],
    [
      'of an array that may be an input, but not of another',
      `input a : array real = [1, 2]
let b = fold (i, b) -> update b i x over range 0 n from build n toReal in let c = update (if x > 0 then first else a) 0 x in sum b * sum c`,
      [1, 1],
    ],
    [
      'of an array that may be a constant, but not of another',
      `let b = fold (i, b) -> update b i x over range 0 n from build n toReal in let c = update (if x > 0 then first else toArray [${Array.from({ length: 20 }, (_, i) => i).join(', ')}]) 0 x in sum b * sum c`,
      [1, 1],
    ],
    [
      'of an array that may be one of a call, but not of another',
      `let rec f k = if k < 1 then first else f (k - 1) ++ f (k - 2)
let b = fold (i, b) -> update b i x over range 0 n from build n toReal in let c = update (if x > 0 then build n toReal else f n) 0 x in sum b * sum c`,
      [1, 1],
    ],
    [
      'of an array that a recursion makes in its test',
      'let rec go k = let a = build n (fun i -> toReal (i * k) * x) in if a[2] > 3 then a else go (k + 1) in update (go 1) 0 x',
    ],
  ])('%s', (_, body, expected = [0, 1]) => {
    expect(counts(`${FIRST}${body}`)).toEqual(expected);
  });
});

test('most programs of the test of all passes have updates in place', () => {
  const found = Object.entries({ ...UPDATING, ...UPDATING_DATA }).filter(([, text]) => counts(text)[0] === 0);
  expect(found.map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "a recursion that ends with another array, or with a constant one",
      "two arrays that a loop swaps",
      "a gradient inside a loop of updates, by the array that it updates",
      "an array that a derivative reads before it is updated",
      "an array that is updated, and is the result of a loop without rounds",
      "an array that is updated, and is the result of a recursion without rounds",
      "an array of another length in some rounds, and one that is kept",
      "an array that is updated, and that each round gives on beside others",
      "an array that is updated, and that a recursion returns",
      "variants of an input, in a recursion with several ends",
      "a descent on rows, each by its own gradient",
      "cells in a descent, by the gradient of a loss of the table",
    ]
  `);
});
