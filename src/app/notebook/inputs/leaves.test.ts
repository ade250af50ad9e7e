import { expect, test } from 'vitest';
import { leavesOf } from './leaves';

test('small tuples, lists and records of numbers have one field per number', () => {
  const pair = leavesOf([1, 2], 'real * real');
  expect(pair?.items).toEqual([{ value: 1 }, { value: 2 }]);
  expect(pair?.with(1, 5)).toEqual([1, 5]);
  const line = leavesOf({ bias: 1, slope: 0 }, '{bias : real, slope : real}');
  expect(line?.items).toEqual([
    { label: 'bias', value: 1 },
    { label: 'slope', value: 0 },
  ]);
  expect(line?.with(0, 3)).toEqual({ bias: 3, slope: 0 });
});

test('other values are written as text', () => {
  for (const value of [
    [],
    {},
    [[1]],
    [true],
    { tag: 'Nothing' },
    { tag: 'Just', value: 1 },
    'a',
    null,
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  ])
    expect(leavesOf(value, 'list real')).toBeUndefined();
  for (const type of ['Tree', 'list (Maybe real)', 'real + real']) expect(leavesOf([1, 2], type)).toBeUndefined();
});
