import type { LayoutReply, LayoutRequest } from '../../../protocol/layout';
import { tenth } from '../pixels';
import type { DrawnGraph } from './graph';

/** `right`: inputs on the left, the result on the right. `down`: inputs above, the result below. */
export type Flow = 'right' | 'down';

/**
 * The positions of nodes and edge bends in drawing coordinates. A long drawing is broken
 * into rows, as a text is into lines.
 */
export interface GraphPlacement {
  readonly flow: Flow;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Positions along the flow before the drawing is broken into rows. */
  readonly along: Float32Array;
  readonly bendsAlong: Float32Array;
  /** The distance between rows, across the flow; Infinity for a single row. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  readonly bendOffsets: Int32Array;
  readonly bends: Float32Array;
}

/** Layers stand closer than the layout placed them, by this much along the flow, so that text is larger when the graph fits. */
const OVERLAP = 14;

export function layoutRequest(graph: DrawnGraph, flow: Flow, revision: number): LayoutRequest {
  const right = flow === 'right';
  return {
    revision,
    count: graph.count,
    operands: graph.operands,
    sizes: { width: 42, height: 42 },
    widths: right ? graph.heights : graph.widths,
    heights: (right ? graph.widths : graph.heights).map((length) => Math.max(1, length - OVERLAP)),
    pinned: graph.inputs,
  };
}

/** `sizes` are those that were asked for. */
export function placementOf(reply: LayoutReply, flow: Flow, sizes: Pick<LayoutRequest, 'heights'>): GraphPlacement {
  const right = flow === 'right';
  const along = reply.y.map((y) => y + OVERLAP / 2);
  const count = reply.bends.length / 2;
  const bendsAlong = Float32Array.from({ length: count }, (_, i) => (reply.bends[2 * i + 1] ?? 0) + OVERLAP / 2);
  // Half the longest node, which may reach over the end of a row.
  const margin = ((sizes.heights?.reduce((most, height) => Math.max(most, height), 0) ?? 0) + OVERLAP) / 2 + ROW_SPACE;
  const fold = folding(reply, flow, margin);
  const bends = new Float32Array(reply.bends.length);
  for (let i = 0; i < count; i++) {
    const at = bendsAlong[i] ?? 0;
    bends[2 * i + (right ? 1 : 0)] = fold.across(at, reply.bends[2 * i] ?? 0);
    bends[2 * i + (right ? 0 : 1)] = fold.along(at);
  }
  const across = reply.x.map((x, node) => fold.across(along[node] ?? 0, x));
  const folded = along.map(fold.along);
  return {
    flow,
    x: right ? folded : across,
    y: right ? across : folded,
    along,
    bendsAlong,
    pitch: fold.pitch,
    width: right ? fold.length : fold.breadth,
    height: right ? fold.breadth : fold.length,
    bendOffsets: reply.bendOffsets,
    bends,
  };
}

/** A drawing of this length has readable labels in one row. */
const ONE_ROW = 1000;
const LEAST_ROWS = 2;
const ROW_GAP = 70;
/** Between a node at the end of a row and the border. */
const ROW_SPACE = 10;
/** Width over height of the panels that show a graph. */
const ASPECT = { right: 2, down: 0.8 } as const satisfies Record<Flow, number>;

interface Folding {
  readonly along: (along: number) => number;
  readonly across: (along: number, across: number) => number;
  readonly pitch: number;
  readonly length: number;
  readonly breadth: number;
}

/** Returns how a long drawing is broken into rows, so that it has about the shape of its panel. */
function folding(reply: LayoutReply, flow: Flow, margin: number): Folding {
  const length = reply.height + OVERLAP;
  const pitch = reply.width + ROW_GAP;
  const rows = Math.round(
    Math.sqrt(flow === 'right' ? length / (ASPECT.right * pitch) : (length * ASPECT.down) / pitch),
  );
  if (length <= ONE_ROW || rows < LEAST_ROWS)
    return { along: (along) => along, across: (_, across) => across, pitch: Infinity, length, breadth: reply.width };
  const row = length / rows;
  return {
    along: (along) => (along % row) + margin,
    across: (along, across) => Math.floor(along / row) * pitch + across,
    pitch,
    length: row + 2 * margin,
    breadth: rows * pitch - ROW_GAP,
  };
}

/** Returns the row that contains a position across the flow. */
export function rowAt(placement: GraphPlacement, across: number): number {
  return Math.floor((across + ROW_GAP / 2) / placement.pitch);
}

/** A target for paths: a canvas context, a Path2D or `PathText`. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
}

/** Writes the `d` of an SVG path. */
export class PathText implements Pen {
  text = '';

