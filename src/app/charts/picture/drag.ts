import type { Picture } from '../../../protocol/picture';
import type { PlaneView, Pixel } from '../plane/plane';
import { planeFrame } from '../plane/frame';
import type { ChartSize } from '../series/series-chart';
import type { Range } from '../../../protocol/descent';

/** A place in the plane, in values. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

type Axes = Pick<Picture, 'xLog' | 'yLog'>;

/** Returns the values at a pixel of the frame, or at the nearest one, with as many digits as a pixel tells. */
export function pointAt(at: Pixel, view: PlaneView, axes: Axes, size: ChartSize): PlanePoint {
  const frame = planeFrame(size);
  return {
    x: valueAt(view.x, axes.xLog, frame.width, at.x - frame.x),
    y: valueAt(view.y, axes.yLog, frame.height, frame.y + frame.height - at.y),
  };
}

/** How far an arrow key moves a point, in pixels. */
const KEY_STEP = 5;
const LARGE_STEP = 50;

/** Returns a point moved by an arrow key, within the view; undefined for other keys. */
export function nudged(
  key: string,
  isLarge: boolean,
  { x, y }: PlanePoint,
  view: PlaneView,
  axes: Axes,
  size: ChartSize,
): PlanePoint | undefined {
  const { width, height } = planeFrame(size);
  const by = isLarge ? LARGE_STEP : KEY_STEP;
  switch (key) {
    case 'ArrowRight':
      return { x: nudgedValue(x, view.x, axes.xLog, width, by), y };
    case 'ArrowLeft':
      return { x: nudgedValue(x, view.x, axes.xLog, width, -by), y };
    case 'ArrowUp':
      return { x, y: nudgedValue(y, view.y, axes.yLog, height, by) };
    case 'ArrowDown':
      return { x, y: nudgedValue(y, view.y, axes.yLog, height, -by) };
    default:
      return undefined;
  }
}

function nudgedValue(value: number, range: Range, isLog: boolean, length: number, by: number): number {
  const [low, high] = range;
  const share = ((isLog ? Math.log10(value) : value) - low) / (high - low);
  const pixel = Number.isFinite(share) ? share * length : 0;
  return valueAt(range, isLog, length, pixel + by);
}

/** Returns the value so many pixels from the low end of an axis of a view; such a view has logarithms on a logarithmic axis. */
function valueAt([low, high]: Range, isLog: boolean, length: number, pixel: number): number {
  const at = (pixels: number): number => {
    const share = Math.min(1, Math.max(0, pixels / length));
    const place = low * (1 - share) + high * share;
    return isLog ? 10 ** place : place;
  };
  const inside = Math.min(length, Math.max(0, pixel));
  // At an end, the pixel towards the middle.
  return rounded(at(inside), Math.abs(at(inside + 1) - at(inside - 1)) / (inside > 0 && inside < length ? 2 : 1));
}

/** Returns a value rounded to a power of ten below a unit. */
function rounded(value: number, unit: number): number {
  const power = Math.floor(Math.log10(unit));
  if (!Number.isFinite(power) || !Number.isFinite(value)) return value;
  const digits = Math.floor(Math.log10(Math.abs(value))) - power + 1;
  if (digits < 1) return Math.abs(value) < 10 ** power / 2 ? 0 : Math.sign(value) * 10 ** power;
  // Zero has no sign in a table.
  return Number(value.toPrecision(Math.min(17, digits))) + 0;
}
