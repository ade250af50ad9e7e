import type { DrawnMark, Picture } from '../../../protocol/picture';

/** A picture of marks, for tests. */
export function pictureOf(marks: readonly DrawnMark[], settings: Partial<Picture> = {}): Picture {
  return {
    marks,
    handles: [],
    title: undefined,
    xLabel: undefined,
    yLabel: undefined,
    xLog: false,
    yLog: false,
    square: false,
    x: [0, 10],
    y: [0, 10],
    home: { x: [0, 10], y: [0, 10] },
    notes: [],
    ...settings,
  };
}

const PLAIN = { name: undefined, groups: undefined, shades: undefined };
const numbers = (...values: readonly number[]) => Float64Array.from(values);

/** One mark of each kind, for tests. */
export const MARKS: { readonly [Kind in DrawnMark['kind']]: DrawnMark & { readonly kind: Kind } } = {
  points: { ...PLAIN, kind: 'points', xs: numbers(1, 2), ys: numbers(3, NaN), groups: ['a', 'b'] },
  line: { ...PLAIN, kind: 'line', xs: numbers(1, 2), ys: numbers(3, 4) },
  arrows: { ...PLAIN, kind: 'arrows', xs: numbers(1), ys: numbers(2), dxs: numbers(3), dys: numbers(4) },
  histogram: { name: undefined, kind: 'histogram', edges: numbers(0, 1, 2), counts: numbers(5, 7) },
  heatmap: { name: undefined, kind: 'heatmap', rows: 2, columns: 3, values: numbers(1, 2, 3, 4, 5, NaN) },
  horizontal: { name: undefined, kind: 'horizontal', at: 2.5 },
  vertical: { name: undefined, kind: 'vertical', at: -1 },
  bars: { ...PLAIN, kind: 'bars', labels: ['low, "quoted"', 'high'], heights: numbers(1, 2) },
  texts: { ...PLAIN, kind: 'texts', xs: numbers(4), ys: numbers(5), texts: ['here'] },
  curve: { name: 'model', kind: 'curve', xs: numbers(0, 5, 10), ys: numbers(0, 25, 100) },
  field: {
    name: undefined,
    kind: 'field',
    level: undefined,
    x: [0, 10],
    y: [0, 10],
    columns: 3,
    rows: 2,
    values: numbers(0, 1, 2, 3, 4, 5),
  },
  contours: {
    name: undefined,
    kind: 'contours',
    level: 4,
    x: [0, 10],
    y: [0, 10],
    columns: 3,
    rows: 2,
    values: numbers(0, 1, 2, 3, 4, 5),
  },
  boundary: {
    name: undefined,
    kind: 'boundary',
    level: 2,
    x: [0, 10],
    y: [0, 10],
    columns: 3,
    rows: 2,
    values: numbers(0, 1, 2, 3, 4, 5),
  },
};
