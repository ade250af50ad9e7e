import type { Fit } from '../protocol/growth';

/**
 * Returns the slope of log(value) against log(size), by least squares over the sizes whose value is positive; at least
 * two are needed.
 */
export function fitOf(sizes: readonly number[], values: readonly (number | undefined)[]): Fit | undefined {
  const points = sizes.flatMap((size, at) => {
    const value = values[at] ?? 0;
    return value > 0 ? [{ x: Math.log(size), y: Math.log(value) }] : [];
  });
  if (points.length < 2) return undefined;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = covariance / variance;
  return { slope, intercept: meanY - slope * meanX };
}
