import { describe, expect, test } from 'vitest';
import { INT, product, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { where } from '../../testing/ir/rounds';
import { Kinds } from '../flatten/kinds';
import { boolConstant, type Builder, intConstant } from '../ir/builder';
import type { ArrayLayout, VariantLayout } from '../ir/kind';
import type { Atom, Block, Constant, Variable } from '../ir/tree';
import { listsToArrays } from './lists';

const kinds = new Kinds([]);
/** Lists of pairs of ints. */
const list = kinds.variant(sequenceType('list', product([INT, INT])));
/** Data that looks like a list. */
const other: VariantLayout = { ...list, id: 100 };
const cells: ArrayLayout = { tag: 'array', id: 101, item: [list] };
const ints: ArrayLayout = { tag: 'array', id: 102, item: ['int'] };
const empty: Constant = { tag: 'constant', kind: list, value: { constructor_: 0, parts: [] } };
const full: Constant = { tag: 'constant', kind: list, value: { constructor_: 1, parts: [] } };

interface Given {
  readonly array: Variable;
  readonly list: Variable;
  readonly n: Variable;
}

interface Making {
  readonly first?: Atom | ((given: Given) => Atom);
  readonly layout?: VariantLayout;
  readonly withInt?: boolean;
  /** Adds what a round does; returns the next list. */
  readonly round?: (b: Builder, so: Variable, given: Given) => Atom;
}

const cell = (b: Builder, rest: Atom): Variable =>
  b.one(list, { tag: 'construct', constructor_: 1, fields: [intConstant(1), intConstant(2), rest] });
const spine = (b: Builder, of: Atom): Variable => b.one(cells, { tag: 'spine', list: of });
const item = (b: Builder, array: Atom, checked = false): Variable =>
  b.one(list, { tag: 'item', array, index: intConstant(0), checked });
const field = (b: Builder, value: Atom, index: number): Variable =>
  b.one('int', { tag: 'field', value, constructor_: 1, index });

/** Adds a branch whose arms have these results; the other arm has the statements of `rest`. */
function chosen(b: Builder, results: readonly Atom[], others: readonly Atom[], rest = b.inner()): readonly Variable[] {
  return b.add(
    results.map(({ kind }) => kind),
    {
      tag: 'if',
      condition: boolConstant(true),
      consequent: { statements: [], results },
      alternative: rest.block(others),
    },
  );
}

/** Prints a loop that makes a list, and what reads it, after the pass; `same` if it returns the same block. */
function after(
  { first = empty, layout = list, withInt = false, round = cell }: Making,
  read: (b: Builder, made: Variable, given: Given) => readonly Atom[] = () => [],
): string {
  const seen = { isSame: false };
  const write = (b: Builder, ...[array, outer, n]: readonly Variable[]): readonly Atom[] => {
    if (array === undefined || outer === undefined || n === undefined) return [];
    const given = { array, list: outer, n };
    const [so, count] = [b.numbers.variable(layout), b.numbers.variable('int')];
    const body = b.inner();
    body.add([], { tag: 'push', values: [n] });
    const next = round(body, so, given);
    const [made] = b.add(withInt ? [layout, 'int'] : [layout], {
      tag: 'for',
      index: b.numbers.variable('int'),
      count: n,
      down: false,
      parameters: withInt ? [so, count] : [so],
      initial: [typeof first === 'function' ? first(given) : first, ...(withInt ? [intConstant(0)] : [])],
      body: body.block(withInt ? [next, count] : [next]),
      forgets: false,
    });
    return made === undefined ? [] : read(b, made, given);
  };
  const text = blockAfter([ints, list, 'int'], write, (block: Block, numbers) => {
    const made = listsToArrays(block, numbers, kinds);
    seen.isSame = made === block;
    return made;
  });
  return seen.isSame ? 'same' : text;
}

test('the items of an array are the parts of the cells of a list', () => {
  const text = after({}, (b, made, { array, list: outer, n }) => {
    const s = spine(b, made);
    const length = b.one('int', { tag: 'length', array: s });
    const c = item(b, s);
    const inner = b.inner();
    // Other data may be read as before.
    const index = inner.one('int', { tag: 'item', array, index: n, checked: true });
    const results = [index, field(inner, full, 2), field(inner, outer, 2), field(inner, c, 1)];
    const block = inner.block(results);
    const condition = { tag: 'constant', kind: 'bool', value: true } as const;
    const none = { statements: [], results: results.map(() => n) };
    const read = b.add(['int', 'int', 'int', 'int'], { tag: 'if', condition, consequent: block, alternative: none });
    return [length, ...read];
  });
  expect(text).toMatchInlineSnapshot(`
    "main(d0 : array102, d1 : list (int * int), n2 : int)
      d6 = build n3 < n2 {
        n4 = subtractInt n2, 1 untested
        n5 = subtractInt n4, n3 untested
        push n2
        results 1, 2
      }
      n7 = length d6
      n8 = n7
      n15, n16, n17, n18 = if true {
        n9 = item d0[n2]
        n10 = field ::() ::.2
        n11 = field d1 ::.2
        n12, n13 = item d6[0] unchecked
        n14 = n13
        results n9, n10, n11, n14
      } else {
        results n2, n2, n2, n2
      }
      results n8, n15, n16, n17, n18"
  `);
});

test('the tag of a list and the length of a part of its cells are ints, whatever they are compared with', () => {
  const text = after({}, (b, made, { n }) =>
    where(b, boolConstant(true), true, (arm) => {
      const tag = arm.one('int', { tag: 'tag', value: made });
      const part = arm.one(cells, { tag: 'spine', list: made, most: n });
      const length = arm.one('int', { tag: 'length', array: part });
      return [arm.operation('equalInt', tag, n), arm.operation('lessInt', tag, intConstant(1)), length];
    }),
  );
  expect(text).toMatchInlineSnapshot(`
    "main(d0 : array102, d1 : list (int * int), n2 : int)
      d6 = build n3 < n2 {
        n4 = subtractInt n2, 1 untested
        n5 = subtractInt n4, n3 untested
        push n2
        results 1, 2
      }
      if true {
        n7 = length d6
        b8 = lessInt 0, n7
        n9 = if b8 {
          results 1
        } else {
          results 0
        }
        n10 = n9
        n11 = length d6
        b12 = lessInt n11, n2
        n13 = if b12 {
          results n11
        } else {
          results n2
        }
        n14 = n13
        b15 = equalInt n10, n2
        b16 = lessInt n10, 1
        push b15, b16, n14
        results 
      } else {
        results 
      }
      results"
  `);
});

test('what a branch gives is an index if both arms give a rest of the list', () => {
  const text = after({}, (b, made, { n }) => {
    const rest = b.inner();
    const more = rest.one(list, { tag: 'field', value: made, constructor_: 1, index: 2 });
    const [some = made, int = made] = chosen(b, [made, n], [more, n], rest);
    return [field(b, some, 1), int];
  });
  expect(text).toMatchInlineSnapshot(`
    "main(d0 : array102, d1 : list (int * int), n2 : int)
      d6 = build n3 < n2 {
        n4 = subtractInt n2, 1 untested
        n5 = subtractInt n4, n3 untested
        push n2
        results 1, 2
      }
      n7, n8 = if true {
        results 0, n2
      } else {
        results 1, n2
      }
      n9, n10 = item d6[n7] unchecked
      n11 = n10
      results n11, n8"
  `);
});

test.each<[string, Making]>([
  ['begins with a cell', { first: full }],
  ['begins with any list', { first: (given) => given.list }],
  ['is not a list', { layout: other }],
  ['comes with an int', { withInt: true }],
  ['is only carried', { round: (_, so) => so }],
  ['comes from elsewhere', { round: (b, so) => b.one(list, { tag: 'move', values: [so], finite: false }) }],
  [
    'is another one',
    {
      round: (b, so, given) => {
        b.add([], { tag: 'push', values: [so] });
        return cell(b, given.list);
      },
    },
  ],
  [
    'is read by the rounds',
    {
      round: (b, so) => {
        spine(b, so);
        return cell(b, so);
      },
    },
  ],
  [
    'has cells that the rounds keep',
    {
      round: (b, so) => {
        const made = cell(b, so);
        b.add([], { tag: 'push', values: [made] });
        return made;
      },
    },
  ],
])('a loop does not change if what it carries %s', (_, making) => {
  expect(after(making)).toBe('same');
});

describe('a list that is used otherwise', () => {
  const branch = (b: Builder, write: (inner: Builder) => readonly Atom[]): void => {
    const inner = b.inner();
    const results = write(inner);
    const block = inner.block(results);
    b.add(
      results.map(({ kind }) => kind),
      { tag: 'if', condition: { tag: 'constant', kind: 'bool', value: true }, consequent: block, alternative: block },
    );
  };

  test.each<[string, (b: Builder, made: Variable, given: Given) => readonly Atom[]]>([
    ['as one of the results', (_, made) => [intConstant(0), made]],
    [
      'at an index that is tested',
      (b, made) => {
        item(b, spine(b, made), true);
        return [];
      },
    ],
    [
      'as the result of one arm of a branch',
      (b, made, given) => {
        chosen(b, [made], [given.list]);
        return [];
      },
    ],
    [
      'as one of the results of one arm of a branch',
      (b, made, given) => {
        chosen(b, [intConstant(0), given.list], [intConstant(0), made]);
        return [];
      },
    ],
    ['as what a branch gives in both arms, and the block as well', (b, made) => chosen(b, [made], [made])],
    [
      'by its cell, after it is gone through',
      (b, made) => {
        const c = item(b, spine(b, made));
        branch(b, (inner) => {
          spine(inner, made);
          inner.add([], { tag: 'push', values: [intConstant(0), c] });
          return [];
        });
        return [];
      },
    ],
  ])('stays: %s', (_, read) => {
    expect(after({}, read)).not.toContain('build');
  });
});
