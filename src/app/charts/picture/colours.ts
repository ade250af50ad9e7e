import type { DrawnMark, FieldMark, HeatmapMark } from '../../../protocol/picture';
import { colour, type ColourToken, type Scheme } from '../../kit/theme';

const GROUPS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The colours of a picture's marks, as strings `#rrggbb`. */
export interface PictureColours {
  readonly scheme: Scheme;
  /** Returns the colour of each item of a mark: one for all, or one an item. */
  readonly ofItems: (mark: DrawnMark) => string | readonly string[];
  /** The names that stand in the legend. Each has also a symbol and a dash of its own, by its index. */
  readonly legend: readonly LegendName[];
  readonly indexOf: (name: string) => number;
  /** The scales of the marks that are coloured by numbers. */
  readonly scales: readonly ShadeScale[];
  readonly token: (token: ColourToken) => string;
}

export interface LegendName {
  readonly name: string;
  readonly colour: string;
  readonly shape: 'symbol' | 'line' | 'area';
}

/** Colours from a least number to a greatest one. */
export interface ShadeScale {
  readonly mark: DrawnMark;
  readonly low: number;
  readonly high: number;
  /** The colours from the lowest number to the highest, and the index of a number's. */
  readonly steps: readonly string[];
  readonly stepOf: (value: number) => number;
  readonly colour: (value: number) => string;
}

export type Rgb = readonly [number, number, number];

const PLAIN: Readonly<Record<DrawnMark['kind'], ColourToken>> = {
  points: 'ink',
  line: 'primal',
  arrows: 'cotangent',
  histogram: 'primal',
  heatmap: 'primal',
  horizontal: 'structure',
  vertical: 'structure',
  bars: 'primal',
  texts: 'ink',
  curve: 'primal',
  field: 'primal',
  contours: 'rule-strong',
  boundary: 'ink',
};

const SHAPES: Readonly<Record<DrawnMark['kind'], LegendName['shape']>> = {
  points: 'symbol',
  line: 'line',
  arrows: 'line',
  histogram: 'area',
  heatmap: 'area',
  horizontal: 'line',
  vertical: 'line',
  bars: 'area',
  texts: 'area',
  curve: 'line',
  field: 'area',
  contours: 'line',
  boundary: 'line',
};

/** Returns the colours of marks in a scheme; `token` returns that of a token. */
export function coloursOf(
  marks: readonly DrawnMark[],
  scheme: Scheme,
  token = (name: ColourToken): string => colour(name, scheme),
): PictureColours {
  const named = new Map<string, string>();
  const colourOf = (name: string): string => {
    const known = named.get(name);
    if (known !== undefined) return known;
    const made = token(`group-${GROUPS[named.size % GROUPS.length] ?? 1}`);
    named.set(name, made);
    return made;
  };
  const shapes = new Map<string, LegendName['shape']>();
  for (const mark of marks) {
    for (const name of namesIn(mark)) {
      colourOf(name);
      if (!shapes.has(name)) shapes.set(name, SHAPES[mark.kind]);
    }
  }
  const names = [...named.keys()];
  // A picture is drawn anew in every frame of a gesture.
  const items = new Map<DrawnMark, string | readonly string[]>();
  const scales = marks.flatMap((mark) => scaleOf(mark, token) ?? []);
  return {
    scheme,
    token,
    scales,
    legend: names.map((name) => ({ name, colour: colourOf(name), shape: shapes.get(name) ?? 'area' })),
    indexOf: (name) => names.indexOf(name),
    ofItems(mark) {
      const known = items.get(mark) ?? itemColours(mark);
      items.set(mark, known);
      return known;
    },
  };

  function itemColours(mark: DrawnMark): string | readonly string[] {
    const scale = scales.find((each) => each.mark === mark);
    if ('shades' in mark && mark.shades !== undefined && scale !== undefined)
      return Array.from(mark.shades, scale.colour);
    if ('groups' in mark && mark.groups !== undefined) return mark.groups.map(colourOf);
    return mark.name === undefined ? token(PLAIN[mark.kind]) : colourOf(mark.name);
  }
}

