import { describe, expect, test } from 'vitest';
import { REAL, sequenceType } from '../../language/types/type';
import { blockAfter } from '../../testing/ir/examples';
import { Kinds } from '../flatten/kinds';
import { type Builder, intConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { abreast } from './abreast';

const kinds = new Kinds([]);
const LIST = kinds.variant(sequenceType('list', REAL));
const CELLS = kinds.spine(LIST);

const spine = (b: Builder, list: Atom, most?: Atom): Variable => b.one(CELLS, { tag: 'spine', list, most });
const steps = (b: Builder, ...lists: readonly Atom[]): Variable =>
  b.one('int', { tag: 'steps', lists: lists.map((list) => ({ list, ahead: 0 })) });
const length = (b: Builder, array: Atom): Variable => b.one('int', { tag: 'length', array });
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
