import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../language/source/span';
import { blockAfter } from '../../testing/ir/examples';
import { op, where } from '../../testing/ir/rounds';
import { Builder, intConstant, Numbers } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { withoutDead } from './dead';
import { induction } from './induction';

type Write = (b: Builder, index: Variable, n: Variable, m: Variable, other: Variable) => readonly Atom[];

const c = intConstant;
/** i * (i + 1) / 2 */
const triangle = (b: Builder, index: Variable): Variable =>
  op(b, 'div', op(b, 'multiplyInt', index, op(b, 'addInt', index, c(1))), c(2));

/**
 * Prints a loop that carries an int after the pass, without what it no longer needs. No int of a round is tested, and what
 * `write` returns is kept for the way back, at the end of the round: `preaccumulate` and `tape` look for it there.
 */
function after(write: Write, down = false): string {
  return blockAfter(
    ['int', 'int', 'int'],
    (b, n, m, first) => {
      const [index, other] = [b.numbers.variable('int'), b.numbers.variable('int')];
      const body = new Builder(b.numbers, NOWHERE, true);
      const values = write(body, index, n, m, other);
      const result = op(body, 'multiplyInt', other, c(7));
      body.add([], { tag: 'push', values });
      return b.add(['int'], {
        tag: 'for',
        index,
        count: n,
        down,
        parameters: [other],
        initial: [first],
        body: body.block([result]),
        forgets: false,
      });
    },
    (block, numbers) => withoutDead(induction(block, numbers)),
  );
}

/** How many ints a loop carries after the pass, and what computes those that its rounds use. */
function carriedIn(write: Write): readonly [number, string] {
  const text = after(write);
  const made = new Map([...text.matchAll(/^ +(\w+) = (\w+) /gm)].map(([, target = '', what = '']) => [target, what]));
  const used = /push (.+)/.exec(text)?.[1]?.split(', ') ?? [];
  const parameters = /\((.*)\) \{/.exec(text)?.[1]?.split(', ') ?? [];
  return [parameters.length - 1, used.map((each) => made.get(each) ?? 'carried').join(', ')];
}

describe('a loop', () => {
  test('computes the first of an int from that of another', () => {
    const write: Write = (b, i, n) => {
      const product = op(b, 'multiplyInt', i, n);
      return [product, op(b, 'multiplyInt', product, c(5))];
    };
    expect(after(write)).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int, n2 : int)
        n3 = multiplyInt 0, n0 untested
        n4 = multiplyInt n0, 5 untested
        n5 = multiplyInt n3, 5 untested
        n13, n14, n15 = for n6 < n0 (n7 = n2, n8 = n3, n9 = n5) {
          n10 = multiplyInt n7, 7 untested
          n11 = addInt n8, n0 untested
          n12 = addInt n9, n4 untested
          push n8, n9
          results n10, n11, n12
        }
        results n13"
    `);
  });

  test('that goes down carries ints that change the other way', () => {
    const write: Write = (b, i, n) => [op(b, 'multiplyInt', i, n), op(b, 'subtractInt', op(b, 'multiplyInt', i, i), i)];
    expect(after(write, true)).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int, n2 : int)
        n3 = subtractInt n0, 1 untested
        n4 = multiplyInt n0, -1 untested
        n5 = multiplyInt n3, n0 untested
        n6 = multiplyInt n3, 2 untested
        n7 = subtractInt 2, n6 untested
        n8 = multiplyInt n3, n3 untested
        n9 = subtractInt n8, n3 untested
        n19, n20, n21, n22 = for n10 < n0 down (n11 = n2, n12 = n5, n13 = n7, n14 = n9) {
          n15 = multiplyInt n11, 7 untested
          n16 = addInt n12, n4 untested
          n17 = addInt n13, 2 untested
          n18 = addInt n14, n13 untested
          push n12, n14
          results n15, n16, n17, n18
        }
        results n19"
    `);
  });

  test('that carries nothing more is the same', () => {
    const numbers = new Numbers();
    const b = new Builder(numbers);
    const [count, index] = [numbers.variable('int'), numbers.variable('int')];
    const body = b.inner().block([]);
    b.add([], { tag: 'for', index, count, down: true, parameters: [], initial: [], body, forgets: false });
    const block = b.block([]);
    expect(induction(block, numbers)).toBe(block);
  });
});

