import type { Range } from '../../../protocol/descent';
import type {
  DrawnMark,
  FieldMark,
  HeatmapMark,
  Miniature,
  Picture,
  PlacesMark,
  TextsMark,
} from '../../../protocol/picture';
import { levelsOf } from '../plane/plane';
import { type PictureColours, coloursOf, isPlane, shadeRange, shareOf } from './colours';
import { type PictureScales, pictureScales, squaredView, viewOf } from './frame';
import { contourPaths } from './lines';
import { linePath } from './stretches';

/** The drawing whose frame, without the room for axes, is that of a miniature. */
const SIZE = { width: 172, height: 112 };
/** The most characters of a miniature. */
const MOST = 2_000;
/** The sides of a cell of a plane of colours, in pixels. */
const LEAST_CELL = 4;
const MOST_CELL = 16;

/** Returns a picture in small: of many items some, so that it has at most `MOST` characters. */
export function miniatureOf(picture: Picture): Miniature {
  const view = viewOf(picture, picture);
  const scales = pictureScales(picture.square ? squaredView(view, SIZE) : view, picture, SIZE);
  const colours = coloursOf(picture.marks, 'light', (token) => token);
  const most = Math.max(0, ...picture.marks.map((mark) => ('xs' in mark ? mark.xs.length : 0)));
  for (let every = 2 ** Math.floor(Math.log2(1 + most / 1000)); every < 1e8; every *= 2) {
    const strokes = picture.marks.flatMap((mark) => strokesOf(mark, { picture, scales, colours, every }));
    if (JSON.stringify(strokes).length <= MOST) return strokes;
  }
  return [];
}

interface Drawing {
  readonly picture: Picture;
  readonly scales: PictureScales;
  readonly colours: PictureColours;
  /** One item in so many is drawn. */
  readonly every: number;
}

function strokesOf(mark: DrawnMark, drawing: Drawing): Miniature {
  const { picture, scales, colours, every } = drawing;
  const { x, y, frame } = scales;
  const colour = colours.ofItems(mark);
  const own = typeof colour === 'string' ? colour : (colour[0] ?? 'ink');
  const segment = (x1: number, y1: number, x2: number, y2: number): string =>
    linePath(
      2,
      (end) => (end === 0 ? x1 : x2),
      (end) => (end === 0 ? y1 : y2),
      frame,
    );
  const each = (count: number, path: (item: number) => string): string =>
    Array.from({ length: Math.ceil(count / every) }, (_, i) => path(i * every)).join('');
  /** Bars of one width from the axis to their heights. */
  const bars = (heights: Float64Array, left: (item: number) => number, width: number): Miniature => {
    const base = y(picture.yLog ? picture.y[0] : 0);
    const middle = (item: number): number => x(left(item) + width / 2);
    const wide = Math.max(0.5, Math.round(0.85 * (x(width) - x(0))));
    return [[own, wide, each(heights.length, (i) => segment(middle(i), base, middle(i), y(heights[i] ?? NaN)))]];
  };
  switch (mark.kind) {
    case 'points':
    case 'texts':
      return pointsOf(mark, drawing);
    case 'line':
    case 'curve': {
      const at = (i: number): number => Math.min(i * every, mark.xs.length - 1);
      const count = Math.ceil((mark.xs.length - 1) / every) + 1;
      const path = linePath(
        count,
        (i) => x(mark.xs[at(i)] ?? NaN),
        (i) => y(mark.ys[at(i)] ?? NaN),
        frame,
      );
      return [[own, 1.5, path]];
    }
    case 'arrows':
      return [
        [
          own,
          1.5,
          each(mark.xs.length, (i) => {
            const [fromX = NaN, fromY = NaN] = [mark.xs[i], mark.ys[i]];
            return segment(x(fromX), y(fromY), x(fromX + (mark.dxs[i] ?? NaN)), y(fromY + (mark.dys[i] ?? NaN)));
          }),
        ],
      ];
    case 'histogram': {
      const [first = 0, second = 1] = mark.edges;
      return bars(mark.counts, (i) => mark.edges[i] ?? NaN, second - first);
    }
    case 'bars':
      return bars(mark.heights, (i) => i - 0.4, 0.8);
    case 'horizontal':
      return [[own, 1, segment(frame.x, y(mark.at), frame.x + frame.width, y(mark.at))]];
    case 'vertical':
      return [[own, 1, segment(x(mark.at), frame.y, x(mark.at), frame.y + frame.height)]];
    case 'field':
    case 'heatmap':
    case 'contours':
      // Contours are bands of equal value, because lines would be too many.
      if (mark.kind === 'contours' && picture.marks.some(isPlane)) return [];
      return planeOf(mark, scales, Math.min(MOST_CELL, LEAST_CELL * every));
    case 'boundary':
      return [
        [
          own,
          1.5,
          contourPaths(thinned(mark, every), scales, picture)
            .map(({ path }) => path)
            .join(''),
        ],
      ];
  }
}

