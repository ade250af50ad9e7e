import { select } from 'd3-selection';
import { showNumber } from '../../kit/format';
import { planeFrame, type PlaneScales, tenth } from './frame';
import type { ChartSize } from '../series/series-chart';

/** The ticks and names of a plane; `grid`: with lines across. */
export function drawAxes(
  target: SVGGElement,
  { x, y }: PlaneScales,
  names: { readonly x: string; readonly y: string },
  size: ChartSize,
  grid: boolean,
): void {
  const root = select(target);
  root.selectAll('*').remove();
  const frame = planeFrame(size);
  const bottom = frame.y + frame.height;
  const right = frame.x + frame.width;
  const line = (kind: string, x1: number, x2: number, y1: number, y2: number): void => {
    root
      .append('line')
      .attr('class', kind)
      .attr('x1', tenth(x1))
      .attr('x2', tenth(x2))
      .attr('y1', tenth(y1))
      .attr('y2', tenth(y2));
  };
  const text = (content: string, atX: number, atY: number, anchor: 'middle' | 'end', kind = 'chart-tick') =>
    root
      .append('text')
      .attr('class', kind)
      .attr('x', tenth(atX))
      .attr('y', tenth(atY))
      .attr('text-anchor', anchor)
      .text(content);
  for (const tick of x.ticks(Math.max(2, Math.floor(frame.width / 80)))) {
    if (grid) line('chart-grid', x(tick), x(tick), frame.y, bottom);
    line('chart-axis', x(tick), x(tick), bottom, bottom + 4);
    text(showNumber(tick, 6), x(tick), bottom + 17, 'middle');
  }
  for (const tick of y.ticks(Math.max(2, Math.floor(frame.height / 48)))) {
    if (grid) line('chart-grid', frame.x, right, y(tick), y(tick));
    line('chart-axis', frame.x - 4, frame.x, y(tick), y(tick));
    text(showNumber(tick, 4), frame.x - 8, y(tick) + 4, 'end');
  }
  text(names.x, frame.x + frame.width / 2, bottom + 34, 'middle', 'chart-tick chart-axis-name');
  if (names.y !== '')
    text(names.y, 0, 0, 'middle', 'chart-tick chart-axis-name').attr(
      'transform',
      `translate(12 ${tenth(frame.y + frame.height / 2)}) rotate(-90)`,
    );
}
