import { counted, integer } from '../../language/source/counted';
import type {
  ArrowsMark,
  BarsMark,
  HeatmapMark,
  HistogramMark,
  PlacesMark,
  RuleMark,
  TextsMark,
} from '../../protocol/picture';
import type { Range } from '../../protocol/descent';
import { Items, primalOf, Variant, type Value } from '../../semantics/value';
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

const PLAIN: Style = { name: undefined, groups: undefined, shades: undefined };

/** Reads the value of a picture. */
export function givenPicture(value: Value): GivenPicture {
  const marks: GivenMark[] = [];
  const settings = new Map<string, string>();
  const ranges = new Map<string, Range>();
  const notes: string[] = [];
  const all = value instanceof Variant ? itemsOf(value.payload) : [];
  all.forEach((each, index) => {
    if (!(each instanceof Variant)) return;
    const { name, payload } = each;
    if (name === 'Draw.Setting') {
      const [setting, text] = payload as readonly [string, string];
      settings.set(setting, text);
    } else if (name === 'Draw.Range') {
      const [axis, low, high] = payload as readonly [string, Value, Value];
      const range: Range = [primalOf(low), primalOf(high)];
      if (range[0] < range[1]) ranges.set(axis, range);
      else notes.push(`The range of ${axis} from ${range[0]} to ${range[1]} is empty.`);
    } else {
      const mark = markOf(each, index, PLAIN, notes);
      if (mark !== undefined) marks.push(mark);
    }
  });
  return { marks, settings, ranges, notes };
}

function markOf(given: Variant, index: number, style: Style, notes: string[]): GivenMark | undefined {
  const { payload } = given;
  const inner = (of: Value, changed: Partial<Style>): GivenMark | undefined =>
    of instanceof Variant ? markOf(of, index, { ...style, ...changed }, notes) : undefined;
  switch (given.name) {
    case 'Draw.Rows': {
      const [kind, rows] = payload as readonly [string, Value];
      return rowsMark(kind, itemsOf(rows).map(realsOf), style, notes);
    }
    case 'Draw.Texts': {
      const places = itemsOf(payload) as readonly (readonly [Value, Value, string])[];
      const texts = places.map(([, , text]) => text);
      const [xs, ys] = [column(places, ([x]) => primalOf(x)), column(places, ([, y]) => primalOf(y))];
      return { kind: 'texts', xs, ys, texts, ...fitted(style, texts.length, notes) };
    }
    case 'Draw.Bars': {
      const bars = itemsOf(payload) as readonly (readonly [string, Value])[];
      const heights = column(bars, ([, height]) => primalOf(height));
      return { kind: 'bars', labels: bars.map(([label]) => label), heights, ...fitted(style, bars.length, notes) };
    }
    case 'Draw.Curve':
      return { kind: 'curve', name: style.name, level: undefined, mark: index };
    case 'Draw.Field':
      return { kind: 'field', name: style.name, level: undefined, mark: index };
    case 'Draw.Contours': {
      const [count] = payload as readonly [number, Value];
      return { kind: 'contours', name: style.name, level: Math.min(MOST_CONTOURS, Math.max(1, count)), mark: index };
    }
    case 'Draw.Boundary': {
      const [level] = payload as readonly [Value, Value];
      return { kind: 'boundary', name: style.name, level: primalOf(level), mark: index };
    }
    case 'Draw.Grouped': {
      const [groups, of] = payload as readonly [Value, Value];
      return inner(of, { groups: itemsOf(groups) as readonly string[] });
    }
    case 'Draw.Shaded': {
      const [shades, of] = payload as readonly [Value, Value];
      return inner(of, { shades: realsOf(shades) });
    }
    case 'Draw.Named': {
      const [name, of] = payload as readonly [string, Value];
      return inner(of, { name });
    }
    default:
      if (given.name === 'Draw.Setting' || given.name === 'Draw.Range')
        notes.push('A setting cannot be coloured or named; it is left out.');
      return undefined;
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
      const isSingle = rows.every(({ length }) => length <= 1);
      const placed = rows.flatMap((row, at): (readonly [number, number])[] => {
        const [first, second] = row;
        if (first === undefined) return [];
        if (isSingle) return [[at, first]];
        return second === undefined ? [] : [[first, second]];
      });
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
