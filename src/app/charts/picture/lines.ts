import type { FieldMark } from '../../../protocol/picture';
import { levelsOf } from '../plane/plane';
import { type PictureScales, valueAt } from './frame';
import { linePath } from './stretches';

/** The lines of a grid do not depend on where they are drawn. */
const SEGMENTS = new WeakMap<FieldMark, ReadonlyMap<number, Float64Array>>();

/** Lines of equal value, each with its value, as paths of a picture. */
export function contourPaths(
  mark: FieldMark,
  scales: PictureScales,
  axes: { readonly xLog: boolean; readonly yLog: boolean },
): readonly { readonly value: number; readonly path: string }[] {
  const { columns, rows, values, level = 0 } = mark;
  if (columns < 2 || rows < 2) return [];
  const levels = mark.kind === 'boundary' ? [level] : levelsOf(values, Math.max(1, Math.round(level)));
  const known = SEGMENTS.get(mark) ?? new Map(levels.map((each) => [each, segmentsAt(mark, each)]));
  SEGMENTS.set(mark, known);
  const x = (column: number): number => scales.x(valueAt(mark.x, axes.xLog, column / (columns - 1)));
  const y = (row: number): number => scales.y(valueAt(mark.y, axes.yLog, row / (rows - 1)));
  return Array.from(known, ([value, segments]) => {
    const parts: string[] = [];
    for (let i = 0; i < segments.length; i += 4) {
      const [fromX, fromY] = [x(segments[i] ?? NaN), y(segments[i + 1] ?? NaN)];
      const [toX, toY] = [x(segments[i + 2] ?? NaN), y(segments[i + 3] ?? NaN)];
      parts.push(
        linePath(
          2,
          (end) => (end === 0 ? fromX : toX),
          (end) => (end === 0 ? fromY : toY),
          scales.frame,
        ),
      );
    }
    return { value, path: parts.join('') };
  });
}

/**
 * Returns the segments of the lines at a level, as `x1, y1, x2, y2` in columns and rows of the grid (marching squares). A square with an
 * undefined corner has none.
 */
function segmentsAt({ columns, rows, values }: FieldMark, level: number): Float64Array {
  const found: number[] = [];
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      const corners = [values[at], values[at + 1], values[at + columns + 1], values[at + columns]].map(
        (value = NaN) => value,
      );
      if (!corners.every(Number.isFinite)) continue;
      const [a = 0, b = 0, c = 0, d = 0] = corners;
      const crossings: (readonly [number, number])[] = [];
      if (a >= level !== b >= level) crossings.push([column + crossing(a, b, level), row]);
      if (b >= level !== c >= level) crossings.push([column + 1, row + crossing(b, c, level)]);
      if (d >= level !== c >= level) crossings.push([column + crossing(d, c, level), row + 1]);
      if (a >= level !== d >= level) crossings.push([column, row + crossing(a, d, level)]);
      // At a saddle, the middle says which corners belong together.
      const isSaddle = crossings.length === 4 && a / 4 + b / 4 + c / 4 + d / 4 >= level === a >= level;
      const [first, second, third, fourth] = crossings;
      if (first === undefined || second === undefined) continue;
      if (third === undefined || fourth === undefined) found.push(...first, ...second);
      else if (isSaddle) found.push(...first, ...second, ...third, ...fourth);
      else found.push(...first, ...fourth, ...second, ...third);
    }
  }
  return Float64Array.from(found);
}

/** Returns where a value between two others lies, as a share of the way; the numbers may be as large as doubles are. */
function crossing(from: number, to: number, level: number): number {
  const scale = Math.max(Math.abs(from), Math.abs(to), Math.abs(level)) || 1;
  return (level / scale - from / scale) / (to / scale - from / scale);
}
