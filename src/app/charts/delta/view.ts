import type { GraphPlacement } from './geometry';
import { type PartExtent, isInView, type Room, type View } from '../view';

const PADDING = 14;
/** The buttons in the lower corner, and their distance from it. */
const BUTTONS = 44;
const READABLE = 0.8;
/** Below this scale labels cannot be read, so that a part at a readable scale is better. */
const OVERVIEW = 0.5;
/** A small graph keeps about the page's type size. */
const LARGEST = 1.2;
const RESULT_ROOM = 200;

/** Returns the view of the whole graph, however small. */
export function wholeView(placement: GraphPlacement, room: Room): View {
  const k = Math.min(
    LARGEST,
    Math.max(1, room.width - 2 * PADDING) / Math.max(1, placement.width),
    Math.max(1, room.height - PADDING - BUTTONS) / Math.max(1, placement.height),
  );
  const high = k * placement.height;
  return {
    k,
    x: (room.width - k * placement.width) / 2,
    y: Math.min((room.height - high) / 2, Math.max(PADDING, room.height - BUTTONS - high)),
  };
}

/** Returns the view of the whole graph; for a graph too large for that, of the part that ends with the result, at a readable scale. */
export function firstView(placement: GraphPlacement, result: number, room: Room): View {
  const all = wholeView(placement, room);
  if (all.k > OVERVIEW) return all;
  const k = READABLE;
  const right = placement.flow === 'right';
  /** Centred where it has room; else the result near the end, or in the middle across the flow. */
  const place = (space: number, extent: number, target: number, along: boolean): number => {
    if (k * extent <= space - 2 * PADDING + 1) return (space - k * extent) / 2;
    if (!along) return space / 2 - k * target;
    const end = space - PADDING - k * extent;
    return k * (extent - target) < RESULT_ROOM
      ? end
      : Math.max(end, Math.min(PADDING, space - RESULT_ROOM - k * target));
  };
  return {
    k,
    x: place(room.width, placement.width, placement.x[result] ?? 0, right),
    y: place(heightAbove(room), placement.height, placement.y[result] ?? 0, !right),
  };
}

/** The height of a view, without what the buttons cover; the drawing keeps its distance from that. */
function heightAbove({ height }: Room): number {
  return height - BUTTONS + PADDING;
}

/** The share of the view that is kept for the next steps of the sweep, which runs against the flow. */
const AHEAD = 0.7;

/**
 * The view that shows the first of the nodes that is in view already, else the last, at least at the scale `least`;
 * undefined if nothing has to move. A graph that is fully visible does not move.
 */
export function followed(
  placement: GraphPlacement,
  view: View,
  room: Room,
  nodes: readonly PartExtent[],
  least: number,
): View | undefined {
  const target = nodes.at(-1);
  if (target === undefined) return undefined;
  const k = Math.max(view.k, least);
  if (k === view.k && (isWhole(placement, view, room) || nodes.some((node) => isInView(node, view, room))))
    return undefined;
  const right = placement.flow === 'right';
  const ahead = least > 0 ? 0.5 : AHEAD;
  /** Where the drawing has room it is centred; else no more of what is beside it is shown than need be. */
  const place = (space: number, extent: number, at: number, share: number): number => {
    const drawn = k * extent;
    if (drawn <= space - 2 * PADDING) return (space - drawn) / 2;
    return Math.min(PADDING, Math.max(space - PADDING - drawn, space * share - k * at));
  };
  return {
    k,
    x: place(room.width, placement.width, target.x, right ? ahead : 0.5),
    y: place(heightAbove(room), placement.height, target.y, right ? 0.5 : ahead),
  };
}

function isWhole(placement: GraphPlacement, { k, x, y }: View, room: Room): boolean {
  return x >= -1 && y >= -1 && x + k * placement.width <= room.width + 1 && y + k * placement.height <= room.height + 1;
}