describe('of the ints of a round', () => {
  test.each<[string, number, string, Write]>([
    ['a product is carried', 1, 'carried', (b, i, n) => [op(b, 'multiplyInt', i, n)]],
    ['a product that nothing uses is not', 0, '', (b, i, n) => [op(b, 'multiplyInt', i, n)].slice(1)],
    ['a product that does not change is not', 0, 'multiplyInt', (b, _, n, m) => [op(b, 'multiplyInt', n, m)]],
    [
      'a product that does not change with the index is not',
      0,
      'multiplyInt',
      (b, _, n, __, other) => [op(b, 'multiplyInt', n, other)],
    ],
    [
      'sums with what changes otherwise are not',
      0,
      'addInt, addInt, addInt',
      (b, i, _, __, other) => [op(b, 'addInt', i, other), op(b, 'addInt', other, i), op(b, 'addInt', other, other)],
    ],
    ['a negative is not', 0, 'negateInt', (b, i) => [op(b, 'negateInt', i)]],
    ['a sum with an int is not', 0, 'addInt', (b, i, n) => [op(b, 'addInt', i, n)]],
    [
      'a sum with a constant and an int is not',
      0,
      'addInt',
      (b, i, n) => [op(b, 'addInt', op(b, 'addInt', i, c(1)), n)],
    ],
    ['a sum with two ints is', 1, 'carried', (b, i, n, m) => [op(b, 'addInt', op(b, 'addInt', i, n), m)]],
    ['a sum of an int and a sum is', 1, 'carried', (b, i, n, m) => [op(b, 'addInt', n, op(b, 'addInt', m, i))]],
    [
      'a product with a sum of three is',
      1,
      'carried',
      (b, i, n, m) => [op(b, 'multiplyInt', n, op(b, 'addInt', op(b, 'addInt', i, n), m))],
    ],
    [
      'a product plus a constant is the product that is carried plus the constant',
      1,
      'addInt, subtractInt',
      (b, i, n) => {
        const product = op(b, 'multiplyInt', i, n);
        return [op(b, 'addInt', product, c(1)), op(b, 'subtractInt', product, c(2))];
      },
    ],
    [
      'a product plus an int is carried, and the product is not',
      1,
      'carried',
      (b, i, n, m) => [op(b, 'addInt', op(b, 'multiplyInt', i, n), m)],
    ],
    [
      'a product less an int is carried, and the product is not',
      1,
      'carried',
      (b, i, n, m) => [op(b, 'subtractInt', op(b, 'multiplyInt', i, n), m)],
    ],
    [
      'a product is carried if a remainder needs it',
      1,
      'mod',
      (b, i, n) => [op(b, 'mod', op(b, 'multiplyInt', i, n), c(7))],
    ],
    [
      'a product is carried if an arm needs it',
      1,
      'carried',
      (b, i, n, m) => {
        const product = op(b, 'multiplyInt', i, n);
        return where(b, op(b, 'lessInt', n, m), true, () => [product]);
      },
    ],
    [
      'products that no arm needs are not carried',
      4,
      'carried, carried, carried, carried',
      (b, i, n, m) => {
        const sums = [2, 3, 4, 5].map((each) => op(b, 'addInt', op(b, 'multiplyInt', i, c(each)), m));
        return where(b, op(b, 'lessInt', n, m), true, () => sums);
      },
    ],
    ['an int of the second degree is carried with its change', 2, 'carried', (b, i) => [triangle(b, i)]],
    ['a sum with a quotient too', 2, 'carried', (b, i, n) => [op(b, 'addInt', triangle(b, i), n)]],
    ['a sum of a quotient too', 2, 'carried', (b, i, n) => [op(b, 'addInt', n, triangle(b, i))]],
    [
      'of a product of quotients the quotients are',
      2,
      'multiplyInt, multiplyInt',
      (b, i, n) => {
        const quotient = triangle(b, i);
        return [op(b, 'multiplyInt', quotient, n), op(b, 'multiplyInt', n, quotient)];
      },
    ],
    [
      'a quotient of a quotient is carried if it is exact',
      1,
      'carried',
      (b, i) => [op(b, 'div', op(b, 'div', op(b, 'multiplyInt', i, c(6)), c(2)), c(3))],
    ],
    [
      'of a quotient of a quotient that is not exact the latter is',
      2,
      'div',
      (b, i) => [op(b, 'div', triangle(b, i), c(3))],
    ],
    ['a quotient by an int is not', 0, 'div', (b, i, n) => [op(b, 'div', i, n)]],
    [
      'an int of the third degree is not',
      0,
      'multiplyInt',
      (b, i) => [op(b, 'multiplyInt', op(b, 'multiplyInt', i, i), i)],
    ],
    [
      'nor is one whose change changes by too much',
      0,
      'multiplyInt',
      (b, i) => [op(b, 'multiplyInt', op(b, 'multiplyInt', op(b, 'multiplyInt', i, i), i), c(2 ** 38))],
    ],
    [
      'a sum that changes by too much is not, and its terms are',
      1,
      'addInt',
      (b, i) => {
        const product = op(b, 'multiplyInt', i, c(2 ** 39));
        return [op(b, 'addInt', product, product)];
      },
    ],
    [
      'four are carried, and the fifth is not',
      4,
      'carried, carried, carried, carried, multiplyInt',
      (b, i, n, m) => [n, m, c(3), c(4), c(5)].map((each) => op(b, 'multiplyInt', i, each)),
    ],
    [
      'two of the second degree and their changes are carried, and a third int is not',
      4,
      'carried, carried, multiplyInt',
      (b, i, n) => [triangle(b, i), op(b, 'multiplyInt', i, i), op(b, 'multiplyInt', i, n)],
    ],
  ])('%s', (_, count, used, write) => {
    expect(carriedIn(write)).toEqual([count, used]);
  });
});
