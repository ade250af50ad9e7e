import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
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
