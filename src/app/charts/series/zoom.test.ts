import { describe, expect, test } from 'vitest';
import { decimated, extentOf } from './series';
import { keyedSteps, wholeSteps, zoomedSteps } from './zoom';

describe('the steps that are shown', () => {
  test('zoom about a step, to whole steps within the run', () => {
    expect(zoomedSteps([0, 1000], 2, 500, 1000)).toEqual([250, 750]);
    expect(zoomedSteps([0, 1000], 10, 0, 1000)).toEqual([0, 100]);
    expect(zoomedSteps([900, 1000], 0.5, 1000, 1000)).toEqual([800, 1000]);
  });

  test('are all once they are zoomed out, and never too few', () => {
    expect(zoomedSteps([250, 750], 0.5, 500, 1000)).toBeUndefined();
    expect(zoomedSteps([500, 510], 100, 505, 1000)).toEqual([501, 509]);
    expect(wholeSteps([0, 3], 5)).toBeUndefined();
  });

  test('move by keys, not past the ends', () => {
    expect(keyedSteps(']', [100, 200], 150, 1000)).toEqual([120, 220]);
    expect(keyedSteps('[', [10, 110], 50, 1000)).toEqual([0, 100]);
    expect(keyedSteps('0', [10, 110], 50, 1000)).toBeUndefined();
    expect(keyedSteps('a', [10, 110], 50, 1000)).toBe('other');
  });

  test('have their points, as fine as the pixels are, and their own extent', () => {
    const values = Float64Array.from({ length: 100_000 }, (_, i) => i);
    const kept = decimated(values, 100, [50_000, 50_100]);
    expect(Array.from(kept)).toEqual(Array.from({ length: 101 }, (_, i) => 50_000 + i));
    const many = decimated(values, 100, [10_000, 90_000]);
    expect(many.length).toBeLessThanOrEqual(400);
    expect([many[0], many.at(-1)]).toEqual([10_000, 90_000]);
    const curve = { label: 'x', values, index: 0 };
    expect(extentOf([curve], 'linear', [50_000, 50_100])).toEqual({ low: 50_000, high: 50_100 });
  });
});
