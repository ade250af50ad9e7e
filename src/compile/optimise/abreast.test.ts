import { describe, expect, test } from 'vitest';
import { REAL, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { Kinds } from '../flatten/kinds';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Constant, Variable } from '../ir/tree';
import { abreast } from './abreast';

const kinds = new Kinds([]);
const LIST = kinds.variant(sequenceType('list', REAL));
const CELLS = kinds.spine(LIST);

const spine = (b: Builder, list: Atom, most?: Atom): Variable => b.one(CELLS, { tag: 'spine', list, most });
const steps = (b: Builder, ...lists: readonly Atom[]): Variable => stepsBelow(b, undefined, ...lists);
const stepsBelow = (b: Builder, most: Atom | undefined, ...lists: readonly Atom[]): Variable =>
  b.one('int', { tag: 'steps', lists: lists.map((list) => ({ list, ahead: 0 })), most });
const length = (b: Builder, array: Atom): Variable => b.one('int', { tag: 'length', array });
const constantList = (...items: readonly number[]): Constant => {
  const [head, ...rest] = items;
  if (head === undefined) return { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } };
  return {
    tag: 'constant',
    kind: LIST,
    value: { constructor_: 1, parts: [realConstant(head), constantList(...rest)] },
  };
};
const restOf = (b: Builder, array: Atom): Variable => {
  const value = b.one(LIST, { tag: 'item', array, index: intConstant(0), checked: false });
  return b.one(LIST, { tag: 'field', value, constructor_: 1, index: 1 });
};

/** Returns the arrays of cells that a block of three lists makes, in the order of its statements. */
function made(write: (b: Builder, x: Variable, y: Variable, z: Variable) => readonly Atom[]): readonly string[] {
  const text = blockAfter(
    [LIST, LIST, LIST],
    (b, x, y, z) => write(b, x ?? missing(), y ?? missing(), z ?? missing()),
    abreast,
  );
  return text.match(/.* = spines? .*/g)?.map((line) => line.trim()) ?? [];
}

function missing(): never {
  throw new Error('there are three lists');
}

describe('lists are visited together', () => {
  test('if as many cells are needed as there are steps along them', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x, y);
        return [spine(b, x, n), spine(b, y, n)];
      }),
    ).toEqual(['d4, d5 = spines d0, d1 below n3']);
  });

  test('also if their lengths are read, because there are steps along each', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x, y);
        const [first, second] = [spine(b, x, n), spine(b, y, n)];
        return [length(b, first), length(b, second)];
      }),
    ).toEqual(['d4, d5 = spines d0, d1 below n3']);
  });

  test('with others, like shadows, of which nothing reads the length', () => {
    expect(
      made((b, x, y, z) => {
        const n = steps(b, x);
        const cells = spine(b, x, n);
        const [others, more] = [spine(b, y, n), spine(b, z, n)];
        return [cells, length(b, cells), others, more, length(b, more)];
      }),
    ).toEqual(['d4, d5 = spines d0, d1 below n3', 'd6 = spine d2 below n3']);
  });

  test('but not with one before them that may be shorter, whose length is read', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x);
        const [other, cells] = [spine(b, y, n), spine(b, x, n)];
        return [length(b, other), cells];
      }),
    ).toEqual(['d4 = spine d1 below n3', 'd5 = spines d0 below n3']);
  });

  test('but not with a constant list, of which a cell may be missing, whose length is read', () => {
    expect(
      made((b, x) => {
        const n = steps(b, x, constantList(1, 2));
        const [cells, other] = [spine(b, x, n), spine(b, constantList(3), n)];
        return [cells, length(b, other)];
      }),
    ).toEqual(['d4 = spines d0 below n3', 'd5 = spine ::(3, []()) below n3']);
  });

  test('also if steps along another list have the same limit', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x);
        const cells = spine(b, x, n);
        const m = stepsBelow(b, n, y);
        return [cells, m, spine(b, y, n)];
      }),
    ).toEqual(['d4, d5 = spines d0, d1 below n3']);
  });

  test('if they are known where the first is visited', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x, y);
        const cells = spine(b, x, n);
        return [cells, spine(b, restOf(b, cells), n), spine(b, y, n)];
      }),
    ).toEqual(['d4, d5 = spines d0, d1 below n3', 'd8 = spines d7 below n3']);
  });

  test('but not if another number of cells is needed', () => {
    expect(
      made((b, x, y, z) => {
        const [n, m] = [steps(b, x), steps(b, y)];
        return [spine(b, x, n), spine(b, y, m), spine(b, z, intConstant(2)), spine(b, z)];
      }),
    ).toEqual(['d5 = spines d0 below n3', 'd6 = spines d1 below n4', 'd7 = spine d2 below 2', 'd8 = spine d2']);
  });

  test('but not if the number of cells is not one of steps', () => {
    expect(
      made((b, x, y) => {
        const n = b.operation('addInt', steps(b, x, y), intConstant(1));
        return [spine(b, x, n), spine(b, y, n)];
      }),
    ).toEqual(['d5 = spine d0 below n4', 'd6 = spine d1 below n4']);
  });

  test('but not on both sides of where memory is freed', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x, y);
        const mark = b.one('int', { tag: 'mark' });
        const cells = spine(b, x, n);
        const head = restOf(b, cells);
        b.add([], { tag: 'release', mark });
        return [head, spine(b, y, n)];
      }),
    ).toEqual(['d5 = spines d0 below n3', 'd8 = spines d1 below n3']);
  });

  test('but not before and after where memory begins that is freed', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x, y);
        const cells = spine(b, x, n);
        b.one('int', { tag: 'mark' });
        return [cells, spine(b, y, n)];
      }),
    ).toEqual(['d4 = spines d0 below n3', 'd6 = spines d1 below n3']);
  });

  test('in blocks inside', () => {
    expect(
      made((b, x, y) => {
        const n = steps(b, x, y);
        const [inner, other] = [b.inner(), b.inner()];
        const consequent = inner.block([restOf(inner, spine(inner, x, n)), restOf(inner, spine(inner, y, n))]);
        const condition = b.operation('lessInt', intConstant(0), n);
        return b.add([LIST, LIST], { tag: 'if', condition, consequent, alternative: other.block([x, y]) });
      }),
    ).toEqual(['d5, d6 = spines d0, d1 below n3']);
  });
});
