import { select } from 'd3-selection';
import { tenth } from './pixels';

/** The rectangle that axes stand around, in pixels. */
export interface ChartFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Axis {
  readonly side: 'bottom' | 'left';
  readonly ticks: readonly AxisTick[];
  /** Empty: none. */
  readonly name?: string;
  /** Says which digits `…` stands for in the texts; empty where it does not occur. */
  readonly shared?: string;
  /** A line at each tick through the frame. */
  readonly grid?: boolean;
  /** A short line at each tick. */
  readonly marks?: boolean;
  /** A line along the axis. */
  readonly line?: boolean;
}

export interface AxisTick {
  /** In pixels: across for the bottom axis, down for the left one. */
  readonly at: number;
  readonly text: string;
}

const MARK = 4;
/** From the frame to the texts below it and beside it, and to the names. */
const BELOW = 18;
const BESIDE = 8;
const NAME_BELOW = 35;
const NAME_X = 12;

/** Says inside the frame, at the top of the axis on the left, what `…` stands for: beside the axis there is no room. */
export function drawShared(target: SVGElement, shared: string, frame: ChartFrame): void {
  select(target)
    .append('text')
    .attr('class', 'chart-tick chart-shared')
    .attr('x', tenth(frame.x + BESIDE))
    .attr('y', tenth(frame.y + 14))
    .attr('text-anchor', 'start')
    .text(shared);
}

/** Draws an axis of a chart into `target`, beside what is there. */
export function drawAxis(target: SVGGElement, axis: Axis, frame: ChartFrame): void {
  const root = select(target);
  const { side, ticks, shared = '' } = axis;
  const isBottom = side === 'bottom';
  const name = [axis.name, isBottom ? shared : ''].filter(Boolean).join(', ');
  const bottom = frame.y + frame.height;
  const right = frame.x + frame.width;
  const line = (kind: string, x1: number, y1: number, x2: number, y2: number): void => {
    root
      .append('line')
      .attr('class', kind)
      .attr('x1', tenth(x1))
      .attr('y1', tenth(y1))
      .attr('x2', tenth(x2))
      .attr('y2', tenth(y2));
  };
  const text = (content: string, x: number, y: number, anchor: 'middle' | 'end', kind = 'chart-tick') =>
    root
      .append('text')
      .attr('class', kind)
      .attr('x', tenth(x))
      .attr('y', tenth(y))
      .attr('text-anchor', anchor)
      .text(content);
  for (const { at, text: content } of ticks) {
    if (axis.grid === true)
      if (isBottom) line('chart-grid', at, frame.y, at, bottom);
      else line('chart-grid', frame.x, at, right, at);
    if (axis.marks === true)
      if (isBottom) line('chart-axis', at, bottom, at, bottom + MARK);
      else line('chart-axis', frame.x - MARK, at, frame.x, at);
    if (isBottom) text(content, at, bottom + BELOW, 'middle');
    else text(content, frame.x - BESIDE, at + 4, 'end');
  }
  if (axis.line === true)
    if (isBottom) line('chart-axis', frame.x, bottom, right, bottom);
    else line('chart-axis', frame.x, frame.y, frame.x, bottom);
  if (!isBottom && shared !== '') drawShared(target, shared, frame);
  if (name === '') return;
  const kind = 'chart-tick chart-axis-name';
  if (isBottom) text(name, frame.x + frame.width / 2, bottom + NAME_BELOW, 'middle', kind);
  else
    text(name, 0, 0, 'middle', kind).attr(
      'transform',
      `translate(${NAME_X} ${tenth(frame.y + frame.height / 2)}) rotate(-90)`,
    );
}
