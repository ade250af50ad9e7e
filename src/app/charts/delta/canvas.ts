import { type DrawnGraph, nodeLabel } from './graph';
import { nodeName } from './text';
import { drawEdge, drawStraight, drawStraightTrunk, drawTrunk, type GraphPlacement, rowAt } from './geometry';
import { DASHES, type DeltaPalette, nodeLook, type NodeRole } from './look';
import { drawnNode, type DrawnStructure, meets, nodeBox, nodeRoles, visitedNow } from './node';
import { currentStep, type DrawingState, drawnSlot } from './state';

/** The visible part of the drawing: drawing coordinate p is at k * p + (x, y), in CSS pixels. */
export interface Viewport {
  readonly k: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The drawn nodes sorted along the flow, so that the visible ones are found quickly. */
export interface AlongFlow {
  readonly order: Int32Array;
  readonly at: Float32Array;
}

export function alongFlow(graph: DrawnGraph, placement: GraphPlacement): AlongFlow {
  const along = placement.flow === 'right' ? placement.x : placement.y;
  const order = Int32Array.from({ length: graph.count }, (_, i) => i).sort((a, b) => (along[a] ?? 0) - (along[b] ?? 0));
  return { order, at: Float32Array.from(order, (index) => along[index] ?? 0) };
}

/** Returns the index into `order` of the first node at or after `place`. */
export function firstAt(flow: AlongFlow, place: number): number {
  let low = 0;
  let high = flow.at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((flow.at[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const LABELS_FROM = 0.42;
const CURVES_FROM = 0.16;
/** Half the largest size of a node and its gap. */
const MARGIN = 200;

/**
 * Paints the graph on a canvas at the level of detail that its scale allows: marks and straight edges at small scales, boxes and
 * curves at medium ones, labels and numbers at reading size. The context is scaled to CSS pixels and cleared by the caller.
 */
export function paintDelta(
  context: CanvasRenderingContext2D,
  data: DrawnStructure & { readonly flow: AlongFlow },
  view: Viewport,
  state: DrawingState,
  palette: DeltaPalette,
): void {
  const { placement, flow } = data;
  const right = placement.flow === 'right';
  const low = (right ? -view.x : -view.y) / view.k - MARGIN;
  const high = (right ? view.width - view.x : view.height - view.y) / view.k + MARGIN;
  const from = firstAt(flow, low);
  const to = firstAt(flow, high);
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.k, view.k);
  paintEdges(context, data, view, from, to, low, high, palette);
  paintTrail(context, data, view, state, palette);
  paintCurrent(context, data, view, state, palette);
  for (let i = from; i < to; i++) paintNode(context, data, view, state, palette, flow.order[i] ?? 0);
  context.restore();
  if (view.k < LABELS_FROM) paintLandmarks(context, data, view, state, palette);
}

/** Returns the first and last visible row. */
function rowsInView(placement: GraphPlacement, view: Viewport): readonly [number, number] {
  const [origin, room] = placement.flow === 'right' ? [view.y, view.height] : [view.x, view.width];
  return placement.pitch === Infinity
    ? [0, 0]
    : [rowAt(placement, -origin / view.k), rowAt(placement, (room - origin) / view.k)];
}

/** Above this many, inputs are marked without names. */
const MOST_NAMED = 24;

/** At small scales, marks inputs, the result and the selected node at the page's type size. */
function paintLandmarks(
  context: CanvasRenderingContext2D,
  { graph, placement }: DrawnStructure,
  view: Viewport,
  state: DrawingState,
  { colours, fonts }: DeltaPalette,
): void {
  const mark = (index: number, text: string, colour: string): void => {
    const x = (placement.x[index] ?? 0) * view.k + view.x;
    const y = (placement.y[index] ?? 0) * view.k + view.y;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = colours['paper-raised'];
    context.lineWidth = 1.5;
    context.stroke();
    if (text === '') return;
    context.font = fonts.code;
    context.lineJoin = 'round';
    context.lineWidth = 4;
    const width = context.measureText(text).width;
    const left = Math.max(4, Math.min(view.width - width - 4, x - width / 2));
    const top = y < 30 ? y + 20 : y - 10;
    context.textAlign = 'left';
    context.strokeText(text, left, top);
    context.fillText(text, left, top);
  };
  const inputs = state.payload.focus.leaves.length;
  for (let node = 0; node < inputs; node++) {
    const index = graph.drawn[node] ?? -1;
    if (index >= 0) mark(index, inputs <= MOST_NAMED ? nodeLabel(state.payload, graph, index) : '', colours.primal);
  }
  const result = graph.drawn[state.payload.result] ?? -1;
  if (result >= 0) mark(result, 'result', colours.cotangent);
  const nameOf = (index: number): string => {
    const node = graph.nodes[index] ?? -1;
    return graph.boxes.has(index) || node < 0 ? '' : nodeName(state.payload, node).slice(0, 40);
  };
  if (state.selected >= 0) mark(state.selected, nameOf(state.selected), colours.ink);
  const visiting = visitedNow(graph, state);
  if (visiting >= 0) mark(visiting, nameOf(visiting), colours.cotangent);
}

function paintEdges(
  context: CanvasRenderingContext2D,
  data: DrawnStructure & { readonly flow: AlongFlow },
  view: Viewport,
  from: number,
  to: number,
  low: number,
  high: number,
  { colours }: DeltaPalette,
): void {
  const { graph, placement, flow } = data;
  const along = placement.flow === 'right' ? placement.x : placement.y;
  const far = view.k < CURVES_FROM;
  const [first, last] = rowsInView(placement, view);
  const across = placement.flow === 'right' ? placement.y : placement.x;
  const rowOf = (index: number): number => rowAt(placement, across[index] ?? 0);
  context.beginPath();
  context.strokeStyle = colours['rule-strong'];
  context.lineWidth = Math.max(1.2, 0.6 / view.k);
  for (let i = from; i < to; i++) {
    const user = flow.order[i] ?? 0;
    const row = rowOf(user);
    if (row < first - 1 || row > last + 1) continue;
    for (let slot = 2 * user; slot < 2 * user + 2; slot++) {
      if ((graph.operands[slot] ?? -1) < 0) continue;
      if (far) drawStraight(context, graph, placement, slot);
      else drawEdge(context, graph, placement, slot, true);
    }
  }
  for (let operand = 0; operand < graph.count; operand++) {
    const bend = (placement.bendOffsets[operand + 1] ?? 0) - 1;
    if (bend < (placement.bendOffsets[operand] ?? 0)) continue;
    const [axis, other] = placement.flow === 'right' ? [0, 1] : [1, 0];
    const from = rowOf(operand);
    const to = rowAt(placement, placement.bends[2 * bend + other] ?? 0);
    if (from > last || to < first) continue;
    if (from === to && ((along[operand] ?? 0) > high || (placement.bends[2 * bend + axis] ?? 0) < low)) continue;
    if (far) drawStraightTrunk(context, placement, operand);
    else drawTrunk(context, graph, placement, operand);
  }
  context.stroke();
}

function paintTrail(
  context: CanvasRenderingContext2D,
  { graph, placement }: DrawnStructure,
  view: Viewport,
  state: DrawingState,
  { colours }: DeltaPalette,
): void {
  if (state.trail === undefined) return;
  context.beginPath();
  context.strokeStyle = colours.cotangent;
  context.lineWidth = Math.max(3, 2 / view.k);
  for (const slot of state.trail.slots) drawEdge(context, graph, placement, slot, false);
  context.stroke();
}

function paintCurrent(
  context: CanvasRenderingContext2D,
  { graph, placement }: DrawnStructure,
  view: Viewport,
  state: DrawingState,
  { colours }: DeltaPalette,
): void {
  const step = currentStep(state);
  const slot = step < 0 ? -1 : drawnSlot(state.payload, graph, state.sweep.slots[step] ?? -1);
  if (slot < 0) return;
  context.beginPath();
  context.strokeStyle = colours.cotangent;
  context.lineWidth = Math.max(3, 2 / view.k);
  drawEdge(context, graph, placement, slot, false);
  context.stroke();
}

/** Roles whose nodes are larger at small scales. */
const STANDS_OUT: ReadonlySet<NodeRole> = new Set(['lit', 'visiting', 'lost', 'selected']);

function paintNode(
  context: CanvasRenderingContext2D,
  structure: DrawnStructure,
  view: Viewport,
  state: DrawingState,
  { colours, fonts }: DeltaPalette,
  index: number,
): void {
  const box = nodeBox(structure, index);
  const [left, top] = [-view.x / view.k, -view.y / view.k];
  if (!meets(box, left, top, left + view.width / view.k, top + view.height / view.k)) return;
  const roles = nodeRoles(structure.graph, state, index);
  const look = nodeLook(roles);
  if (view.k < CURVES_FROM) {
    const least = (roles.some((role) => STANDS_OUT.has(role)) ? 6 : 1.5) / view.k;
    const [width, height] = [Math.max(least, box.width), Math.max(least, box.height)];
    context.fillStyle = roles.includes('lit') ? colours.ink : colours[look.stroke];
    context.fillRect(box.x - width / 2, box.y - height / 2, width, height);
    return;
  }
  context.globalAlpha = look.opacity;
  context.fillStyle = colours[look.fill];
  context.beginPath();
  const [x, y] = [box.x - box.width / 2, box.y - box.height / 2];
  if (view.k >= LABELS_FROM) context.roundRect(x, y, box.width, box.height, box.corner);
  else context.rect(x, y, box.width, box.height);
  context.fill();
  if (look.width > 0) {
    context.strokeStyle = colours[look.stroke];
    context.lineWidth = look.width;
    context.setLineDash(look.dashed ? [...DASHES] : []);
    context.stroke();
  }
  if (view.k >= LABELS_FROM)
    for (const { text, x, y, anchor, font, colour } of drawnNode(structure, state, index).texts) {
      context.font = fonts[font];
      context.fillStyle = colours[colour];
      context.textAlign = anchor === 'middle' ? 'center' : anchor;
      context.fillText(text, x, y);
    }
  context.globalAlpha = 1;
}

/** Returns the drawn node at a point of the drawing, -1 for none. */
export function nodeUnder(graph: DrawnGraph, placement: GraphPlacement, flow: AlongFlow, x: number, y: number): number {
  const place = placement.flow === 'right' ? x : y;
  const to = firstAt(flow, place + MARGIN);
  for (let i = firstAt(flow, place - MARGIN); i < to; i++) {
    const index = flow.order[i] ?? 0;
    const near =
      Math.abs((placement.x[index] ?? 0) - x) <= (graph.widths[index] ?? 0) / 2 &&
      Math.abs((placement.y[index] ?? 0) - y) <= (graph.heights[index] ?? 0) / 2;
    if (near) return index;
  }
  return -1;
}
