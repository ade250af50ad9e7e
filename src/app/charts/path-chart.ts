import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { showNumber } from './numbers';
import { arrowsOf, type PixelPath, type PlanePath, type PlaneView, thinned } from './plane';
import type { ChartSize } from './series-chart';

/** What is drawn around the plane. */
const MARGIN = { top: 8, right: 12, bottom: 40, left: 64 };

export interface PlaneChart {
  readonly path: PlanePath;
  readonly view: PlaneView;
  readonly labels: { readonly x: string; readonly y: string };
}

/** The plane itself, within the axes. */
export function planeFrame(size: ChartSize): ChartSize & { readonly x: number; readonly y: number } {
  return {
    x: MARGIN.left,
    y: MARGIN.top,
    width: Math.max(1, size.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, size.height - MARGIN.top - MARGIN.bottom),
  };
}

/** A place of the chart as shares of the view, from its least values. */
export function shareAt(size: ChartSize, x: number, y: number): readonly [x: number, y: number] {
  const { width, height } = planeFrame(size);
  return [(x - MARGIN.left) / width, 1 - (y - MARGIN.top) / height];
}

export interface PlaneScales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

export function scalesOf({ view }: Pick<PlaneChart, 'view'>, size: ChartSize): PlaneScales {
  const { width, height } = planeFrame(size);
  return {
    x: scaleLinear(view.x, [MARGIN.left, MARGIN.left + width]),
    y: scaleLinear(view.y, [MARGIN.top + height, MARGIN.top]),
  };
}

export function pixelPath(chart: Pick<PlaneChart, 'path' | 'view'>, size: ChartSize): PixelPath {
  const { x, y } = scalesOf(chart, size);
  return { x: chart.path.xs.map((value) => x(value)), y: chart.path.ys.map((value) => y(value)) };
}

/** Axes and path; what is outside the view is cut by the clip of that id. */
export function drawPlane(target: SVGGElement, chart: PlaneChart, size: ChartSize, clip: string): void {
  const root = select(target);
  root.selectAll('*').remove();
  const { x, y } = scalesOf(chart, size);
  const { width, height } = planeFrame(size);
  const bottom = MARGIN.top + height;

  const axes = root.append('g');
  axes
    .append('rect')
    .attr('class', 'plane-frame')
    .attr('x', MARGIN.left)
    .attr('y', MARGIN.top)
    .attr('width', width)
    .attr('height', height);
  for (const tick of x.ticks(Math.max(2, Math.floor(width / 80)))) {
    axes
      .append('line')
      .attr('class', 'series-axis')
      .attr('x1', x(tick))
      .attr('x2', x(tick))
      .attr('y1', bottom)
      .attr('y2', bottom + 4);
    label(axes, showNumber(tick, 4), x(tick), bottom + 17, 'middle');
  }
  for (const tick of y.ticks(Math.max(2, Math.floor(height / 48)))) {
    axes
      .append('line')
      .attr('class', 'series-axis')
      .attr('x1', MARGIN.left - 4)
      .attr('x2', MARGIN.left)
      .attr('y1', y(tick))
      .attr('y2', y(tick));
    label(axes, showNumber(tick, 4), MARGIN.left - 8, y(tick) + 4, 'end');
  }
  label(axes, chart.labels.x, MARGIN.left + width / 2, bottom + 34, 'middle').attr(
    'class',
    'series-tick plane-axis-name',
  );
  label(axes, chart.labels.y, 0, 0, 'middle')
    .attr('class', 'series-tick plane-axis-name')
    .attr('transform', `translate(12 ${MARGIN.top + height / 2}) rotate(-90)`);

  drawPath(root.append('g').attr('clip-path', `url(#${clip})`), pixelPath(chart, size), width);
}

type Layer = ReturnType<typeof select<SVGGElement, unknown>>;

function label(layer: Layer, text: string, x: number, y: number, anchor: 'start' | 'middle' | 'end') {
  return layer
    .append('text')
    .attr('class', 'series-tick')
    .attr('x', x)
    .attr('y', y)
    .attr('text-anchor', anchor)
    .text(text);
}

function drawPath(layer: Layer, pixels: PixelPath, width: number): void {
  const steps = thinned(pixels);
  const at = (step: number): readonly [number, number] => [pixels.x[step] ?? NaN, pixels.y[step] ?? NaN];
  const isPoint = (step: number): boolean => at(step).every(isDrawable);
  const path = line<number>()
    .defined(isPoint)
    .x((step) => tenth(at(step)[0]))
    .y((step) => tenth(at(step)[1]));
  layer
    .append('path')
    .attr('class', 'plane-path')
    .attr('d', path(steps) ?? '');
  if (steps.length <= 150)
    for (const step of steps)
      if (isPoint(step))
        layer
          .append('circle')
          .attr('class', 'plane-point')
          .attr('cx', tenth(at(step)[0]))
          .attr('cy', tenth(at(step)[1]))
          .attr('r', 2.25);
  for (const { x, y, angle } of arrowsOf(pixels, steps.filter(isPoint)))
    layer
      .append('path')
      .attr('class', 'plane-arrow')
      .attr('d', 'M-4 -4 4 0 -4 4')
      .attr('transform', `translate(${tenth(x)} ${tenth(y)}) rotate(${Math.round(angle)})`);
  const points = steps.filter(isPoint);
  const [first] = points;
  const last = points.at(-1);
  if (last !== undefined) mark(layer, at(last), 'end', width);
  if (first !== undefined && first !== last) mark(layer, at(first), 'start', width);
}

function mark(layer: Layer, [x, y]: readonly [number, number], what: 'start' | 'end', width: number): void {
  layer.append('circle').attr('class', `plane-${what}`).attr('cx', x).attr('cy', y).attr('r', 5.5);
  const left = x - MARGIN.left > width - 48;
  layer
    .append('text')
    .attr('class', 'plane-mark')
    .attr('x', left ? x - 9 : x + 9)
    .attr('y', what === 'start' ? y - 8 : y + 16)
    .attr('text-anchor', left ? 'end' : 'start')
    .text(what);
}

/** The ring at the step that is read out; cheap, so that it can follow the pointer. */
export function drawPlaneStep(target: SVGGElement, chart: PlaneChart, size: ChartSize, step: number | undefined): void {
  const root = select(target);
  root.selectAll('*').remove();
  if (step === undefined) return;
  const { x, y } = scalesOf(chart, size);
  const atX = x(chart.path.xs[step] ?? NaN);
  const atY = y(chart.path.ys[step] ?? NaN);
  if (!isDrawable(atX) || !isDrawable(atY)) return;
  root.append('circle').attr('class', 'plane-step').attr('cx', atX).attr('cy', atY).attr('r', 6.5);
}

/** Pixels as fine as a screen shows them. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Numbers that a picture can hold: a path that runs away leaves it. */
function isDrawable(pixels: number): boolean {
  return Math.abs(pixels) < 1e6;
}
