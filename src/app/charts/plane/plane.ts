import type { Range } from '../../../protocol/descent';
import { drawable, SHORTEST } from '../ranges';
import type { ChartSize } from '../series/series-chart';

/** A descent in the plane: one point a record. */
export interface PlanePath {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/** The part of the plane that is shown. */
export interface PlaneView {
  readonly x: Range;
  readonly y: Range;
}

/** The margin around the path, as a share of its extent. */
const MARGIN = 0.18;
/** Up to this ratio both axes share one unit, so that gradients are perpendicular to contours. */
const MOST_STRETCH = 4;

/** Returns a view of the whole path that ends at round numbers, so that a path that moves a little keeps its view. */
export function fittedView({ xs, ys }: PlanePath, size: ChartSize): PlaneView {
  const x = widened(extent(xs));
  const y = widened(extent(ys));
  const unitX = (x[1] - x[0]) / size.width;
  const unitY = (y[1] - y[0]) / size.height;
  const unit = Math.max(unitX, unitY);
  if (unit > MOST_STRETCH * Math.min(unitX, unitY)) return { x: rounded(x), y: rounded(y) };
  return { x: rounded(centred(x, unit * size.width)), y: rounded(centred(y, unit * size.height)) };
}

function extent(values: Float64Array): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [-1, 1];
}

function widened([low, high]: Range): Range {
  const width = high - low;
  const room = width > Math.abs(low + high) * 1e-9 ? width * MARGIN : Math.max(1, Math.abs(low));
  return drawable([low - room, high + room]);
}

function centred([low, high]: Range, width: number): Range {
  const middle = low / 2 + high / 2;
  return [middle - width / 2, middle + width / 2];
}

/** Rounds outwards, to about a twentieth of the width. */
function rounded(range: Range): Range {
  const [low, high] = drawable(range);
  const quantum = 10 ** Math.floor(Math.log10((high - low) / 4));
  const step = quantum * ((high - low) / quantum > 20 ? 2 : 1);
  return drawable([tidy(Math.floor(low / step) * step), tidy(Math.ceil(high / step) * step)]);
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Returns the view zoomed in by a factor about a point, given in shares of width and height from the lower left. */
export function zoomedView({ x, y }: PlaneView, factor: number, atX = 0.5, atY = 0.5): PlaneView {
  const nearer = ([low, high]: Range, share: number): Range => {
    const width = (high - low) / factor;
    const middle = low + (high - low) * share;
    const scale = Math.max(Math.abs(low), Math.abs(high));
    // Doubles have no more digits and no larger exponents.
    if (width < scale * 1e-12 || width < SHORTEST || width > 1e150) return [low, high];
    return [middle - width * share, middle + width * (1 - share)];
  };
  return { x: nearer(x, atX), y: nearer(y, atY) };
}

/** Returns the view moved by shares of its width and height. */
export function movedView({ x, y }: PlaneView, byX: number, byY: number): PlaneView {
  const moved = ([low, high]: Range, share: number): Range => [low + (high - low) * share, high + (high - low) * share];
  return { x: moved(x, byX), y: moved(y, byY) };
}

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the view after a drag by one finger, or a pinch by two: the points under the fingers stay under them.
 * Both lists have one position per finger, in the same order.
 */
export function draggedView(
  view: PlaneView,
  start: readonly Pixel[],
  now: readonly Pixel[],
  frame: ChartSize & Pixel,
): PlaneView {
  const [from, to] = [middleOf(start), middleOf(now)];
  const [spread, wider] = [spreadOf(start), spreadOf(now)];
  const [atX, atY] = [(from.x - frame.x) / frame.width, 1 - (from.y - frame.y) / frame.height];
  const zoomed = spread > 0 && wider > 0 ? zoomedView(view, wider / spread, atX, atY) : view;
  return movedView(zoomed, (from.x - to.x) / frame.width, (to.y - from.y) / frame.height);
}

function middleOf(pixels: readonly Pixel[]): Pixel {
  const count = Math.max(1, pixels.length);
  return {
    x: pixels.reduce((sum, { x }) => sum + x, 0) / count,
    y: pixels.reduce((sum, { y }) => sum + y, 0) / count,
  };
}

function spreadOf([first, second]: readonly Pixel[]): number {
  return first === undefined || second === undefined ? 0 : Math.hypot(first.x - second.x, first.y - second.y);
}

/**
 * Returns contour levels that enclose equal areas, which shows a narrow valley and
 * its steep walls alike. They are rounded to two digits where that keeps them distinct.
 */
export function levelsOf(values: Float64Array, count: number): readonly number[] {
  const sorted = values.filter(Number.isFinite).sort();
  const [least = NaN] = sorted;
  const greatest = sorted[sorted.length - 1] ?? NaN;
  if (!(least < greatest)) return [];
  const quantiles = Array.from(
    { length: count },
    (_, i) => sorted[Math.floor(((i + 0.5) / count) * sorted.length)] ?? NaN,
  );
  for (const digits of [2, 3, 5, 8, 12]) {
    const levels = distinct(quantiles.map((value) => Number(value.toPrecision(digits))));
    if (levels.length > 0.75 * count) return levels;
  }
  // Large plateaus have few values.
  return distinct(quantiles).filter((level) => level > least);
}

function distinct(levels: readonly number[]): readonly number[] {
  return [...new Set(levels)].sort((a, b) => a - b);
}

/** The positions of the records in pixels. */
export interface PixelPath {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Returns the record nearest to a point within reach; of several at one point the last. */
export function nearestStep({ x, y }: PixelPath, atX: number, atY: number, reach: number): number | undefined {
  let nearest: number | undefined;
  let best = reach * reach;
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] ?? NaN) - atX;
    const dy = (y[i] ?? NaN) - atY;
    const distance = dx * dx + dy * dy;
    if (distance <= best) {
      best = distance;
      nearest = i;
    }
  }
  return nearest;
}