/** Points, by colour; those at one place are one. */
function pointsOf(mark: PlacesMark | TextsMark, { scales, colours, every }: Drawing): Miniature {
  const { x, y, frame } = scales;
  const colour = colours.ofItems(mark);
  const shades = 'shades' in mark ? mark.shades : undefined;
  const range = shades && shadeRange(shades);
  const places = new Map<string, Set<string>>();
  for (let i = 0; i < mark.xs.length; i += every) {
    const [atX, atY] = [Math.round(x(mark.xs[i] ?? NaN)), Math.round(y(mark.ys[i] ?? NaN))];
    const isInside = atX >= frame.x && atX <= frame.x + frame.width && atY >= frame.y && atY <= frame.y + frame.height;
    if (!isInside) continue;
    const own = range ? shadeOf(shades[i] ?? NaN, range) : typeof colour === 'string' ? colour : colour[i];
    if (own === undefined) continue;
    const known = places.get(own) ?? new Set();
    places.set(own, known.add(`M${atX} ${atY}h0`));
  }
  const width = mark.xs.length > 200 ? 2 : 4;
  return Array.from(places, ([own, paths]) => [own, width, [...paths].join('')]);
}

/** The colour of a number between the least and the greatest. */
function shadeOf(value: number, range: Range): string {
  const share = shareOf(value, ...range);
  return share < 1 / 3 ? 'primal' : share > 2 / 3 ? 'cotangent' : 'rule-strong';
}

/** A plane of colours, in cells: each row is strokes of cells that look alike. */
function planeOf(mark: FieldMark | HeatmapMark, { x, y, frame }: PictureScales, cell: number): Miniature {
  const isMatrix = mark.kind === 'heatmap';
  const { columns, rows, values } = mark;
  const levels = mark.kind === 'contours' ? levelsOf(values, 5) : undefined;
  const range = levels ? undefined : shadeRange(values);
  const [left, right] = isMatrix ? [-0.5, columns - 0.5] : mark.x;
  const [bottom, top] = isMatrix ? [-0.5, rows - 0.5] : mark.y;
  const paths = new Map<string, string>();
  for (let down = cell / 2; down < frame.height; down += cell) {
    let [before, start] = ['', 0];
    for (let across = 0; across <= frame.width; across += cell) {
      const look = across < frame.width ? lookAt(frame.x + across + cell / 2, frame.y + down) : '';
      if (look === before) continue;
      const path = `M${frame.x + start} ${frame.y + down}h${across - start}`;
      if (before !== '') paths.set(before, (paths.get(before) ?? '') + path);
      [before, start] = [look, across];
    }
  }
  return Array.from(paths, ([look, path]) => {
    const [colour = '', opacity] = look.split(' ');
    return [colour, cell, path, Number(opacity)];
  });

  /** Returns the colour and the opacity at a place of the drawing; nothing where there is no value. */
  function lookAt(atX: number, atY: number): string {
    const across = (atX - x(left)) / (x(right) - x(left));
    const up = (atY - y(bottom)) / (y(top) - y(bottom));
    if (!(across >= 0 && across < 1 && up >= 0 && up < 1)) return '';
    const column = Math.floor(across * columns);
    const row = Math.floor((isMatrix ? 1 - up : up) * rows);
    const value = values[row * columns + column] ?? NaN;
    if (!Number.isFinite(value)) return '';
    if (levels) return opaque('structure', levels.filter((level) => level <= value).length);
    if (range === undefined) return '';
    const share = shareOf(value, ...range);
    return opaque(share < 0.5 ? 'primal' : 'cotangent', 2 * Math.round(Math.abs(2 * share - 1) * 3.5));
  }

  function opaque(colour: string, tenths: number): string {
    return tenths > 0 ? `${colour} ${tenths}` : '';
  }
}

/** The plane with fewer columns and rows: about 24 of them, or a share of that. */
function thinned(mark: FieldMark, every: number): FieldMark {
  const fewer = (count: number): number => Math.max(2, Math.min(count, Math.ceil(24 / every)));
  const [columns, rows] = [fewer(mark.columns), fewer(mark.rows)];
  const values = Float64Array.from({ length: columns * rows }, (_, i) => {
    const row = Math.round((Math.floor(i / columns) / (rows - 1)) * (mark.rows - 1));
    const column = Math.round(((i % columns) / (columns - 1)) * (mark.columns - 1));
    return mark.values[row * mark.columns + column] ?? NaN;
  });
  return { ...mark, columns, rows, values };
}
