import { type Axis, drawAxis } from '../axis';
import type { ChartSize } from '../series/series-chart';
import { tickFormat } from '../ticks';
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
  const bottom = labelled(across, x, 6);
  const left = labelled(up, y, 4);
  drawAxis(target, { side: 'bottom', ...bottom, name: names.x, grid, marks: true }, frame);
  drawAxis(target, { side: 'left', ...left, name: names.y, grid, marks: true }, frame);
}

function labelled(
  ticks: readonly number[],
  scale: (value: number) => number,
  digits: number,
): Pick<Axis, 'ticks' | 'shared'> {
  const { textOf, shared } = tickFormat(ticks, digits);
  return { ticks: ticks.map((tick) => ({ at: scale(tick), text: textOf(tick) })), shared };
}
