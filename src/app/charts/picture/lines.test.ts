import { expect, test } from 'vitest';
import type { FieldMark } from '../../../protocol/picture';
import { pictureScales, viewOf } from './frame';
import { contourPaths } from './lines';

const AXES = { xLog: false, yLog: false };
const SIZE = { width: 676, height: 448 };
const SCALES = pictureScales(viewOf({ x: [0, 1], y: [0, 1] }, AXES), AXES, SIZE);

function boundary(columns: number, rows: number, f: (x: number, y: number) => number, level = 0.5): FieldMark {
  const values = Float64Array.from({ length: columns * rows }, (_, i) =>
    f((i % columns) / (columns - 1), Math.floor(i / columns) / (rows - 1)),
  );
  return { kind: 'boundary', name: undefined, level, x: [0, 1], y: [0, 1], columns, rows, values };
}

/** The places of a path in values of the picture. */
function placesOf(mark: FieldMark): readonly (readonly [number, number])[] {
  return contourPaths(mark, SCALES, AXES).flatMap(({ path }) =>
    Array.from(path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/gu), ([, x, y]): readonly [number, number] => [
      (Number(x) - SCALES.frame.x) / SCALES.frame.width,
      1 - (Number(y) - SCALES.frame.y) / SCALES.frame.height,
    ]),
  );
}

test('the boundary of x = 0.5 is upright, from the bottom to the top, without the edges of the picture', () => {
  const places = placesOf(boundary(21, 21, (x) => x));
  expect(places.length).toBeGreaterThan(10);
  for (const [x] of places) expect(x).toBeCloseTo(0.5, 2);
  expect(Math.max(...places.map(([, y]) => y))).toBeGreaterThan(0.99);
  expect(Math.min(...places.map(([, y]) => y))).toBeLessThan(0.01);
});

test('the boundary of a circle is round', () => {
  const places = placesOf(boundary(81, 81, (x, y) => Math.hypot(x - 0.5, y - 0.5), 0.3));
  expect(places.length).toBeGreaterThan(50);
  for (const [x, y] of places) expect(Math.hypot(x - 0.5, y - 0.5)).toBeCloseTo(0.3, 2);
});

test('equal values, missing values and a grid of one point have no lines', () => {
  expect(placesOf(boundary(5, 5, () => 3))).toEqual([]);
  expect(placesOf(boundary(5, 5, () => NaN))).toEqual([]);
  expect(placesOf({ ...boundary(2, 2, (x) => x), columns: 1, rows: 1, values: Float64Array.of(1) })).toEqual([]);
});

test('about so many contours are drawn as are asked for', () => {
  const mark = { ...boundary(31, 31, (x, y) => x * x + y * y), kind: 'contours' as const, level: 8 };
  const found = contourPaths(mark, SCALES, AXES).filter(({ path }) => path !== '');
  expect(found.length).toBeGreaterThan(4);
  expect(found.length).toBeLessThan(10);
});
