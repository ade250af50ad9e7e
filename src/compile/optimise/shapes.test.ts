import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import { intConstant, Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Block } from '../ir/tree';
import { NOWHERE } from '../../language/source/span';
import { Shapes } from './shapes';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);

/** Whether the length of an array that a program reads is known before the run. */
const isKnown = (array: string): boolean => {
  const text = valueAfter(`input n : int = 1\ninput x : real = 2\nlength (${array})`, simple, simple);
  return !/= length/.test(text) && /results \d+$/.test(text);
};

test.each([
  ['a row of a table', '([[1, 2], [3, 4]] : array (array real))[n]'],
  ['a row of a row', '([[[1], [2]], [[3], [4]]] : array (array (array real)))[n][n]'],
  ['a part of a row', 'snd ([(1, [2]), (3, [4])] : array (real * array real))[n]'],
  ['a row of a built table', '(build 3 (fun i -> build 2 (fun j -> x)))[n]'],
  ['a row of an array of rows', '[build 2 (fun i -> x), build 2 (fun i -> x * 2)][n]'],
  ['a row in a pair of arrays', 'snd (build 2 (fun i -> ([x], build 2 (fun j -> x))))[n]'],
])('the length of %s is known', (_, array) => {
  expect(isKnown(array)).toBe(true);
});

test.each([
  ['a row of a table whose rows differ', '([[1, 2], [3]] : array (array real))[n]'],
  ['a row of a row whose rows differ', '([[[1], [2, 3]], [[3], [4]]] : array (array (array real)))[n][n]'],
  ['a row of a built table', '(build 3 (fun i -> build i (fun j -> x)))[n]'],
  ['a row of an array of rows that differ', '[build 2 (fun i -> x), build 3 (fun i -> x)][n]'],
  ['a row of an array of rows of which one is not known', '[build 2 (fun i -> x), build n (fun i -> x)][n]'],
])('the length of %s is not known', (_, array) => {
  expect(isKnown(array)).toBe(false);
});

test('rows without items have no rows of another length', () => {
  expect(isKnown('([[], [[1], [2]]] : array (array (array real)))[n][n]')).toBe(true);
  expect(isKnown('([[], [[1], [2, 3]]] : array (array (array real)))[n][n]')).toBe(false);
});

const reals: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const table: ArrayLayout = { tag: 'array', id: 1, item: [reals] };
const numbers = new Numbers();
const shapes = new Shapes();

/** Returns an array of items of one part each, whose shape is known. */
function literal(kind: Kind, ...parts: readonly Atom[]): Atom {
  const target = numbers.variable(kind);
  shapes.remember({ tag: 'array', items: parts.map((part) => [part]), targets: [target], origin: NOWHERE });
  return target;
}

const x = realConstant(1);
const [none, pair, triple] = [literal(reals), literal(reals, x, x), literal(reals, x, x, x)];

test('each of several arrays of a loop has its own parts', () => {
  const targets = [table, reals, table].map((kind) => numbers.variable(kind));
  const body = { statements: [], results: [pair, x, triple] };
  const build = { tag: 'build', index: numbers.variable('int'), body, targets, origin: NOWHERE } as const;
  const flat = (count: number): object => ({ count, parts: [undefined] });
  const found = [intConstant(4), numbers.variable('int')].map((count) => {
    shapes.remember({ ...build, count });
    return targets.map((target) => shapes.of(target));
  });
  expect(found).toStrictEqual(
    [4, undefined].map((count) => [
      { count, parts: [flat(2)] },
      { count, parts: [undefined] },
      { count, parts: [flat(3)] },
    ]),
  );
});

test('items have in common what is the same in all of them', () => {
  const unknown = numbers.variable(reals);
  const common = (...parts: readonly Atom[]): object | undefined => shapes.of(literal(table, ...parts))?.parts[0];
  const [pairs, triples, empty] = [literal(table, pair, pair), literal(table, triple, triple), literal(table)];
  expect(common(unknown, pair)).toBe(undefined);
  expect(common(pair, unknown)).toBe(undefined);
  expect(common(none, none)).toEqual({ count: 0, parts: [] });
  expect(common(pairs, triples)).toEqual({ count: 2, parts: [{ count: undefined, parts: [undefined] }] });
  for (const each of [common(pairs, empty), common(empty, pairs)]) {
    expect(each).toEqual({ count: undefined, parts: [{ count: 2, parts: [undefined] }] });
  }
});

test('constant data that is no array has no shape', () => {
  expect(shapes.of({ tag: 'constant', kind: reals, value: { constructor_: 1, parts: [x] } })).toBe(undefined);
});
