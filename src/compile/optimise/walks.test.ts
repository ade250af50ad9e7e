import { describe, expect, test } from 'vitest';
import { REAL, sequenceType } from '../../language/types/type';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { Kinds } from '../flatten/kinds';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { followLists } from './walks';

const kinds = new Kinds([]);
const LIST = kinds.variant(sequenceType('list', REAL));
const CELLS = kinds.spine(LIST);

interface Loop {
  readonly down?: boolean;
  /** The number of cells after which the array of cells ends. */
  readonly most?: number;
  /** The loop is the body of another. */
  readonly isInner?: boolean;
  /** Adds the number of the rounds, which is that of the cells unless told otherwise. */
  readonly rounds?: (b: Builder, n: Variable) => Variable;
  /** Adds to a round; returns the next value. */
  readonly round?: (b: Builder, index: Variable, cells: Variable, n: Variable) => Atom;
  /** Adds what follows the loop. */
  readonly after?: (b: Builder, cells: Variable, n: Variable) => Atom;
}

const cellAt = (b: Builder, array: Atom, index: Atom, checked = false): Variable =>
  b.one(LIST, { tag: 'item', array, index, checked });
const head = (b: Builder, value: Atom): Variable => b.one('real', { tag: 'field', value, constructor_: 1, index: 0 });
const headAt = (b: Builder, index: Atom, cells: Atom): Variable => head(b, cellAt(b, cells, index));

