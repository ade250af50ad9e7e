import { describe, expect, it } from 'vitest';
import {
  arrowsOf,
  draggedView,
  fittedView,
  levelsOf,
  movedView,
  nearestStep,
  type PixelPath,
  type PlanePath,
  thinned,
  zoomedView,
} from './plane';

const size = { width: 400, height: 200 };

function path(...points: readonly (readonly [number, number])[]): PlanePath {
  return { xs: Float64Array.from(points, ([x]) => x), ys: Float64Array.from(points, ([, y]) => y) };
}

function pixels(...points: readonly (readonly [number, number])[]): PixelPath {
  return { x: Float64Array.from(points, ([x]) => x), y: Float64Array.from(points, ([, y]) => y) };
}

const width = ([low, high]: readonly [number, number]): number => high - low;

describe('a dragged view', () => {
  const frame = { x: 50, y: 10, width: 400, height: 200 };
  const view = { x: [-2, 6], y: [10, 20] } as const;
  const dataAt = (seen: typeof view | ReturnType<typeof draggedView>, { x, y }: { x: number; y: number }) => [
    seen.x[0] + ((x - frame.x) / frame.width) * width(seen.x),
    seen.y[0] + (1 - (y - frame.y) / frame.height) * width(seen.y),
  ];
  const close = (found: readonly number[], wanted: readonly number[]): void => {
    wanted.forEach((number, i) => {
      expect(found[i]).toBeCloseTo(number, 9);
    });
  };

  it('has under one finger what was under it', () => {
    const [from, to] = [
      { x: 100, y: 60 },
      { x: 180, y: 40 },
    ];
    const moved = draggedView(view, [from], [to], frame);
    expect([width(moved.x), width(moved.y)]).toEqual([8, 10]);
    close(dataAt(moved, to), dataAt(view, from));
  });

  it('has between two fingers what was between them, nearer as they part', () => {
    const start = [
      { x: 100, y: 60 },
      { x: 140, y: 90 },
    ];
    const now = [
      { x: 90, y: 70 },
      { x: 170, y: 130 },
    ];
    const pinched = draggedView(view, start, now, frame);
    expect(width(pinched.x)).toBeCloseTo(4);
    expect(width(pinched.y)).toBeCloseTo(5);
    close(dataAt(pinched, { x: 130, y: 100 }), dataAt(view, { x: 120, y: 75 }));
  });

  it('is what it was where two fingers have one place', () => {
    const one = { x: 100, y: 60 };
    close(Object.values(draggedView(view, [one, one], [one, { x: 100, y: 60 }], frame)).flat(), [-2, 6, 10, 20]);
  });
});

describe('the view of a path', () => {
  it('has all of it, with room around, at one unit for both axes where that is possible', () => {
    const { x, y } = fittedView(path([0, 0], [4, 1]), size);
    expect(x[0]).toBeLessThan(-0.3);
    expect(x[1]).toBeGreaterThan(4.3);
    expect(y[0]).toBeLessThan(-0.1);
    expect(y[1]).toBeGreaterThan(1.1);
    expect(width(x) / size.width / (width(y) / size.height)).toBeCloseTo(1, 0);
  });

  it('has units of their own where the path is flat', () => {
    const { y } = fittedView(path([0, 0], [1000, 1]), size);
    expect(width(y)).toBeLessThan(3);
  });

  it('has ends at round numbers, and stays where the path moves a little', () => {
    const view = fittedView(path([0, 0], [4, 1.5]), size);
    for (const end of [...view.x, ...view.y]) expect(String(end).length).toBeLessThanOrEqual(4);
    expect(fittedView(path([0.001, 0], [4, 1.501]), size)).toEqual(view);
  });

  it('is there for a single point, for none, and for points that are not finite', () => {
    for (const odd of [
      path([3, 3]),
      path(),
      path([NaN, 1], [Infinity, 2]),
      path([1e-300, 0]),
      path([1e300, -1e300]),
      path([0, 0], [1.7e308, 1]),
      path([-1.7e308, -1.7e308], [1.7e308, 1.7e308]),
      path([1.7e308, 0]),
      path([-1e308, -1.5e308], [1e308, 1.5e308]),
      path([5e-324, 0], [0, 1e-322]),
    ])
      for (const of of [size, { width: 404, height: 392 }]) {
        const { x, y } = fittedView(odd, of);
        for (const each of [width(x), width(y)]) expect(each > 1e-301 && each < Infinity).toBe(true);
      }
  });

  it('goes nearer about a point that stays, and moves', () => {
    const view = { x: [0, 10], y: [0, 20] } as const;
    let smallest = zoomedView(view, 1e200);
    for (let i = 0; i < 9; i++) smallest = zoomedView(smallest, 1e100);
    expect(smallest.x[1] - smallest.x[0]).toBeGreaterThan(1e-301);
    const near = zoomedView(view, 2, 0.25, 0.5);
    expect(near).toEqual({ x: [1.25, 6.25], y: [5, 15] });
    expect(zoomedView(near, 0.5, 0.25, 0.5)).toEqual(view);
    expect(movedView(view, 0.1, -0.5)).toEqual({ x: [1, 11], y: [-10, 10] });
  });

  it('goes no nearer than numbers are fine', () => {
    let view = { x: [1, 2], y: [1, 2] } as Parameters<typeof zoomedView>[0];
    for (let i = 0; i < 200; i++) view = zoomedView(view, 2);
    expect(width(view.x)).toBeGreaterThan(0);
    for (let i = 0; i < 3000; i++) view = zoomedView(view, 0.5);
    expect(Number.isFinite(width(view.x))).toBe(true);
  });
});