  moveTo(x: number, y: number): void {
    this.text += `M${tenth(x)} ${tenth(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.text += `L${tenth(x)} ${tenth(y)}`;
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.text += `C${tenth(x1)} ${tenth(y1)} ${tenth(x2)} ${tenth(y2)} ${tenth(x)} ${tenth(y)}`;
  }
}

/** Returns how many bends of the operand's line the edge to `user` follows. */
function bendsUntil(placement: GraphPlacement, operand: number, user: number): number {
  const end = placement.along[user] ?? 0;
  let low = placement.bendOffsets[operand] ?? 0;
  let high = placement.bendOffsets[operand + 1] ?? 0;
  const first = low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placement.bendsAlong[middle] ?? 0) < end - 1) low = middle + 1;
    else high = middle;
  }
  return low - first;
}

/**
 * Draws the edge of an operand slot from the operand's border to the user's. With `branchOnly` it starts at the last bend of
 * the operand's line, which `drawTrunk` draws once for all its users.
 */
export function drawEdge(
  pen: Pen,
  graph: DrawnGraph,
  placement: GraphPlacement,
  slot: number,
  branchOnly: boolean,
): void {
  const user = slot >> 1;
  const operand = graph.operands[slot] ?? -1;
  if (operand < 0) return;
  const right = placement.flow === 'right';
  const two = (graph.operands[2 * user] ?? -1) >= 0 && (graph.operands[2 * user + 1] ?? -1) >= 0;
  const port = two ? (slot % 2 === 0 ? -1 : 1) * portOffset(graph, placement, user) : 0;
  const endX = (placement.x[user] ?? 0) - (right ? (graph.widths[user] ?? 0) / 2 : -port);
  const endY = (placement.y[user] ?? 0) - (right ? -port : (graph.heights[user] ?? 0) / 2);
  const bends = bendsUntil(placement, operand, user);
  const points: number[] = [];
  if (branchOnly && bends > 0) points.push(...bendAt(placement, operand, bends - 1));
  else {
    points.push(...exitOf(graph, placement, operand));
    for (let i = 0; i < bends; i++) points.push(...bendAt(placement, operand, i));
  }
  points.push(endX, endY);
  drawLine(pen, points, placement);
}

/** Draws the whole line of a node's bends. */
export function drawTrunk(pen: Pen, graph: DrawnGraph, placement: GraphPlacement, operand: number): void {
  const bends = (placement.bendOffsets[operand + 1] ?? 0) - (placement.bendOffsets[operand] ?? 0);
  if (bends <= 0) return;
  const points = exitOf(graph, placement, operand);
  for (let i = 0; i < bends; i++) points.push(...bendAt(placement, operand, i));
  drawLine(pen, points, placement);
}

/** Draws the same branch as a straight line between centres, for small scales. */
export function drawStraight(pen: Pen, graph: DrawnGraph, placement: GraphPlacement, slot: number): void {
  const user = slot >> 1;
  const operand = graph.operands[slot] ?? -1;
  const bends = bendsUntil(placement, operand, user);
  const from = bends > 0 ? bendAt(placement, operand, bends - 1) : centreOf(placement, operand);
  for (const row of inRows([...from, ...centreOf(placement, user)], placement)) drawCorners(pen, row);
}

/** Draws the same line of bends with corners, for small scales. */
export function drawStraightTrunk(pen: Pen, placement: GraphPlacement, operand: number): void {
  const points: number[] = centreOf(placement, operand);
  const bends = (placement.bendOffsets[operand + 1] ?? 0) - (placement.bendOffsets[operand] ?? 0);
  for (let i = 0; i < bends; i++) points.push(...bendAt(placement, operand, i));
  for (const row of inRows(points, placement)) drawCorners(pen, row);
}

function drawCorners(pen: Pen, points: readonly number[]): void {
  pen.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let i = 2; i < points.length; i += 2) pen.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
}

function centreOf(placement: GraphPlacement, index: number): [number, number] {
  return [placement.x[index] ?? 0, placement.y[index] ?? 0];
}

/** Returns the distance of an edge's end from the middle: the edges of two operands end side by side, in the order of their sources. */
function portOffset(graph: DrawnGraph, placement: GraphPlacement, user: number): number {
  const along = placement.flow === 'right' ? placement.y : placement.x;
  const first = graph.operands[2 * user] ?? 0;
  const second = graph.operands[2 * user + 1] ?? 0;
  if (first === second) return 5;
  return entry(placement, first, user, along) <= entry(placement, second, user, along) ? 5 : -5;
}

/** Returns the position across the flow from which an edge enters its user. */
function entry(placement: GraphPlacement, operand: number, user: number, along: Float32Array): number {
  const bends = bendsUntil(placement, operand, user);
  if (bends === 0) return along[operand] ?? 0;
  return bendAt(placement, operand, bends - 1)[placement.flow === 'right' ? 1 : 0];
}

function exitOf(graph: DrawnGraph, placement: GraphPlacement, operand: number): number[] {
  const right = placement.flow === 'right';
  return [
    (placement.x[operand] ?? 0) + (right ? (graph.widths[operand] ?? 0) / 2 : 0),
    (placement.y[operand] ?? 0) + (right ? 0 : (graph.heights[operand] ?? 0) / 2),
  ];
}

function bendAt(placement: GraphPlacement, operand: number, i: number): [number, number] {
  const at = (placement.bendOffsets[operand] ?? 0) + i;
  return [placement.bends[2 * at] ?? 0, placement.bends[2 * at + 1] ?? 0];
}

/** The visible length of a line that comes from more than one row above. */
const STUB = 26;

/** Returns the parts of a line by row: it leaves at the end of one row and continues at the start of the next. */
function inRows(points: readonly number[], placement: GraphPlacement): readonly (readonly number[])[] {
  if (placement.pitch === Infinity) return [points];
  const right = placement.flow === 'right';
  const end = right ? placement.width : placement.height;
  const at = (along: number, across: number): [number, number] => (right ? [along, across] : [across, along]);
  const rows: number[][] = [];
  let row: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [x = 0, y = 0] = points.slice(i, i + 2);
    const across = right ? y : x;
    const [beforeX = x, beforeY = y] = row.slice(-2);
    const before = right ? beforeY : beforeX;
    const down = row.length === 0 ? 0 : rowAt(placement, across) - rowAt(placement, before);
    if (down !== 0) {
      if (down === 1) row.push(...at(end, before));
      if (row.length > 2) rows.push(row);
      row = down === 1 ? at(0, across) : at((right ? x : y) - STUB, across);
    }
    row.push(x, y);
  }
  if (row.length > 2) rows.push(row);
  return rows;
}

function drawLine(pen: Pen, points: readonly number[], placement: GraphPlacement): void {
  for (const row of inRows(points, placement)) drawSmooth(pen, row, placement.flow === 'right');
}

/**
 * Draws a smooth line through points that advance along the flow. It leaves and arrives along the flow, and does not
 * overshoot: the slope at a bend is the harmonic mean of its neighbours, and 0 at a turn.
 */
function drawSmooth(pen: Pen, points: readonly number[], right: boolean): void {
  const count = points.length / 2;
  const along = (i: number): number => points[2 * i + (right ? 0 : 1)] ?? 0;
  const across = (i: number): number => points[2 * i + (right ? 1 : 0)] ?? 0;
  const slope = (i: number): number => (across(i + 1) - across(i)) / Math.max(1e-6, along(i + 1) - along(i));
  pen.moveTo(points[0] ?? 0, points[1] ?? 0);
  let before = 0;
  for (let i = 0; i + 1 < count; i++) {
    const last = i + 2 === count;
    const here = slope(i);
    const next = last ? 0 : slope(i + 1);
    const after = here * next > 0 ? (2 * here * next) / (here + next) : 0;
    const length = along(i + 1) - along(i);
    if (Math.abs(across(i + 1) - across(i)) < 0.6 && Math.abs(before) < 0.01)
      pen.lineTo(points[2 * i + 2] ?? 0, points[2 * i + 3] ?? 0);
    else {
      const out = length * (i === 0 ? 0.5 : 0.36);
      const back = length * (last ? 0.5 : 0.36);
      const [u1, v1, u2, v2] = [
        along(i) + out,
        across(i) + before * out,
        along(i + 1) - back,
        across(i + 1) - after * back,
      ];
      if (right) pen.bezierCurveTo(u1, v1, u2, v2, along(i + 1), across(i + 1));
      else pen.bezierCurveTo(v1, u1, v2, u2, across(i + 1), along(i + 1));
    }
    before = after;
  }
}
