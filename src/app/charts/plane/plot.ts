import type { Range } from '../../../protocol/descent';
import type { CurvePicture, PointValues } from '../../../protocol/plot';
import { robustLimits } from '../../../protocol/plot-limits';
import { exactNumber, showNumber, superscript } from '../../kit/format';
import { drawable } from '../ranges';

/** The curves that can be shown, in the order of the legend. */
export const CURVES = ['value', 'first', 'second', 'tangent', 'polynomial'] as const;
export type CurveName = (typeof CURVES)[number];

/** The polynomial Σ c_n (x - a)^n. */
export interface PlottedPolynomial {
  readonly a: number;
  readonly coefficients: readonly number[];
}

/** f⁽ⁿ⁾(a) / n! for n up to the order, or as far as there are derivatives. */
export function plottedTaylor(a: number, at: PointValues, order: number): PlottedPolynomial | undefined {
  if (at.status !== 'ok') return undefined;
  let factorial = 1;
  const coefficients = Array.from(at.derivatives.slice(0, order + 1), (derivative, n) => {
    factorial *= Math.max(1, n);
    return derivative / factorial;
  });
  return { a, coefficients };
}

export function polynomialAt({ a, coefficients }: PlottedPolynomial, x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * (x - a) + coefficient, 0);
}

/** Its terms as text: `0.909297`, `- 0.416147 (x - 2)`, `+ 3 (x - 2)²`. */
export function termsOf({ a, coefficients }: PlottedPolynomial, name: string): readonly string[] {
  const base = a === 0 ? name : `(${name} ${a < 0 ? '+' : '-'} ${showNumber(Math.abs(a))})`;
  return coefficients.map((coefficient, n) => {
    if (n === 0) return showNumber(coefficient);
    const power = n === 1 ? base : `${base}${superscript(n)}`;
    return `${coefficient < 0 ? '-' : '+'} ${showNumber(Math.abs(coefficient))} ${power}`;
  });
}

/** The least share of the height that f keeps when derived curves are shown. */
const LEAST_SHARE = 0.5;
const PADDING = 0.06;
/** A point farther outside than this many heights is not shown. */
const OUTLYING = 1;

/** The values to show: most of each curve that is shown, f before the others, and the point. */
export function valueLimits(picture: CurvePicture, x: Range, shown: ReadonlySet<CurveName>): Range {
  const { xs, values, firsts, seconds, point } = picture;
  const own = robustLimits(xs, values, x, firsts);
  const derived = [
    ...(shown.has('first') ? [robustLimits(xs, firsts, x, seconds)] : []),
    ...(shown.has('second') ? [robustLimits(xs, seconds, x)] : []),
  ].filter((limits) => limits !== undefined);
  const isOwn = shown.has('value') || shown.has('tangent') || shown.has('polynomial') || derived.length === 0;
  const first = isOwn ? own : derived[0];
  if (first === undefined) return [-1, 1];
  let [low, high] = first;
  const height = high - low;
  const room = height > 0 ? height * (1 / LEAST_SHARE - 1) : Infinity;
  const least = low - room;
  const greatest = high + room;
  for (const [from, to] of derived) {
    low = Math.max(least, Math.min(low, from));
    high = Math.min(greatest, Math.max(high, to));
  }
  const at = point.at.status === 'ok' ? (point.at.derivatives[0] ?? NaN) : NaN;
  if (point.x >= x[0] && point.x <= x[1] && at > low - OUTLYING * (high - low) && at < high + OUTLYING * (high - low)) {
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  return drawable(padded(low, high));
}

function padded(low: number, high: number): Range {
  const height = high - low;
  if (!(height > Math.abs(low + high) * 1e-12)) {
    const reach = Math.abs(low) > 0 ? Math.abs(low) : 1;
    return [low - reach / 2, high + reach / 2];
  }
  return [low - PADDING * height, high + PADDING * height];
}

/** Returns the sample nearest to an x. */
export function nearestSample(xs: Float64Array, x: number): number {
  let low = 0;
  let high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) <= x) low = middle;
    else high = middle;
  }
  return x - (xs[low] ?? 0) <= (xs[high] ?? 0) - x ? low : high;
}

/** Returns the value between samples, for a moving mark: cubic, by the derivatives of both neighbours. */
export function valueBetween({ xs, values, firsts, joins }: CurvePicture, x: number): number {
  const nearest = nearestSample(xs, x);
  const left = (xs[nearest] ?? 0) <= x ? nearest : nearest - 1;
  const [from, to] = [xs[left] ?? NaN, xs[left + 1] ?? NaN];
  if (!(to > from) || (joins[left] ?? 0) === 0) return values[nearest] ?? NaN;
  const t = (x - from) / (to - from);
  const [f0, f1] = [values[left] ?? NaN, values[left + 1] ?? NaN];
  const [d0, d1] = [(to - from) * (firsts[left] ?? NaN), (to - from) * (firsts[left + 1] ?? NaN)];
  if (Number.isNaN(d0 + d1)) return f0 + t * (f1 - f0);
  return (1 + 2 * t) * (1 - t) ** 2 * f0 + t * (1 - t) ** 2 * d0 + t * t * (3 - 2 * t) * f1 + t * t * (t - 1) * d1;
}

const ROWS = 21;

/** Returns samples for a table, spread over the visible range. */
export function tableRows({ xs }: CurvePicture, [low, high]: Range): readonly number[] {
  const rows = Array.from({ length: ROWS }, (_, i) => nearestSample(xs, low + ((high - low) * i) / (ROWS - 1)));
  return [...new Set(rows)];
}

/** Returns all samples as comma-separated values; a field without a value is empty. */
export function curveAsCsv({ xs, values, firsts, seconds }: CurvePicture, name: string): string {
  const field = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) ? '' : exactNumber(value);
  const rows = Array.from(xs, (x, i) => [x, values[i], firsts[i], seconds[i]].map(field).join(','));
  return `${[csvField(name), 'f', "f'", "f''"].join(',')}\n${rows.join('\n')}\n`;
}

export function csvField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The next lower of 1, 2, 5 times a power of ten. */
export function roundStep(rough: number): number {
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  const step = (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
  return step > 0 ? Number(step.toPrecision(1)) : rough;
}

/** A value on the grid of short numbers that a pixel, or the input's own step, makes; within the input's range. */
export function placedValue(
  value: number,
  step: number,
  range: { readonly low: number; readonly high: number; readonly step: number | undefined } | undefined,
): number {
  const grid = range?.step ?? step;
  const from = range?.step === undefined ? 0 : range.low;
  const placed = Number((from + Math.round((value - from) / grid) * grid).toPrecision(12));
  const kept = Number.isFinite(placed) ? placed : value;
  return range === undefined ? kept : Math.min(range.high, Math.max(range.low, kept));
}