describe('the levels of contours', () => {
  const bowl = Float64Array.from({ length: 2500 }, (_, i) => ((i % 50) - 25) ** 2 + 3 * (Math.floor(i / 50) - 25) ** 2);

  it('share the plane evenly, at numbers of two digits', () => {
    const levels = levelsOf(bowl, 10);
    expect(levels.length).toBeGreaterThan(8);
    for (const level of levels) expect(Number(level.toPrecision(2))).toBe(level);
    const between = levels.slice(1).map((high, i) => bowl.filter((v) => v >= (levels[i] ?? 0) && v < high).length);
    for (const count of between) {
      expect(count).toBeGreaterThan(150);
      expect(count).toBeLessThan(350);
    }
  });

  it('take more digits where values lie close together, and leave out what is undefined', () => {
    const close = bowl.map((value, i) => (i % 7 === 0 ? NaN : 1000 + value * 1e-6));
    const levels = levelsOf(close, 10);
    expect(levels.length).toBeGreaterThan(7);
    expect(levels.every((level) => level >= 1000 && level < 1000.1)).toBe(true);
  });

  it('are none of a constant, and few of a function with few values', () => {
    expect(levelsOf(new Float64Array(100).fill(3), 10)).toEqual([]);
    expect(levelsOf(new Float64Array(100).fill(NaN), 10)).toEqual([]);
    expect(
      levelsOf(
        Float64Array.from({ length: 100 }, (_, i) => (i < 50 ? 0 : 1)),
        10,
      ),
    ).toEqual([1]);
  });
});

describe('the path', () => {
  it('keeps first, last and extremes when thousands of points are thinned out', () => {
    const count = 100_000;
    const x = Float64Array.from({ length: count }, (_, i) => 200 + 150 * Math.cos(i * 2));
    const y = Float64Array.from({ length: count }, (_, i) => 100 + 80 * Math.sin(i * 3));
    x[54_321] = 399;
    y[12_345] = 1;
    const steps = thinned({ x, y });
    expect(steps.length).toBeLessThan(3100);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    for (const step of [0, count - 1, 54_321, 12_345]) expect(steps).toContain(step);
  });

  it('leaves out points that fall together, and keeps short paths whole', () => {
    expect(thinned(pixels([0, 0], [10, 0], [10.1, 0], [10.2, 0], [20, 0]))).toEqual([0, 1, 4]);
    expect(thinned(pixels([0, 0], [NaN, 0], [10, 0]))).toEqual([0, 1, 2]);
    expect(thinned(pixels())).toEqual([]);
  });

  it('has arrows in the direction of its legs, where there is room', () => {
    const arrows = arrowsOf(pixels([0, 0], [100, 0], [100, 3], [100, 103]), [0, 1, 2, 3]);
    expect(arrows).toEqual([
      { x: 50, y: 0, angle: 0 },
      { x: 100, y: 53, angle: 90 },
    ]);
  });

  it('has arrows along many short legs as well, and none where it stays on the spot', () => {
    const points = Array.from({ length: 101 }, (_, i) => [2 * i, 0] as const);
    const steps = points.map((_, i) => i);
    const arrows = arrowsOf(pixels(...points), steps);
    expect(arrows.length).toBeGreaterThan(2);
    for (const { angle } of arrows) expect(angle).toBe(0);
    const spot = points.map(([, y], i) => [i % 2, y] as const);
    expect(arrowsOf(pixels(...spot), steps)).toEqual([]);
  });

  it('finds the step under the pointer, the last of several at one place', () => {
    const line = pixels([0, 0], [50, 50], [50, 50], [NaN, NaN]);
    expect(nearestStep(line, 52, 49, 20)).toBe(2);
    expect(nearestStep(line, 3, 3, 20)).toBe(0);
    expect(nearestStep(line, 25, 25, 20)).toBeUndefined();
  });
});
