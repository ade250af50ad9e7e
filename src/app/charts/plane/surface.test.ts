import { describe, expect, test } from 'vitest';
import type { Grid } from './contour-layer';
import { facetsOf, FIRST_TURN, heightsOf, pathOn, projection, turned } from './surface';

const SIZE = 5;
const BOX = { width: 400, height: 300 };
/** x + 2 y over the square from 0 to 4. */
const PLANE: Grid = {
  x: [0, 4],
  y: [0, 4],
  size: SIZE,
  values: Float64Array.from({ length: SIZE * SIZE }, (_, i) => (i % SIZE) + 2 * Math.floor(i / SIZE)),
};

describe('a surface', () => {
  test('has heights from 0 to 1, and gaps where there is no value', () => {
    const { low, high, shares } = heightsOf({ values: Float64Array.of(2, NaN, 4, 6) }, 'linear');
    expect([low, high, ...shares]).toEqual([2, 6, 0, NaN, 0.5, 1]);
    expect([...heightsOf({ values: Float64Array.of(1, 10, 100) }, 'log').shares]).toEqual([0, 0.5, 1]);
    expect([...heightsOf({ values: Float64Array.of(3, 3) }, 'linear').shares]).toEqual([0, 0]);
  });

  test('on a log scale has its lowest places at the bottom though they are 0', () => {
    const { shares } = heightsOf({ values: Float64Array.of(0, 1) }, 'log');
    expect([...shares]).toEqual([0, 1]);
  });

  test('is drawn with what is far away first, and without the pieces at a gap', () => {
    const heights = heightsOf(PLANE, 'linear');
    const facets = facetsOf(PLANE, heights, { about: 0, above: 0.6 }, BOX);
    expect(facets).toHaveLength(16);
    // Unturned, the far edge is that of the greatest y.
    expect(facets[0]?.height).toBeGreaterThan(facets.at(-1)?.height ?? NaN);
    const values = PLANE.values.slice();
    values[0] = NaN;
    const withGap = { ...PLANE, values };
    expect(facetsOf(withGap, heightsOf(withGap, 'linear'), FIRST_TURN, BOX)).toHaveLength(15);
  });

  test('higher places are drawn higher, whatever the turn', () => {
    for (const about of [-2, 0, 1, 3]) {
      const project = projection({ about, above: 0.5 }, BOX);
      expect(project(0.3, -0.2, 1).y).toBeLessThan(project(0.3, -0.2, 0).y);
      expect(project(0.3, -0.2, 1).x).toBe(project(0.3, -0.2, 0).x);
    }
  });

  test('carries a path, which ends where the surface does', () => {
    const heights = heightsOf(PLANE, 'linear');
    const path = { xs: Float64Array.of(0, 1.5, 9), ys: Float64Array.of(0, 2, 1) };
    const [first, second, outside] = pathOn(PLANE, heights, path, [0, 1, 2], FIRST_TURN, BOX);
    const project = projection(FIRST_TURN, BOX);
    expect(first).toEqual(project(-1, -1, 0));
    const expected = project(-0.25, 0, 5.5 / 12);
    expect(second?.x).toBeCloseTo(expected.x, 10);
    expect(second?.y).toBeCloseTo(expected.y, 10);
    expect(outside).toBeUndefined();
  });

  test('turns all the way round, and not below the ground', () => {
    expect(turned({ about: 3, above: 0.5 }, 0.5, 9)).toEqual({ about: expect.closeTo(3.5 - 2 * Math.PI), above: 1.5 });
    expect(turned(FIRST_TURN, 0, -9).above).toBeGreaterThan(0);
  });
});
