import { beforeEach, describe, expect, it } from 'vitest';
import type { VariantDeclaration } from '../language/core/tree';
import { BOOL, functionType, INT, product, REAL, UNIT, type Type } from '../language/types/type';
import { copiedItems, MISMATCH, Reals } from './reals';
import { Cell, Items, Variant, type Value } from './value';

const list = (item: Type): Type => ({ tag: 'sequence', container: 'list', item });
const array = (item: Type): Type => ({ tag: 'sequence', container: 'array', item });
const record: Type = {
  tag: 'record',
  fields: [
    { name: 'a', type: REAL },
    { name: 'b', type: INT },
  ],
};
const sum: Type = { tag: 'sum', left: REAL, right: BOOL };
const tree: Type = { tag: 'named', name: 'Tree', arguments: [] };
const variants: readonly VariantDeclaration[] = [
  {
    type: tree,
    constructors: [
      { name: 'Leaf', payload: undefined },
      { name: 'Node', payload: product([tree, REAL, tree]) },
    ],
  },
];

const cells = (...items: readonly Value[]): Value => items.reduceRight<Cell | null>((t, h) => new Cell(h, t), null);
const leaf = new Variant('Leaf', undefined);
const node = (left: Value, x: Value, right: Value): Variant => new Variant('Node', [left, x, right]);

let reals = new Reals([]);
beforeEach(() => {
  reals = new Reals(variants);
});
const sums = (type: Type, first: Value, second: Value): Value =>
  reals.zip(type, first, second, (a, b) => Number(a) + Number(b));

/**
 * A type, a value, a value that differs in reals and leaves, and the second with the sums of reals and the first's
 * leaves.
 */
const samples: readonly (readonly [Type, Value, Value, Value])[] = [
  [REAL, 1, 20, 21],
  [INT, 1, 20, 1],
  [BOOL, true, false, true],
  [UNIT, undefined, undefined, undefined],
  [product([REAL, INT, REAL]), [1, 2, 3], [10, 20, 30], [11, 2, 33]],
  [record, [1, 2], [10, 20], [11, 2]],
  [sum, new Variant('inl', 1), new Variant('inl', 10), new Variant('inl', 11)],
  [sum, new Variant('inr', true), new Variant('inr', false), new Variant('inr', true)],
  [list(REAL), cells(1, 2, 3), cells(10, 20, 30), cells(11, 22, 33)],
  [list(REAL), null, null, null],
  [array(REAL), new Items([1, 2]), new Items([10, 20]), new Items([11, 22])],
  [list(INT), cells(1, 2), cells(3, 4), cells(1, 2)],
  [
    array(product([REAL, list(REAL)])),
    new Items([
      [1, cells(2)],
      [3, cells(4, 5)],
    ]),
    new Items([
      [10, cells(20)],
      [30, cells(40, 50)],
    ]),
    new Items([
      [11, cells(22)],
      [33, cells(44, 55)],
    ]),
  ],
  [
    tree,
    node(node(leaf, 1, leaf), 2, node(leaf, 3, leaf)),
    node(node(leaf, 10, leaf), 20, node(leaf, 30, leaf)),
    node(node(leaf, 11, leaf), 22, node(leaf, 33, leaf)),
  ],
];

describe('the reals of values', () => {
  it('are combined with those in the same places, left to right', () => {
    for (const [type, first, second, expected] of samples) {
      const result = sums(type, first, second);
      expect(result).toEqual(expected);
      expect(sums(type, first, first)).toEqual(reals.map(type, first, (x) => 2 * Number(x)));
    }
    const order: Value[] = [];
    reals.map(tree, node(node(leaf, 1, leaf), 2, node(leaf, 3, leaf)), (x) => order.push(x));
    reals.map(product([list(REAL), array(REAL)]), [cells(4, 5), new Items([6])], (x) => order.push(x));
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('do not match if lengths or constructors differ, at any depth', () => {
    const differing: readonly (readonly [Type, Value, Value])[] = [
      [list(REAL), cells(1), cells(1, 2)],
      [list(REAL), cells(1, 2), cells(1)],
      [array(INT), new Items([1]), new Items([])],
      [sum, new Variant('inl', 1), new Variant('inr', true)],
      [tree, leaf, node(leaf, 1, leaf)],
      [tree, node(leaf, 1, leaf), node(leaf, 1, node(leaf, 2, leaf))],
      [product([REAL, list(REAL)]), [1, cells(1)], [1, null]],
      [tree, leaf, 1],
      // A slot of a moment may still hold a value of another type.
      [product([REAL]), [1, 2], [1, 2]],
      [tree, 1, leaf],
    ];
    for (const [type, first, second] of differing) expect(sums(type, first, second)).toBe(MISMATCH);
  });

  it('leave a value without reals unchanged', () => {
    const value = { closure: true };
    expect(reals.map(functionType(REAL, REAL), value, () => 0)).toBe(value);
    expect(reals.map(tree, leaf, () => 0)).toBe(leaf);
  });

  it('are found in lists of any length', () => {
    let long: Cell | null = null;
    for (let i = 0; i < 20_000; i++) long = new Cell(i, long);
    const result = copiedItems(reals.map(list(REAL), long, (x) => 2 * Number(x)));
    expect([result.length, result[0], result.at(-1)]).toEqual([20_000, 39_998, 0]);
  });
});
