import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { type Builder, intConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Constant, Variable } from '../ir/tree';
import { scalars } from './scalars';

const ints: ArrayLayout = { tag: 'array', id: 0, item: ['int'] };
const pair: Constant = {
  tag: 'constant',
  kind: ints,
  value: { constructor_: 0, parts: [intConstant(1), intConstant(2)], count: 2 },
};
const item = (b: Builder, array: Atom, at: number): Variable =>
  b.one('int', { tag: 'item', array, index: intConstant(at), checked: false });
const length = (b: Builder, array: Atom): Variable => b.one('int', { tag: 'length', array });

type Test = (b: Builder, array: Variable, other: Variable) => Atom;

/** Prints a loop whose rounds reverse an array of ints, after the pass; nothing if it is the same. Its rounds stop at a test. */
function turned(
  tag: 'for' | 'while',
  write: (b: Builder, other: Variable) => Atom,
  { stops, count }: { readonly stops?: Test; readonly count: number } = { count: 2 },
): string {
  const block = (b: Builder, other?: Variable, rounds?: Variable): readonly Atom[] => {
    if (other === undefined || rounds === undefined) return [];
    const first = write(b, other);
    const index = b.numbers.variable('int');
    const array = b.numbers.variable(ints);
    const body = b.inner();
    if (stops !== undefined) {
      // A branch on the length that does not stop the run.
      const differs = body.operation('not', body.operation('equalInt', length(body, array), intConstant(2)));
      const none = { statements: [], results: [] };
      body.add([], { tag: 'if', condition: differs, consequent: none, alternative: none });
      const failing = body.inner();
      failing.add([], { tag: 'fail' });
      const condition = stops(body, array, other);
      body.add([], { tag: 'if', condition, consequent: failing.block([]), alternative: none });
    }
    const items = Array.from({ length: count }, (_, i) => [item(body, array, count - 1 - i)]);
    const made = body.one(ints, { tag: 'array', items });
    const all = {
      parameters: [index, array],
      initial: [intConstant(0), first],
      body: body.block([index, made]),
      forgets: false,
    };
    const header = b.inner();
    const done = header.operation('lessInt', index, item(header, array, 0));
    return tag === 'for'
      ? b.add(['int', ints], { tag, index: b.numbers.variable('int'), count: rounds, down: false, ...all })
      : b.add([ints], { tag, header: header.block([done]), exit: { statements: [], results: [array] }, ...all });
  };
  return blockAfter([ints, 'int'], block, (whole, numbers) => {
    const made = scalars(whole, numbers);
    return made === whole ? { statements: [], results: [] } : made;
  });
}

const joined = (b: Builder, other: Variable): Atom => b.one(ints, { tag: 'append', left: other, right: other });

describe('the items of an array', () => {
  test('come from a constant', () => {
    expect(turned('for', () => pair)).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int)
        n2 = item array(1, 2)[0] unchecked
        n3 = item array(1, 2)[1] unchecked
        n12, n13, n14 = for n4 < n1 (n5 = 0, n6 = n2, n7 = n3) {
          d8 = array [n6; n7]
          n9 = item d8[1] unchecked
          n10 = item d8[0] unchecked
          d11 = array [n9; n10]
          results n5, n9, n10
        }
        d15 = array [n13; n14]
        results n12, d15"
    `);
  });

  test('come from an array made before a loop, whose header makes it again', () => {
    const first = (b: Builder, other: Variable): Atom =>
      b.one(ints, { tag: 'array', items: [[length(b, other)], [intConstant(2)]] });
    expect(turned('while', first)).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int)
        n2 = length d0
        d3 = array [n2; 2]
        n4 = item d3[0] unchecked
        n5 = item d3[1] unchecked
        d15 = while (n6 = 0, n7 = n4, n8 = n5) {
          d9 = array [n7; n8]
          n10 = item d9[0] unchecked
          b11 = lessInt n6, n10
          results b11
        } exit {
          results d9
        } body {
          n12 = item d9[1] unchecked
          n13 = item d9[0] unchecked
          d14 = array [n12; n13]
          results n6, n12, n13
        }
        results d15"
    `);
  });

  test('come from any array if the rounds stop at another length', () => {
    const stops: Test = (b, array) => b.operation('not', b.operation('equalInt', length(b, array), intConstant(2)));
    expect(turned('for', joined, { stops, count: 2 })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int)
        d2 = append d0 d0
        b3 = lessInt 0, n1
        n9, n10 = if b3 {
          n4 = length d2
          b5 = equalInt n4, 2
          b6 = not b5
          if b6 {
            fail
            results 
          } else {
            results 
          }
          n7 = item d2[0] unchecked
          n8 = item d2[1] unchecked
          results n7, n8
        } else {
          results 0, 0
        }
        n25, n26, n27 = for n11 < n1 (n12 = 0, n13 = n9, n14 = n10) {
          d15 = array [n13; n14]
          n16 = length d15
          b17 = equalInt n16, 2
          b18 = not b17
          if b18 {
            results 
          } else {
            results 
          }
          n19 = length d15
          b20 = equalInt n19, 2
          b21 = not b20
          if b21 {
            fail
            results 
          } else {
            results 
          }
          n22 = item d15[1] unchecked
          n23 = item d15[0] unchecked
          d24 = array [n22; n23]
          results n12, n22, n23
        }
        b28 = lessInt 0, n1
        d30 = if b28 {
          d29 = array [n26; n27]
          results d29
        } else {
          results d2
        }
        results n25, d30"
    `);
  });
});

describe('an array of unknown length', () => {
  const not = (b: Builder, of: Atom): Atom => b.operation('not', of);
  const rows: readonly (readonly [string, boolean, Test])[] = [
    ['it has', true, (b, a) => not(b, b.operation('equalInt', intConstant(2), length(b, a)))],
    ['it has not', false, (b, a) => b.operation('equalInt', length(b, a), intConstant(2))],
    ['it has another', false, (b, a) => not(b, b.operation('equalInt', length(b, a), intConstant(3)))],
    ['it has more', false, (b, a) => not(b, b.operation('lessInt', intConstant(2), length(b, a)))],
    ['another has', false, (b, _, other) => not(b, b.operation('equalInt', length(b, other), intConstant(2)))],
    ['its first item has', false, (b, a) => not(b, b.operation('equalInt', item(b, a, 0), intConstant(2)))],
    ['the other way round', false, (b, a) => not(b, b.operation('equalInt', intConstant(2), item(b, a, 0)))],
    ['its own has', false, (b, a) => not(b, b.operation('equalInt', length(b, a), length(b, a)))],
  ];
  test.each(rows)(
    'is split only where each round stops unless its length is the right one: %s',
    (_, isSplit, stops) => {
      expect(turned('for', joined, { stops, count: 2 }).includes('for')).toBe(isSplit);
    },
  );

  test('stays whole in a loop that may have no round', () => {
    const stops: Test = (b, a) => not(b, b.operation('equalInt', intConstant(2), length(b, a)));
    expect(turned('while', joined, { stops, count: 2 })).not.toContain('while');
  });
});

test('an array of more than 8 items stays whole', () => {
  const first = (count: number) => (b: Builder, other: Variable) =>
    b.one(ints, { tag: 'array', items: Array.from({ length: count }, () => [length(b, other)]) });
  expect([8, 9].map((count) => turned('for', first(count), { count }).includes('for'))).toEqual([true, false]);
});
