import { counted, integer } from '../../language/source/counted';
import type {
  ArrowsMark,
  BarsMark,
  HeatmapMark,
  HistogramMark,
  PictureHandle,
  PlacesMark,
  RuleMark,
  TextsMark,
} from '../../protocol/picture';
import type { Range } from '../../protocol/descent';
import { Items, primalOf, type Value } from '../../semantics/value';
import { histogramOf } from './histogram';

/** A mark as the program wrote it: a function is to be sampled, by the index of the mark. */
export type GivenMark =
  | ArrowsMark
  | BarsMark
  | HeatmapMark
  | HistogramMark
  | PlacesMark
  | RuleMark
  | TextsMark
  | {
      readonly kind: 'curve' | 'field' | 'contours' | 'boundary';
      readonly name: string | undefined;
      readonly level: number | undefined;
      readonly mark: number;
    };

/** A picture as the program wrote it. */
export interface GivenPicture {
  readonly marks: readonly GivenMark[];
  readonly handles: readonly PictureHandle[];
  readonly settings: ReadonlyMap<string, string>;
  /** The ends of axes that are asked for, by `x` and `y`. */
  readonly ranges: ReadonlyMap<string, Range>;
  readonly notes: readonly string[];
}

/** What is said of the items of a mark. */
interface Style {
  readonly name: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly shades: Float64Array<ArrayBuffer> | undefined;
}

/** What PLAIN writes for a mark: its kind, rows of reals, texts, and at most one name, groups and shades. */
type PlainMark = readonly [kind: string, rows: Value, texts: Value, name: Value, groups: Value, shades: Value];

/** Reads what a picture holds. */
export function givenPicture(data: Value, handles: readonly PictureHandle[]): GivenPicture {
  const marks: GivenMark[] = [];
  const settings = new Map<string, string>();
  const ranges = new Map<string, Range>();
  const notes: string[] = [];
  (itemsOf(data) as readonly PlainMark[]).forEach(([kind, rows, texts, ...styles], index) => {
    const [numbers, strings] = [itemsOf(rows).map(realsOf), itemsOf(texts) as readonly string[]];
    const isSetting = kind === 'setting' || kind === 'range';
    const [names, groups, shades] = styles.map(itemsOf);
    if (isSetting && styles.some((style) => itemsOf(style).length > 0)) {
      notes.push('A setting cannot be coloured or named.');
    }
    if (kind === 'setting') {
      const [setting = '', text = ''] = strings;
      settings.set(setting, text);
    } else if (kind === 'range') {
      const [axis = ''] = strings;
      const [low = NaN, high = NaN] = numbers[0] ?? [];
      if (low < high) ranges.set(axis, [low, high]);
      else notes.push(`The range of ${axis} from ${low} to ${high} is empty.`);
    } else {
      const [name] = (names ?? []) as readonly string[];
      const style: Style = {
        name,
        groups: groups?.[0] === undefined ? undefined : (itemsOf(groups[0]) as readonly string[]),
        shades: shades?.[0] === undefined ? undefined : realsOf(shades[0]),
      };
      const mark = markOf(kind, numbers, strings, index, style, notes);
      if (mark !== undefined) marks.push(mark);
    }
  });
  return { marks, handles, settings, ranges, notes };
}

function markOf(
  kind: string,
  rows: readonly Float64Array<ArrayBuffer>[],
  texts: readonly string[],
  mark: number,
  style: Style,
  notes: string[],
): GivenMark | undefined {
  const { name } = style;
  const [first] = rows[0] ?? [];
  switch (kind) {
    case 'texts': {
      const [xs, ys] = [column(rows, ([x = NaN]) => x), column(rows, ([, y = NaN]) => y)];
      return { kind, xs, ys, texts, ...fitted(style, texts.length, notes) };
    }
    case 'bars':
      return {
        kind,
        labels: texts,
        heights: column(rows, ([height = NaN]) => height),
        ...fitted(style, texts.length, notes),
      };
    case 'curve':
    case 'field':
    case 'boundary':
      return { kind, name, level: first, mark };
    case 'contours':
      return { kind, name, level: Math.min(MOST_CONTOURS, Math.max(1, first ?? 1)), mark };
    default:
      return rowsMark(kind, rows, style, notes);
  }
}

