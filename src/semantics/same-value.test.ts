import { expect, test } from 'vitest';
import { isSameValue } from './same-value';
import { Cell, Items, type Value, Variant } from './value';

function list(...items: readonly Value[]): Value {
  return items.reduceRight<Cell | null>((tail, head) => new Cell(head, tail), null);
}

const VALUES: readonly (() => Value)[] = [
  () => 1,
  () => 2,
  () => NaN,
  () => true,
  () => 'a',
  () => undefined,
  () => [1, 5],
  () => [1, [2, 'a']],
  () => new Items([1, 2]),
  () => new Items([1, 3]),
  () => new Items([1, 2, 3]),
  () => new Items([[1, true]]),
  () => new Items([]),
  () => list(),
  () => list(1),
  () => list(1, 2),
  () => new Variant('Just', 1),
  () => new Variant('Just', 2),
  () => new Variant('Other', 1),
];

test('a value is the same as another that is made alike, and no other', () => {
  VALUES.forEach((one, i) => {
    VALUES.forEach((other, j) => {
      expect([i, j, isSameValue(one(), other())]).toEqual([i, j, i === j]);
    });
  });
});

test('numbers are the same in both kinds of array', () => {
  expect(isSameValue(new Items([1, 2]), new Items(Float64Array.of(1, 2)))).toBe(true);
  expect(isSameValue(new Items(Float64Array.of(0)), new Items(Float64Array.of(-0)))).toBe(false);
});

test('long lists are compared', () => {
  const long = (last: number): Value => list(...Array.from({ length: 1e5 }, (_, i) => i), last);
  expect(isSameValue(long(1), long(1))).toBe(true);
  expect(isSameValue(long(1), long(2))).toBe(false);
});
