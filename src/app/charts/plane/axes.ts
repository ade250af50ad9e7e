import { drawAxis } from '../axis';
import { showNumber } from '../../kit/format';
import type { ChartSize } from '../series/series-chart';
import { planeFrame, type PlaneScales } from './frame';

/** Draws the ticks and names of a plane into `target`, replacing what is there; `grid`: with lines across. */
export function drawAxes(
  target: SVGGElement,
  { x, y }: PlaneScales,
  names: { readonly x: string; readonly y: string },
  size: ChartSize,
  grid: boolean,
): void {
  target.replaceChildren();
  const frame = planeFrame(size);
  const across = x.ticks(Math.max(2, Math.floor(frame.width / 80)));
  const up = y.ticks(Math.max(2, Math.floor(frame.height / 48)));
  const bottom = across.map((tick) => ({ at: x(tick), text: showNumber(tick, 6) }));
  const left = up.map((tick) => ({ at: y(tick), text: showNumber(tick, 4) }));
  drawAxis(target, { side: 'bottom', ticks: bottom, name: names.x, grid, marks: true }, frame);
  drawAxis(target, { side: 'left', ticks: left, name: names.y, grid, marks: true }, frame);
}
