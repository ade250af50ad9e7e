import type { DrawnMark, Picture } from '../../../protocol/picture';
import { counted, exactNumber, showNumber } from '../../kit/format';
import { digitsFor } from '../ticks';
import { valueAt } from './frame';
import type { ShadeScale } from './colours';
import { csvField } from '../plane/plot';

const NOUNS: Readonly<Record<DrawnMark['kind'], string>> = {
  points: 'point',
  line: 'place of a line',
  arrows: 'arrow',
  histogram: 'interval of a histogram',
  heatmap: 'square of a matrix',
  horizontal: 'horizontal line',
  vertical: 'vertical line',
  bars: 'bar',
  texts: 'text',
  curve: 'sample of a curve',
  field: 'sample of a field',
  contours: 'sample of contours',
  boundary: 'sample of a boundary',
};

/** Returns the texts at the ends of a scale of colours: an empty one and the one number, if all are equal. */
export function endsOf({ low, high }: ShadeScale): readonly [string, string] {
  return low < high ? [showNumber(low, 3), showNumber(high, 3)] : ['', `all ${showNumber(high)}`];
}

const LONGEST = 60;

/** Returns the beginning of a text that would not fit into a drawing, or into as many letters. */
export function brief(text: string, letters = LONGEST): string {
  const line = text.replaceAll('\n', ' ');
  const most = Math.min(letters, LONGEST);
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}

/** How a mark is described as a whole. */
function whole(mark: DrawnMark): string {
  const named = mark.name === undefined ? '' : ` “${brief(mark.name)}”`;
  switch (mark.kind) {
    case 'curve':
      return `a curve${named}`;
    case 'line':
      return `a line${named} through ${counted(mark.xs.length, 'place')}`;
    case 'field':
      return `a field of colours, ${extent(mark.values)}`;
    case 'contours':
      return 'contours';
    case 'boundary':
      return `the line of value ${showNumber(mark.level ?? 0)}`;
    case 'heatmap':
      return `a matrix of ${mark.rows} × ${mark.columns}, ${extent(mark.values)}`;
    case 'histogram':
      return `a histogram of ${counted(mark.counts.length, 'interval')}`;
    case 'horizontal':
    case 'vertical':
      return `a ${mark.kind} line at ${showNumber(mark.at)}`;
    default:
      return `${counted(itemsIn(mark), NOUNS[mark.kind])}${named}`;
  }
}

/** Says between which numbers values are. */
function extent(values: Float64Array): string {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return 'without values';
  return low === high ? `all ${showNumber(low)}` : `from ${showNumber(low)} to ${showNumber(high)}`;
}

/** Says what is drawn, in one sentence. */
export function descriptionOf({ title, marks, handles, x, y, xLabel, yLabel }: Picture): string {
  const all = marks.slice(0, MOST_DESCRIBED).map(whole);
  if (marks.length > MOST_DESCRIBED) all.push(`${marks.length - MOST_DESCRIBED} more`);
  for (const { name, x: across, y: up } of handles)
    all.push(`the input ${brief(name)} at x ${showNumber(across)}, y ${showNumber(up)}`);
  const axis = (name: string | undefined, plain: string, range: readonly [number, number]): string => {
    const digits = digitsFor(range, 4);
    return `${name === undefined ? plain : brief(name)} from ${range.map((end) => showNumber(end, digits)).join(' to ')}`;
  };
  const head = title === undefined ? 'Picture' : `Picture “${brief(title)}”`;
  const drawn = all.length === 0 ? 'nothing is drawn' : all.join(', ');
  return `${head}: ${drawn}; ${axis(xLabel, 'x', x)}, ${axis(yLabel, 'y', y)}.`;
}

const MOST_DESCRIBED = 12;

/** One item of a picture: where it is, and what it says. */
export interface PictureItem {
  readonly mark: number;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  /** The data of the item beside its place: its group, its text, its value. */
  readonly more: string;
}

/** Returns how many items a mark has that can be read one by one. */
export function itemsIn(mark: DrawnMark): number {
  if ('values' in mark) return mark.values.length;
  if ('xs' in mark) return mark.xs.length;
  if (mark.kind === 'histogram') return mark.counts.length;
  return mark.kind === 'bars' ? mark.heights.length : 1;
}

export function itemOf({ marks, xLog, yLog }: Picture, mark: number, index: number): PictureItem | undefined {
  const of = marks[mark];
  if (of === undefined) return undefined;
  const item = (x: number, y: number, more = ''): PictureItem => ({ mark, kind: NOUNS[of.kind], x, y, more });
  const named = of.name ?? '';
  switch (of.kind) {
    case 'horizontal':
      return item(NaN, of.at, named);
    case 'vertical':
      return item(of.at, NaN, named);
    case 'histogram': {
      const [from = NaN, to = NaN] = of.edges.slice(index, index + 2);
      return item((from + to) / 2, of.counts[index] ?? NaN, `from ${showNumber(from)} to ${showNumber(to)}`);
    }
    case 'bars':
      return item(index, of.heights[index] ?? NaN, of.labels[index]);
    case 'heatmap': {
      const [row, column] = [Math.floor(index / of.columns), index % of.columns];
      return item(column, of.rows - 1 - row, `row ${row}, column ${column}: ${showNumber(of.values[index] ?? NaN)}`);
    }
    case 'field':
    case 'contours':
    case 'boundary': {
      const x = valueAt(of.x, xLog, (index % of.columns) / (of.columns - 1));
      const y = valueAt(of.y, yLog, Math.floor(index / of.columns) / (of.rows - 1));
      return item(x, y, showNumber(of.values[index] ?? NaN));
    }
    default: {
      const parts = [
        named,
        of.kind === 'texts' ? of.texts[index] : undefined,
        'groups' in of ? of.groups?.[index] : undefined,
        'shades' in of && of.shades !== undefined ? showNumber(of.shades[index] ?? NaN) : undefined,
        of.kind === 'arrows'
          ? `goes ${showNumber(of.dxs[index] ?? NaN)}, ${showNumber(of.dys[index] ?? NaN)}`
          : undefined,
      ];
      const more = parts.filter((part) => part !== undefined && part !== '').join(', ');
      return item(of.xs[index] ?? NaN, of.ys[index] ?? NaN, more);
    }
  }
}

/** Says an item as a screen reader does. */
export function itemText({ kind, x, y, more }: PictureItem, index: number, count: number): string {
  const place = [
    ...(Number.isNaN(x) ? [] : [`x ${showNumber(x)}`]),
    ...(kind === NOUNS.vertical ? [] : Number.isNaN(y) ? ['no value'] : [`y ${showNumber(y)}`]),
  ];
  return `${kind} ${index + 1} of ${count}: ${place.join(', ')}${more === '' ? '' : `, ${more}`}`;
}

/** Returns all items as CSV, with all digits. */
export function pictureAsCsv(picture: Picture): string {
  const lines = ['mark,kind,x,y,more'];
  picture.marks.forEach((of, mark) => {
    const count = itemsIn(of);
    for (let index = 0; index < count; index++) {
      const item = itemOf(picture, mark, index);
      if (item === undefined) continue;
      const number = (value: number): string => (Number.isNaN(value) ? '' : exactNumber(value));
      lines.push(`${mark + 1},${item.kind},${number(item.x)},${number(item.y)},${csvField(item.more)}`);
    }
  });
  return `${lines.join('\n')}\n`;
}
