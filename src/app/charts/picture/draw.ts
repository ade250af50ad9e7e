import { arrow, dot, plot, rect, ruleX, ruleY, text, type Markish, type RenderFunction } from '@observablehq/plot';
import type { SymbolType } from 'd3-shape';
import type { Range } from '../../../protocol/descent';
import type { CurveMark, DrawnMark, FieldMark, Picture, PlacesMark } from '../../../protocol/picture';
import { drawShared } from '../axis';
import { planeFrame } from '../plane/frame';
import type { PlaneView } from '../plane/plane';
import type { ChartSize } from '../series/series-chart';
import { axisLabel, indexIn, labelOf, LETTER, ticksFor } from './axis-ticks';
import { isPlane, type PictureColours } from './colours';
import { pictureScales, type PictureScales, rangesOf } from './frame';
import { contourPaths } from './lines';
import { brief, itemsIn } from './reading';
import { dashOf, symbolOf } from './shapes';
import { linePath } from './stretches';

/** More points than these, or a line of more, are painted on a canvas. */
const MOST_POINTS = 200;
const MOST_IN_LINE = 10_000;
/** More bars, intervals or arrows are painted. */
const MOST_SHAPES = 1_000;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Whether a mark is painted on the canvas below the drawing. */
export function isPainted(mark: DrawnMark): boolean {
  if (mark.kind === 'points') return mark.xs.length > MOST_POINTS;
  if (mark.kind === 'bars' || mark.kind === 'histogram' || mark.kind === 'arrows') return itemsIn(mark) > MOST_SHAPES;
  return isPlane(mark) || ((mark.kind === 'line' || mark.kind === 'curve') && mark.xs.length > MOST_IN_LINE);
}

/** All that a drawing of a picture depends on. */
export interface PictureDrawing {
  readonly picture: Picture;
  readonly view: PlaneView;
  readonly size: ChartSize;
  readonly colours: PictureColours;
}

/** Identifies where the items of a mark lie in a drawing, and their colours, symbols and dashes. */
export function placingOf({ picture: { xLog, yLog }, view, size, colours }: PictureDrawing): string {
  return JSON.stringify([view, size, xLog, yLog, colours.scheme, colours.legend]);
}

function axesOf({ picture: { marks, xLabel, yLabel } }: PictureDrawing): string {
  const matrix = marks.find((mark) => mark.kind === 'heatmap');
  const labels = marks.find((mark) => mark.kind === 'bars')?.labels;
  return JSON.stringify([xLabel, yLabel, matrix?.rows, matrix?.columns, labels, !marks.some(isPlane)]);
}

/** Returns the indices of the drawn marks that differ; undefined where all must be drawn anew, with the axes. */
export function changedMarks(before: PictureDrawing, now: PictureDrawing): readonly number[] | undefined {
  const [last, next] = [before.picture.marks, now.picture.marks];
  const areAlike =
    last.length === next.length &&
    next.every((mark, i) => last[i]?.kind === mark.kind && isPainted(last[i]) === isPainted(mark)) &&
    placingOf(before) === placingOf(now) &&
    axesOf(before) === axesOf(now);
  return areAlike ? next.flatMap((mark, i) => (mark === last[i] || isPainted(mark) ? [] : [i])) : undefined;
}

/**
 * Returns a function that draws the axes of a picture and the marks that are not painted: only those that have changed, where
 * the axes stay.
 */
export function pictureDrawer(): (box: Element, drawing: PictureDrawing) => void {
  let last: PictureDrawing | undefined;
  let layers: Layers = new Map();
  return (box, drawing) => {
    const changed = last && changedMarks(last, drawing);
    last = drawing;
    if (changed?.every((index) => layers.has(index)) !== true) {
      layers = new Map();
      box.replaceChildren(drawnPicture(drawing, layers));
      return;
    }
    for (const index of changed) {
      const [first, ...others] = layers.get(index) ?? [];
      const made = layerOf(drawing, index);
      if (made.length > 0) layers.set(index, made);
      else layers.delete(index);
      first?.replaceWith(...made);
      for (const other of others) other.remove();
    }
  };
}

/** The elements of each mark that has some, by its index. */
type Layers = Map<number, readonly Element[]>;