/** The names that colour a mark, each once. */
function namesIn(mark: DrawnMark): readonly string[] {
  if ('groups' in mark && mark.groups !== undefined && mark.shades === undefined) return [...new Set(mark.groups)];
  return mark.name === undefined || mark.kind === 'field' || mark.kind === 'heatmap' ? [] : [mark.name];
}

function scaleOf(mark: DrawnMark, token: (name: ColourToken) => string): ShadeScale | undefined {
  const values = mark.kind === 'field' || mark.kind === 'heatmap' ? mark.values : shadesIn(mark);
  const range = values && shadeRange(values);
  if (range === undefined) return undefined;
  const [low, high] = range;
  const steps = stepsOf(isPlane(mark), token);
  // A field asks for each of its numbers in every frame; `Math.round` would take several times as long.
  const stepOf = (value: number): number => Math.floor(shareOf(value, low, high) * (STEPS - 1) + 0.5);
  return { mark, low, high, steps, stepOf, colour: (value) => steps[stepOf(value)] ?? '#808080' };
}

const STEPS = 128;
/** The colours of scales, by the three that they are mixed of: a field has a new scale in every frame while it follows a slider. */
const known = new Map<string, readonly string[]>();

function stepsOf(isPlane: boolean, token: (name: ColourToken) => string): readonly string[] {
  const paper = token('paper-raised');
  const stops = [token('primal'), isPlane ? paper : token('rule-strong'), token('cotangent')];
  const key = [paper, ...stops].join('');
  const before = known.get(key);
  if (before !== undefined) return before;
  const [first, middle, last] = stops.map((stop) => mixed(rgb(paper), rgb(stop), isPlane ? 0.7 : 1));
  if (first === undefined || middle === undefined || last === undefined) return [];
  const steps = Array.from({ length: STEPS }, (_, i) => {
    const share = i / (STEPS - 1);
    return hex(share < 0.5 ? mixed(first, middle, 2 * share) : mixed(middle, last, 2 * share - 1));
  });
  known.set(key, steps);
  return steps;
}

function shadesIn(mark: DrawnMark): Float64Array | undefined {
  return 'shades' in mark ? mark.shades : undefined;
}

/** Returns the numbers of the first and the last colour: of chances 0 and 1, and 0 in the middle where signs differ. */
export function shadeRange(values: Float64Array): readonly [number, number] | undefined {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return undefined;
  if (low >= 0 && high <= 1 && high > 0.1 && low < high) return [0, 1];
  if (low >= 0 || high <= 0) return [low, high];
  const most = Math.max(-low, high);
  return [-most, most];
}

/** Returns where a number is in a range: 0 at its low end, 1 at its high one. A range of one number has a colour that is not the paper's. */
export function shareOf(value: number, low: number, high: number): number {
  if (low === high) return value > 0 ? 0.75 : 0.25;
  const width = high - low;
  const share = width < Infinity ? (value - low) / width : (value / 2 - low / 2) / (high / 2 - low / 2);
  return Math.min(1, Math.max(0, share));
}

/** Writes the colours of values into pixels, four bytes each; nothing where there is no value. */
export function shadePixels(values: Float64Array, { steps, stepOf }: ShadeScale, data: Uint8ClampedArray): void {
  // The lowest byte of a number is the first.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, values.length);
  const colours = Uint32Array.from(steps, (step) => packed(step) | (255 << 24));
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    if (Number.isFinite(value)) pixels[i] = colours[stepOf(value)] ?? 0;
  }
}

/** Whether a mark is a plane of colours. */
export function isPlane(mark: DrawnMark): mark is FieldMark | HeatmapMark {
  return mark.kind === 'field' || mark.kind === 'heatmap';
}

/** Returns the red, green and blue of `#rrggbb`. */
export function rgb(text: string): Rgb {
  const number = Number.parseInt(text.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Returns a colour as a number with red in the lowest byte, then green and blue. */
export function packed(text: string): number {
  const [red, green, blue] = rgb(text);
  return (blue << 16) | (green << 8) | red;
}

function hex(of: Rgb): string {
  return `#${of.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (i: 0 | 1 | 2): number => from[i] + (to[i] - from[i]) * share;
  return [part(0), part(1), part(2)];
}
