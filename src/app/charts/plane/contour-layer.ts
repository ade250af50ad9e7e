import { contours } from 'd3-contour';
import { select } from 'd3-selection';
import type { ContoursPayload, Range } from '../../../protocol/descent';
import { showNumber } from '../../kit/format';
import { bandShade } from './bands';
import { pixelPath, type PlaneChart } from './path-chart';
import { tenth } from '../pixels';
import { planeFrame, type PlaneScales, scalesOf } from './frame';
import { levelsOf, type PixelPath, type PlaneView } from './plane';
import type { ChartSize } from '../series/series-chart';

const LEVELS = 14;
/** The data of a layer: dragging the view moves the layer, and any other change redraws it. */
const DRAWN = new WeakMap<SVGGElement, Drawn>();

/** The drawn data of a grid: see `ContoursPayload`. */
export type Grid = Pick<ContoursPayload, 'x' | 'y' | 'size' | 'values'>;

interface Drawn {
  readonly sampled: Grid;
  readonly chart: PlaneChart;
  readonly size: ChartSize;
}

/** Updates a layer to a grid and a view; moves the drawing where that is enough. */
export function showContours(
  target: SVGGElement,
  sampled: Grid,
  chart: PlaneChart,
  size: ChartSize,
  hatch: string,
): void {
  const drawn = DRAWN.get(target);
  const kept = drawn?.sampled === sampled && drawn.size === size && drawn.chart.path === chart.path;
  const shift = kept ? shiftOf(drawn.chart.view, chart.view, planeFrame(size)) : undefined;
  const inner = target.firstElementChild;
  if (shift !== undefined && inner !== null) {
    inner.setAttribute('transform', `translate(${tenth(shift[0])} ${tenth(shift[1])})`);
    return;
  }
  target.replaceChildren();
  const layer = select(target).append('g').node();
  if (layer !== null) drawContours(layer, sampled, chart, size, hatch);
  DRAWN.set(target, { sampled, chart, size });
}

/** Pixels from one view to another of the same width and height. */
function shiftOf(from: PlaneView, to: PlaneView, { width, height }: ChartSize): readonly [number, number] | undefined {
  const wide = from.x[1] - from.x[0];
  const high = from.y[1] - from.y[0];
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.abs(a);
  if (!isSame(wide, to.x[1] - to.x[0]) || !isSame(high, to.y[1] - to.y[0])) return undefined;
  return [((from.x[0] - to.x[0]) / wide) * width, ((to.y[0] - from.y[0]) / high) * height];
}

/** Contour lines with shades of a colour between them, stronger where the function is higher; gaps are hatched. */
function drawContours(target: SVGGElement, sampled: Grid, chart: PlaneChart, size: ChartSize, hatch: string): void {
  const root = select(target);
  const place = placing(sampled, scalesOf(chart, size));
  const { drawn, gaps } = shapesOf(sampled);
  const outlines = drawn.map(({ coordinates }) => outline(coordinates, place));
  const whole = place(0.5, 0.5).map(tenth).join(' ');
  const [right, top] = place(sampled.size - 0.5, sampled.size - 0.5).map(tenth);
  root
    .append('path')
    .attr('class', 'plane-band')
    .attr('fill-rule', 'evenodd')
    .attr('fill-opacity', bandShade(0, drawn.length).toFixed(3))
    .attr('d', `M${whole}H${right}V${top}H${whole.split(' ')[0]}Z${outlines[0] ?? ''}`);
  outlines.forEach((d, i) => {
    root
      .append('path')
      .attr('class', 'plane-band')
      .attr('fill-rule', 'evenodd')
      .attr('fill-opacity', bandShade(i + 1, drawn.length).toFixed(3))
      .attr('d', d + (outlines[i + 1] ?? ''));
  });
  for (const d of outlines) root.append('path').attr('class', 'plane-contour').attr('d', d);
  for (const { coordinates } of gaps) {
    const d = outline(coordinates, place);
    root.append('path').attr('class', 'plane-gap-paper').attr('d', d);
    root.append('path').attr('class', 'plane-gap').attr('d', d).attr('fill', `url(#${hatch})`);
  }
  const taken = pixelPath(chart, size);
  for (const { x, y, text } of contourLabels(drawn, place, taken, size))
    root
      .append('text')
      .attr('class', 'plane-level')
      .attr('x', x)
      .attr('y', y + 4)
      .attr('text-anchor', 'middle')
      .text(text);
}

