import { select } from 'd3-selection';
import type { Range } from '../../../protocol/descent';
import type { CurvePicture, PlotMark } from '../../../protocol/plot';
import { tenth } from '../pixels';
import { planeFrame, type PlaneScales, scalesOf } from './frame';
import { type CurveName, polynomialAt, type PlottedPolynomial } from './plot';
import type { ChartSize } from '../series/series-chart';

export interface PlotChart {
  readonly picture: CurvePicture;
  readonly x: Range;
  readonly y: Range;
  readonly shown: ReadonlySet<CurveName>;
  readonly tangent: PlottedPolynomial | undefined;
  readonly polynomial: PlottedPolynomial | undefined;
}

/** Dashes distinguish the curves without colour. */
export const PLOT_DASHES = {
  value: '',
  first: '8 3',
  second: '2 3',
  tangent: '14 4',
  polynomial: '9 3 2 3',
} as const satisfies Record<CurveName, string>;

export function plotScales({ x, y }: Pick<PlotChart, 'x' | 'y'>, size: ChartSize): PlaneScales {
  return scalesOf({ view: { x, y } }, size);
}

/** The farthest pixel that is drawn: some browsers draw larger coordinates incorrectly. */
const FAR = 4000;

function pixel(value: number): number {
  return tenth(Math.max(-FAR, Math.min(FAR, value)));
}

/** Draws gaps, curves and marks into a layer that is clipped to the frame. */
export function drawCurves(target: SVGGElement, chart: PlotChart, size: ChartSize, hatch: string): void {
  const root = select(target);
  root.selectAll('*').remove();
  const scales = plotScales(chart, size);
  const { picture, shown, tangent, polynomial } = chart;
  const frame = planeFrame(size);
  for (const { from, to } of picture.gaps) {
    const left = Math.max(frame.x, scales.x(from));
    const width = Math.min(frame.x + frame.width, scales.x(to)) - left;
    if (width < 0.5) continue;
    root
      .append('rect')
      .attr('class', 'plot-gap')
      .attr('x', tenth(left))
      .attr('y', frame.y)
      .attr('width', tenth(width))
      .attr('height', frame.height)
      .attr('fill', `url(#${hatch})`);
  }
  for (const { kind, x } of picture.marks)
    if (kind === 'pole')
      root
        .append('line')
        .attr('class', 'plot-pole')
        .attr('x1', pixel(scales.x(x)))
        .attr('x2', pixel(scales.x(x)))
        .attr('y1', frame.y)
        .attr('y2', frame.y + frame.height);
  const zero = scales.y(0);
  if (zero > frame.y && zero < frame.y + frame.height)
    root
      .append('line')
      .attr('class', 'plot-zero')
      .attr('x1', frame.x)
      .attr('x2', frame.x + frame.width)
      .attr('y1', tenth(zero))
      .attr('y2', tenth(zero));
  const curve = (name: CurveName, d: string): void => {
    root
      .append('path')
      .attr('class', `plot-curve plot-${name}`)
      .attr('stroke-dasharray', PLOT_DASHES[name])
      .attr('d', d);
  };
  const { values, firsts, seconds } = picture;
  if (shown.has('second')) curve('second', curvePath(picture, seconds, undefined, 3, scales));
  if (shown.has('first')) curve('first', curvePath(picture, firsts, seconds, 2, scales));
  if (shown.has('polynomial') && polynomial !== undefined)
    curve('polynomial', polynomialPath(polynomial, chart.x, scales));
  if (shown.has('tangent') && tangent !== undefined) curve('tangent', polynomialPath(tangent, chart.x, scales, 1));
  if (!shown.has('value')) return;
  curve('value', curvePath(picture, values, firsts, 1, scales));
  for (const mark of picture.marks) drawMark(target, mark, scales);
}

/** The farthest a cubic may bend from the line between two samples, in pixels. */
const MOST_BULGE = 60;

/**
 * Returns a path through all samples that are joined up to this derivative: between two samples a cubic with both slopes, if they are
 * known and agree with the samples.
 */
