import { type FoldKey, readText, type RunTree, shortText } from './runs';
import { type ShapeRow, type Shape, shapeOf, type Wire } from './shape';

/** The layout of a run of combinators; forward is from left to right. */
export interface CombinatorDrawing {
  readonly boxes: readonly DrawnBox[];
  readonly wires: readonly DrawnWire[];
  readonly captions: readonly Caption[];
  /** From a closure down to its bodies that ran again. */
  readonly ties: readonly { readonly x: number; readonly from: number; readonly to: number; readonly right: number }[];
  readonly width: number;
  readonly height: number;
  /** Where the input comes in. */
  readonly entry: number;
}

export interface DrawnBox {
  readonly run: number;
  /** The part that selecting the box folds or unfolds. */
  readonly key: FoldKey | undefined;
  readonly kind: 'leaf' | 'small' | 'closed' | 'open' | 'closure' | 'bar';
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The height at which wires meet it. */
  readonly middle: number;
}

export interface DrawnWire {
  readonly run: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly forwards: string | undefined;
  readonly backwards: string | undefined;
  /** The texts in full. */
  readonly title: string;
  /** Whether the wire ends there: a bool has no tangent. */
  readonly ends: boolean;
}

interface Caption {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Returns the box that an arrow key leads to: the nearest in its direction. Home is the first box, End the last; so is any arrow without a selection. */
export function nextBox(key: string, { boxes }: CombinatorDrawing, from: DrawnBox | undefined): DrawnBox | undefined {
  const targets = boxes.filter(({ kind }) => kind !== 'bar');
  if (key === 'Home') return targets[0];
  if (key === 'End') return targets.at(-1);
  const direction = DIRECTIONS[key];
  if (direction === undefined) return undefined;
  if (from === undefined) return targets[0];
  let nearest: DrawnBox | undefined;
  let least = Infinity;
  for (const box of targets) {
    const x = box.x - from.x;
    const y = middleOf(box) - middleOf(from);
    const along = direction.x * x + direction.y * y;
    const across = Math.abs(direction.y * x) + Math.abs(direction.x * y);
    const distance = along + 3 * across;
    if (along > 1 && distance < least) [nearest, least] = [box, distance];
  }
  return nearest ?? from;
}

const DIRECTIONS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the vertical middle of a box; for an open box, that of its title. */
function middleOf({ kind, y, middle }: DrawnBox): number {
  return kind === 'open' ? y + TITLE / 2 : middle;
}

/** A shape that knows its size: how far it reaches above and below the wire that goes through it. */
interface Sized {
  readonly shape: Shape;
  readonly width: number;
  /** Where the wire out of it begins: bodies that ran again may stand further to the right, below that wire. */
  readonly lead: number;
  readonly above: number;
  readonly below: number;
  readonly inner: readonly Sized[];
}

const CHARACTER = 7.9;
const LETTER = 8.4;
const MOST_CHARACTERS = 16;
const HALF_LEAF = 15;
const HALF_SMALL = 12;
/** Half the height of a wire with its two texts, above and below it. */
const HALF_WIRE = 21;
const BARE_WIRE = 22;
const BAR = 6;
const GAP = 8;
/** The height of an open box's title. */
export const TITLE = 24;
const PADDING = 10;
const CAPTION = 18;
const TIE = 18;

/** The run of the main expression, of which the folds in `open` are seen from inside. */
export function drawingOf(tree: RunTree, open: ReadonlySet<FoldKey>): CombinatorDrawing {
  const { input, value, given, back } = tree.runs[0] ?? {};
  const entry: Wire = { run: 0, forwards: input, backwards: back };
  const exit: Wire = { run: 0, forwards: value, backwards: given };
  const sized = measured(shapeOf(tree, open));
  const first = wireWidth(entry);
  const width = first + advance(sized, wireWidth(exit));
  const above = Math.max(sized.above, HALF_WIRE);
  const drawing: Drawing = { boxes: [], wires: [], captions: [], ties: [] };
  drawWire(drawing, entry, 0, above, first);
  place(drawing, sized, first, above);
  drawWire(drawing, exit, first + sized.lead, above, width - first - sized.lead);
  return {
    ...drawing,
    width,
    height: above + Math.max(sized.below, HALF_WIRE),
    entry: above,
  };
}

/** To what comes behind it, by a wire that is at least so long. */
function advance({ width, lead }: Sized, wire: number): number {
  return Math.max(width, lead + wire);
}

function measured(shape: Shape): Sized {
  const { width, lead = width, ...sized } = sizeOf(shape);
  return { shape, width, lead, ...sized };
}

function sizeOf(shape: Shape): Omit<Sized, 'shape' | 'lead'> & { readonly lead?: number } {
  switch (shape.tag) {
    case 'leaf': {
      const half = shape.isSmall ? HALF_SMALL : HALF_LEAF;
      return { width: labelWidth(shape.label), above: half, below: half, inner: [] };
    }
    case 'closed':
      return { width: labelWidth(shape.label) + 16, above: HALF_LEAF, below: HALF_LEAF, inner: [] };
    case 'chain': {
      const inner = shape.parts.map(measured);
      const starts = startsOf(shape.wires, inner);
      const last = inner.at(-1);
      const start = starts.at(-1) ?? 0;
      return {
        width: start + (last?.width ?? 0),
        lead: start + (last?.lead ?? 0),
        above: Math.max(HALF_WIRE, ...inner.map(({ above }) => above)),
        below: Math.max(HALF_WIRE, ...inner.map(({ below }) => below)),
        inner,
      };
    }
    case 'stack': {
      const inner = shape.rows.map((row) => measured(row.shape));
      const { entry, body } = columns(shape.rows, inner);
      const { height, first, last } = heights(shape.rows, inner);
      const top = shape.label === '' ? 0 : CAPTION;
      const middle = (first + last) / 2;
      return { width: 2 * BAR + entry + body, above: top + middle, below: height - middle, inner };
    }
    case 'box': {
      const inner = measured(shape.inner);
      const width = endWidth(shape.entry) + advance(inner, endWidth(shape.exit));
      return {
        width: 2 * PADDING + Math.max(width, labelWidth(shape.label) + 16),
        above: TITLE + Math.max(inner.above, HALF_WIRE) + 2,
        below: Math.max(inner.below, HALF_WIRE) + PADDING,
        inner: [inner],
      };
    }
    case 'closure': {
      const inner = shape.again.map(measured);
      const under = inner.reduce((sum, { above, below }) => sum + GAP + above + below, inner.length > 0 ? 2 * GAP : 0);
      const lead = labelWidth(shape.label);
      const width = inner.reduce((most, each) => Math.max(most, each.width + TIE + GAP), lead);
      return { width, lead, above: HALF_LEAF, below: Math.max(HALF_LEAF + under, HALF_WIRE), inner };
    }
  }
}

/** Where the parts of a chain begin. */
function startsOf(wires: readonly Wire[], inner: readonly Sized[]): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  inner.forEach((part, i) => {
    starts.push(at);
    const wire = wires[i];
    if (wire !== undefined) at += advance(part, wireWidth(wire));
  });
  return starts;
}

