import { scaleLinear, scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { drawAxis } from '../axis';
import { integer, showNumber, superscript } from '../../kit/format';
import { tenth } from '../pixels';
import { type TickFormat, tickFormat } from '../ticks';
import { type Curve, decimated, extentOf, type ScaleKind, LARGE, type StepRange, type ValueExtent } from './series';

export interface SeriesChart {
  readonly curves: readonly Curve[];
  readonly scale: ScaleKind;
  /** The last step on the axis: charts below each other share it. */
  readonly last: number;
  /** The steps that are shown; all if undefined. */
  readonly shown?: StepRange | undefined;
  /** The step that is read out, if any. */
  readonly step: number | undefined;
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

const MARGIN = { top: 12, bottom: 30, left: 64 };
/** Pixels of half a digit, about. */
const HALF_DIGIT = 4;

const DASHES = ['', '6 3', '2 3', '9 3 2 3', '12 4', '4 2 1 2'] as const;

/** Returns the dashes of a curve, which distinguish it without colour. */
export function dashOf(index: number): string {
  return DASHES[(index + Math.floor(index / DASHES.length)) % DASHES.length] ?? '';
}

/** Returns the number of a curve's colour class. */
export function lookOf(index: number): number {
  return index % DASHES.length;
}

export function stepScale(last: number, size: ChartSize, shown: StepRange = [0, Math.max(1, last)]) {
  return scaleLinear(shown, [MARGIN.left, rightOf(last, size)]);
}

/** Returns where the curves end: beyond, there is room for half of the last step's number. */
function rightOf(last: number, { width }: ChartSize): number {
  return Math.max(MARGIN.left + 1, width - Math.max(16, HALF_DIGIT * integer(last).length));
}

interface KnownExtent {
  readonly shown: StepRange | undefined;
  readonly extent: ValueExtent;
}

/** The ranges of curves that are drawn: a step is read out in each frame, and long series take a while. */
const EXTENTS = {
  linear: new WeakMap<readonly Curve[], KnownExtent>(),
  log: new WeakMap<readonly Curve[], KnownExtent>(),
};

export function valueScale(curves: readonly Curve[], kind: ScaleKind, size: ChartSize, shown?: StepRange) {
  const known = EXTENTS[kind].get(curves);
  const isKnown = known !== undefined && known.shown?.[0] === shown?.[0] && known.shown?.[1] === shown?.[1];
  const extent = isKnown ? known.extent : extentOf(curves, kind, shown);
  EXTENTS[kind].set(curves, { shown, extent });
  const { low, high } = extent;
  const range = [Math.max(MARGIN.top + 1, size.height - MARGIN.bottom), MARGIN.top];
  if (kind === 'log') return scaleLog([low, high], range).nice();
  if (Math.max(-low, high) <= LARGE) return scaleLinear([low, high], range).nice();
  // The length of the range, or its rounded end, may be no double.
  const scale = scaleLinear([low / SCALED_BY, high / SCALED_BY], range).nice();
  return Object.assign((value: number) => scale(value / SCALED_BY), {
    ticks: (count: number) =>
      scale
        .ticks(count)
        .map((tick) => SCALED_BY * tick)
        .filter(Number.isFinite),
  });
}

const SCALED_BY = 10;

/** Returns whole steps, as many as fit. */
export function stepTicks(last: number, size: ChartSize, shown?: StepRange): readonly number[] {
  return stepScale(last, size, shown)
    .ticks(Math.max(2, Math.floor(size.width / 90)))
    .filter((tick) => Number.isInteger(tick) && tick <= last);
}

/** Returns the ticks: powers of ten on a log scale, unless there are fewer than two. */
export function valueTicks(
  curves: readonly Curve[],
  kind: ScaleKind,
  size: ChartSize,
  shown?: StepRange,
): readonly number[] {
  const scale = valueScale(curves, kind, size, shown);
  const wanted = Math.max(2, Math.floor(size.height / 40));
  const ticks = scale.ticks(wanted);
  if (kind === 'linear') return ticks;
  const powers = ticks.filter((tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  if (powers.length < 2) return ticks.filter((_, i) => i % Math.ceil(ticks.length / wanted) === 0);
  return powers.filter((_, i) => i % Math.ceil(powers.length / wanted) === 0);
}

/** Returns how ticks are labelled. */
export function tickLabels(ticks: readonly number[], kind: ScaleKind): TickFormat {
  const areApart = kind === 'log' && new Set(ticks.map(tickText)).size === ticks.length;
  return areApart ? { textOf: tickText, shared: '' } : tickFormat(ticks, 4);
}

/** Returns the label of a tick of a logarithmic scale: large and small powers of ten as `10⁵`. */
export function tickText(tick: number): string {
  if (tick > 1e-3 && tick < 1e5) return showNumber(tick, 4);
  const [digits = '1', power = '0'] = tick.toExponential(0).split('e');
  const exponent = superscript(Number(power));
  return digits === '1' ? `10${exponent}` : `${digits}·10${exponent}`;
}

/** The most points of a drawn curve, four for each column of pixels. */
const MOST_POINTS = 5_000;

/** Draws axes, curves and the read-out into `target`, replacing what is there. */
export function drawSeries(target: SVGGElement, data: SeriesChart, size: ChartSize): void {
  const { curves, scale, last, shown } = data;
  const x = stepScale(last, size, shown);
  const y = valueScale(curves, scale, size, shown);
  const root = select(target);
  root.selectAll('*').remove();
  const bottom = size.height - MARGIN.bottom;
  const right = rightOf(last, size);

  const axes = root.append('g').node();
  if (axes !== null) {
    const frame = { x: MARGIN.left, y: MARGIN.top, width: right - MARGIN.left, height: bottom - MARGIN.top };
    const ticks = valueTicks(curves, scale, size, shown);
    const { textOf, shared } = tickLabels(ticks, scale);
    const values = ticks.map((tick) => ({ at: y(tick), text: textOf(tick) }));
    const steps = stepTicks(last, size, shown).map((tick) => ({ at: x(tick), text: integer(tick) }));
    drawAxis(axes, { side: 'left', ticks: values, shared, grid: true }, frame);
    drawAxis(axes, { side: 'bottom', ticks: steps, line: true }, frame);
  }

  const columns = Math.max(1, Math.min(MOST_POINTS / 4, Math.round(right - MARGIN.left)));
  curves.forEach(({ values, index }) => {
    const isShown = (step: number): boolean => {
      const value = values[step] ?? NaN;
      return Number.isFinite(y(value)) && (scale === 'linear' || value > 0);
    };
    const path = line<number>()
      .defined(isShown)
      .x((step) => tenth(x(step)))
      .y((step) => tenth(y(values[step] ?? NaN)));
    const steps = decimated(values, columns, shown);
    root
      .append('path')
      .attr('class', `series-line series-${lookOf(index)}`)
      .attr('stroke-dasharray', dashOf(index))
      .attr('d', path(steps) ?? '');
    if (steps.length <= 60)
      for (const step of steps)
        if (isShown(step))
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
  const { step, shown } = data;
  if (step === undefined || (shown !== undefined && (step < shown[0] || step > shown[1]))) return;
  const x = stepScale(data.last, size, shown)(step);
  const y = valueScale(data.curves, data.scale, size, shown);
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
    if (!Number.isFinite(y(value)) || (data.scale === 'log' && value <= 0)) return;
    group
      .append('circle')
      .attr('class', `series-dot series-${lookOf(index)}`)
      .attr('cx', x)
      .attr('cy', y(value))
      .attr('r', 4.5);
  });
}

/** Returns the step at a horizontal position of the chart. */
export function stepAt(last: number, size: ChartSize, place: number, shown?: StepRange): number {
  const [from, to] = shown ?? [0, last];
  return Math.max(from, Math.min(to, Math.round(stepScale(last, size, shown).invert(place))));
}
