import type { ScaleKind } from '../series/series';
import type { ChartSize } from '../series/series-chart';
import type { Grid } from './contour-layer';
import type { PlanePath } from './plane';

/* A surface over the plane, drawn by parallel projection: nothing is nearer than anything else, so heights can be compared. */

/** From where a surface is seen, in radians: turned about the upright axis, and looked at from above. */
export interface Turn {
  readonly about: number;
  readonly above: number;
}

export const FIRST_TURN: Turn = { about: -0.6, above: 0.6 };

/** Seen from straight above and from the side, there is no surface. */
const [LOWEST, HIGHEST] = [0.08, 1.5];

export function turned({ about, above }: Turn, byAbout: number, byAbove: number): Turn {
  const round = 2 * Math.PI;
  return {
    about: ((((about + byAbout + Math.PI) % round) + round) % round) - Math.PI,
    above: Math.min(HIGHEST, Math.max(LOWEST, above + byAbove)),
  };
}

/** Returns the heights of a grid as shares of the highest, from 0 to 1; NaN where there is no value. */
export function heightsOf({ values }: Pick<Grid, 'values'>, scale: ScaleKind): Heights {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  // On a log scale the lowest place has no height of its own if it is not positive.
  const least = scale === 'log' ? Math.max(low, high * 1e-9) : low;
  const on = (value: number): number => (scale === 'log' && high > 0 ? Math.log(Math.max(value, least)) : value);
  const [from, to] = [on(least), on(high)];
  const share = (value: number): number =>
    Number.isFinite(value) ? (to > from ? (on(value) - from) / (to - from) : 0) : NaN;
  return { low, high, share, shares: values.map(share) };
}

export interface Heights {
  readonly low: number;
  readonly high: number;
  readonly share: (value: number) => number;
  readonly shares: Float64Array;
}

/** A point of the drawing; a greater depth is farther away. */
export interface Seen {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** The part of the drawing that the surface takes. */
const ROOM = 0.4;
/** How high the highest place is, with sides of length 2. */
const HEIGHT = 1.1;

/** Returns where a place is drawn: x and y from -1 to 1, and its height from 0 to 1. */
export function projection(
  { about, above }: Turn,
  { width, height }: ChartSize,
): (x: number, y: number, up: number) => Seen {
  const unit = ROOM * Math.min(width / Math.SQRT2, height);
  const [cos, sin] = [Math.cos(about), Math.sin(about)];
  const [flat, steep] = [Math.sin(above), Math.cos(above)];
  return (x, y, up) => {
    const across = x * cos - y * sin;
    const away = x * sin + y * cos;
    const upright = (up - 0.5) * HEIGHT;
    return {
      x: width / 2 + unit * across,
      y: height / 2 - unit * (away * flat + upright * steep),
      depth: away * steep - upright * flat,
    };
  };
}

/** A piece of a surface: its corners in their order around it, its mean height from 0 to 1, and how much it faces the light. */
export interface Facet {
  readonly corners: readonly (readonly [x: number, y: number])[];
  readonly height: number;
  readonly light: number;
}

/** Returns the pieces of a surface with values at all corners, the farthest first. */
export function facetsOf(
  { size }: Pick<Grid, 'size'>,
  { shares }: Heights,
  turn: Turn,
  box: ChartSize,
): readonly Facet[] {
  const project = projection(turn, box);
  const place = (at: number): number => (2 * at) / (size - 1) - 1;
  const seen = Array.from(shares, (share, i) => project(place(i % size), place(Math.floor(i / size)), share));
  const made: (Facet & { readonly depth: number })[] = [];
  for (let row = 0; row + 1 < size; row++)
    for (let column = 0; column + 1 < size; column++) {
      const first = row * size + column;
      const around = [first, first + 1, first + size + 1, first + size] as const;
      const [a = NaN, b = NaN, c = NaN, d = NaN] = around.map((at) => shares[at]);
      const height = (a + b + c + d) / 4;
      if (Number.isNaN(height)) continue;
      const corners = around.map((at): readonly [number, number] => [seen[at]?.x ?? NaN, seen[at]?.y ?? NaN]);
      const depth = around.reduce((sum, at) => sum + (seen[at]?.depth ?? 0), 0);
      // The light comes from the left, over the reader's shoulder.
      const steps = (size - 1) / 2;
      const slope =
        ((b - a + c - d) / 2) * steps * Math.cos(turn.about) - ((d - a + c - b) / 2) * steps * Math.sin(turn.about);
      made.push({ corners, height, light: slope / Math.hypot(1, slope), depth });
    }
  return made.sort((one, other) => other.depth - one.depth);
}

/** Returns where the records of a path are drawn on a surface; what is outside of it, or has no height, is undefined. */
export function pathOn(
  grid: Grid,
  { shares }: Heights,
  { xs, ys }: PlanePath,
  records: readonly number[],
  turn: Turn,
  box: ChartSize,
): readonly (Seen | undefined)[] {
  const project = projection(turn, box);
  const { x, y, size } = grid;
  return records.map((record) => {
    const across = ((xs[record] ?? NaN) - x[0]) / (x[1] - x[0]);
    const up = ((ys[record] ?? NaN) - y[0]) / (y[1] - y[0]);
    if (!(across >= 0 && across <= 1 && up >= 0 && up <= 1)) return undefined;
    const height = between(shares, size, across * (size - 1), up * (size - 1));
    return Number.isNaN(height) ? undefined : project(2 * across - 1, 2 * up - 1, height);
  });
}

/** Returns the value of a grid between its points. */
function between(values: Float64Array, size: number, column: number, row: number): number {
  const [left, low] = [Math.min(size - 2, Math.floor(column)), Math.min(size - 2, Math.floor(row))];
  const [u, v] = [column - left, row - low];
  const at = (right: number, up: number): number => values[(low + up) * size + left + right] ?? NaN;
  return (1 - v) * ((1 - u) * at(0, 0) + u * at(1, 0)) + v * ((1 - u) * at(0, 1) + u * at(1, 1));
}
