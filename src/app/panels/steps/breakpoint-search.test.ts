import { unfolded } from '../../../protocol/folds';
import { describe, expect, it } from 'vitest';
import type { StepsIndex } from '../../../protocol/steps';
import { lastBefore, nextAfter, stoppingSteps } from './breakpoint-search';

// let f a = sin a    line 0..15: sin a at 10..15
// f 2 + f 3          line 16..25: f 2 at 16..19, f 3 at 22..25, the sum 16..25
const ORIGINS: readonly (readonly [number, number, number])[] = [
  [0, 0, 15],
  [0, 16, 19],
  [0, 10, 15],
  [0, 22, 25],
  [0, 10, 15],
  [0, 16, 25],
  [1, 10, 15],
];
const INDEX: StepsIndex = {
  count: ORIGINS.length,
  cut: false,
  origins: Int32Array.from(ORIGINS.flat()),
  rules: new Uint8Array(ORIGINS.length),
  folds: unfolded(ORIGINS.length),
};
const place = (start: number, end: number, cell = 0) => ({ span: { cell, start, end }, line: false });
const line = (start: number, end: number) => ({ span: { cell: 0, start, end }, line: true });

describe('stoppingSteps', () => {
  it('finds redexes within the span of a breakpoint, not those around it', () => {
    expect(stoppingSteps(INDEX, [place(10, 15)])).toEqual([2, 4]);
    expect(stoppingSteps(INDEX, [place(16, 20)])).toEqual([1]);
    expect(stoppingSteps(INDEX, [place(11, 12)])).toEqual([]);
  });

  it('finds redexes of any length that begin in a line', () => {
    expect(stoppingSteps(INDEX, [line(0, 9)])).toEqual([0]);
    expect(stoppingSteps(INDEX, [line(16, 25)])).toEqual([1, 3, 5]);
  });

  it('lists a step at two breakpoints once, in order, and distinguishes cells', () => {
    expect(stoppingSteps(INDEX, [line(16, 25), place(10, 15), place(8, 15)])).toEqual([1, 2, 3, 4, 5]);
    expect(stoppingSteps(INDEX, [place(0, 99, 1)])).toEqual([6]);
    expect(stoppingSteps(INDEX, [])).toEqual([]);
  });
});

describe('nextAfter and lastBefore', () => {
  const steps = [2, 4, 9];
  it('leave out the step that they start from', () => {
    expect([0, 2, 3, 4, 9].map((at) => nextAfter(steps, at))).toEqual([2, 4, 4, 9, undefined]);
    expect([2, 3, 4, 9, 12].map((at) => lastBefore(steps, at))).toEqual([undefined, 2, 2, 4, 9]);
  });
});
