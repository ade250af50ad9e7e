import { expect, it } from 'vitest';
import { placesOf } from './tree-places';

it('gives the position of each item among its siblings, and their number', () => {
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
