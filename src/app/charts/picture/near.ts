import type { DrawnMark, Picture } from '../../../protocol/picture';
import type { Range } from '../../../protocol/descent';
import type { PictureScales } from './frame';

/** An item of a picture: the index of its mark, and its own. */
export interface ItemPlace {
  readonly mark: number;
  readonly index: number;
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The reach of the pointer, in pixels. */
const REACH = 24;

/**
 * Returns the item nearest to a pixel: a point, a place of a line, a text or the start of an arrow within reach; else the bar or the
 * sample that is there, of the last mark that has one.
 */
export function itemNear({ marks }: Picture, scales: PictureScales, at: Pixel): ItemPlace | undefined {
  let best = REACH * REACH;
  let nearest: ItemPlace | undefined;
  marks.forEach((of, mark) => {
    if (!('xs' in of) || of.kind === 'curve') return;
    for (let index = 0; index < of.xs.length; index++) {
      const dx = scales.x(of.xs[index] ?? NaN) - at.x;
      const dy = scales.y(of.ys[index] ?? NaN) - at.y;
      if (!(dx * dx + dy * dy < best)) continue;
      best = dx * dx + dy * dy;
      nearest = { mark, index };
    }
  });
  for (let mark = marks.length - 1; mark >= 0 && nearest === undefined; mark--) {
    const of = marks[mark];
    const index = of && indexUnder(of, scales, at);
    if (index !== undefined) nearest = { mark, index };
  }
  return nearest;
}

function indexUnder(mark: DrawnMark, { x, y }: PictureScales, at: Pixel): number | undefined {
  /** How many steps between so many places the pixel is from the first; undefined outside. */
  const stepAt = ([low, high]: Range, count: number, scale: (value: number) => number, pixel: number) => {
    const step = Math.round(((pixel - scale(low)) / (scale(high) - scale(low))) * (count - 1));
    return step >= 0 && step < count ? step : undefined;
  };
  /** Which of the squares around 0, 1, ... the pixel is in. */
  const squareAt = (count: number, scale: (value: number) => number, pixel: number): number | undefined => {
    const index = Math.round((pixel - scale(0)) / (scale(1) - scale(0)));
    return index >= 0 && index < count ? index : undefined;
  };
  const inGrid = (acrossRange: Range, upRange: Range, columns: number, rows: number): number | undefined => {
    const [column, row] = [stepAt(acrossRange, columns, x, at.x), stepAt(upRange, rows, y, at.y)];
    return column === undefined || row === undefined ? undefined : row * columns + column;
  };
  switch (mark.kind) {
    case 'curve':
      return stepAt([mark.xs[0] ?? NaN, mark.xs[mark.xs.length - 1] ?? NaN], mark.xs.length, x, at.x);
    case 'bars':
      return squareAt(mark.heights.length, x, at.x);
    case 'histogram': {
      const index = mark.edges.findIndex((edge) => x(edge) > at.x) - 1;
      return index < 0 ? undefined : index;
    }
    // A matrix has its first row at the top.
    case 'heatmap': {
      const [column, row] = [squareAt(mark.columns, x, at.x), squareAt(mark.rows, y, at.y)];
      return column === undefined || row === undefined ? undefined : (mark.rows - 1 - row) * mark.columns + column;
    }
    case 'field':
    case 'contours':
      return inGrid(mark.x, mark.y, mark.columns, mark.rows);
    default:
      return undefined;
  }
}
