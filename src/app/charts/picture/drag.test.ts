import { describe, expect, test } from 'vitest';
import { nudged, pointAt } from './drag';

const LINEAR = { xLog: false, yLog: false };
/** A frame of 1000 × 500 pixels from (64, 8). */
const SIZE = { width: 1076, height: 548 };
const VIEW = { x: [0, 10], y: [-1, 1] } as const;

describe('a point that is dragged', () => {
  test('has as many digits as a pixel tells', () => {
    expect(pointAt({ x: 64 + 333, y: 8 + 100 }, VIEW, LINEAR, SIZE)).toEqual({ x: 3.33, y: 0.6 });
    expect(pointAt({ x: 64 + 333.4, y: 8 + 123 }, VIEW, LINEAR, SIZE)).toEqual({ x: 3.33, y: 0.508 });
    expect(pointAt({ x: 64 + 250, y: 8 + 250 }, VIEW, LINEAR, SIZE)).toEqual({ x: 2.5, y: 0 });
    const far = { x: [1e6, 1.001e6], y: [0, 3e-7] } as const;
    expect(pointAt({ x: 64 + 123, y: 8 + 100 }, far, LINEAR, SIZE)).toEqual({ x: 1000123, y: 2.4e-7 });
    const large = { x: [0, 2e9], y: [0, 1] } as const;
    expect(pointAt({ x: 64 + 123, y: 8 }, large, LINEAR, SIZE)).toEqual({ x: 246e6, y: 1 });
  });

  test('stays in the frame', () => {
    expect(pointAt({ x: 0, y: 900 }, VIEW, LINEAR, SIZE)).toEqual({ x: 0, y: -1 });
    expect(pointAt({ x: 5000, y: -10 }, VIEW, LINEAR, SIZE)).toEqual({ x: 10, y: 1 });
  });

  test('follows a logarithmic axis', () => {
    const axes = { xLog: true, yLog: false };
    const view = { x: [0, 3], y: [-1, 1] } as const;
    expect(pointAt({ x: 64 + 333.333, y: 8 }, view, axes, SIZE).x).toBeCloseTo(10, 2);
    expect(nudged('ArrowRight', true, { x: 10, y: 0 }, view, axes, SIZE)?.x).toBeCloseTo(10 ** 1.15, 1);
  });

  test('is moved by arrow keys, and by other keys not', () => {
    const from = { x: 5, y: 0 };
    expect(nudged('ArrowRight', false, from, VIEW, LINEAR, SIZE)).toEqual({ x: 5.05, y: 0 });
    expect(nudged('ArrowDown', true, from, VIEW, LINEAR, SIZE)).toEqual({ x: 5, y: -0.2 });
    expect(nudged('ArrowLeft', false, { x: 0, y: 0 }, VIEW, LINEAR, SIZE)).toEqual({ x: 0, y: 0 });
    expect(nudged('a', false, from, VIEW, LINEAR, SIZE)).toBeUndefined();
  });
});