/** The distance in pixels between two distinguishable points. */
const FINENESS = 1.5;
const MOST_POINTS = 3000;

/**
 * Returns the records that a line needs: those at some distance from the one before, the first, the last and the extremes.
 * Records that are not finite are kept as breaks.
 */
export function thinned({ x, y }: PixelPath): readonly number[] {
  const count = x.length;
  const kept: number[] = [];
  let before = -1;
  for (let i = 0; i < count; i++) {
    const far = !(Math.hypot((x[i] ?? NaN) - (x[before] ?? NaN), (y[i] ?? NaN) - (y[before] ?? NaN)) < FINENESS);
    if (!far && i < count - 1) continue;
    kept.push(i);
    before = i;
  }
  if (kept.length <= MOST_POINTS) return kept;
  const extremes = new Set([0, count - 1, ...ends(x), ...ends(y)]);
  const stride = Math.ceil(kept.length / MOST_POINTS);
  const spread = kept.filter((step, i) => i % stride === 0 || extremes.has(step));
  return [...new Set([...spread, ...extremes])].sort((a, b) => a - b);
}

function ends(values: Float64Array): readonly number[] {
  let least = 0;
  let greatest = 0;
  values.forEach((value, i) => {
    if (value < (values[least] ?? NaN)) least = i;
    if (value > (values[greatest] ?? NaN)) greatest = i;
  });
  return [least, greatest];
}

export interface Arrow {
  readonly x: number;
  readonly y: number;
  /** In degrees, clockwise from the right. */
  readonly angle: number;
}

/** Returns arrow heads at some distance from each other: in the middle of long legs, else along several short ones. */
export function arrowsOf({ x, y }: PixelPath, steps: readonly number[]): readonly Arrow[] {
  const arrows: Arrow[] = [];
  let since = Infinity;
  for (let i = 1; i < steps.length && arrows.length < MOST_ARROWS; i++) {
    const [from, to] = [steps[i - 1] ?? 0, steps[i] ?? 0];
    const dx = (x[to] ?? NaN) - (x[from] ?? NaN);
    const dy = (y[to] ?? NaN) - (y[from] ?? NaN);
    const length = Math.hypot(dx, dy);
    if (!Number.isFinite(length)) continue;
    since += length;
    if (since < APART) continue;
    if (length >= LEG) {
      since = length / 2;
      arrows.push({ x: (x[from] ?? NaN) + dx / 2, y: (y[from] ?? NaN) + dy / 2, angle: degrees(dx, dy) });
      continue;
    }
    const back = steps[i - SHORT_LEGS];
    const alongX = (x[to] ?? NaN) - (x[back ?? -1] ?? NaN);
    const alongY = (y[to] ?? NaN) - (y[back ?? -1] ?? NaN);
    // A path that oscillates in place has no direction.
    if (!(Math.hypot(alongX, alongY) >= SHORT_LEGS)) continue;
    since = 0;
    arrows.push({ x: x[to] ?? NaN, y: y[to] ?? NaN, angle: degrees(alongX, alongY) });
  }
  return arrows;
}

function degrees(dx: number, dy: number): number {
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}

/** The number of short legs that give a direction. */
const SHORT_LEGS = 4;
const LEG = 14;
const APART = 48;
const MOST_ARROWS = 40;
