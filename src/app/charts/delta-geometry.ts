import type { LayoutReply, LayoutRequest } from '../../protocol/messages';
import type { DeltaGraph } from './delta-graph';

/** `right`: inputs on the left, the result on the right. `down`: inputs above, the result below. */
export type Flow = 'right' | 'down';

/** Where each drawn node and each edge's line of bends stand, in the drawing's own coordinates. */
export interface Placement {
  readonly flow: Flow;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: number;
  readonly height: number;
  readonly bendOffsets: Int32Array;
  readonly bends: Float32Array;
}

export function layoutRequest(graph: DeltaGraph, flow: Flow, revision: number): LayoutRequest {
  const right = flow === 'right';
  return {
    revision,
    count: graph.count,
    operands: graph.operands,
    sizes: { width: 42, height: 42 },
    widths: right ? graph.heights : graph.widths,
    heights: right ? graph.widths : graph.heights,
    pinned: graph.inputs,
  };
}

export function placementOf(reply: LayoutReply, flow: Flow): Placement {
  if (flow === 'down') return { ...reply, flow };
  const bends = new Float32Array(reply.bends.length);
  for (let i = 0; i < bends.length; i += 2) {
    bends[i] = reply.bends[i + 1] ?? 0;
    bends[i + 1] = reply.bends[i] ?? 0;
  }
  return {
    flow,
    x: reply.y,
    y: reply.x,
    width: reply.height,
    height: reply.width,
    bendOffsets: reply.bendOffsets,
    bends,
  };
}

/** What a path is drawn on: a canvas context, a Path2D, or `PathText`. */
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

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** How many bends of its operand's line the edge to `user` runs along. */
function bendsUntil(placement: Placement, operand: number, user: number): number {
  const axis = placement.flow === 'right' ? 0 : 1;
  const end = (axis === 0 ? placement.x[user] : placement.y[user]) ?? 0;
  let low = placement.bendOffsets[operand] ?? 0;
  let high = placement.bendOffsets[operand + 1] ?? 0;
  const first = low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((placement.bends[2 * middle + axis] ?? 0) < end - 1) low = middle + 1;
    else high = middle;
  }
  return low - first;
}

/**
 * The edge of an operand slot from the operand's border to the user's. With `branchOnly` it starts at the last bend of
 * the operand's line, which `drawTrunk` draws once for all its users.
 */
export function drawEdge(pen: Pen, graph: DeltaGraph, placement: Placement, slot: number, branchOnly: boolean): void {
  const user = slot >> 1;
  const operand = graph.operands[slot] ?? -1;
  if (operand < 0) return;
  const right = placement.flow === 'right';
  const two = (graph.operands[2 * user] ?? -1) >= 0 && (graph.operands[2 * user + 1] ?? -1) >= 0;
  const port = two ? (slot % 2 === 0 ? -1 : 1) * portOffset(graph, placement, user) : 0;
  const endX = (placement.x[user] ?? 0) - (right ? (graph.widths[user] ?? 0) / 2 : -port);
  const endY = (placement.y[user] ?? 0) - (right ? -port : (graph.heights[user] ?? 0) / 2);
  const bends = bendsUntil(placement, operand, user);
  const line = new Line(pen, right);
  if (branchOnly && bends > 0) line.start(...bendAt(placement, operand, bends - 1));
  else {
    line.start(...exitOf(graph, placement, operand));
    for (let i = 0; i < bends; i++) line.to(...bendAt(placement, operand, i));
  }
  line.to(endX, endY);
}

/** The whole line of a node's bends. */
export function drawTrunk(pen: Pen, graph: DeltaGraph, placement: Placement, operand: number): void {
  const bends = (placement.bendOffsets[operand + 1] ?? 0) - (placement.bendOffsets[operand] ?? 0);
  if (bends <= 0) return;
  const line = new Line(pen, placement.flow === 'right');
  line.start(...exitOf(graph, placement, operand));
  for (let i = 0; i < bends; i++) line.to(...bendAt(placement, operand, i));
}

/** The two operands of a node end side by side, in the order in which their sources stand. */
function portOffset(graph: DeltaGraph, placement: Placement, user: number): number {
  const along = placement.flow === 'right' ? placement.y : placement.x;
  const first = graph.operands[2 * user] ?? 0;
  const second = graph.operands[2 * user + 1] ?? 0;
  if (first === second) return 5;
  return entry(placement, first, user, along) <= entry(placement, second, user, along) ? 5 : -5;
}

/** From where across the flow an edge comes into its user. */
function entry(placement: Placement, operand: number, user: number, along: Float32Array): number {
  const bends = bendsUntil(placement, operand, user);
  if (bends === 0) return along[operand] ?? 0;
  return bendAt(placement, operand, bends - 1)[placement.flow === 'right' ? 1 : 0];
}

function exitOf(graph: DeltaGraph, placement: Placement, operand: number): [number, number] {
  const right = placement.flow === 'right';
  return [
    (placement.x[operand] ?? 0) + (right ? (graph.widths[operand] ?? 0) / 2 : 0),
    (placement.y[operand] ?? 0) + (right ? 0 : (graph.heights[operand] ?? 0) / 2),
  ];
}

function bendAt(placement: Placement, operand: number, i: number): [number, number] {
  const at = (placement.bendOffsets[operand] ?? 0) + i;
  return [placement.bends[2 * at] ?? 0, placement.bends[2 * at + 1] ?? 0];
}

/** Smooth from point to point, leaving and arriving along the flow. */
class Line {
  readonly #pen: Pen;
  readonly #right: boolean;
  #x = 0;
  #y = 0;

  constructor(pen: Pen, right: boolean) {
    this.#pen = pen;
    this.#right = right;
  }

  start(x: number, y: number): void {
    this.#pen.moveTo(x, y);
    this.#x = x;
    this.#y = y;
  }

  to(x: number, y: number): void {
    const across = this.#right ? y - this.#y : x - this.#x;
    if (Math.abs(across) < 0.6) this.#pen.lineTo(x, y);
    else if (this.#right) {
      const middle = (this.#x + x) / 2;
      this.#pen.bezierCurveTo(middle, this.#y, middle, y, x, y);
    } else {
      const middle = (this.#y + y) / 2;
      this.#pen.bezierCurveTo(this.#x, middle, x, middle, x, y);
    }
    this.#x = x;
    this.#y = y;
  }
}
