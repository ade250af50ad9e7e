import type { Range } from '../../../protocol/descent';
import type { Picture } from '../../../protocol/picture';
import type { PlaneView } from '../plane/plane';
import type { ChartFrame } from '../axis';
import { planeFrame } from '../plane/frame';
import type { ChartSize } from '../series/series-chart';

/** From values to pixels. */
export interface PictureScales {
  /** Where the plane lies in the drawing. */
  readonly frame: ChartFrame;
  readonly x: Scale;
  readonly y: Scale;
}

export interface Scale {
  (value: number): number;
  /** For loops over many points: a value, or its logarithm on a logarithmic axis, stands at `start + (value / 2 - half) * factor`. */
  readonly start: number;
  readonly half: number;
  readonly factor: number;
  readonly isLog: boolean;
}

type Axes = Pick<Picture, 'xLog' | 'yLog'>;

/** A view has the logarithms of the values on a logarithmic axis, so that it moves and zooms evenly. */
export function viewOf({ x, y }: { readonly x: Range; readonly y: Range }, { xLog, yLog }: Axes): PlaneView {
  const units = ([low, high]: Range, isLog: boolean): Range =>
    isLog ? [Math.log10(low), Math.log10(high)] : [low, high];
  return { x: units(x, xLog), y: units(y, yLog) };
}

/** Returns the values at the ends of a view. */
export function rangesOf({ x, y }: PlaneView, { xLog, yLog }: Axes): { readonly x: Range; readonly y: Range } {
  const values = ([low, high]: Range, isLog: boolean): Range => {
    if (!isLog) return [low, high];
    return [Math.max(10 ** low, Number.MIN_VALUE), Math.min(10 ** high, Number.MAX_VALUE)];
  };
  return { x: values(x, xLog), y: values(y, yLog) };
}

/** As a share of what is drawn: a range grows by so much more than it must. */
const AHEAD = 0.02;
/** A range is given up that is this many times as long as it must be. */
const TOO_LONG = 3;

/** Returns ranges that show all of a picture, upright no less than before: what follows a slider changes in each frame. */
export function steadyHome(before: Picture['home'], home: Picture['home']): Picture['home'] {
  const [[bottom, top], [low, high]] = [before.y, home.y];
  const ahead = (high / 2 - low / 2) * 2 * AHEAD;
  // A logarithmic axis has positive numbers only.
  const below = low > 0 && low <= ahead ? low : low - ahead;
  const y = [low < bottom ? below : bottom, high > top ? high + ahead : top] as const;
  if (y[1] - y[0] > TOO_LONG * (high - low)) return home;
  const isSame = [y[0] === bottom, y[1] === top, home.x[0] === before.x[0], home.x[1] === before.x[1]].every(Boolean);
  return isSame ? before : { x: home.x, y };
}

/** Returns a view in which a unit is as long on both axes, around the given one. */
export function squaredView({ x, y }: PlaneView, size: ChartSize): PlaneView {
  const { width, height } = planeFrame(size);
  const unit = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
  const around = ([low, high]: Range, pixels: number): Range => {
    const middle = low / 2 + high / 2;
    return [middle - (unit * pixels) / 2, middle + (unit * pixels) / 2];
  };
  return { x: around(x, width), y: around(y, height) };
}

export function pictureScales(view: PlaneView, axes: Axes, size: ChartSize): PictureScales {
  const frame = planeFrame(size);
  return {
    frame,
    x: scale(view.x, axes.xLog, frame.x, frame.width),
    y: scale(view.y, axes.yLog, frame.y + frame.height, -frame.height),
  };
}

/** Arithmetic alone: a picture of many points asks for each of them in every frame. */
function scale([low, high]: Range, isLog: boolean, start: number, length: number): Scale {
  // Halves, because the difference of two numbers may be too large.
  const [half, factor] = [low / 2, length / (high / 2 - low / 2)];
  const place = isLog
    ? (value: number) => (value > 0 ? start + (Math.log10(value) / 2 - half) * factor : NaN)
    : (value: number) => start + (value / 2 - half) * factor;
  return Object.assign(place, { start, half, factor, isLog });
}

/** Returns the value at a share of a range. */
export function valueAt([low, high]: Range, isLog: boolean, share: number): number {
  return isLog ? low ** (1 - share) * high ** share : low * (1 - share) + high * share;
}
