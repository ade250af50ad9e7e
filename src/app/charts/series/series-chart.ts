import { scaleLinear, scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { showNumber, superscript } from '../../kit/format';
import { type Curve, decimated, extentOf, type ScaleKind } from './series';

export interface SeriesChart {
  readonly curves: readonly Curve[];
  readonly scale: ScaleKind;
  /** Where the axis of steps ends: charts that stand under each other share it. */
  readonly last: number;
  /** The step that is read out, if any. */
  readonly step: number | undefined;
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

const MARGIN = { top: 12, right: 16, bottom: 30, left: 64 };

const DASHES = ['', '6 3', '2 3', '9 3 2 3', '12 4', '4 2 1 2'] as const;

/** Different without colour as well. */
export function dashOf(index: number): string {
  return DASHES[(index + Math.floor(index / DASHES.length)) % DASHES.length] ?? '';
}

/** The number of its class of colour. */
export function lookOf(index: number): number {
  return index % DASHES.length;
}

export function stepScale(last: number, size: ChartSize) {
  return scaleLinear([0, Math.max(1, last)], [MARGIN.left, Math.max(MARGIN.left + 1, size.width - MARGIN.right)]);
}

export function valueScale(curves: readonly Curve[], kind: ScaleKind, size: ChartSize) {
  const { low, high } = extentOf(curves, kind);
  const range = [Math.max(MARGIN.top + 1, size.height - MARGIN.bottom), MARGIN.top];
  return kind === 'log' ? scaleLog([low, high], range).nice() : scaleLinear([low, high], range).nice();
}

/** Whole steps only, no more than fit. */
export function stepTicks(last: number, size: ChartSize): readonly number[] {
  return stepScale(last, size)
    .ticks(Math.max(2, Math.floor(size.width / 90)))
    .filter((tick) => Number.isInteger(tick) && tick <= last);
}

/** On a log scale powers of ten, unless there are fewer than two. */
export function valueTicks(curves: readonly Curve[], kind: ScaleKind, size: ChartSize): readonly number[] {
  const scale = valueScale(curves, kind, size);
  const wanted = Math.max(2, Math.floor(size.height / 40));
  const ticks = scale.ticks(wanted);
  if (kind === 'linear') return ticks;
  const powers = ticks.filter((tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  if (powers.length < 2) return ticks.filter((_, i) => i % Math.ceil(ticks.length / wanted) === 0);
  return powers.filter((_, i) => i % Math.ceil(powers.length / wanted) === 0);
}

/** Powers of ten as such where they have many digits. */
export function tickText(tick: number, kind: ScaleKind): string {
  if (kind === 'linear' || (tick > 1e-3 && tick < 1e5)) return showNumber(tick, 4);
  const [digits = '1', power = '0'] = tick.toExponential(0).split('e');
  const exponent = superscript(Number(power));
  return digits === '1' ? `10${exponent}` : `${digits}·10${exponent}`;
}

/** Draws axes, curves and the read-out into `target`, replacing what is there. */
export function drawSeries(target: SVGGElement, data: SeriesChart, size: ChartSize): void {
  const { curves, scale, last } = data;
  const x = stepScale(last, size);
  const y = valueScale(curves, scale, size);
  const root = select(target);
  root.selectAll('*').remove();
  const bottom = size.height - MARGIN.bottom;
  const right = size.width - MARGIN.right;

  const axes = root.append('g');
  for (const tick of valueTicks(curves, scale, size)) {
    const at = y(tick);
    axes
      .append('line')
      .attr('class', 'chart-grid')
      .attr('x1', MARGIN.left)
      .attr('x2', right)
      .attr('y1', at)
      .attr('y2', at);
    axes
      .append('text')
      .attr('class', 'chart-tick')
      .attr('x', MARGIN.left - 8)
      .attr('y', at + 4)
      .attr('text-anchor', 'end')
      .text(tickText(tick, scale));
  }
  axes
    .append('line')
    .attr('class', 'chart-axis')
    .attr('x1', MARGIN.left)
    .attr('x2', right)
    .attr('y1', bottom)
    .attr('y2', bottom);
  for (const tick of stepTicks(last, size))
    axes
      .append('text')
      .attr('class', 'chart-tick')
      .attr('x', x(tick))
      .attr('y', bottom + 18)
      .attr('text-anchor', 'middle')
      .text(String(tick));

  const columns = Math.max(1, Math.round(right - MARGIN.left));
  curves.forEach(({ values, index }) => {
    const shown = (step: number): boolean => {
      const value = values[step] ?? NaN;
      return Number.isFinite(value) && (scale === 'linear' || value > 0);
    };
    const path = line<number>()
      .defined(shown)
      .x((step) => Math.round(x(step) * 10) / 10)
      .y((step) => Math.round(y(values[step] ?? NaN) * 10) / 10);
    const steps = decimated(values, columns);
    root
      .append('path')
      .attr('class', `series-line series-${lookOf(index)}`)
      .attr('stroke-dasharray', dashOf(index))
      .attr('d', path(steps) ?? '');
    if (values.length <= 60)
      for (const step of steps)
        if (shown(step))
          root
            .append('circle')
            .attr('class', `series-dot series-${lookOf(index)}`)
            .attr('cx', x(step))
            .attr('cy', y(values[step] ?? NaN))
            .attr('r', values.length === 1 ? 4 : 2);
  });
  drawReadOut(target, data, size);
}

/** The line and dots at the step that is read out; cheap, so that it can follow the pointer. */
export function drawReadOut(target: SVGGElement, data: SeriesChart, size: ChartSize): void {
  const root = select(target);
  root.selectAll('.series-read').remove();
  const { step } = data;
  if (step === undefined) return;
  const x = stepScale(data.last, size)(step);
  const y = valueScale(data.curves, data.scale, size);
  const group = root.append('g').attr('class', 'series-read');
  group
    .append('line')
    .attr('class', 'series-read-line')
    .attr('x1', x)
    .attr('x2', x)
    .attr('y1', MARGIN.top)
    .attr('y2', size.height - MARGIN.bottom);
  data.curves.forEach(({ values, index }) => {
    const value = values[step] ?? NaN;
    if (!Number.isFinite(value) || (data.scale === 'log' && value <= 0)) return;
    group
      .append('circle')
      .attr('class', `series-dot series-${lookOf(index)}`)
      .attr('cx', x)
      .attr('cy', y(value))
      .attr('r', 4.5);
  });
}

/** The step under a horizontal place of the chart. */
export function stepAt(last: number, size: ChartSize, place: number): number {
  return Math.max(0, Math.min(last, Math.round(stepScale(last, size).invert(place))));
}
