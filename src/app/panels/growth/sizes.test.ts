import { expect, test } from 'vitest';
import { choicesOf, FIRST_RANGES, sizesOf } from './sizes';

test('sizes are powers, including both ends', () => {
  expect(sizesOf({ base: 2, from: 0, to: 3 })).toEqual([1, 2, 4, 8]);
  expect(sizesOf(FIRST_RANGES[10])).toEqual([10, 100, 1000, 10_000]);
  expect(sizesOf(FIRST_RANGES[2])).toContain(1024);
});

test('the choices of each end leave at least two sizes', () => {
  expect(choicesOf({ base: 10, from: 1, to: 2 })).toEqual({ from: [0, 1], to: [2, 3, 4, 5] });
});
