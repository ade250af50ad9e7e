import type { Range } from './descent';

/** The share of the width at each end of the sorted values that may leave the picture. */
const TAIL = 0.06;
/** If showing all values makes the picture more than this many times as high as without the tails, they are cut. */
const MOST_STRETCH = 4;
/** When the tails are cut, the margin that is shown beyond the rest, as a share of its height. */
const BEYOND = 0.5;

/**
 * Returns the range of values to show of a curve: all of them, or most if a few are far out, as beside a pole. A sample
 * counts by the width around it, however dense the samples are. The tops of narrow peaks are shown if there are slopes to
 * tell them from a pole. Undefined if there are no values.
 */
export function robustLimits(
  xs: ArrayLike<number>,
  values: ArrayLike<number>,
  [low, high]: Range,
  slopes?: ArrayLike<number>,
): Range | undefined {
  const weighted: { readonly value: number; readonly weight: number }[] = [];
  const peaks: number[] = [];
  let total = 0;
  for (let i = 0; i < xs.length; i++) {
    const [x, value] = [xs[i] ?? NaN, values[i] ?? NaN];
    if (!Number.isFinite(value) || x < low || x > high) continue;
    const left = Math.max(low, xs[i - 1] ?? low);
    const right = Math.min(high, xs[i + 1] ?? high);
    const weight = (right - left) / (high - low);
    weighted.push({ value, weight });
    total += weight;
    if (slopes !== undefined && isPeak(xs, values, slopes, i)) peaks.push(value);
  }
  weighted.sort((a, b) => a.value - b.value);
  const [least, greatest] = [weighted[0]?.value, weighted.at(-1)?.value];
  if (least === undefined || greatest === undefined) return undefined;
  const from = quantile(weighted, TAIL * total);
  const to = quantile(weighted, (1 - TAIL) * total);
  const height = to - from;
  if (!(height > 0) || greatest - least <= MOST_STRETCH * height) {
    return height > 0 || Number.isFinite(greatest - least) ? [least, greatest] : [from, from];
  }
  return [
    peaks.reduce((a, b) => Math.min(a, b), Math.max(least, from - BEYOND * height)),
    peaks.reduce((a, b) => Math.max(a, b), Math.min(greatest, to + BEYOND * height)),
  ];
}

/** At a peak, the slope times the distance to a neighbour is at most this share of the difference of their values. */
const LEVEL = 0.1;

/** Returns whether a sample is above or below both neighbours, and level. Beside a pole the slope is too steep. */
function isPeak(xs: ArrayLike<number>, values: ArrayLike<number>, slopes: ArrayLike<number>, i: number): boolean {
  const [before, at, after] = [values[i - 1] ?? NaN, values[i] ?? NaN, values[i + 1] ?? NaN];
  const [x, slope] = [xs[i] ?? NaN, slopes[i] ?? NaN];
  const isLevel = (other: number, value: number): boolean =>
    Math.abs(slope * (other - x)) <= LEVEL * Math.abs(value - at);
  return (at - before) * (at - after) > 0 && isLevel(xs[i - 1] ?? NaN, before) && isLevel(xs[i + 1] ?? NaN, after);
}

function quantile(sorted: readonly { readonly value: number; readonly weight: number }[], weight: number): number {
  let sum = 0;
  for (const entry of sorted) {
    sum += entry.weight;
    if (sum >= weight) return entry.value;
  }
  return sorted.at(-1)?.value ?? NaN;
}
