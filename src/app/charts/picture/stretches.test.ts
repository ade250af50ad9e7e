import { expect, test } from 'vitest';
import { linePath } from './stretches';

const FRAME = { x: 0, y: 0, width: 100, height: 50 };

function pathOf(...places: readonly (readonly [number, number])[]): string {
  return linePath(
    places.length,
    (i) => places[i]?.[0] ?? NaN,
    (i) => places[i]?.[1] ?? NaN,
    FRAME,
  );
}

test('a line in the frame is one stroke', () => {
  expect(pathOf([0, 0], [50, 25], [100, 0])).toBe('M0 0L50 25L100 0');
});

test('a line ends where it leaves the frame, however far it goes', () => {
  expect(pathOf([0, 0], [200, 100])).toBe('M0 0L100 50');
  expect(pathOf([-1e300, 25], [1e300, 25])).toBe('M0 25L100 25');
  expect(pathOf([0, 60], [100, 60])).toBe('');
  expect(pathOf([-10, 0], [-10, 50])).toBe('');
});

test('a line that comes back into the frame is drawn anew', () => {
  expect(pathOf([50, 25], [150, 25], [150, 40], [50, 40])).toBe('M50 25L100 25M100 40L50 40');
});

test('places that are not finite are breaks', () => {
  expect(pathOf([0, 0], [10, 10], [NaN, 5], [20, 20], [30, 30])).toBe('M0 0L10 10M20 20L30 30');
  expect(pathOf([0, 0], [10, Infinity], [20, 0])).toBe('');
});

test('one place, equal places and no place draw no line and do not fail', () => {
  expect(pathOf()).toBe('');
  expect(pathOf([5, 5])).toBe('');
  expect(pathOf([5, 5], [5, 5], [5, 5])).toMatch(/^M5 5L5 5$|^$/u);
});

test('places within half a pixel are one', () => {
  const many = Array.from({ length: 10_001 }, (_, i): readonly [number, number] => [i / 100, 25]);
  const path = pathOf(...many);
  expect(path.startsWith('M0 25L')).toBe(true);
  expect(path.endsWith('L100 25')).toBe(true);
  expect(path.split('L').length).toBeLessThan(250);
});
