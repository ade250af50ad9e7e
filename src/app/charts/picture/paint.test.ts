import { expect, test, vi } from 'vitest';
import { pictureScales } from './frame';
import { addPoints } from './paint';

vi.mock('../../kit/theme', () => ({ colour: () => '#000000' }));

const AXES = { xLog: false, yLog: false };
const SCALES = pictureScales({ x: [0, 1], y: [0, 1] }, AXES, { width: 376, height: 248 });
const [WIDTH, HEIGHT] = [SCALES.frame.width, SCALES.frame.height];

function pixelsOf(xs: readonly number[], ys: readonly number[], colour: string | readonly string[]) {
  const pixels = { data: new Uint8ClampedArray(4 * WIDTH * HEIGHT), width: WIDTH, height: HEIGHT };
  addPoints(pixels, Float64Array.from(xs), Float64Array.from(ys), colour, SCALES, 1);
  const at = (x: number, y: number): readonly number[] => [
    ...pixels.data.subarray(4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 4),
  ];
  const painted = pixels.data.filter((value, i) => i % 4 === 3 && value > 0).length;
  return { at, painted };
}

test('a point is a square of two pixels in its colour, which lets half of what is below it through', () => {
  const { at, painted } = pixelsOf([0.5], [0.5], '#102030');
  expect(painted).toBe(4);
  expect(at(WIDTH / 2, HEIGHT / 2)).toEqual([16, 32, 48, 128]);
});

test('points outside the frame and without a place are not painted; those on its edge are cut', () => {
  expect(pixelsOf([-3, 0.25, NaN, 1e300, -1e308], [0.5, 1e300, 0.5, 0.5, Infinity], '#102030').painted).toBe(0);
  expect(pixelsOf([0], [1], '#102030').painted).toBe(1);
});

test('points have the same pixels on a linear and on a logarithmic axis, in one colour and in several', () => {
  const logarithmic = pictureScales({ x: [0, 2], y: [0, 1] }, { xLog: true, yLog: false }, { width: 376, height: 248 });
  const places = [1, 1.7, 10, 33, 99.9];
  const painted = (xs: readonly number[], scales: typeof SCALES, colour: string | readonly string[]) => {
    const pixels = { data: new Uint8ClampedArray(4 * WIDTH * HEIGHT), width: WIDTH, height: HEIGHT };
    addPoints(
      pixels,
      Float64Array.from(xs),
      Float64Array.from(xs, () => 0.25),
      colour,
      scales,
      1,
    );
    return pixels.data;
  };
  const expected = painted(
    places.map((x) => Math.log10(x) / 2),
    SCALES,
    '#102030',
  );
  expect(expected.some((value) => value > 0)).toBe(true);
  const isExpected = (found: Uint8ClampedArray): boolean => found.every((value, i) => value === expected[i]);
  expect(isExpected(painted(places, logarithmic, '#102030'))).toBe(true);
  const alike = places.map(() => '#102030');
  expect(isExpected(painted(places, logarithmic, alike))).toBe(true);
});

test('of two points at a pixel the later one shows more, and both make it darker', () => {
  const { at } = pixelsOf([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], ['#ff0000', '#ff0000', '#0000ff']);
  const [red = 0, , blue = 0, alpha = 0] = at(WIDTH / 2, HEIGHT / 2);
  expect(blue).toBeGreaterThanOrEqual(red);
  expect(alpha).toBeGreaterThan(200);
});

test('a million points are painted', () => {
  const places = Array.from({ length: 1_000_000 }, (_, i) => (i % 10) / 10);
  expect(pixelsOf(places, places, '#102030').painted).toBeGreaterThan(30);
});
