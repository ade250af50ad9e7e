import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pictureScales, rangesOf, squaredView, steadyHome, valueAt, viewOf } from './frame';
import { runs } from '../../../testing/runs';

const SIZE = { width: 676, height: 448 };
const LINEAR = { xLog: false, yLog: false };
const LOG = { xLog: true, yLog: true };

test('a view of a logarithmic axis is its ranges again', () => {
  const ranges = { x: [0.01, 1000], y: [1, 10] } as const;
  expect(viewOf(ranges, LOG).x).toEqual([-2, 3]);
  const { x, y } = rangesOf(viewOf(ranges, LOG), LOG);
  expect(x[0]).toBeCloseTo(0.01);
  expect(x[1]).toBeCloseTo(1000);
  expect(y).toEqual([1, 10]);
});

test('the ends of a logarithmic axis stay positive and finite, however far it is zoomed out', () => {
  expect(rangesOf({ x: [-400, 400], y: [0, 1] }, LOG).x).toEqual([Number.MIN_VALUE, Number.MAX_VALUE]);
});

test('the ends of the ranges are the ends of the frame', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e150, max: 1e150, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e150, noNaN: true }),
      (low, width) => {
        fc.pre(low + width > low);
        const scales = pictureScales({ x: [low, low + width], y: [low, low + width] }, LINEAR, SIZE);
        const { frame } = scales;
        expect(scales.x(low)).toBeCloseTo(frame.x);
        expect(scales.x(low + width)).toBeCloseTo(frame.x + frame.width);
        expect(scales.y(low)).toBeCloseTo(frame.y + frame.height);
        expect(scales.y(low + width)).toBeCloseTo(frame.y);
      },
    ),
    runs(),
  );
});

test('a square view has units of one length, and all of the given view', () => {
  const square = squaredView({ x: [0, 1], y: [-3, 3] }, SIZE);
  const scales = pictureScales(square, LINEAR, SIZE);
  expect(scales.x(1) - scales.x(0)).toBeCloseTo(scales.y(0) - scales.y(1));
  expect(square.x[0]).toBeLessThanOrEqual(0);
  expect(square.x[1]).toBeGreaterThanOrEqual(1);
  expect(square.y).toEqual([-3, 3]);
});

test('a share of a logarithmic range is a share of its powers', () => {
  expect(valueAt([1, 100], true, 0.5)).toBeCloseTo(10);
  expect(valueAt([1, 100], false, 0.5)).toBe(50.5);
});

test('the upright range of a picture that moves grows, by a little more than it must, and is given up when it is far too long', () => {
  const before = { x: [0, 10], y: [0, 10] } as const;
  expect(steadyHome(before, { x: [0, 10], y: [4, 9] })).toBe(before);
  expect(steadyHome(before, { x: [0, 10], y: [-1, 9] })).toEqual({ x: [0, 10], y: [-1.2, 10] });
  expect(steadyHome(before, { x: [0, 10], y: [1, 12] })).toEqual({ x: [0, 10], y: [0, 12.22] });
  expect(steadyHome(before, { x: [0, 5], y: [1, 9] })).toEqual({ x: [0, 5], y: [0, 10] });
  const small = { x: [0, 10], y: [4, 5] } as const;
  expect(steadyHome(before, small)).toBe(small);
});