/** Prints a loop over a list after the pass. */
function after(loop: Loop, pass = followLists): string {
  const { down = false, most, isInner = false, rounds = (_, n) => n, round = headAt, after: last } = loop;
  return blockAfter(
    [LIST],
    (b, list) => {
      const below = most === undefined ? {} : { most: intConstant(most) };
      const cells = b.one(CELLS, { tag: 'spine', list, ...below });
      const n = b.one('int', { tag: 'length', array: cells });
      const count = rounds(b, n);
      const summed = (around: Builder, initial: Atom): Variable => {
        const [inner, index, sum] = [around.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
        const body = inner.block([inner.operation('add', sum, round(inner, index, cells, n))]);
        return around.one('real', {
          ...{ tag: 'for', index, count, down, forgets: true },
          ...{ parameters: [sum], initial: [initial], body },
        });
      };
      const [outer, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
      const made = isInner
        ? b.one('real', {
            ...{ tag: 'for', index, count: intConstant(9), down: false, forgets: true },
            ...{ parameters: [sum], initial: [realConstant(0)], body: outer.block([summed(outer, sum)]) },
          })
        : summed(b, realConstant(0));
      return [made, ...(last === undefined ? [] : [last(b, cells, n)])];
    },
    pass,
  );
}

describe('a loop over a list', () => {
  test('ends with the list', () => {
    expect(after({})).toMatchInlineSnapshot(`
      "main(d0 : list real)
        r8 = while (r1 = 0, d2 = d0) {
          n3 = tag d2
          b4 = equalInt n3, 0
          results b4
        } exit {
          results r1
        } body {
          r5 = field d2 ::.0
          r6 = add r1, r5
          d7 = field d2 ::.1
          results r6, d7
        }
        results r8"
    `);
  });

  test('may need the cell in the blocks of a round', () => {
    const inBranch = (b: Builder, index: Variable, cells: Variable): Atom => {
      const condition = b.operation('less', headAt(b, index, cells), realConstant(1));
      const arm = b.inner();
      const consequent = arm.block([headAt(arm, index, cells)]);
      const [made] = b.add(['real'], {
        tag: 'if',
        condition,
        consequent,
        alternative: { statements: [], results: [realConstant(2)] },
      });
      return made ?? realConstant(0);
    };
    expect(after({ round: inBranch })).not.toMatch(/spine|item/);
  });

  test.each<[string, Loop]>([
    [
      'if a round needs its number',
      { round: (b, index, cells) => b.operation('multiply', headAt(b, index, cells), b.operation('toReal', index)) },
    ],
    [
      'if a round needs the length',
      { round: (b, index, cells, n) => b.operation('multiply', headAt(b, index, cells), b.operation('toReal', n)) },
    ],
    ['if the length is used afterwards', { after: (_, __, n) => n }],
    ['if no round reads a cell', { round: (b, index) => b.operation('toReal', index) }],
    ['if another int is the number of its rounds', { rounds: (b, n) => b.operation('div', n, intConstant(2)) }],
  ])('is followed so many times %s', (_, loop) => {
    const text = after(loop);
    expect(text).not.toMatch(/spine|item/);
    expect(text).toMatch(/= steps d0\n[^]*= for /);
  });

  test('that ends before its list is followed so many times', () => {
    expect(after({ most: 3 })).toMatch(/= steps d0 below 3\n[^]*= for /);
  });

  test.each<[string, Loop]>([
    ['if it goes down', { down: true }],
    [
      'if a round reads another cell',
      { round: (b, index, cells) => headAt(b, b.operation('subtractInt', index, intConstant(1)), cells) },
    ],
    ['if a round may read no cell', { round: (b, index, cells) => head(b, cellAt(b, cells, index, true)) }],
    ['if the cells are used afterwards', { after: (b, cells) => cellAt(b, cells, intConstant(0)) }],
    ['if it is inside another loop', { isInner: true }],
  ])('stays as it is %s', (_, loop) => {
    const pass: typeof followLists = (block, numbers) => {
      expect(followLists(block, numbers)).toBe(block);
      return block;
    };
    expect(after(loop, pass)).toMatch(/spine[^]*for/);
  });
});

test('a loop needs its number if not all lists that it reads are followed', () => {
  /** Prints a loop over two lists that ends with one of them; the cells of one are used afterwards, too. */
  const text = (used: 'first' | 'second'): string =>
    blockAfter(
      [LIST, LIST],
      (b, x, y) => {
        const [first, second] = [x, y].map((list) => b.one(CELLS, { tag: 'spine', list }));
        if (first === undefined || second === undefined) return [];
        const count = b.one('int', { tag: 'length', array: first });
        const [inner, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
        const product = inner.operation('multiply', headAt(inner, index, first), headAt(inner, index, second));
        const body = inner.block([inner.operation('add', sum, product)]);
        const loop = { tag: 'for', index, count, down: false, parameters: [sum], body, forgets: true } as const;
        const made = b.one('real', { ...loop, initial: [realConstant(0)] });
        return [made, cellAt(b, used === 'first' ? first : second, intConstant(0))];
      },
      followLists,
    );
  for (const used of ['first', 'second'] as const) {
    expect(text(used)).toMatch(/= for /);
    expect(text(used).match(/spine/g)).toHaveLength(1);
  }
});

test('a loop in an arm of a branch follows a list', () => {
  const text = after({
    after: (b, cells, n) => {
      const [arm, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
      const inner = arm.inner();
      const body = inner.block([inner.operation('multiply', sum, headAt(inner, index, cells))]);
      const loop = { tag: 'for', index, count: n, down: false, parameters: [sum], body, forgets: true } as const;
      const consequent = arm.block([arm.one('real', { ...loop, initial: [realConstant(1)] })]);
      const alternative = { statements: [], results: [realConstant(0)] };
      const condition = b.operation('lessInt', n, intConstant(9));
      return b.one('real', { tag: 'if', condition, consequent, alternative });
    },
  });
  expect(text).not.toMatch(/spine|item/);
});

test('two loops each follow a list', () => {
  const twice = after({
    after: (b, cells, n) => {
      const [inner, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
      const body = inner.block([inner.operation('multiply', sum, headAt(inner, index, cells))]);
      const loop = { tag: 'for', index, count: n, down: false, parameters: [sum], body, forgets: true } as const;
      return b.one('real', { ...loop, initial: [realConstant(1)] });
    },
  });
  expect(twice).not.toMatch(/spine|item/);
  expect(twice.match(/= for /g)).toHaveLength(2);
});

test.each([
  ['another list', LIST, false],
  ['an array of cells', CELLS, true],
])('a loop over a list that also reads %s needs its number or not', (_, kind, goes) => {
  const text = blockAfter(
    [LIST, kind],
    (b, list, other) => {
      const cells = b.one(CELLS, { tag: 'spine', list });
      const others = kind === LIST ? b.one(CELLS, { tag: 'spine', list: other }) : other;
      const count = b.one('int', { tag: 'length', array: cells });
      const [inner, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
      const both = inner.operation('multiply', headAt(inner, index, cells), headAt(inner, index, others));
      return b.add(['real'], {
        tag: 'for',
        index,
        count,
        down: false,
        parameters: [sum],
        initial: [realConstant(0)],
        body: inner.block([inner.operation('add', sum, both)]),
        forgets: true,
      });
    },
    followLists,
  );
  expect(text).not.toContain('spine');
  expect(text.includes('= for ')).toBe(goes);
});

test('a list and its shadow are followed in step', () => {
  expect(gradientAround('input xs : list real = [1, 2]\nfoldl (fun (a, b) -> a + b * b) 0 xs', 'walks').after)
    .toMatchInlineSnapshot(`
      "main(d0 : list real, r1 : real)
        d2 = shadow d0
        r15 = while (r3 = 0, d4 = d0, d5 = d2) {
          n6 = tag d4
          b7 = equalInt n6, 0
          results b7
        } exit {
          results r3
        } body {
          r8 = field d4 ::.0
          r9 = multiply r8, r8
          r10 = add r3, r9
          r11 = multiply r1, r8
          r12 = multiply r11, 2
          accumulate d5 ::.0 += r12 present
          d13 = field d4 ::.1
          d14 = field d5 ::.1
          results r10, d13, d14
        }
        d16, r17 = finite d2, r15
        results d16, r17"
    `);
});
