import { expect, test } from 'vitest';
import { MARKS, pictureOf } from './fixtures';
import { pictureScales, viewOf } from './frame';
import { itemNear } from './near';
import type { DrawnMark } from '../../../protocol/picture';

const SIZE = { width: 676, height: 448 };

function near(marks: readonly DrawnMark[], x: number, y: number): readonly [number, number] | undefined {
  const picture = pictureOf(marks, { home: { x: [-0.5, 10], y: [-0.5, 10] } });
  const scales = pictureScales(viewOf(picture.home, picture), picture, SIZE);
  const found = itemNear(picture, scales, { x: scales.x(x), y: scales.y(y) });
  return found && [found.mark, found.index];
}

test('the nearest point within reach is found, and none farther away', () => {
  const { line } = MARKS;
  expect(near([MARKS.points, line], 2.05, 4)).toEqual([1, 1]);
  expect(near([line], 1, 3.1)).toEqual([0, 0]);
  expect(near([line], 6, 9)).toBeUndefined();
});

test('a point is found on a field, and the field elsewhere', () => {
  expect(near([MARKS.field, MARKS.line], 1, 3)).toEqual([1, 0]);
  expect(near([MARKS.field, MARKS.line], 9.8, 9.8)).toEqual([0, 5]);
  expect(near([MARKS.field], 0, 0)).toEqual([0, 0]);
});

test('bars, intervals, squares and curves are found by where they are', () => {
  expect(near([MARKS.bars], 1.3, 5)).toEqual([0, 1]);
  expect(near([MARKS.bars], 4, 5)).toBeUndefined();
  expect(near([MARKS.histogram], 1.5, 5)).toEqual([0, 1]);
  // The first row of a matrix is at the top.
  expect(near([MARKS.heatmap], 0, 1)).toEqual([0, 0]);
  expect(near([MARKS.heatmap], 2, 0)).toEqual([0, 5]);
  expect(near([MARKS.curve], 5.2, 9)).toEqual([0, 1]);
});

test('one bar, one square and an empty picture are no trouble', () => {
  const one = Float64Array.of(3);
  expect(near([{ ...MARKS.bars, labels: ['only'], heights: one }], 0, 1)).toEqual([0, 0]);
  expect(near([{ ...MARKS.heatmap, rows: 1, columns: 1, values: one }], 0, 0)).toEqual([0, 0]);
  expect(near([{ ...MARKS.line, xs: new Float64Array(0), ys: new Float64Array(0) }], 0, 0)).toBeUndefined();
  expect(near([], 0, 0)).toBeUndefined();
});
