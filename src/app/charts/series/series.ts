import type { Series } from '../../../protocol/messages';
import { drawable } from '../ranges';

/** One line of a chart: a real leaf of what a `watch` recorded. */
export interface Curve {
  /** `loss`, or `w.1` for a component. */
  readonly label: string;
  readonly values: Float64Array;
  /** Its index in the series, which sets its colour and dashes. */
  readonly index: number;
}

/** Returns the curves of a series: one per leaf. */
export function curvesOf(series: Series): readonly Curve[] {
  return series.columns.map((values, i) => ({ label: series.labels[i] ?? series.name, values, index: i }));
}

export type ScaleKind = 'linear' | 'log';

export interface ValueExtent {
  readonly low: number;
  readonly high: number;
}

/** The first and the last step that are shown: whole numbers. */
export type StepRange = readonly [from: number, to: number];

/** The height of a range with larger numbers might overflow. */
export const LARGE = 4e307;
/** The powers of ten where a logarithmic scale ends. */
const LEAST = 1e-307;
const MOST = 1e308;

/** Returns the range of all finite values, or those at some steps; on a log scale of the positive ones. It is never empty. */
export function extentOf(curves: readonly Curve[], scale: ScaleKind, shown: StepRange = [0, Infinity]): ValueExtent {
  let low = Infinity;
  let high = -Infinity;
  for (const { values } of curves)
    for (let step = shown[0]; step < Math.min(values.length, shown[1] + 1); step++) {
      const value = values[step] ?? NaN;
      if (!Number.isFinite(value) || (scale === 'log' && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  if (low > high) return scale === 'log' ? { low: 0.1, high: 10 } : { low: -1, high: 1 };
  if (scale === 'log') {
    const [from, to] = low < high ? [low, high] : [low / 10, high * 10];
    return { low: Math.min(Math.max(from, LEAST), MOST / 10), high: Math.max(Math.min(to, MOST), 10 * LEAST) };
  }
  const room = low < high ? 0 : Math.max(1e-12, Math.abs(low) * 0.1, low === 0 ? 1 : 0);
  if (Math.max(-low, high) > LARGE)
    return { low: Math.max(low - room, -Number.MAX_VALUE), high: Math.min(high + room, Number.MAX_VALUE) };
  const [from, to] = drawable([low - room, high + room]);
  return { low: from, high: to };
}

/** Returns the number of records of the longest curve. */
export function recordsOf(curves: readonly Curve[]): number {
  return curves.reduce((most, { values }) => Math.max(most, values.length), 0);
}

/** Returns how many records a log scale leaves out. */
export function notPositive({ values }: Curve): number {
  return values.reduce((count, value) => count + (value <= 0 ? 1 : 0), 0);
}

/** Whether a log scale can show anything of the curves. */
export function hasPositive(curves: readonly Curve[]): boolean {
  return curves.some(({ values }) => values.some((value) => value > 0 && Number.isFinite(value)));
}

/**
 * Returns the steps of a range that a line of `columns` pixels needs: all of a short range; of a long one the first, least,
 * greatest and last of each pixel column, which draws the same line.
 */
export function decimated(
  values: Float64Array,
  columns: number,
  [start, end]: StepRange = [0, values.length - 1],
): Int32Array {
  const count = Math.max(0, Math.min(values.length - 1, end) - start + 1);
  if (count <= 4 * columns) return Int32Array.from({ length: count }, (_, i) => start + i);
  const kept: number[] = [];
  for (let column = 0; column < columns; column++) {
    const from = start + Math.floor((column * count) / columns);
    const to = start + Math.floor(((column + 1) * count) / columns);
    let least = from;
    let greatest = from;
    for (let i = from; i < to; i++) {
      const value = values[i] ?? NaN;
      if (value < (values[least] ?? NaN) || Number.isNaN(values[least] ?? NaN)) least = i;
      if (value > (values[greatest] ?? NaN) || Number.isNaN(values[greatest] ?? NaN)) greatest = i;
    }
    const picks = [from, Math.min(least, greatest), Math.max(least, greatest), to - 1];
    for (const pick of picks) if (pick !== kept[kept.length - 1]) kept.push(pick);
  }
  return Int32Array.from(kept);
}

/** Returns all records as comma-separated values: one line per step, one column per curve. */
export function seriesAsCsv(curves: readonly Curve[]): string {
  const longest = recordsOf(curves);
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const lines = [['step', ...curves.map(({ label }) => quoted(label))].join(',')];
  for (let step = 0; step < longest; step++)
    lines.push([String(step), ...curves.map(({ values }) => csvNumber(values[step]))].join(','));
  return `${lines.join('\n')}\n`;
}

function csvNumber(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** Returns the number of records of a series, of numbers or of pictures. */
export function countOf({ columns, pictures }: Series): number {
  return pictures ?? columns[0]?.length ?? 0;
}
