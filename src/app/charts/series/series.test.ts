import { describe, expect, it } from 'vitest';
import { curvesOf, decimated, extentOf, hasPositive, notPositive, recordsOf, seriesAsCsv } from './series';
import {
  dashOf,
  lookOf,
  stepAt,
  stepScale,
  stepTicks,
  tickText,
  tickLabels,
  valueScale,
  valueTicks,
} from './series-chart';

const curve = (...values: number[]) => ({ label: 'loss', values: Float64Array.from(values), index: 0 });
const size = { width: 400, height: 240 };

describe('the curves of a series', () => {
  it('are named after their leaves where there are several', () => {
    const series = {
      name: 'w',
      labels: ['w.1', 'w.2'],
      columns: [new Float64Array(1), new Float64Array(1)],
      leafCount: 2,
      span: { cell: 0, start: 0, end: 0 },
    };
    expect(curvesOf(series).map(({ label }) => label)).toEqual(['w.1', 'w.2']);
    expect(curvesOf(series).map(({ index }) => index)).toEqual([0, 1]);
  });

  it('have an extent that is never empty and leaves out what cannot be drawn', () => {
    expect(extentOf([curve(1, NaN, 3, Infinity)], 'linear')).toEqual({ low: 1, high: 3 });
    expect(extentOf([curve(-1, 0, 0.01, 5)], 'log')).toEqual({ low: 0.01, high: 5 });
    const flat = extentOf([curve(2, 2)], 'linear');
    expect(flat.low).toBeLessThan(flat.high);
    expect(extentOf([], 'linear')).toEqual({ low: -1, high: 1 });
    expect(hasPositive([curve(-1, 0)])).toBe(false);
  });

  it('keep the extremes of every pixel when they are thinned out', () => {
    const values = Float64Array.from({ length: 100_000 }, (_, i) => Math.sin(i / 100));
    values[54_321] = 7;
    values[54_322] = -7;
    const kept = decimated(values, 300);
    expect(kept.length).toBeLessThanOrEqual(1200);
    expect(kept).toContain(54_321);
    expect(kept).toContain(54_322);
    expect(Array.from(kept)).toEqual([...new Set(kept)].sort((a, b) => a - b));
    expect(kept[0]).toBe(0);
    expect(kept[kept.length - 1]).toBe(99_999);
  });

  it('say how many values a log scale leaves out', () => {
    expect(notPositive(curve(1, 0, -2, NaN, 3))).toBe(2);
    expect(recordsOf([curve(1), curve(1, 2)])).toBe(2);
  });

  it('print as comma-separated values of their own lengths', () => {
    expect(seriesAsCsv([curve(1, 0.5), { ...curve(2), label: 'a,b' }])).toBe('step,loss,"a,b"\n0,1,2\n1,0.5,\n');
  });
});

describe('the axes of a series', () => {
  it('mark whole steps', () => {
    expect(stepTicks(3, size)).toEqual([0, 1, 2, 3]);
    expect(stepTicks(0, size)).toEqual([0]);
  });

  it('leave room for half of the last number of a long run', () => {
    expect(size.width - stepScale(1_000_000, size)(1_000_000)).toBeGreaterThan('1,000,000'.length * 3.7);
  });

  it('mark powers of ten on a log scale, as many as fit', () => {
    const ticks = valueTicks([curve(1, 1e-6)], 'log', size);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
    for (const tick of ticks) expect(Math.log10(tick)).toBeCloseTo(Math.round(Math.log10(tick)), 9);
  });

  it('write small powers of ten as powers', () => {
    expect(tickText(1e-6)).toBe('10⁻⁶');
    expect(tickText(0.01)).toBe('0.01');
    expect(tickText(2e-7)).toBe('2·10⁻⁷');
    expect([1e-7, 1e-6, 0.1].map(tickLabels([1e-7, 1e-6, 0.1], 'log').textOf)).toEqual(['10⁻⁷', '10⁻⁶', '0.1']);
  });

  it('tell the values of a plateau apart', () => {
    for (const kind of ['linear', 'log'] as const) {
      const ticks = valueTicks([curve(0.69314718, 0.693147189)], kind, size);
      const texts = ticks.map(tickLabels(ticks, kind).textOf);
      expect(new Set(texts).size).toBe(ticks.length);
      for (const text of texts) expect(text.length).toBeLessThan(9);
    }
  });

  it.each([
    [[5e-324, 1e-323]],
    [[0, 5e-324]],
    [[5e-324]],
    [[-1e308, 1e308]],
    [[1e308, 1.5e308]],
    [[-1.7e308, -1e308]],
    [[1.79e308]],
    [[5e-324, 1.79e308]],
  ])('have ticks and pixels for %j', (values) => {
    for (const kind of ['linear', 'log'] as const) {
      const curves = [curve(...values)];
      const scale = valueScale(curves, kind, size);
      const ticks = valueTicks(curves, kind, size);
      expect(ticks.length).toBeGreaterThan(0);
      for (const tick of [...ticks, ...values.filter((value) => kind === 'linear' || value > 0)])
        expect(Math.abs(scale(tick))).toBeLessThan(1e6);
    }
  });

  it('put greater values higher', () => {
    for (const kind of ['linear', 'log'] as const) {
      const scale = valueScale([curve(1, 100)], kind, size);
      expect(scale(100)).toBeLessThan(scale(1));
    }
  });

  it('tell 36 lines apart by colour and dashes', () => {
    const looks = Array.from({ length: 36 }, (_, i) => `${lookOf(i)} ${dashOf(i)}`);
    expect(new Set(looks).size).toBe(36);
  });

  it('find the step under the pointer, within the series', () => {
    expect(stepAt(2, size, -50)).toBe(0);
    expect(stepAt(2, size, 1e4)).toBe(2);
  });
});

it.each([[[-1e308, 1e308]], [[-1.7e308, 1.79e308]], [[1.79e308]], [[-Number.MAX_VALUE]], [[1, 1e308]]])(
  'keeps the greatest values inside the frame: %j',
  (values) => {
    const curves = [curve(...values)];
    const scale = valueScale(curves, 'linear', size);
    const ticks = valueTicks(curves, 'linear', size);
    expect(ticks.length).toBeGreaterThan(1);
    for (const value of [...values, ...ticks]) {
      expect(scale(value)).toBeGreaterThanOrEqual(12);
      expect(scale(value)).toBeLessThanOrEqual(size.height - 30);
    }
  },
);
