import { expect, it } from 'vitest';
import { placesOf } from './tree-places';

it('tells of each item of a tree which of its siblings it is, and how many there are', () => {
  expect(placesOf([1, 2, 2, 3, 2, 1, 2, 2]).map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
    '1/2',
    '1/3',
    '2/3',
    '1/1',
    '3/3',
    '2/2',
    '1/2',
    '2/2',
  ]);
  expect(placesOf([])).toEqual([]);
});