const MOST_CONTOURS = 50;

function rowsMark(
  kind: string,
  rows: readonly Float64Array<ArrayBuffer>[],
  style: Style,
  notes: string[],
): GivenMark | undefined {
  const { name } = style;
  switch (kind) {
    case 'horizontal':
    case 'vertical':
      return { kind, at: rows[0]?.[0] ?? 0, name };
    case 'histogram':
      return { kind, ...histogramOf(rows), name };
    case 'heatmap': {
      const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
      const values = new Float64Array(rows.length * columns).fill(NaN);
      rows.forEach((row, at) => {
        values.set(row, at * columns);
      });
      return { kind, rows: rows.length, columns, values, name };
    }
    case 'arrows': {
      const four = rows.filter(({ length }) => length >= 4);
      if (four.length < rows.length)
        notes.push(lacking('an arrow', four.length, rows.length, 'four numbers: x, y, and how far it goes'));
      const [xs, ys, dxs, dys] = [0, 1, 2, 3].map((part) => column(four, (row) => row[part] ?? NaN));
      if (xs === undefined || ys === undefined || dxs === undefined || dys === undefined) return undefined;
      return { kind, xs, ys, dxs, dys, ...fitted(style, four.length, notes) };
    }
    case 'points':
    case 'line': {
      const placed = placesOf(rows);
      if (placed.length < rows.length)
        notes.push(
          lacking(
            kind === 'line' ? 'an item of a line' : 'a point',
            placed.length,
            rows.length,
            'two numbers, x and y',
          ),
        );
      const [xs, ys] = [column(placed, ([x]) => x), column(placed, ([, y]) => y)];
      return { kind, xs, ys, ...fitted(style, placed.length, notes) };
    }
    default:
      return undefined;
  }
}

/** Returns x and y of each row that has them: its first two reals, or its index and its only one. */
function placesOf<Real>(rows: readonly ArrayLike<Real>[]): readonly (readonly [x: Real | number, y: Real])[] {
  const isSingle = rows.every(({ length }) => length <= 1);
  return rows.flatMap((row, at): (readonly [Real | number, Real])[] => {
    const { 0: first, 1: second } = row;
    if (first === undefined) return [];
    if (isSingle) return [[at, first]];
    return second === undefined ? [] : [[first, second]];
  });
}

/** Returns the reals that are x and y of each point, for each mark of points; a number that is an index is no real of the program. */
export function pointsIn(data: Value): readonly (readonly (readonly [x: Value, y: Value])[])[] {
  return (itemsOf(data) as readonly PlainMark[]).flatMap(([kind, rows]) =>
    kind === 'points' ? [placesOf(itemsOf(rows).map(itemsOf))] : [],
  );
}

function lacking(what: string, drawn: number, all: number, needs: string): string {
  return `${integer(all - drawn)} of ${counted(all, 'item')} cannot be drawn: ${what} needs ${needs}.`;
}

/** Returns a style whose groups or shades are as many as the items; others are left out. */
function fitted(style: Style, count: number, notes: string[]): Style {
  const { groups, shades, name } = style;
  const check = (given: number | undefined, what: string): boolean => {
    if (given === undefined || given === count) return true;
    notes.push(`${counted(given, what)} for ${counted(count, 'item')}: all have one colour.`);
    return false;
  };
  return {
    name,
    groups: check(groups?.length, 'group') ? groups : undefined,
    shades: check(shades?.length, 'shade') ? shades : undefined,
  };
}

function itemsOf(value: Value): readonly Value[] {
  return value instanceof Items ? Array.from(value.items) : [];
}

function realsOf(value: Value): Float64Array<ArrayBuffer> {
  return value instanceof Items ? Float64Array.from(value.items, primalOf) : new Float64Array(0);
}

function column<T>(items: readonly T[], part: (item: T) => number): Float64Array<ArrayBuffer> {
  return Float64Array.from(items, part);
}