/** The library's format: rings of grid places. */
type Polygons = readonly (readonly (readonly (readonly number[])[])[])[];

interface Shape {
  readonly value: number;
  readonly coordinates: Polygons;
}

interface Shapes {
  readonly drawn: readonly Shape[];
  readonly gaps: readonly Shape[];
}

/** A grid has the same shapes wherever it is drawn: moving the view does not trace them anew. */
const SHAPES = new WeakMap<Grid, Shapes>();

/** Returns the levels of a grid's contours, ascending. */
export function contourLevels({ values }: Pick<Grid, 'values'>): readonly number[] {
  return levelsOf(values, LEVELS);
}

function shapesOf(sampled: Grid): Shapes {
  const known = SHAPES.get(sampled);
  if (known !== undefined) return known;
  const grid = contours().size([sampled.size, sampled.size]);
  // The library takes a missing value for one below all others.
  const drawn = grid.thresholds([...contourLevels(sampled)])(Array.from(sampled.values));
  const missing = Array.from(sampled.values, (value) => (Number.isFinite(value) ? 0 : 1));
  const gaps = missing.includes(1) ? grid.smooth(false).thresholds([0.5])(missing) : [];
  const made = { drawn, gaps };
  SHAPES.set(sampled, made);
  return made;
}

type Place = (column: number, row: number) => readonly [x: number, y: number];

/** From the library's places, where a value stands in the middle of its cell, to pixels. */
function placing({ size, x, y }: Grid, scales: PlaneScales): Place {
  const value = ([low, high]: Range, at: number): number => low + ((at - 0.5) / (size - 1)) * (high - low);
  return (column, row) => [scales.x(value(x, column)), scales.y(value(y, row))];
}

function outline(polygons: Polygons, place: Place): string {
  return polygons
    .flat()
    .map((ring) => {
      const points = ring.map(([column = NaN, row = NaN]) => place(column, row).map(tenth).join(' '));
      return `M${points.join('L')}Z`;
    })
    .join('');
}

interface LevelLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const LABEL_ROOM = 34;

/** Every third line has its value, at a place away from the path, from the edges and from the other labels. */
function contourLabels(drawn: readonly Shape[], place: Place, path: PixelPath, size: ChartSize): readonly LevelLabel[] {
  const frame = planeFrame(size);
  const taken: (readonly [number, number])[] = [];
  const stride = Math.max(1, Math.ceil(path.x.length / 200));
  for (let i = 0; i < path.x.length; i += stride) taken.push([path.x[i] ?? NaN, path.y[i] ?? NaN]);
  const labels: LevelLabel[] = [];
  drawn.forEach(({ value, coordinates }, i) => {
    if (i % 3 !== 1) return;
    let best: LevelLabel | undefined;
    let room = LABEL_ROOM;
    const vertices = coordinates.flat(2);
    const skip = Math.max(1, Math.ceil(vertices.length / 120));
    for (let k = 0; k < vertices.length; k += skip) {
      const [column = NaN, row = NaN] = vertices[k] ?? [];
      const [x, y] = place(column, row);
      const inner = Math.min(x - frame.x, frame.x + frame.width - x);
      if (inner < 28 || Math.min(y - frame.y, frame.y + frame.height - y) < 14) continue;
      const free = taken.reduce((least, [atX, atY]) => Math.min(least, Math.hypot(atX - x, atY - y) || 0), Infinity);
      if (free <= room) continue;
      room = free;
      best = { x, y, text: showNumber(value, 3) };
    }
    if (best === undefined) return;
    labels.push(best);
    taken.push([best.x, best.y]);
  });
  return labels;
}
