import { describe, expect, test } from 'vitest';
import { REAL, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { Kinds } from '../flatten/kinds';
import type { VariantLayout } from '../ir/kind';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { endWithLists } from './list-ends';
import { followLists } from './walks';

const kinds = new Kinds([]);
const LIST = kinds.variant(sequenceType('list', REAL));
const CELLS = kinds.spine(LIST);

interface Loop {
  readonly ahead?: number;
  readonly down?: boolean;
  readonly most?: Atom;
  /** Adds what comes between the number of steps and the loop; returns what the loop begins with. */
  readonly between?: (b: Builder, n: Variable, list: Variable) => Atom;
  /** Returns what a round adds to the sum. */
  readonly round?: (b: Builder, first: Variable, index: Variable, n: Variable) => Atom;
  /** Returns the results. */
  readonly after?: (b: Builder, sum: Variable, n: Variable, x: Variable, y: Variable) => readonly Atom[];
}

const rest = (b: Builder, list: Atom, count: Atom): Variable => b.one(LIST, { tag: 'rest', list, after: count });
const tag = (b: Builder, value: Atom): Variable => b.one('int', { tag: 'tag', value });

/** Prints a loop over the items of a list, as many as there are steps along it and another, after the passes. */
function after({ ahead = 0, down = false, most, between, round = (_, first) => first, after: last }: Loop): string {
  return blockAfter(
    [LIST, LIST],
    (b, x, y = x) => {
      if (x === undefined || y === undefined) return [];
      const lists = [x, y].map((list) => ({ list, ahead }));
      const count = b.one('int', { tag: 'steps', lists, ...(most === undefined ? {} : { most }) });
      const array = b.one(CELLS, { tag: 'spine', list: x, most: count });
      const initial = [between?.(b, count, x) ?? realConstant(0)];
      const [inner, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
      const value = inner.one(LIST, { tag: 'item', array, index, checked: false });
      const first = inner.one('real', { tag: 'field', value, constructor_: 1, index: 0 });
      const body = inner.block([inner.operation('add', sum, round(inner, first, index, count))]);
      const made = b.one('real', {
        ...{ tag: 'for', index, count, down, forgets: true },
        ...{ parameters: [sum], initial, body },
      });
      return last?.(b, made, count, x, y) ?? [made];
    },
    (block, numbers) => endWithLists(followLists(block, numbers), numbers),
  );
}

describe('a loop over lists whose steps are counted', () => {
  test('ends with the lists', () => {
    expect(after({})).toMatchInlineSnapshot(`
      "main(d0 : list real, d1 : list real)
        r16, d17, n18 = while (r2 = 0, d3 = d0, d4 = d1, n5 = 0) {
          n6 = tag d3
          b7 = equalInt n6, 0
          n8 = tag d4
          b9 = equalInt n8, 0
          b10 = if b7 {
            results true
          } else {
            results b9
          }
          results b10
        } exit {
          results r2, d3, n5
        } body {
          r11 = field d3 ::.0
          r12 = add r2, r11
          d13 = field d3 ::.1
          d14 = field d4 ::.1
          n15 = addInt n5, 1 untested
          results r12, d13, d14, n15
        }
        results r16"
    `);
  });

  test('ends after as many rounds as there are steps at most', () => {
    expect(after({ most: intConstant(5) })).toMatch(/equalInt n\d+, 5\n/);
  });

  test('gives the number of steps, and what is left of the lists', () => {
    const text = after({ after: (b, sum, n, x, y) => [sum, n, rest(b, x, n), rest(b, y, n)] });
    expect(text).not.toMatch(/steps|rest /);
    expect(text).toMatchInlineSnapshot(`
      "main(d0 : list real, d1 : list real)
        r16, d17, n18, d19, d20 = while (r2 = 0, d3 = d0, d4 = d1, n5 = 0) {
          n6 = tag d3
          b7 = equalInt n6, 0
          n8 = tag d4
          b9 = equalInt n8, 0
          b10 = if b7 {
            results true
          } else {
            results b9
          }
          results b10
        } exit {
          results r2, d3, n5, d3, d4
        } body {
          r11 = field d3 ::.0
          r12 = add r2, r11
          d13 = field d3 ::.1
          d14 = field d4 ::.1
          n15 = addInt n5, 1 untested
          results r12, d13, d14, n15
        }
        results r16, n18, d19, d20"
    `);
  });

  test('comes before what needs the number of steps', () => {
    const text = after({
      between: (b, n, x) => {
        const isEmpty = b.operation('equalInt', tag(b, rest(b, x, n)), intConstant(0));
        const stop = b.inner();
        stop.add([], { tag: 'fail' });
        const none = { statements: [], results: [] };
        b.add([], { tag: 'if', condition: isEmpty, consequent: stop.block([]), alternative: none });
        return realConstant(2);
      },
    });
    expect(text).toMatch(/= while [^]*tag[^]*if [^]*fail/);
    expect(text).not.toMatch(/steps|rest /);
  });

  test('comes before what is read from what is left of a list', () => {
    const text = after({
      between: (b, n, x) => {
        const left = rest(b, x, n);
        b.one(LIST, { tag: 'field', value: left, constructor_: 1, index: 1 });
        return realConstant(2);
      },
    });
    expect(text).toMatch(/= while [^]*\n {2}d\d+ = field/);
  });

  test.each<[string, Loop]>([
    ['if it goes down', { down: true }],
    ['if a list must have more cells ahead', { ahead: 1 }],
    ['if it begins with the number of steps', { between: (b, n) => b.operation('toReal', n) }],
    [
      'if a round needs the number of steps',
      { round: (b, first, _, n) => b.operation('multiply', first, b.operation('toReal', n)) },
    ],
    [
      'if what needs the number of steps makes data',
      {
        between: (b, n) => {
          b.one(LIST, { tag: 'construct', constructor_: 1, fields: [b.operation('toReal', n), rest(b, n, n)] });
          return realConstant(0);
        },
      },
    ],
    [
      'if a real is read from what is left of a list',
      {
        between: (b, n, x) => {
          b.one('real', { tag: 'field', value: rest(b, x, n), constructor_: 1, index: 0 });
          return realConstant(2);
        },
      },
    ],
    [
      'if one arm of what needs the number of steps makes data',
      {
        between: (b, n) => {
          const arm = b.inner();
          arm.one(CELLS, { tag: 'array', items: [] });
          const none = { statements: [], results: [] };
          const condition = b.operation('equalInt', n, intConstant(1));
          b.add([], { tag: 'if', condition, consequent: none, alternative: arm.block([]) });
          return realConstant(2);
        },
      },
    ],
    [
      'if memory is freed before',
      {
        between: (b) => {
          b.add([], { tag: 'release', mark: b.one('int', { tag: 'mark' }) });
          return realConstant(0);
        },
      },
    ],
  ])('stays as it is %s', (_, loop) => {
    expect(after(loop)).toMatch(/= steps [^]*= for /);
  });

  test('leaves what is left of a list that is made later', () => {
    const text = after({
      after: (b, sum, n, x) => {
        const made = b.one(LIST, { tag: 'construct', constructor_: 1, fields: [sum, x] });
        return [rest(b, made, n), rest(b, x, n)];
      },
    });
    expect(text.match(/= rest /g)).toHaveLength(1);
    expect(text).toMatch(/= new ::[^]*= rest /);
  });

  test('is the first of two with the number', () => {
    const again = after({
      after: (b, sum, n, x) => {
        const array = b.one(CELLS, { tag: 'spine', list: x, most: n });
        const [inner, index, product] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
        const value = inner.one(LIST, { tag: 'item', array, index, checked: false });
        const first = inner.one('real', { tag: 'field', value, constructor_: 1, index: 0 });
        const body = inner.block([inner.operation('multiply', product, first)]);
        const loop = { tag: 'for', index, count: n, down: false, forgets: true } as const;
        return [sum, b.one('real', { ...loop, parameters: [product], initial: [realConstant(1)], body })];
      },
    });
    expect(again.match(/= while /g)).toHaveLength(1);
    expect(again.match(/= for /g)).toHaveLength(1);
    expect(again).not.toContain('steps');
  });
});

/** Prints a loop that reads no cell, with as many rounds as there are steps along a list, after the pass. */
function counting(down: boolean, next: (b: Builder, carried: Variable) => Atom): string {
  return blockAfter(
    [LIST],
    (b, list) => {
      const count = b.one('int', { tag: 'steps', lists: [{ list, ahead: 0 }] });
      const [inner, index] = [b.inner(), b.numbers.variable('int')];
      const [sum, carried] = [b.numbers.variable('real'), b.numbers.variable(LIST)];
      const body = inner.block([inner.operation('toReal', index), next(inner, carried)]);
      const loop = { tag: 'for', index, count, down, forgets: true, body } as const;
      const targets = b.add(['real', LIST], { ...loop, parameters: [sum, carried], initial: [realConstant(0), list] });
      return [...targets, rest(b, list, intConstant(2))];
    },
    endWithLists,
  );
}

describe('a loop that reads no cell', () => {
  const tail = (b: Builder, value: Atom): Variable => b.one(LIST, { tag: 'field', value, constructor_: 1, index: 1 });

  test('follows the list that it carries anyway', () => {
    const text = counting(false, tail);
    expect(text.match(/= field/g)).toHaveLength(1);
    expect(text).not.toContain('steps');
  });

  test.each<[string, (b: Builder, carried: Variable) => Atom]>([
    ['stays at the cell', (_, carried) => carried],
    [
      'puts a cell before the list',
      (b, value) => b.one(LIST, { tag: 'construct', constructor_: 1, fields: [realConstant(1), value] }),
    ],
    ['skips a cell', (b, value) => tail(b, tail(b, value))],
  ])('follows the list beside one that %s', (_, next) => {
    const text = counting(false, next);
    const [before = 0, followed = 0] = [counting(true, next), text].map((each) => each.match(/= field/g)?.length ?? 0);
    expect(followed).toBe(before + 1);
    expect(text).toMatch(/= while /);
  });

  test('stays as it is if it goes down', () => {
    expect(counting(true, tail)).toMatch(/= steps [^]*= for /);
  });

  test('leaves the rest after another number of cells', () => {
    expect(counting(false, tail)).toContain('= rest d0 after 2');
  });
});

test('a loop that follows another field of cells follows the list beside it', () => {
  const tree: VariantLayout = { tag: 'variant', id: 9, name: 'tree', constructors: [{ name: 'Leaf', fields: [] }] };
  tree.constructors = [...tree.constructors, { name: 'Node', fields: [tree, tree] }];
  const text = blockAfter(
    [tree],
    (b, list) => {
      const count = b.one('int', { tag: 'steps', lists: [{ list, ahead: 0 }] });
      const [inner, index, carried] = [b.inner(), b.numbers.variable('int'), b.numbers.variable(tree)];
      const body = inner.block([inner.one(tree, { tag: 'field', value: carried, constructor_: 1, index: 0 })]);
      const loop = { tag: 'for', index, count, down: false, forgets: true, body } as const;
      return b.add([tree], { ...loop, parameters: [carried], initial: [list] });
    },
    endWithLists,
  );
  expect(text).toMatch(/Node\.0\n[^]*Node\.1\n/);
});
