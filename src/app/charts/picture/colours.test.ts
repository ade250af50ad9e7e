import { expect, test, vi } from 'vitest';
import { coloursOf, rgb, shadePixels, shadeRange } from './colours';
import { MARKS } from './fixtures';

// The tokens' colours stand in a style sheet; here each has one of its own.
vi.mock('../../kit/theme', () => ({
  colour: (token: string) =>
    `#${Array.from(token, (letter) => letter.charCodeAt(0))
      .reduce((a, b) => (a * 31 + b) % 0xffffff, 7)
      .toString(16)
      .padStart(6, '0')}`,
}));

test('a group has one colour in the whole picture, and another group another', () => {
  const { ofItems, legend, indexOf } = coloursOf(
    [MARKS.points, { ...MARKS.line, name: 'b' }, { ...MARKS.curve, name: 'c' }],
    'light',
  );
  const [a, b] = ofItems(MARKS.points);
  expect(a).not.toBe(b);
  expect(legend.map(({ name, shape }) => [name, shape])).toEqual([
    ['a', 'symbol'],
    ['b', 'symbol'],
    ['c', 'line'],
  ]);
  expect(ofItems({ ...MARKS.line, name: 'b' })).toBe(b);
  expect([indexOf('a'), indexOf('c'), indexOf('other')]).toEqual([0, 2, -1]);
});

test('a scale of chances goes from 0 to 1, one of both signs has 0 in its middle', () => {
  expect(shadeRange(Float64Array.of(0.2, 0.9, NaN))).toEqual([0, 1]);
  expect(shadeRange(Float64Array.of(0.5, 0.5))).toEqual([0.5, 0.5]);
  expect(shadeRange(Float64Array.of(-2, 5))).toEqual([-5, 5]);
  expect(shadeRange(Float64Array.of(3, 7))).toEqual([3, 7]);
  expect(shadeRange(Float64Array.of(NaN, Infinity))).toBeUndefined();
  expect(shadeRange(new Float64Array(0))).toBeUndefined();
});

test('scales of huge and of equal numbers have colours', () => {
  for (const values of [Float64Array.of(-1e308, 1e308), Float64Array.of(4, 4), Float64Array.of(1e300, 1.5e308)]) {
    const { scales } = coloursOf([{ ...MARKS.heatmap, rows: 1, columns: 2, values }], 'dark');
    for (const value of values) expect(scales[0]?.colour(value)).toMatch(/^#[0-9a-f]{6}$/u);
    if (values[0] !== values[1]) expect(new Set(Array.from(values, (value) => scales[0]?.stepOf(value))).size).toBe(2);
  }
});

test('equal numbers have a colour that is not the paper', () => {
  const token = (name: string): string =>
    name === 'primal' ? '#2050a0' : name === 'cotangent' ? '#b04020' : '#fffdf8';
  for (const value of [0, 7, -3]) {
    const mark = { ...MARKS.heatmap, rows: 1, columns: 2, values: Float64Array.of(value, value) };
    const [scale] = coloursOf([mark], 'light', token).scales;
    expect(Math.min(...rgb(scale?.colour(value) ?? token('')))).toBeLessThan(200);
  }
});

test('a number has the colour of its place in the range, in pixels too', () => {
  const values = Float64Array.of(-4, -2, 0, 2, 4);
  const mark = { ...MARKS.heatmap, rows: 1, columns: 5, values };
  const [scale] = coloursOf([mark], 'light').scales;
  if (scale === undefined) throw new Error('a heat map has a scale');
  const last = scale.steps.length - 1;
  expect(Array.from(values, scale.stepOf)).toEqual([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * last)));
  const pixels = new Uint8ClampedArray(4 * 5);
  shadePixels(values, scale, pixels);
  expect(Array.from(values, (_, i) => [...pixels.subarray(4 * i, 4 * i + 3)])).toEqual(
    Array.from(values, (value) => [...rgb(scale.colour(value))]),
  );
});

test('missing values have no pixels', () => {
  const [scale] = coloursOf([MARKS.heatmap], 'light').scales;
  const pixels = new Uint8ClampedArray(4 * 6);
  if (scale !== undefined) shadePixels(MARKS.heatmap.values, scale, pixels);
  expect(Array.from({ length: 6 }, (_, i) => pixels[4 * i + 3])).toEqual([255, 255, 255, 255, 255, 0]);
});
