import type { Range } from '../../../protocol/descent';
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

/** Around the path on each side, as a share of its extent. */
const MARGIN = 0.18;
/** Up to this ratio the two axes have one unit, so that a gradient stands at right angles to its contour. */
const MOST_STRETCH = 4;

/** A view of the whole path, with ends at round numbers: a path that moves a little has the same view. */
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
  return [low - room, high + room];
}

function centred([low, high]: Range, width: number): Range {
  const middle = (low + high) / 2;
  return [middle - width / 2, middle + width / 2];
}

/** Outwards, to a twentieth or so of the width. */
function rounded([low, high]: Range): Range {
  const quantum = 10 ** Math.floor(Math.log10((high - low) / 4));
  const step = quantum * ((high - low) / quantum > 20 ? 2 : 1);
  return [tidy(Math.floor(low / step) * step), tidy(Math.ceil(high / step) * step)];
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Nearer by a factor above 1, about a point of the view (shares of its width and height, from the least values). */
export function zoomedView({ x, y }: PlaneView, factor: number, atX = 0.5, atY = 0.5): PlaneView {
  const nearer = ([low, high]: Range, share: number): Range => {
    const width = (high - low) / factor;
    const middle = low + (high - low) * share;
    const scale = Math.max(Math.abs(low), Math.abs(high));
    // Numbers have no more digits than that, nor powers.
    if (width < scale * 1e-12 || width > 1e150) return [low, high];
    return [middle - width * share, middle + width * (1 - share)];
  };
  return { x: nearer(x, atX), y: nearer(y, atY) };
}

/** Moved by shares of its width and height. */
export function movedView({ x, y }: PlaneView, byX: number, byY: number): PlaneView {
  const moved = ([low, high]: Range, share: number): Range => [low + (high - low) * share, high + (high - low) * share];
  return { x: moved(x, byX), y: moved(y, byY) };
}

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/**
 * What is seen when the plane is dragged by one finger, or by two, which also pinch it: what was under them is there again.
 * Both lists have a place a finger, in one order.
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
 * Values for contour lines: between two of them lies about the same share of the plane, which shows a narrow valley and
 * its steep walls alike. Rounded to two digits where that keeps them apart.
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

/** Where the records lie in pixels. */
export interface PixelPath {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The record nearest to a place, if one is within reach; of several at one place the last. */
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

/** Pixels between two points that are told apart. */
const FINENESS = 1.5;
const MOST_POINTS = 3000;

/**
 * The records that a line needs: each that is some way from the one before it, the first, the last and the extremes.
 * Records that are no points (not finite) stay, as breaks.
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

/** Heads of arrows, some way apart: in the middle of legs that have room for one, else along what short legs make. */
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
    // Where a path goes to and fro on the spot there is no direction to show.
    if (!(Math.hypot(alongX, alongY) >= SHORT_LEGS)) continue;
    since = 0;
    arrows.push({ x: x[to] ?? NaN, y: y[to] ?? NaN, angle: degrees(alongX, alongY) });
  }
  return arrows;
}

function degrees(dx: number, dy: number): number {
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}

/** How many give the direction; on a line they are some pixels each. */
const SHORT_LEGS = 4;
const LEG = 14;
const APART = 48;
const MOST_ARROWS = 40;
