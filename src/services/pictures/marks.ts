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
type PlainMark = readonly [
  kind: string,
  ...rows: readonly [reals: Value, lengths: Value],
  texts: Value,
  ...styles: readonly [name: Value, groups: Value, shades: Value],
];

/** Reads what a picture holds. */
export function givenPicture(data: Value, handles: readonly PictureHandle[]): GivenPicture {
  const marks: GivenMark[] = [];
  const settings = new Map<string, string>();
  const ranges = new Map<string, Range>();
  const notes: string[] = [];
  const all = listOf(data) as readonly PlainMark[];
  const isLog = all.some(([kind, , , texts]) => kind === 'setting' && listOf(texts)[0] === 'xLog');
  all.forEach(([kind, reals, lengths, texts, ...styles], index) => {
    const [rows, strings] = [new Rows(reals, lengths), listOf(texts) as readonly string[]];
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
      const [low, high] = [rows.real(0, 0), rows.real(0, 1)];
      if (low < high) ranges.set(axis, [low, high]);
      else notes.push(`The range of ${axis} from ${low} to ${high} is empty.`);
    } else {
      const [name] = (names ?? []) as readonly string[];
      const style: Style = {
        name,
        groups: groups?.[0] === undefined ? undefined : (listOf(groups[0]) as readonly string[]),
        shades: shades?.[0] === undefined ? undefined : numbersOf(itemsOf(shades[0])),
      };
      const mark = markOf(kind, rows, strings, index, style, notes, isLog);
      if (mark !== undefined) marks.push(mark);
    }
  });
  return { marks, handles, settings, ranges, notes };
}

/** The reals of each item. A picture can have a million items, so there is no object for any of them. */
class Rows {
  readonly length: number;
  private readonly reals: ArrayLike<Value>;
  /** Where each row starts, and the last one ends. */
  private readonly starts: Uint32Array;

  constructor(reals: Value, lengths: Value) {
    const all = itemsOf(lengths) as ArrayLike<number>;
    this.reals = itemsOf(reals);
    this.length = all.length;
    this.starts = new Uint32Array(all.length + 1);
    for (let row = 0; row < all.length; row++) this.starts[row + 1] = (this.starts[row] ?? 0) + (all[row] ?? 0);
  }

  lengthOf(row: number): number {
    return (this.starts[row + 1] ?? 0) - (this.starts[row] ?? 0);
  }

  at(row: number, place: number): Value {
    return this.reals[(this.starts[row] ?? 0) + place];
  }

  /** Returns the number at a place of a row; NaN if the row has none. */
  real(row: number, place: number): number {
    return place < this.lengthOf(row) ? primalOf(this.at(row, place)) : NaN;
  }

  /** Returns the rows of at least so many reals. */
  ofLength(least: number): readonly number[] {
    const found: number[] = [];
    for (let row = 0; row < this.length; row++) if (this.lengthOf(row) >= least) found.push(row);
    return found;
  }

  /** Returns the numbers at a place of rows. */
  column(place: number, rows = this.ofLength(0)): Float64Array<ArrayBuffer> {
    const numbers = new Float64Array(rows.length);
    rows.forEach((row, index) => {
      numbers[index] = this.real(row, place);
    });
    return numbers;
  }

  get numbers(): Float64Array<ArrayBuffer> {
    return numbersOf(this.reals);
  }
}

function markOf(
  kind: string,
  rows: Rows,
  texts: readonly string[],
  mark: number,
  style: Style,
  notes: string[],
  isLog: boolean,
): GivenMark | undefined {
  const { name } = style;
  switch (kind) {
    case 'texts':
      return { kind, xs: rows.column(0), ys: rows.column(1), texts, ...fitted(style, texts.length, notes) };
    case 'bars':
      return { kind, labels: texts, heights: rows.column(0), ...fitted(style, texts.length, notes) };
    case 'curve':
    case 'field':
    case 'boundary':
      return { kind, name, level: rows.length === 0 ? undefined : rows.real(0, 0), mark };
    case 'contours':
      return { kind, name, level: Math.min(MOST_CONTOURS, Math.max(1, rows.real(0, 0))), mark };
    default:
      return rowsMark(kind, rows, style, notes, isLog);
  }
}

const MOST_CONTOURS = 50;

/** Said where an item has no place on a logarithmic axis across. */
export const NOT_ACROSS = 'What has an x of 0 or less is not drawn, because the axis across is logarithmic.';

function rowsMark(kind: string, rows: Rows, style: Style, notes: string[], isLog: boolean): GivenMark | undefined {
  const { name } = style;
  switch (kind) {
    case 'horizontal':
    case 'vertical':
      return { kind, at: rows.real(0, 0), name };
    case 'histogram':
      if (isLog && rows.numbers.some((each) => each <= 0)) notes.push(NOT_ACROSS);
      return { kind, ...histogramOf(rows.numbers, isLog), name };
    case 'heatmap': {
      const all = rows.ofLength(0);
      const columns = all.reduce((most, row) => Math.max(most, rows.lengthOf(row)), 0);
      const values = Float64Array.from({ length: rows.length * columns }, (_, i) =>
        rows.real(Math.floor(i / columns), i % columns),
      );
      return { kind, rows: rows.length, columns, values, name };
    }
    case 'arrows': {
      const four = rows.ofLength(4);
      if (four.length < rows.length)
        notes.push(lacking('an arrow', four.length, rows.length, 'four numbers: x, y, and how far it goes'));
      const [xs, ys, dxs, dys] = [
        rows.column(0, four),
        rows.column(1, four),
        rows.column(2, four),
        rows.column(3, four),
      ];
      return { kind, xs, ys, dxs, dys, ...fitted(style, four.length, notes) };
    }
    case 'points':
    case 'line': {
      const { xs, ys } = placesOf(rows);
      if (xs.length < rows.length)
        notes.push(
          lacking(kind === 'line' ? 'an item of a line' : 'a point', xs.length, rows.length, 'two numbers, x and y'),
        );
      return { kind, xs: numbersOf(xs), ys: numbersOf(ys), ...fitted(style, xs.length, notes) };
    }
    default:
      return undefined;
  }
}

/** Returns x and y of each row that has them: its first two reals, or its index and its only one. */
function placesOf(rows: Rows): { readonly xs: readonly Value[]; readonly ys: readonly Value[] } {
  const pairs = rows.ofLength(2);
  const single = pairs.length === 0;
  const placed = single ? rows.ofLength(1) : pairs;
  return {
    xs: single ? placed : placed.map((row) => rows.at(row, 0)),
    ys: placed.map((row) => rows.at(row, single ? 0 : 1)),
  };
}

/** Returns the reals that are x and y of each point, for each mark of points; a number that is an index is no real of the program. */
export function pointsIn(data: Value): readonly (readonly (readonly [x: Value, y: Value])[])[] {
  return (listOf(data) as readonly PlainMark[]).flatMap(([kind, reals, lengths]) => {
    if (kind !== 'points') return [];
    const { xs, ys } = placesOf(new Rows(reals, lengths));
    return [xs.map((x, at) => [x, ys[at]] as const)];
  });
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

function itemsOf(value: Value): ArrayLike<Value> {
  return value instanceof Items ? value.items : [];
}

function listOf(value: Value): readonly Value[] {
  return Array.from(itemsOf(value));
}

function numbersOf(reals: ArrayLike<Value>): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(reals.length);
  for (let at = 0; at < reals.length; at++) numbers[at] = primalOf(reals[at]);
  return numbers;
}