type Drawing = { -readonly [K in 'boxes' | 'wires' | 'captions' | 'ties']: CombinatorDrawing[K][number][] };

/** Draws a shape from `x`, its wire at `middle`. */
function place(drawing: Drawing, sized: Sized, x: number, middle: number): void {
  const { shape, width, lead, above, below, inner } = sized;
  const box = (kind: DrawnBox['kind'], half: number, of: Partial<DrawnBox> & { readonly run: number }): void => {
    drawing.boxes.push({
      kind,
      key: undefined,
      label: '',
      x,
      y: middle - half,
      width,
      height: 2 * half,
      middle,
      ...of,
    });
  };
  switch (shape.tag) {
    case 'leaf':
      box(shape.isSmall ? 'small' : 'leaf', shape.isSmall ? HALF_SMALL : HALF_LEAF, {
        run: shape.run,
        label: shape.label,
      });
      return;
    case 'closed':
      box('closed', HALF_LEAF, { run: shape.run, key: shape.key, label: `▸ ${shape.label}` });
      return;
    case 'chain': {
      const starts = startsOf(shape.wires, inner);
      inner.forEach((part, i) => {
        const start = x + (starts[i] ?? 0);
        place(drawing, part, start, middle);
        const wire = shape.wires[i];
        const out = start + part.lead;
        if (wire !== undefined) drawWire(drawing, wire, out, middle, x + (starts[i + 1] ?? 0) - out);
      });
      return;
    }
    case 'stack':
      placeRows(drawing, sized, shape, x, middle);
      return;
    case 'box': {
      drawing.boxes.push({
        run: shape.run,
        key: shape.key,
        kind: 'open',
        label: `▾ ${shape.label}`,
        x,
        y: middle - above,
        width,
        height: above + below,
        middle,
      });
      const [content] = inner;
      const start = x + PADDING + endWidth(shape.entry);
      drawWire(drawing, shape.entry ?? NOTHING, x, middle, start - x);
      if (content !== undefined) place(drawing, content, start, middle);
      const end = start + (content?.lead ?? 0);
      drawWire(drawing, shape.exit ?? NOTHING, end, middle, x + width - end);
      return;
    }
    case 'closure': {
      box('closure', HALF_LEAF, { run: shape.run, label: shape.label, width: lead });
      let top = middle + HALF_LEAF + 2 * GAP;
      for (const body of inner) {
        const at = top + body.above;
        drawing.ties.push({ x: x + TIE / 2, from: middle + HALF_LEAF, to: at, right: x + TIE });
        place(drawing, body, x + TIE, at);
        top += body.above + body.below + GAP;
      }
    }
  }
}

