import { expect, test, vi } from 'vitest';
import { MARKS, pictureOf } from './fixtures';
import { miniatureOf } from './miniature';

vi.mock('../../kit/theme', () => ({ colour: () => '#000000' }));

test.each(Object.values(MARKS))('a mark of $kind is drawn in small, in the box', (mark) => {
  const axes = mark.kind === 'vertical' ? { x: [-5, 5] as const } : {};
  const strokes = miniatureOf(pictureOf([mark], axes));
  expect(strokes).not.toEqual([]);
  for (const [colour, width, path] of strokes) {
    expect(colour).toMatch(/^[a-z0-9-]+$/);
    expect(width).toBeGreaterThan(0);
    expect(path).toMatch(/^M/);
    for (const [, x, y] of path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g))
      expect([Number(x) >= 64 && Number(x) <= 160, Number(y) >= 8 && Number(y) <= 72]).toEqual([true, true]);
  }
});

test('a plane of equal numbers is seen in small', () => {
  expect(miniatureOf(pictureOf([{ ...MARKS.heatmap, values: new Float64Array(6) }]))).not.toEqual([]);
});

test('a million points and a line through them are drawn in a few letters', () => {
  const xs = Float64Array.from({ length: 1e6 }, (_, i) => (i * 0.618) % 10);
  const ys = xs.map((x, i) => 5 + 4 * Math.sin(x * i));
  const marks = [
    { ...MARKS.points, groups: undefined, xs, ys },
    { ...MARKS.line, xs, ys },
  ];
  const { length } = JSON.stringify(miniatureOf(pictureOf(marks)));
  expect(length).toBeGreaterThan(100);
  expect(length).toBeLessThanOrEqual(2_000);
});
