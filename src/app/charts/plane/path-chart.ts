import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { arrowsOf, type PixelPath, type PlanePath, type PlaneView, thinned } from './plane';
import { drawAxes } from './axes';
import { tenth } from '../pixels';
import { planeFrame, scalesOf } from './frame';
import { type ChartSize, dashOf, lookOf } from '../series/series-chart';

export interface PlaneChart {
  readonly path: PlanePath;
  readonly view: PlaneView;
  readonly labels: { readonly x: string; readonly y: string };
}

export function pixelPath(chart: Pick<PlaneChart, 'path' | 'view'>, size: ChartSize): PixelPath {
  const { x, y } = scalesOf(chart, size);
  return { x: chart.path.xs.map((value) => x(value)), y: chart.path.ys.map((value) => y(value)) };
}

/** Axes and path; what is outside the view is cut by the clip of that id. */
export function drawPlane(target: SVGGElement, chart: PlaneChart, size: ChartSize, clip: string): void {
  const root = select(target);
  root.selectAll('*').remove();
  const frame = planeFrame(size);
  root
    .append('rect')
    .attr('class', 'plane-frame')
    .attr('x', frame.x)
    .attr('y', frame.y)
    .attr('width', frame.width)
    .attr('height', frame.height);
  const axes = root.append('g').node();
  if (axes !== null) drawAxes(axes, scalesOf(chart, size), chart.labels, size, false);

  drawPath(root.append('g').attr('clip-path', `url(#${clip})`), pixelPath(chart, size), frame);
}

type Layer = ReturnType<typeof select<SVGGElement, unknown>>;
type Frame = ReturnType<typeof planeFrame>;

function drawPath(layer: Layer, pixels: PixelPath, frame: Frame): void {
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
  if (last !== undefined) mark(layer, at(last), 'end', frame);
  if (first !== undefined && first !== last) mark(layer, at(first), 'start', frame);
}

function mark(layer: Layer, [x, y]: readonly [number, number], what: 'start' | 'end', frame: Frame): void {
  layer.append('circle').attr('class', `plane-${what}`).attr('cx', x).attr('cy', y).attr('r', 5.5);
  const left = x - frame.x > frame.width - 48;
  layer
    .append('text')
    .attr('class', 'plane-mark')
    .attr('x', left ? x - 9 : x + 9)
    .attr('y', what === 'start' ? y - 8 : y + 16)
    .attr('text-anchor', left ? 'end' : 'start')
    .text(what);
}

/** A path beside the one of the run, with the number of its colour and dashes. */
export interface OtherPath {
  readonly path: PlanePath;
  readonly look: number;
}

/** Paths of the same function from the same start; of each the whole, and a dot where it ends or at the step that is read out. */
export function drawOthers(
  target: SVGGElement,
  others: readonly OtherPath[],
  view: PlaneView,
  size: ChartSize,
  step: number | undefined,
): void {
  const root = select(target);
  root.selectAll('*').remove();
  for (const { path, look } of others) {
    const pixels = pixelPath({ path, view }, size);
    const at = (record: number): readonly [number, number] => [pixels.x[record] ?? NaN, pixels.y[record] ?? NaN];
    const drawn = line<number>()
      .defined((record) => at(record).every(isDrawable))
      .x((record) => tenth(at(record)[0]))
      .y((record) => tenth(at(record)[1]));
    const d = drawn(thinned(pixels)) ?? '';
    root.append('path').attr('class', 'plane-halo').attr('d', d);
    root
      .append('path')
      .attr('class', `series-line series-${lookOf(look)}`)
      .attr('stroke-dasharray', dashOf(look))
      .attr('d', d);
    const [x, y] = at(Math.min(step ?? Infinity, pixels.x.length - 1));
    if (isDrawable(x) && isDrawable(y))
      root
        .append('circle')
        .attr('class', `plane-other-end series-${lookOf(look)}`)
        .attr('cx', tenth(x))
        .attr('cy', tenth(y))
        .attr('r', 5);
  }
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

/** Numbers that a picture can hold: a path that runs away leaves it. */
function isDrawable(pixels: number): boolean {
  return Math.abs(pixels) < 1e6;
}