const NOTHING: Wire = { run: -1, forwards: undefined, backwards: undefined };

function placeRows(
  drawing: Drawing,
  { width, above, inner }: Sized,
  { rows, run, label }: Extract<Shape, { readonly tag: 'stack' }>,
  x: number,
  middle: number,
): void {
  const { entry, body } = columns(rows, inner);
  let top = middle - above + (label === '' ? 0 : CAPTION);
  const middles: number[] = [];
  rows.forEach((row, i) => {
    const part = inner[i];
    if (part === undefined) return;
    const reach = rowReach(row, part);
    const at = top + reach.above;
    middles.push(at);
    const start = x + BAR + entry;
    if (row.caption !== undefined) drawing.captions.push({ x: x + BAR + GAP, y: top + 13, text: row.caption });
    drawWire(drawing, row.entry, x + BAR, at, entry);
    place(drawing, part, start, at);
    const exit = row.joins ? body - part.lead : wireWidth(row.exit);
    drawWire(drawing, row.exit, start + part.lead, at, exit, !row.joins);
    top += reach.above + reach.below + GAP;
  });
  const bar = (at: number, reached: readonly number[]): void => {
    const y = Math.min(middle, ...reached) - BAR;
    const height = Math.max(middle, ...reached) + BAR - y;
    drawing.boxes.push({ run, key: undefined, kind: 'bar', label: '', x: at, y, width: BAR, height, middle });
  };
  bar(x, middles);
  bar(
    x + width - BAR,
    middles.filter((_, i) => rows[i]?.joins === true),
  );
  if (label !== '') drawing.captions.push({ x, y: middle - above + 12, text: label });
}

/** The widths that all rows of a stack share: of the wires in, and of what they lead to with the wires out. */
function columns(
  rows: readonly ShapeRow[],
  inner: readonly Sized[],
): { readonly entry: number; readonly body: number } {
  return {
    entry: Math.max(...rows.map((row) => wireWidth(row.entry))),
    body: Math.max(...inner.map((part, i) => advance(part, wireWidth(rows[i]?.exit ?? NOTHING)))),
  };
}

/** The heights of a stack: of all rows, and of the first and the last wire. */
function heights(
  rows: readonly ShapeRow[],
  inner: readonly Sized[],
): { readonly height: number; readonly first: number; readonly last: number } {
  let top = 0;
  let first = 0;
  let last = 0;
  rows.forEach((row, i) => {
    const part = inner[i];
    if (part === undefined) return;
    const { above, below } = rowReach(row, part);
    last = top + above;
    if (i === 0) first = last;
    top += above + below + (i === rows.length - 1 ? 0 : GAP);
  });
  return { height: top, first, last };
}

function rowReach({ caption }: ShapeRow, { above, below }: Sized): { readonly above: number; readonly below: number } {
  return {
    above: Math.max(above, HALF_WIRE) + (caption === undefined ? 0 : CAPTION),
    below: Math.max(below, HALF_WIRE),
  };
}

function drawWire(drawing: Drawing, wire: Wire, x: number, y: number, width: number, ends = false): void {
  const { forwards, backwards } = textsOf(wire);
  const title = [
    ...(wire.forwards === undefined ? [] : [`→ ${readText(wire.forwards)}`]),
    ...(wire.backwards === undefined ? [] : [`← ${readText(wire.backwards)}`]),
  ].join('\n');
  drawing.wires.push({ run: wire.run, x, y, width, forwards, backwards, title, ends });
}

function textsOf({ forwards, backwards }: Wire): Pick<DrawnWire, 'forwards' | 'backwards'> {
  return {
    forwards: forwards && `${shortText(forwards, MOST_CHARACTERS)} →`,
    backwards: backwards && `← ${shortText(backwards, MOST_CHARACTERS)}`,
  };
}

function wireWidth(wire: Wire): number {
  const { forwards = '', backwards = '' } = textsOf(wire);
  const longest = Math.max(forwards.length, backwards.length);
  return longest === 0 ? BARE_WIRE : Math.ceil(longest * CHARACTER) + 12;
}

/** The length of the wire inside a box, before or after its content. */
function endWidth(wire: Wire | undefined): number {
  return wire === undefined ? PADDING : wireWidth(wire);
}

function labelWidth(label: string): number {
  return Math.max(36, Math.ceil(label.length * LETTER) + 18);
}
