import type { Range } from './descent';

/** The share of the width at each end of the sorted values that may leave the picture. */
const TAIL = 0.06;
/** A picture that shows everything may be so many times as high as one without the tails. */
const MOST_STRETCH = 4;
/** What is shown beyond the part without the tails, where not everything is, as a share of its height. */
const BEYOND = 0.5;

/**
 * The values to show of a curve over a range: all of them, or, where a few are far out, as beside a pole, most. A sample
 * counts for the width around it, however densely the samples lie there. The tops of narrow peaks are shown, where there are
 * slopes to tell them from a pole. Undefined where there is none.
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

/** Of the distance to a neighbour's value, what the slope may come to on the way there. */
const LEVEL = 0.1;

/** Above both neighbours, or below both, and level: beside a pole the slope comes to more than the value. */
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
