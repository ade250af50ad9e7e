import { scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { fittedValue, type GrowthLine, showSlope, spread } from './growth';
import { drawAxis } from '../axis';
import { tenth } from '../pixels';
import { extentOf } from './series';
import { integer } from '../../kit/format';
import { type ChartSize, tickText, valueTicks } from './series-chart';

export interface GrowthChart {
  readonly lines: readonly DrawnLine[];
  /** The ticks of the horizontal axis, from its start to its end. */
  readonly sizes: readonly number[];
  readonly labels: { readonly x: string; readonly y: string };
}

/** A line with its mark and colour. */
export interface DrawnLine extends GrowthLine {
  /** The path of a 12-pixel mark. */
  readonly shape: string;
  readonly colour: string;
}

const MARGIN = { top: 12, right: 68, bottom: 42, left: 64 };
/** Pixels between two labels. */
const LABEL = 16;
const MARK = 12;

function scalesOf({ lines, sizes }: GrowthChart, size: ChartSize) {
  const across = [MARGIN.left + 8, Math.max(MARGIN.left + 9, size.width - MARGIN.right)];
  const up = [Math.max(MARGIN.top + 1, size.height - MARGIN.bottom), MARGIN.top];
  const curves = [{ label: '', values: valuesOf(lines), index: 0 }];
  const { low, high } = extentOf(curves, 'log');
  const first = sizes[0] ?? 1;
  const last = Math.max(sizes.at(-1) ?? 1, first * 2);
  return { x: scaleLog([first, last], across), y: scaleLog([low, high], up).nice(), curves };
}

/** Returns all values that are drawn: measurements and the ends of the fitted lines. */
function valuesOf(lines: readonly GrowthLine[]): Float64Array {
  return Float64Array.from(
    lines.flatMap(({ points, fit }) => [
      ...points.map(({ value }) => value),
      ...(fit === undefined ? [] : endsOf(points).map(({ size }) => fittedValue(fit, size))),
    ]),
  );
}

function endsOf<T>(points: readonly T[]): readonly T[] {
  return points.filter((_, at) => at === 0 || at === points.length - 1);
}

/** Returns as many sizes as fit. */
function sizeTicks(sizes: readonly number[], width: number): readonly number[] {
  const stride = Math.max(1, Math.ceil(sizes.length / Math.max(2, Math.floor(width / 56))));
  return sizes.filter((_, at) => at % stride === 0);
}

/** Draws axes, points, fitted lines and their slopes into `target`, replacing what is there. */
export function drawGrowth(target: SVGGElement, data: GrowthChart, size: ChartSize): void {
  const root = select(target);
  root.selectAll('*').remove();
  const { x, y, curves } = scalesOf(data, size);
  const bottom = size.height - MARGIN.bottom;
  const right = size.width - MARGIN.right;

  const axes = root.append('g').node();
  if (axes !== null) {
    const frame = { x: MARGIN.left, y: MARGIN.top, width: right - MARGIN.left, height: bottom - MARGIN.top };
    const values = valueTicks(curves, 'log', size).map((tick) => ({ at: y(tick), text: tickText(tick) }));
    const sizes = sizeTicks(data.sizes, frame.width).map((tick) => ({
      at: x(tick),
      text: tick < 1e5 ? integer(tick) : tickText(tick),
    }));
    drawAxis(axes, { side: 'left', ticks: values, name: data.labels.y, grid: true }, frame);
    drawAxis(axes, { side: 'bottom', ticks: sizes, name: data.labels.x, marks: true, line: true }, frame);
  }

  // The first engine last, so that it lies above the others.
  for (const { points, fit, shape, colour } of data.lines.toReversed()) {
    const group = root.append('g').attr('class', 'growth-line');
    if (fit !== undefined) {
      const path = line<{ readonly size: number }>()
        .x((point) => tenth(x(point.size)))
        .y((point) => tenth(y(fittedValue(fit, point.size))));
      group
        .append('path')
        .attr('class', 'growth-fit')
        .style('stroke', colour)
        .attr('d', path(endsOf(points)) ?? '');
    }
    for (const point of points) mark(group, shape, colour, x(point.size), y(point.value));
  }
  drawSlopes(target, data, size);
}

type Layer = ReturnType<typeof select<SVGGElement, unknown>>;

function mark(layer: Layer, shape: string, colour: string, x: number, y: number): void {
  layer
    .append('path')
    .attr('class', 'growth-mark')
    .attr('d', shape)
    .style('fill', colour)
    .attr('transform', `translate(${tenth(x - (MARK * SCALE) / 2)} ${tenth(y - (MARK * SCALE) / 2)}) scale(${SCALE})`);
}

const SCALE = 0.75;

/** At the end of each fitted line, its slope with the engine's mark; those at the same size stand under each other. */
function drawSlopes(target: SVGGElement, data: GrowthChart, size: ChartSize): void {
  const { x, y } = scalesOf(data, size);
  const ends = data.lines.flatMap(({ fit, points, shape, colour }) => {
    const last = points.at(-1);
    return fit === undefined || last === undefined ? [] : [{ fit, shape, colour, at: last.size }];
  });
  const layer = select(target).append('g');
  for (const at of new Set(ends.map((end) => end.at))) {
    const group = ends.filter((end) => end.at === at);
    const places = spread(
      group.map(({ fit }) => y(fittedValue(fit, at))),
      LABEL,
      MARGIN.top,
      size.height - MARGIN.bottom - LABEL / 2,
    );
    group.forEach(({ fit, shape, colour }, i) => {
      const place = places[i] ?? MARGIN.top;
      mark(layer, shape, colour, x(at) + 16, place);
      layer
        .append('text')
        .attr('class', 'growth-slope')
        .attr('x', tenth(x(at) + 24))
        .attr('y', tenth(place + 4))
        .text(showSlope(fit.slope));
    });
  }
}
