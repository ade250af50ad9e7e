import { expect, test } from 'vitest';
import { counted, integer } from './counted';

test('thousands are separated by commas', () => {
  expect([0, 12, 999, 1000, -1000, 123456, 1234567].map(integer)).toEqual([
    '0',
    '12',
    '999',
    '1,000',
    '-1,000',
    '123,456',
    '1,234,567',
  ]);
  expect(integer(2.4e18)).toBe('2e18');
});

test('a noun agrees with its number', () => {
  expect([0, 1, 2, 1000].map((value) => counted(value, 'node'))).toEqual([
    '0 nodes',
    '1 node',
    '2 nodes',
    '1,000 nodes',
  ]);
  expect([1, 2].map((value) => counted(value, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});
