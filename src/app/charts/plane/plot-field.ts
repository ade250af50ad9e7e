import { select } from 'd3-selection';
import { tenth } from '../pixels';
import { planeFrame, type PlaneScales } from './frame';
import type { ChartSize } from '../series/series-chart';

const HEAD = 4;
/** The longest arrow, as a share of its cell. */
const LONGEST = 0.8;
/** The arrows that have full length: lengths go by the square root, so that small ones are still seen. */
const FULL = 0.9;

export interface FieldArrow {
  readonly x: number;
  readonly y: number;
  /** In pixels. */
  readonly dx: number;
  readonly dy: number;
}

/**
 * Arrows along the gradient as the picture has it, measured in the units of its axes, so that each stands at a right angle
 * on its contour. From four numbers an arrow: x, y, and both derivatives.
 */
export function fieldArrows(arrows: Float64Array, { x, y }: PlaneScales, size: ChartSize): readonly FieldArrow[] {
  const frame = planeFrame(size);
  const units = unitsOf({ x, y });
  const all = Array.from({ length: arrows.length / 4 }, (_, i) => {
    const [atX = NaN, atY = NaN, byX = NaN, byY = NaN] = arrows.subarray(4 * i, 4 * i + 4);
    return { x: x(atX), y: y(atY), dx: byX * units[0], dy: -byY * units[1] };
  }).filter(({ dx, dy }) => Number.isFinite(Math.hypot(dx, dy)));
  const lengths = all.map(({ dx, dy }) => Math.hypot(dx, dy)).sort((a, b) => a - b);
  const full = lengths[Math.floor(FULL * (lengths.length - 1))] ?? 0;
  const room = (LONGEST * Math.min(frame.width, frame.height)) / Math.max(1, Math.sqrt(all.length));
  return all.flatMap(({ dx, dy, ...place }) => {
    const length = Math.hypot(dx, dy);
    const pixels = room * Math.min(1, Math.sqrt(length / full));
    if (!(pixels > 1)) return [];
    return [{ ...place, dx: (dx / length) * pixels, dy: (dy / length) * pixels }];
  });
}

/** Units per pixel, across and up. */
function unitsOf({ x, y }: PlaneScales): readonly [number, number] {
  return [Math.abs(x.invert(1) - x.invert(0)), Math.abs(y.invert(1) - y.invert(0))];
}

export function drawField(target: SVGGElement, arrows: readonly FieldArrow[]): void {
  const root = select(target);
  root.selectAll('*').remove();
  for (const { x, y, dx, dy } of arrows)
    root
      .append('path')
      .attr('class', 'plot-arrow')
      .attr('d', arrowPath(x, y, dx, dy));
}

/** An arrow with its middle at the place. */
export function arrowPath(x: number, y: number, dx: number, dy: number): string {
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(HEAD, length / 2);
  const [toX, toY] = [x + dx / 2, y + dy / 2];
  const side = (sign: 1 | -1): string =>
    `${tenth(toX - head * ux + sign * head * 0.7 * uy)} ${tenth(toY - head * uy - sign * head * 0.7 * ux)}`;
  return `M${tenth(x - dx / 2)} ${tenth(y - dy / 2)}L${tenth(toX)} ${tenth(toY)}M${side(1)}L${tenth(toX)} ${tenth(toY)}L${side(-1)}`;
}
