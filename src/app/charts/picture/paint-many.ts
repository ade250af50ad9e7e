import type { ArrowsMark, BarsMark, HistogramMark } from '../../../protocol/picture';
import type { PictureScales } from './frame';

type Colours = string | readonly string[];
type Context = Pick<
  CanvasRenderingContext2D,
  'fillRect' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke' | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'lineJoin'
>;

/** The share of a unit that a bar takes. */
const BAR = 0.8;

/**
 * Paints the bars or the intervals of a mark. Neighbours of one colour that share a column of pixels are one rectangle, so that
 * there are no more than columns.
 */
export function paintBars(
  context: Context,
  mark: BarsMark | HistogramMark,
  { frame, x, y }: PictureScales,
  colours: Colours,
): void {
  const heights = mark.kind === 'bars' ? mark.heights : mark.counts;
  const [end, bottom] = [frame.x + frame.width, frame.y + frame.height];
  const upright = (value: number): number => Math.min(bottom, Math.max(frame.y, y(value)));
  const base = y.isLog ? bottom : upright(0);
  /** The rectangle that waits for others in its column. */
  let [left, right, top, low] = [NaN, NaN, 0, 0];
  let colour = '';
  const flush = (): void => {
    if (right > left) context.fillRect(left, top, right - left, low - top);
  };
  for (let i = 0; i < heights.length; i++) {
    const isBar = mark.kind === 'bars';
    let from = isBar ? x(i - BAR / 2) : x(mark.edges[i] ?? NaN);
    let to = isBar ? x(i + BAR / 2) : x(mark.edges[i + 1] ?? NaN);
    const value = heights[i] ?? NaN;
    if (!(to >= frame.x && from <= end) || Number.isNaN(value)) continue;
    // Intervals stand apart where they have room for it.
    if (!isBar && to - from > 3) [from, to] = [from + 0.5, to - 0.5];
    from = Math.max(frame.x, from);
    to = Math.min(end, to);
    if (to - from < 1) {
      from = Math.floor(from);
      to = from + 1;
    }
    const at = y.isLog && !(value > 0) ? bottom : upright(value);
    const own = typeof colours === 'string' ? colours : (colours[i] ?? '#808080');
    if (from === left && to === right && own === colour) {
      top = Math.min(top, at, base);
      low = Math.max(low, at, base);
      continue;
    }
    flush();
    if (own !== colour) context.fillStyle = colour = own;
    left = from;
    right = to;
    top = Math.min(at, base);
    low = Math.max(at, base);
  }
  flush();
}

const STROKE = 1.75;
/** The longest side of a head, and its share of a short arrow. */
const HEAD = 8;
const SHARE = 1 / 3;
/** Heads of shorter arrows would be dots. */
const LEAST_HEAD = 5;
/** A side of a head turns by 30° from the arrow. */
const [COS, SIN] = [Math.sqrt(3) / 2, 1 / 2];
/** Arrows of one stroke. A longer path takes longer to fill in than its parts. */
const TOGETHER = 250;

/** Where there are more arrows, each is as thin as a pixel: browsers draw such lines several times as fast as wider ones. */
const MOST_WIDE = 2_000;

/** Paints arrows, those of one colour after each other; an arrow without length is a dot. `ratio`: a device's pixels in one of the page. */
export function paintArrows(
  context: Context,
  mark: ArrowsMark,
  scales: PictureScales,
  colours: Colours,
  ratio: number,
): void {
  context.lineWidth = mark.xs.length > MOST_WIDE ? 1 / ratio : STROKE;
  context.lineJoin = 'round';
  if (typeof colours === 'string') paintSome(context, mark, scales, colours, undefined);
  else for (const [colour, items] of itemsByColour(colours)) paintSome(context, mark, scales, colour, items);
}

function paintSome(
  context: Context,
  { xs, ys, dxs, dys }: ArrowsMark,
  { frame, x, y }: PictureScales,
  colour: string,
  items: readonly number[] | undefined,
): void {
  context.strokeStyle = context.fillStyle = colour;
  const [left, top, right, bottom] = [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height];
  const count = items?.length ?? xs.length;
  let drawn = 0;
  context.beginPath();
  for (let k = 0; k < count; k++) {
    const i = items?.[k] ?? k;
    const byX = dxs[i] ?? NaN;
    const byY = dys[i] ?? NaN;
    // Arrays that are taken apart would be made for each arrow.
    const x1 = x(xs[i] ?? NaN);
    const x2 = x((xs[i] ?? NaN) + byX);
    if (!(Math.max(x1, x2) >= left && Math.min(x1, x2) <= right)) continue;
    const y1 = y(ys[i] ?? NaN);
    const y2 = y((ys[i] ?? NaN) + byY);
    if (!(Math.max(y1, y2) >= top && Math.min(y1, y2) <= bottom)) continue;
    if (byX === 0 && byY === 0) {
      context.fillRect(x1 - STROKE, y1 - STROKE, 2 * STROKE, 2 * STROKE);
      continue;
    }
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    const length = Math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2);
    if (length >= LEAST_HEAD) {
      const side = Math.min(HEAD, SHARE * length) / length;
      const ux = (x2 - x1) * side;
      const uy = (y2 - y1) * side;
      context.moveTo(x2 - COS * ux + SIN * uy, y2 - COS * uy - SIN * ux);
      context.lineTo(x2, y2);
      context.lineTo(x2 - COS * ux - SIN * uy, y2 - COS * uy + SIN * ux);
    }
    if (++drawn % TOGETHER !== 0) continue;
    context.stroke();
    context.beginPath();
  }
  context.stroke();
}

/** The items of each colour, of lists of colours that are drawn: the same list comes in each frame. */
const BY_COLOUR = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

function itemsByColour(colours: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = BY_COLOUR.get(colours);
  if (known !== undefined) return known;
  const made = new Map<string, number[]>();
  colours.forEach((colour, i) => {
    const items = made.get(colour);
    if (items === undefined) made.set(colour, [i]);
    else items.push(i);
  });
  BY_COLOUR.set(colours, made);
  return made;
}
