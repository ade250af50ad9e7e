import type { ChartFrame } from '../axis';
import { tenth } from '../pixels';

/** Places that are nearer to each other look like one. */
const NEAR = 0.5;

/**
 * Calls back for each stretch of a line through the places that lies in the frame: a program's numbers may be far outside,
 * where pixels have no meaning. Places that are not finite are breaks.
 */
export function eachStretch(
  count: number,
  x: (index: number) => number,
  y: (index: number) => number,
  frame: ChartFrame,
  start: (x: number, y: number) => void,
  next: (x: number, y: number) => void,
): void {
  let [beforeX, beforeY] = [NaN, NaN];
  let [penX, penY] = [NaN, NaN];
  for (let i = 0; i < count; i++) {
    const [toX, toY] = [x(i), y(i)];
    const isLast = i === count - 1;
    // A place less than a pixel from the last one is left out; NaN never is.
    if (!isLast && Math.abs(toX - beforeX) < NEAR && Math.abs(toY - beforeY) < NEAR) continue;
    const piece = clippedSegment(beforeX, beforeY, toX, toY, frame);
    if (piece !== undefined) {
      const [fromX, fromY, endX, endY] = piece;
      if (fromX !== penX || fromY !== penY) start(fromX, fromY);
      next(endX, endY);
      [penX, penY] = [endX, endY];
    }
    [beforeX, beforeY] = [toX, toY];
  }
}

/** Returns the line as the path of an SVG. */
export function linePath(
  count: number,
  x: (index: number) => number,
  y: (index: number) => number,
  frame: ChartFrame,
): string {
  const parts: string[] = [];
  eachStretch(
    count,
    x,
    y,
    frame,
    (atX, atY) => parts.push(`M${tenth(atX)} ${tenth(atY)}`),
    (atX, atY) => parts.push(`L${tenth(atX)} ${tenth(atY)}`),
  );
  return parts.join('');
}

/** Returns the part of a segment in the frame (Liang and Barsky 1984); undefined if there is none, or an end is not finite. */
function clippedSegment(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  { x, y, width, height }: ChartFrame,
): readonly [number, number, number, number] | undefined {
  const [dx, dy] = [x2 - x1, y2 - y1];
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return undefined;
  let [from, to] = [0, 1];
  const start = { x: x1, y: y1 };
  const end = { x: x2, y: y2 };
  const sides = [
    { way: -dx, room: x1 - x, axis: 'x', at: x },
    { way: dx, room: x + width - x1, axis: 'x', at: x + width },
    { way: -dy, room: y1 - y, axis: 'y', at: y },
    { way: dy, room: y + height - y1, axis: 'y', at: y + height },
  ] as const;
  for (const { way, room, axis, at } of sides) {
    if (way === 0) {
      if (room < 0) return undefined;
      continue;
    }
    const share = room / way;
    // The end is on the side exactly: of a long segment a share says that only roughly.
    if (way < 0 && share > from) {
      from = share;
      Object.assign(start, { x: x1 + share * dx, y: y1 + share * dy, [axis]: at });
    } else if (way > 0 && share < to) {
      to = share;
      Object.assign(end, { x: x1 + share * dx, y: y1 + share * dy, [axis]: at });
    }
  }
  return from > to ? undefined : [start.x, start.y, end.x, end.y];
}
