import { expect, test } from 'vitest';
import { choicesOf, firstRange, sizesOf } from './sizes';

test('sizes are powers, including both ends', () => {
  expect(sizesOf({ base: 2, from: 0, to: 3 })).toEqual([1, 2, 4, 8]);
  expect(sizesOf(firstRange(10))).toEqual([10, 100, 1000, 10_000]);
  expect(sizesOf(firstRange(2))).toContain(1024);
});

test('the choices of each end leave at least two sizes', () => {
  expect(choicesOf({ base: 10, from: 1, to: 2 })).toEqual({ from: [0, 1], to: [2, 3, 4, 5] });
});

test('the first sizes are within the range of the input', () => {
  const sizes = (low: number, high: number, base: 2 | 10 = 2) => sizesOf(firstRange(base, { low, high }));
  expect(sizesOf(firstRange(2))).toEqual(sizes(1, 5000));
  expect(sizes(1, 100)).toEqual([4, 8, 16, 32, 64]);
  expect(sizes(1, 12)).toEqual([2, 4, 8]);
  expect(sizes(0, 8)).toEqual([2, 4, 8]);
  expect(sizes(8, 100)).toEqual([8, 16, 32, 64]);
  expect(sizes(1, 100, 10)).toEqual([1, 10, 100]);
  expect(sizes(1, 2)).toEqual([1, 2]);
  expect(sizes(5, 7)).toHaveLength(2); // a slope needs two sizes
});
