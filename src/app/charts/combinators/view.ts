import { type CombinatorDrawing, type DrawnBox, TITLE } from './layout';
import type { FoldKey } from './runs';
import { type PartExtent, isInView, type Room, type View } from '../view';

const PADDING = 12;
/** The least readable scale: a run that needs a smaller one is shown from its input. */
const LEGIBLE = 0.8;
const LARGEST = 1.1;

/** Returns the view of the whole run, however small. */
export function wholeRun(drawing: CombinatorDrawing, room: Room): View {
  return framed(drawing, room, Math.min(LARGEST, scaleOfAll(drawing, room)));
}

/** Returns the view of the whole run if that is readable; else from the input on, centred there. */
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

/** The width at the start of a wide box that is brought into view. */
const HEAD = 120;

/** Returns the view that shows the nearest of the places, with more room after it than before; undefined if one is visible. */
export function towards(places: readonly PartExtent[], view: View, room: Room): View | undefined {
  let nearest: PartExtent | undefined;
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

/** Returns where lit runs, and the folded boxes that hide one, are drawn: for a large box its title. */
export function litPlaces(
  { boxes, wires }: CombinatorDrawing,
  lit: ReadonlySet<number>,
  hiding: ReadonlySet<FoldKey>,
): readonly PartExtent[] {
  const places = boxes
    .filter(({ run, key, kind }) => kind !== 'bar' && (lit.has(run) || (key !== undefined && hiding.has(key))))
    .map(headOf);
  if (places.length > 0) return places;
  // A composition or a pair draws only its wires or bars.
  return [
    ...boxes.filter(({ run }) => lit.has(run)).map(headOf),
    ...wires.filter(({ run }) => lit.has(run)).map(({ x, y, width }) => headOf({ x, y, width, height: 0, middle: y })),
  ];
}

type Place = Pick<DrawnBox, 'x' | 'y' | 'width' | 'height' | 'middle'> & Partial<Pick<DrawnBox, 'kind'>>;

/** Returns the part of a box to bring into view: its start at the height of its wire; the title of an open one. */
export function headOf({ x, y, middle, kind, ...size }: Place): PartExtent {
  const width = Math.min(size.width, HEAD);
  const height = Math.min(size.height, TITLE);
  return { x: x + width / 2, y: kind === 'open' ? y + TITLE / 2 : middle, width, height };
}
