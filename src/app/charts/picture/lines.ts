import { contours } from 'd3-contour';
import type { FieldMark } from '../../../protocol/picture';
import { levelsOf } from '../plane/plane';
import { tenth } from '../pixels';
import { valueAt, type PictureScales } from './frame';

/** Lines of equal value, each with its value, as paths of a picture. */
export function contourPaths(
  mark: FieldMark,
  scales: PictureScales,
  axes: { readonly xLog: boolean; readonly yLog: boolean },
): readonly { readonly value: number; readonly path: string }[] {
  const { columns, rows, values, level = 0 } = mark;
  if (columns < 2 || rows < 2) return [];
  const levels = mark.kind === 'boundary' ? [level] : levelsOf(values, Math.max(1, Math.round(level)));
  const place = (column: number, row: number): readonly [number, number] => [
    scales.x(valueAt(mark.x, axes.xLog, (column - 0.5) / (columns - 1))),
    scales.y(valueAt(mark.y, axes.yLog, (row - 0.5) / (rows - 1))),
  ];
  const shapes = contours()
    .size([columns, rows])
    .thresholds([...levels])(Array.from(values));
  return shapes.map(({ value, coordinates }) => ({
    value,
    path: coordinates
      .flat()
      .map((ring) => openPath(ring, columns, rows, place))
      .join(''),
  }));
}

/** Draws a ring without its parts along the edge of the grid, which are no lines of equal value. */
function openPath(
  ring: readonly (readonly number[])[],
  columns: number,
  rows: number,
  place: (column: number, row: number) => readonly [number, number],
): string {
  let path = '';
  let isDown = false;
  ring.forEach(([column = NaN, row = NaN], i) => {
    const [nextColumn = NaN, nextRow = NaN] = ring[i + 1] ?? [];
    if (Number.isNaN(nextColumn)) return;
    const isEdge =
      (column === nextColumn && (column <= 0.5 || column >= columns - 0.5)) ||
      (row === nextRow && (row <= 0.5 || row >= rows - 0.5));
    if (isEdge) {
      isDown = false;
      return;
    }
    const at = ([x, y]: readonly [number, number]): string => `${tenth(x)} ${tenth(y)}`;
    path += `${isDown ? '' : `M${at(place(column, row))}`}L${at(place(nextColumn, nextRow))}`;
    isDown = true;
  });
  return path;
}
