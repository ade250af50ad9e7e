import { describe, expect, test } from 'vitest';
import { BOOL, INT, REAL, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { Kinds } from '../flatten/kinds';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { forwardLists } from './chains';

const kinds = new Kinds([]);
const LIST = kinds.variant(sequenceType('list', REAL));
const INTS = kinds.variant(sequenceType('list', INT));
const CELLS = kinds.spine(LIST);
const NUMBERS = kinds.array(INT);
const NONE: Atom = { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } };

interface Round {
  readonly b: Builder;
  readonly index: Variable;
  readonly cells: Variable;
  readonly rest: Variable;
  readonly ints: Variable;
}

interface Loop {
  readonly down?: boolean;
  readonly forgets?: boolean;
  /** Returns the next lists: of reals, and of ints. */
  readonly round: (round: Round) => readonly [Atom, Atom];
}

const cell = (b: Builder, first: Atom, rest: Atom): Variable =>
  b.one(LIST, { tag: 'construct', constructor_: 1, fields: [first, rest] });
const counted = ({ b, index, ints }: Round): Variable =>
  b.one(INTS, { tag: 'construct', constructor_: 1, fields: [index, ints] });
const itemOf = ({ b, index, cells }: Round): Variable => {
  const value = b.one(LIST, { tag: 'item', array: cells, index, checked: false });
  return b.one('real', { tag: 'field', value, constructor_: 1, index: 0 });
};
const squares = (round: Round): Variable => {
  const value = itemOf(round);
  return cell(round.b, round.b.operation('multiply', value, value), round.rest);
};

/** Prints a loop that makes two lists after the pass. */
function after({ down = true, forgets = false, round }: Loop, pass = forwardLists): string {
  return blockAfter(
    [LIST, LIST, INTS],
    (b, list, end, ints) => {
      const array = b.one(CELLS, { tag: 'spine', list });
      const count = b.one('int', { tag: 'length', array });
      const index = b.numbers.variable('int');
      const [rest, before] = [b.numbers.variable(LIST), b.numbers.variable(INTS)];
      const inner = b.inner();
      const body = inner.block(round({ b: inner, index, cells: array, rest, ints: before }));
      const initial = [end, ints];
      return b.add([LIST, INTS], {
        tag: 'for',
        index,
        count,
        down,
        forgets,
        parameters: [rest, before],
        initial,
        body,
      });
    },
    pass,
  );
}

test('lists are made from their first cells on', () => {
  expect(after({ round: (round) => [squares(round), counted(round)] })).toMatchInlineSnapshot(`
    "main(d0 : list real, d1 : list real, d2 : list int)
      d3 = spine d0
      n4 = length d3
      d5 = new ::(0, 0)
      d6 = new ::(0, 0)
      d15, d16 = for n7 < n4 (d8 = d5, d9 = d6) {
        d10 = item d3[n7] unchecked
        r11 = field d10 ::.0
        r12 = multiply r11, r11
        d13 = new ::(r12, 0)
        d14 = new ::(n7, 0)
        link d8 = d13
        link d9 = d14
        results d13, d14
      }
      link d15 = d1
      d17 = field d5 ::.1
      link d16 = d2
      d18 = field d6 ::.1
      results d17, d18"
  `);
});

test('the cell before the first holds nothing', () => {
  const BOOLS = kinds.variant(sequenceType('list', BOOL));
  const text = blockAfter(
    [BOOLS, 'int', 'bool'],
    (b, list, count, value) => {
      const [rest, inner] = [b.numbers.variable(BOOLS), b.inner()];
      const next = inner.one(BOOLS, { tag: 'construct', constructor_: 1, fields: [value, rest] });
      const loop = { tag: 'for', index: b.numbers.variable('int'), count, down: true, forgets: false } as const;
      return [b.one(BOOLS, { ...loop, parameters: [rest], initial: [list], body: inner.block([next]) })];
    },
    forwardLists,
  );
  expect(text).toMatch(/new ::\(false, 0\)/);
});

test.each<[string, Loop]>([
  ['frees what its rounds make', { forgets: true, round: (round) => [squares(round), counted(round)] }],
  [
    'keeps values in the place of its round',
    {
      round: (round) => {
        round.b.add([], { tag: 'keep', array: round.cells, index: round.index, values: [NONE] });
        return [squares(round), counted(round)];
      },
    },
  ],
])('so does one that %s', (_, loop) => {
  expect(after(loop).match(/link/g)).toHaveLength(4);
});

describe('a loop stays as it is', () => {
  test.each<[string, Loop]>([
    ['if it goes upwards', { down: false, round: (round) => [squares(round), counted(round)] }],
    ['if it puts nothing before one of the lists', { round: (round) => [squares(round), round.ints] }],
    [
      'if it puts two cells before a list',
      { round: (round) => [cell(round.b, realConstant(1), squares(round)), counted(round)] },
    ],
    [
      'if it puts cells before another list',
      { round: (round) => [cell(round.b, itemOf(round), NONE), counted(round)] },
    ],
    [
      'if a round reads the list',
      {
        round: (round) => {
          const first = round.b.one('int', { tag: 'tag', value: round.rest });
          return [cell(round.b, round.b.operation('toReal', first), round.rest), counted(round)];
        },
      },
    ],
    [
      'if a round reads the new cell',
      {
        round: (round) => {
          const made = squares(round);
          const value = round.b.one('int', { tag: 'tag', value: made });
          return [made, round.b.one(INTS, { tag: 'construct', constructor_: 1, fields: [value, round.ints] })];
        },
      },
    ],
    [
      'if rounds keep values',
      {
        round: (round) => {
          round.b.add([], { tag: 'push', values: [round.index] });
          return [squares(round), counted(round)];
        },
      },
    ],
    [
      'if rounds keep values in one place',
      {
        round: (round) => {
          round.b.add([], { tag: 'keep', array: round.cells, index: intConstant(0), values: [NONE] });
          return [squares(round), counted(round)];
        },
      },
    ],
    [
      'if it puts cells of another form before a list',
      {
        round: (round) => {
          const fields = [round.index, round.ints];
          return [squares(round), round.b.one(INTS, { tag: 'construct', constructor_: 2, fields })];
        },
      },
    ],
    [
      'if rounds add to a shadow',
      {
        round: (round) => {
          const place = { tag: 'field', constructor_: 1, index: 0 } as const;
          round.b.add([], { tag: 'accumulate', shadow: round.cells, place, amount: realConstant(1) });
          return [squares(round), counted(round)];
        },
      },
    ],
    [
      'if rounds make other data, and free it',
      {
        forgets: true,
        round: (round) => {
          const array = round.b.one(NUMBERS, { tag: 'array', items: [[round.index]] });
          const value = round.b.one('int', { tag: 'length', array });
          return [
            squares(round),
            round.b.one(INTS, { tag: 'construct', constructor_: 1, fields: [value, round.ints] }),
          ];
        },
      },
    ],
  ])('%s', (_, loop) => {
    const pass: typeof forwardLists = (block, numbers) => {
      expect(forwardLists(block, numbers)).toBe(block);
      return block;
    };
    expect(after(loop, pass)).not.toContain('link');
  });
});

test('a loop that carries nothing stays as it is', () => {
  const text = blockAfter(
    ['int'],
    (b, count) => {
      const index = b.numbers.variable('int');
      const body = { statements: [], results: [] };
      b.add([], { tag: 'for', index, count, down: true, forgets: false, parameters: [], initial: [], body });
      return [];
    },
    forwardLists,
  );
  expect(text).toContain(' down ');
});
