import type { EngineGrowth, Fit, Growth } from '../../../protocol/growth';
import type { Meter } from '../../../semantics/outcome';

export interface GrowthPoint {
  readonly size: number;
  readonly value: number;
}

/** One meter of one engine: its points, and the line through their logarithms. */
export interface GrowthLine {
  readonly engine: EngineGrowth['engine'];
  /** At least one, by ascending size; values that are not positive have no logarithm. */
  readonly points: readonly GrowthPoint[];
  readonly fit: Fit | undefined;
}

/** Returns a line for each engine that measures this meter. */
export function linesOf({ sizes, engines }: Growth, meter: keyof Meter): readonly GrowthLine[] {
  return engines.flatMap(({ engine, measurements, fits }) => {
    const points = sizes.flatMap((size, at) => {
      const measurement = measurements[at];
      const value = measurement?.status === 'ok' ? (measurement.meter[meter] ?? 0) : 0;
      return value > 0 ? [{ size, value }] : [];
    });
    return points.length === 0 ? [] : [{ engine, points, fit: fits[meter] }];
  });
}

/** Returns the value of the least-squares line at a size. */
export function fittedValue({ slope, intercept }: Fit, size: number): number {
  return Math.exp(intercept + slope * Math.log(size));
}

/** Returns the positions moved apart as little as possible, so that labels do not overlap. */
export function spread(places: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const order = places.map((_, at) => at).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let next = low;
  for (const at of order) {
    moved[at] = Math.max(moved[at] ?? 0, next);
    next = (moved[at] ?? 0) + gap;
  }
  let last = high;
  for (const at of order.reverse()) {
    moved[at] = Math.min(moved[at] ?? 0, last);
    last = (moved[at] ?? 0) - gap;
  }
  return moved;
}

/** Returns a slope as text: `1.00`, and no minus sign before a zero. */
export function showSlope(slope: number): string {
  const text = slope.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/** Returns all meters as comma-separated values: one line per engine and size, then the slopes. */
export function growthAsCsv({ input, sizes, engines }: Growth, meters: readonly (keyof Meter)[]): string {
  const rows = engines.flatMap(({ engine, measurements }) =>
    sizes.map((size, at) => {
      const measurement = measurements[at];
      return [
        engine,
        size,
        ...meters.map((meter) => (measurement?.status === 'ok' ? (measurement.meter[meter] ?? '') : '')),
      ];
    }),
  );
  const slopes = engines.map(({ engine, fits }) => [
    engine,
    'slope',
    ...meters.map((meter) => fits[meter]?.slope ?? ''),
  ]);
  return [['engine', input, ...meters], ...rows, ...slopes].map((row) => `${row.join(',')}\n`).join('');
}