function curvePath(
  { xs, joins }: CurvePicture,
  values: Float64Array,
  slopes: Float64Array | undefined,
  joined: number,
  scales: PlaneScales,
): string {
  const parts: string[] = [];
  let open = false;
  for (let i = 0; i < xs.length; i++) {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) {
      open = false;
      continue;
    }
    const [x, y] = [scales.x(xs[i] ?? NaN), scales.y(value)];
    if (!open) {
      parts.push(`M${pixel(x)} ${pixel(y)}`);
      // A single value between two breaks is drawn as a dot.
      if (Number.isNaN(values[i + 1] ?? NaN) || (joins[i] ?? 0) < joined) parts.push('h0');
    } else {
      const before = i - 1;
      const [fromX, fromY] = [scales.x(xs[before] ?? NaN), scales.y(values[before] ?? NaN)];
      const third = ((xs[i] ?? NaN) - (xs[before] ?? NaN)) / 3;
      const first = scales.y((values[before] ?? NaN) + third * (slopes?.[before] ?? NaN));
      const second = scales.y(value - third * (slopes?.[i] ?? NaN));
      const bulge = Math.abs(first - fromY - (y - fromY) / 3) + Math.abs(second - fromY - ((y - fromY) * 2) / 3);
      parts.push(
        bulge < MOST_BULGE
          ? `C${pixel(fromX + (x - fromX) / 3)} ${pixel(first)} ${pixel(x - (x - fromX) / 3)} ${pixel(second)} ${pixel(x)} ${pixel(y)}`
          : `L${pixel(x)} ${pixel(y)}`,
      );
    }
    open = (joins[i] ?? 0) >= joined;
  }
  return parts.join('');
}

function polynomialPath(polynomial: PlottedPolynomial, [low, high]: Range, scales: PlaneScales, steps = 240): string {
  const places = Array.from({ length: steps + 1 }, (_, i) => low + ((high - low) * i) / steps).flatMap((x) => {
    const y = scales.y(polynomialAt(polynomial, x));
    // Terms that overflow with opposite signs have no sum.
    return Number.isNaN(y) ? [] : [`${pixel(scales.x(x))} ${steps === 1 ? tenth(clampFar(y)) : pixel(y)}`];
  });
  return places.length === 0 ? '' : `M${places.join('L')}`;
}

/** A straight line must keep its slope, however steep. */
function clampFar(value: number): number {
  return Math.max(-1e7, Math.min(1e7, value));
}

/** The least jump in pixels that is drawn with two circles; a smaller one is a line across the curve. */
const TWO_CIRCLES = 6;

function drawMark(target: SVGGElement, { kind, x, before, at, after }: PlotMark, scales: PlaneScales): void {
  const root = select(target);
  const dot = (value: number, filled: boolean): void => {
    if (!Number.isFinite(value) || Math.abs(scales.y(value)) > FAR) return;
    root
      .append('circle')
      .attr('class', filled ? 'plot-end plot-closed' : 'plot-end')
      .attr('cx', tenth(scales.x(x)))
      .attr('cy', tenth(scales.y(value)))
      .attr('r', 3.5);
  };
  switch (kind) {
    case 'kink':
      if (Math.abs(scales.y(before)) > FAR) return;
      root
        .append('path')
        .attr('class', 'plot-kink')
        .attr('d', 'M0-4.5 4.5 0 0 4.5-4.5 0Z')
        .attr('transform', `translate(${tenth(scales.x(x))} ${tenth(scales.y(before))})`);
      return;
    case 'pole':
      return;
    case 'edge':
    case 'hole':
    case 'jump': {
      if (kind === 'jump' && Math.abs(scales.y(before) - scales.y(after)) < TWO_CIRCLES) {
        root
          .append('path')
          .attr('class', 'plot-small-jump')
          .attr('d', `M${tenth(scales.x(x))} ${pixel(scales.y(after) - 5)}v10`);
        return;
      }
      const room = 1e-6 * (Math.abs(before) + Math.abs(after) || 1);
      if (!(Math.abs(before - at) <= room)) dot(before, false);
      if (!(Math.abs(after - at) <= room)) dot(after, false);
      dot(at, true);
    }
  }
}
