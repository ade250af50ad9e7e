import { type CombinatorDrawing, type DrawnBox, TITLE } from './layout';
import type { FoldKey } from './runs';
import { type Extent, isInView, type Room, type View } from '../view';

const PADDING = 12;
/** At this scale texts can still be read: a run that needs a smaller one is seen from its input. */
const LEGIBLE = 0.8;
const LARGEST = 1.1;

/** All of the run, however small. */
export function wholeRun(drawing: CombinatorDrawing, room: Room): View {
  return framed(drawing, room, Math.min(LARGEST, scaleOfAll(drawing, room)));
}

/** All of it where it is legible so; else from the input on, with what stands there in the middle. */
export function firstOfRun(drawing: CombinatorDrawing, room: Room): View {
  return framed(drawing, room, Math.min(LARGEST, Math.max(LEGIBLE, scaleOfAll(drawing, room))));
}

function scaleOfAll({ width, height }: CombinatorDrawing, room: Room): number {
  return Math.min(
    Math.max(1, room.width - 2 * PADDING) / Math.max(1, width),
    Math.max(1, room.height - 2 * PADDING) / Math.max(1, height),
  );
}

function framed({ width, entry, boxes }: CombinatorDrawing, room: Room, k: number): View {
  const left = Math.max(PADDING, (room.width - k * width) / 2);
  const seen = boxes.filter(({ x }) => left + k * x < room.width);
  const top = Math.min(entry, ...seen.map(({ y }) => y));
  const bottom = Math.max(entry, ...seen.map((box) => box.y + box.height));
  const isSeen = k * (bottom - top) <= room.height - 2 * PADDING;
  const y = isSeen
    ? (room.height - k * (top + bottom)) / 2
    : // The input is in view, and above it as much as there is room for.
      Math.min(PADDING - k * top, Math.max(room.height - PADDING - k * bottom, room.height / 2 - k * entry));
  return { k, x: left, y };
}

/** Of a wide box, so much is where one begins to read it. */
const HEAD = 120;

/** The view that shows the nearest of the places, with more room behind than before it; undefined where one is in view. */
export function towards(places: readonly Extent[], view: View, room: Room): View | undefined {
  let nearest: Extent | undefined;
  let least = Infinity;
  for (const place of places) {
    if (isInView(place, view, room)) return undefined;
    const distance = Math.hypot(
      view.k * place.x + view.x - room.width / 2,
      view.k * place.y + view.y - room.height / 2,
    );
    if (distance < least) [nearest, least] = [place, distance];
  }
  return nearest && { k: view.k, x: room.width / 3 - view.k * nearest.x, y: room.height / 2 - view.k * nearest.y };
}

/** Where lit runs are drawn, and the folded boxes that hide one: of a large box its title. */
export function litPlaces(
  { boxes, wires }: CombinatorDrawing,
  lit: ReadonlySet<number>,
  hiding: ReadonlySet<FoldKey>,
): readonly Extent[] {
  const places = boxes
    .filter(({ run, key, kind }) => kind !== 'bar' && (lit.has(run) || (key !== undefined && hiding.has(key))))
    .map(headOf);
  if (places.length > 0) return places;
  // Of a composition or a pair only its wires are drawn, or its bars.
  return [
    ...boxes.filter(({ run }) => lit.has(run)).map(headOf),
    ...wires.filter(({ run }) => lit.has(run)).map(({ x, y, width }) => headOf({ x, y, width, height: 0, middle: y })),
  ];
}

type Place = Pick<DrawnBox, 'x' | 'y' | 'width' | 'height' | 'middle'> & Partial<Pick<DrawnBox, 'kind'>>;

/** Where a reader looks for a box: its beginning, at the height of its wire; of an open one its title. */
export function headOf({ x, y, middle, kind, ...size }: Place): Extent {
  const width = Math.min(size.width, HEAD);
  const height = Math.min(size.height, TITLE);
  return { x: x + width / 2, y: kind === 'open' ? y + TITLE / 2 : middle, width, height };
}
