import type { Range } from '../../protocol/descent';
import type { GivenMark, GivenPicture } from './marks';

/** The ends of an axis where nothing else says them. */
const DEFAULT: Range = [-5, 5];
const DEFAULT_LOG: Range = [0.1, 10];
/** The room around what is drawn, as a share of it. */
const ROOM = 0.05;
/** Fewer places than this only mark a curve: the range is that of the curve, with them in it. */
const FEWEST_DATA = 5;

/** No scale has ticks in a shorter range. */
export const SHORTEST = 1e-300;

/** An axis ends here if its length would be no double. */
export const LARGEST = 8.8e307;

export interface Axis {
  readonly isLog: boolean;
  readonly range: Range;
}

/** Returns so many places from one end of an axis to the other, at equal distances in the drawing. */
export function placesOn({ isLog, range: [low, high] }: Axis, count: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: count }, (_, i) => {
    const share = count === 1 ? 0.5 : i / (count - 1);
    if (share === 1) return high;
    if (!isLog) return low * (1 - share) + high * share;
    return high / low < Infinity ? low * (high / low) ** share : low ** (1 - share) * high ** share;
  });
}

/** Returns the axis across that shows all of a picture. */
export function homeAcross({ marks, handles, ranges, settings }: GivenPicture): Axis {
  const isLog = settings.has('xLog');
  const extent = new Extent(isLog);
  for (const mark of marks) add(mark, extent, true);
  for (const { x } of handles) extent.add(x);
  return { isLog, range: drawable(settled(ranges.get('x'), isLog) ?? extent.range(false), isLog) };
}

/** Returns the upright axis that shows all of a picture; `curves` are the values of its curves in view. */
export function homeUp({ marks, handles, ranges, settings }: GivenPicture, curves: readonly Float64Array[]): Axis {
  const isLog = settings.has('yLog');
  const extent = new Extent(isLog);
  for (const mark of marks) add(mark, extent, false);
  for (const { y } of handles) extent.add(y);
  extent.addCurves(curves);
  const isBased = marks.some(({ kind }) => kind === 'bars' || kind === 'histogram');
  return { isLog, range: drawable(settled(ranges.get('y'), isLog) ?? extent.range(isBased), isLog) };
}

/** Returns a range that a logarithmic axis can have; undefined if the given one has no positive part. */
function settled(range: Range | undefined, isLog: boolean): Range | undefined {
  if (range === undefined || !isLog || range[0] > 0) return range;
  return range[1] > 0 ? [range[1] / 1000, range[1]] : undefined;
}

/** Returns the range that a scale can have: its ends and its length are doubles, and it is not too short. */
function drawable([bottom, top]: Range, isLog: boolean): Range {
  const [low, high] = [Math.max(bottom, -Number.MAX_VALUE), Math.min(top, Number.MAX_VALUE)];
  if (isLog) return [low, high];
  if (high - low === Infinity) return [Math.max(low, -LARGEST), Math.min(high, LARGEST)];
  return high - low < SHORTEST ? [low - SHORTEST, high + SHORTEST] : [low, high];
}

class Extent {
  private readonly isLog: boolean;
  private low = Infinity;
  private high = -Infinity;
  private count = 0;

  constructor(isLog: boolean) {
    this.isLog = isLog;
  }

  add(value: number): void {
    if (!Number.isFinite(value) || (this.isLog && value <= 0)) return;
    this.low = Math.min(this.low, value);
    this.high = Math.max(this.high, value);
    this.count++;
  }

  addAll(values: Float64Array): void {
    for (const value of values) this.add(value);
  }

  /** Makes room for curves: all of them, but a pole or a steep end does not press everything else flat. */
  addCurves(curves: readonly Float64Array[]): void {
    const values = curves
      .flatMap((each) => [...each])
      .filter((value) => Number.isFinite(value) && (!this.isLog || value > 0))
      .sort((a, b) => a - b);
    const at = (share: number): number | undefined => values[Math.round(share * (values.length - 1))];
    const [least, low, high, most] = [at(0), at(0.05), at(0.95), at(1)];
    if (least === undefined || low === undefined || high === undefined || most === undefined) return;
    const isEmpty = this.low > this.high;
    const hasData = this.count >= FEWEST_DATA && this.low < this.high;
    const [bottom, top] = isEmpty ? [low, high] : [Math.min(this.low, low), Math.max(this.high, high)];
    const room = isEmpty ? 2 * (top - bottom) : Math.max(this.high - this.low, (top - bottom) / 4);
    const isTame = most - least <= 5 * (high - low) && !hasData;
    this.add(isTame ? least : Math.max(least, (isEmpty ? bottom : this.low) - room));
    this.add(isTame ? most : Math.min(most, (isEmpty ? top : this.high) + room));
  }

  /** Returns the range with some room at both ends; not below 0 if what is drawn stands there. */
  range(isBased: boolean): Range {
    const { low, high, isLog } = this;
    if (low > high) return isLog ? DEFAULT_LOG : DEFAULT;
    if (isLog) {
      const factor = low === high ? 2 : (high / low) ** ROOM;
      return [low / factor || low, high * factor];
    }
    if (low === high) return around(low);
    const room = (high / 2 - low / 2) * 2 * ROOM;
    return [isBased && low === 0 ? 0 : low - room, isBased && high === 0 ? 0 : high + room];
  }
}

/** Returns a range around one number. */
function around(value: number): Range {
  const room = Math.max(1, Math.abs(value) * 0.1);
  return [value - room, value + room];
}

function add(mark: GivenMark, extent: Extent, isAcross: boolean): void {
  switch (mark.kind) {
    case 'points':
    case 'line':
    case 'texts':
      extent.addAll(isAcross ? mark.xs : mark.ys);
      break;
    case 'arrows': {
      const [starts, ways] = isAcross ? [mark.xs, mark.dxs] : [mark.ys, mark.dys];
      extent.addAll(starts);
      extent.addAll(starts.map((start, i) => start + (ways[i] ?? 0)));
      break;
    }
    case 'histogram':
      if (!isAcross) extent.add(0);
      extent.addAll(isAcross ? mark.edges : mark.counts);
      break;
    case 'bars':
      if (!isAcross) extent.add(0);
      if (isAcross) addCells(mark.labels.length, extent);
      else extent.addAll(mark.heights);
      break;
    case 'heatmap':
      addCells(isAcross ? mark.columns : mark.rows, extent);
      break;
    case 'horizontal':
    case 'vertical':
      if (isAcross === (mark.kind === 'vertical')) extent.add(mark.at);
      break;
    case 'curve':
    case 'field':
    case 'contours':
    case 'boundary':
  }
}

/** Adds what squares or bars take that stand at 0, 1, ..., count - 1. */
function addCells(count: number, extent: Extent): void {
  if (count === 0) return;
  extent.add(-0.5);
  extent.add(count - 0.5);
}