/** Returns a drawing of the axes and of the marks that are not painted. */
function drawnPicture(drawing: PictureDrawing, layers: Layers): SVGSVGElement {
  const { picture, size } = drawing;
  const frame = planeFrame(size);
  const svg = plotted(drawing, [...picture.marks.keys()], layers);
  const lines = document.createElementNS(NAMESPACE, 'svg');
  for (const [name, value] of Object.entries(frame)) lines.setAttribute(name, String(value));
  lines.setAttribute('viewBox', `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
  picture.marks.forEach((mark, index) => {
    if (!isContour(mark)) return;
    const layer = contourLines(drawing, mark);
    lines.append(layer);
    layers.set(index, [layer]);
  });
  // Below what is drawn on a plane, and above what is painted of it.
  svg.insertBefore(lines, svg.firstChild);
  return svg;
}

/** Returns the elements of one mark. */
function layerOf(drawing: PictureDrawing, index: number): readonly Element[] {
  const mark = drawing.picture.marks[index];
  if (mark === undefined) return [];
  if (isContour(mark)) return [contourLines(drawing, mark)];
  if (mark.kind === 'line' || mark.kind === 'curve') {
    const { view, picture, size, colours } = drawing;
    return [strokedLine(mark, colours, pictureScales(view, picture, size))];
  }
  return [...plotted(drawing, [index]).children];
}

/** Plots marks by their indices: with the axes where `layers` is given, which takes their elements, else alone. */
function plotted(
  { picture, view, size, colours }: PictureDrawing,
  indices: readonly number[],
  layers?: Layers,
): SVGSVGElement {
  const { token } = colours;
  const frame = planeFrame(size);
  const { x, y } = rangesOf(view, picture);
  const bars = picture.marks.find((mark) => mark.kind === 'bars');
  const matrix = picture.marks.find((mark) => mark.kind === 'heatmap');
  const base = picture.yLog ? y[0] : inside(0, y);
  const scales = pictureScales(view, picture, size);
  const axis =
    layers === undefined
      ? { axis: null }
      : ({ line: false, labelArrow: 'none', labelAnchor: 'center', tickSize: 4 } as const);
  const across = ticksFor(
    ...([x, picture.xLog, frame.width / 80] as const),
    bars ? (at, room) => labelOf(bars, at, room * frame.width) : matrix && ((at) => indexIn(matrix.columns, at)),
  );
  // The first row is at the top.
  const up = ticksFor(
    ...([y, picture.yLog, frame.height / 48] as const),
    matrix && ((at) => indexIn(matrix.rows, matrix.rows - 1 - at)),
    matrix && matrix.rows - 1,
  );
  const xLabel = [picture.xLabel, across.shared].filter(Boolean).join(', ') || undefined;
  const drawn = plot({
    ...{ width: size.width, height: size.height, className: 'picture-drawing' },
    ...{ marginLeft: frame.x, marginTop: frame.y },
    marginRight: size.width - frame.x - frame.width,
    marginBottom: size.height - frame.y - frame.height,
    style: { background: 'none', color: token('ink-soft'), overflow: 'hidden' },
    color: { type: 'identity' },
    x: {
      ...axis,
      ...{ type: picture.xLog ? 'log' : 'linear', domain: x, label: axisLabel(xLabel, frame.width) },
      ...{ ticks: across.ticks, tickFormat: across.tickFormat },
    },
    y: {
      ...axis,
      ...{ type: picture.yLog ? 'log' : 'linear', domain: y, label: axisLabel(picture.yLabel, frame.height) },
      ...{ ticks: up.ticks, tickFormat: up.tickFormat },
    },
    grid: layers !== undefined && !picture.marks.some(isPlane),
    marks: indices.flatMap((index) => {
      const mark = picture.marks[index];
      if (mark === undefined || isPainted(mark)) return [];
      return markish(mark, base, colours, scales, { x, y }, (element) => {
        if (element !== null) layers?.set(index, [...(layers.get(index) ?? []), element]);
        return element;
      });
    }),
  });
  const svg = drawn instanceof SVGSVGElement ? drawn : document.createElementNS(NAMESPACE, 'svg');
  // An exported page's policy allows no style sheet but its own; picture.css says what this one does.
  for (const style of svg.querySelectorAll('style')) style.remove();
  for (const label of svg.querySelectorAll('[aria-label="x-axis tick label"] text')) {
    const [, at] = /translate\(([^,]+)/u.exec(label.getAttribute('transform') ?? '') ?? [];
    const over = Number(at) + (LETTER / 2) * label.textContent.length - size.width;
    if (over > 0) label.setAttribute('dx', String(-over));
  }
  if (layers !== undefined && up.shared !== '') drawShared(svg, up.shared, frame);
  return svg;
}

function isContour(mark: DrawnMark): mark is FieldMark {
  return mark.kind === 'contours' || mark.kind === 'boundary';
}

function contourLines({ picture, view, size, colours }: PictureDrawing, mark: FieldMark): SVGElement {
  const group = document.createElementNS(NAMESPACE, 'g');
  for (const { path } of contourPaths(mark, pictureScales(view, picture, size), picture)) {
    const line = document.createElementNS(NAMESPACE, 'path');
    line.setAttribute('d', path);
    line.setAttribute('fill', 'none');
    line.setAttribute('stroke', String(colours.ofItems(mark)));
    line.setAttribute('stroke-width', mark.kind === 'boundary' ? '2.25' : '1');
    group.append(line);
  }
  return group;
}

/** Draws a line without Plot's, whose pixels are numbers that a browser cannot draw where a value is far outside. */
function strokedLine(
  mark: PlacesMark | CurveMark,
  colours: PictureColours,
  { frame, x, y }: PictureScales,
): SVGElement {
  const { xs, ys } = mark;
  const colour = colours.ofItems(mark);
  const path = document.createElementNS(NAMESPACE, 'path');
  // One place is a dot.
  const isDot = xs.length === 1;
  const outline = linePath(
    isDot ? 2 : xs.length,
    (i) => x(xs[isDot ? 0 : i] ?? NaN),
    (i) => y(ys[isDot ? 0 : i] ?? NaN),
    frame,
  );
  // One colour: that of its name, or of its first item.
  for (const [name, value] of Object.entries({ d: outline, fill: 'none', 'stroke-width': isDot ? '6' : '2' }))
    path.setAttribute(name, value);
  path.setAttribute('stroke', typeof colour === 'string' ? colour : (colour[0] ?? colours.token('primal')));
  const dash = mark.name === undefined ? '' : dashOf(colours.indexOf(mark.name));
  if (dash !== '') path.setAttribute('stroke-dasharray', dash);
  path.setAttribute('stroke-linejoin', 'round');
  if (isDot) path.setAttribute('stroke-linecap', 'round');
  return path;
}

/** Returns a mark as Plot takes it; `take` is called with each of its elements. */
function markish(
  mark: DrawnMark,
  base: number,
  colours: PictureColours,
  scales: PictureScales,
  ranges: { readonly x: Range; readonly y: Range },
  take: <Made extends SVGElement | null>(element: Made) => Made,
): readonly Markish[] {
  const colour = colours.ofItems(mark);
  const paint = typeof colour === 'string' ? colour : [...colour];
  const render: RenderFunction = (index, own, values, dimensions, context, next) =>
    take(next?.(index, own, values, dimensions, context) ?? null);
  const plain = { clip: true, render } as const;
  switch (mark.kind) {
    case 'points':
      return parted(mark, colours).map(({ items, symbol }) =>
        dot(items, {
          ...{
            x: (i: number) => mark.xs[i],
            y: (i: number) => mark.ys[i],
            r: radiusOf(mark.xs.length),
            symbol,
            ...plain,
          },
          fill: typeof colour === 'string' ? colour : (i: number) => colour[i],
          ...{ stroke: colours.token('paper-raised'), strokeWidth: 1 },
        }),
      );
    case 'line':
    case 'curve':
      return [() => take(strokedLine(mark, colours, scales))];
    case 'arrows': {
      const ends = (from: Float64Array, by: Float64Array): Float64Array => from.map((start, i) => start + (by[i] ?? 0));
      // Plot leaves out an arrow without length.
      const still = [...mark.xs.keys()].filter((i) => mark.dxs[i] === 0 && mark.dys[i] === 0);
      return [
        dot(still, {
          ...{ x: (i: number) => mark.xs[i], y: (i: number) => mark.ys[i], r: 2, ...plain },
          fill: typeof colour === 'string' ? colour : (i: number) => colour[i],
        }),
        arrow(
          { length: mark.xs.length },
          {
            ...{ x1: mark.xs, y1: mark.ys, x2: ends(mark.xs, mark.dxs), y2: ends(mark.ys, mark.dys), ...plain },
            ...{ stroke: paint, strokeWidth: 1.75, headLength: 7 },
          },
        ),
      ];
    }
    case 'histogram': {
      const edges = mark.edges.map((edge) => inside(edge, ranges.x));
      const counts = mark.counts.map((count) => inside(count, ranges.y));
      return [
        rect(
          { length: mark.counts.length },
          {
            ...{ x1: edges.slice(0, -1), x2: edges.slice(1), y1: () => base, y2: counts, ...plain },
            ...{ fill: paint, insetLeft: 0.5, insetRight: 0.5 },
          },
        ),
      ];
    }
    case 'bars':
      return [
        rect(
          { length: mark.heights.length },
          {
            x1: mark.heights.map((_, i) => inside(i - 0.4, ranges.x)),
            x2: mark.heights.map((_, i) => inside(i + 0.4, ranges.x)),
            y1: () => base,
            y2: mark.heights.map((height) => inside(height, ranges.y)),
            ...{ fill: paint, ...plain },
          },
        ),
      ];
    case 'texts': {
      const { frame } = scales;
      const texts = mark.texts.map((each) => brief(each, Math.floor(frame.width / LETTER)));
      // A text that would reach beyond a side of the frame begins or ends at its place.
      const anchorOf = (i: number): 'start' | 'middle' | 'end' => {
        const at = scales.x(mark.xs[i] ?? NaN) - frame.x;
        const isBeyond = ((texts[i] ?? '').length * LETTER) / 2 > Math.min(at, frame.width - at);
        return isBeyond ? (at < frame.width / 2 ? 'start' : 'end') : 'middle';
      };
      return (['start', 'middle', 'end'] as const).map((textAnchor) =>
        text(
          [...mark.xs.keys()].filter((i) => anchorOf(i) === textAnchor),
          {
            ...{
              x: (i: number) => mark.xs[i],
              y: (i: number) => mark.ys[i],
              text: (i: number) => texts[i],
              textAnchor,
            },
            ...{ fill: typeof colour === 'string' ? colour : (i: number) => colour[i], ...plain },
            ...{ stroke: colours.token('paper-raised'), strokeWidth: 3, fontSize: 13 },
          },
        ),
      );
    }
    case 'horizontal':
      return [ruleY([mark.at], { stroke: paint, strokeDasharray: '4 4', ...plain })];
    case 'vertical':
      return [ruleX([mark.at], { stroke: paint, strokeDasharray: '4 4', ...plain })];
    case 'field':
    case 'heatmap':
    case 'contours':
    case 'boundary':
      return [];
  }
}

/** Returns the place on an axis where what reaches a number is cut off. A number far outside has no pixel. */
function inside(value: number, [low, high]: Range): number {
  return Math.min(high, Math.max(low, value));
}

interface Part {
  readonly items: number[];
  readonly symbol: SymbolType;
}

/** Returns the points by their group, each with its symbol. */
export function parted({ xs, name, groups, shades }: PlacesMark, { indexOf }: PictureColours): readonly Part[] {
  if (groups === undefined || shades !== undefined)
    return [{ items: [...xs.keys()], symbol: symbolOf(name === undefined ? 0 : indexOf(name)) }];
  const parts = new Map<string, Part>();
  groups.forEach((group, item) => {
    const part = parts.get(group) ?? { items: [], symbol: symbolOf(indexOf(group)) };
    part.items.push(item);
    parts.set(group, part);
  });
  return [...parts.values()];
}

/** The radius of points, in pixels: many are small. */
export function radiusOf(count: number): number {
  return count > 20_000 ? 1 : count > 1_000 ? 2 : count > 200 ? 3 : 4.5;
}
