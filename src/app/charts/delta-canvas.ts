import { type DeltaGraph, nodeLabel } from './delta-graph';
import { drawEdge, drawStraight, drawStraightTrunk, drawTrunk, type Placement } from './delta-geometry';
import { currentStep, type DeltaState, drawnSlot, isVisited } from './delta-state';
import { showNumber } from './numbers';
import { kindOf, receivedBy } from './sweep';

/** The part of the drawing that is seen: drawing coordinate p stands at k * p + (x, y), in CSS pixels. */
export interface Viewport {
  readonly k: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DeltaColours {
  readonly paper: string;
  readonly ink: string;
  readonly rule: string;
  readonly structure: string;
  readonly primal: string;
  readonly primalWash: string;
  readonly cotangent: string;
  readonly cotangentWash: string;
  readonly highlight: string;
  readonly codeFont: string;
  readonly proseFont: string;
}

/** The drawn nodes by their place along the flow, so that what is in view is found without looking at the rest. */
export interface AlongFlow {
  readonly order: Int32Array;
  readonly at: Float32Array;
}

export function alongFlow(graph: DeltaGraph, placement: Placement): AlongFlow {
  const along = placement.flow === 'right' ? placement.x : placement.y;
  const order = Int32Array.from({ length: graph.count }, (_, i) => i).sort((a, b) => (along[a] ?? 0) - (along[b] ?? 0));
  return { order, at: Float32Array.from(order, (index) => along[index] ?? 0) };
}

/** The index into `order` of the first node at or behind `place`. */
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
/** Half the longest extent of a node and its gap. */
const MARGIN = 200;

/**
 * The whole graph on a canvas, at the level of detail that its scale allows: marks and straight edges from afar, boxes and
 * curves nearer, labels and numbers at reading size. The context is scaled to CSS pixels and cleared by the caller.
 */
export function paintDelta(
  context: CanvasRenderingContext2D,
  data: { readonly graph: DeltaGraph; readonly placement: Placement; readonly flow: AlongFlow },
  view: Viewport,
  state: DeltaState,
  colours: DeltaColours,
): void {
  const { graph, placement, flow } = data;
  const right = placement.flow === 'right';
  const low = (right ? -view.x : -view.y) / view.k - MARGIN;
  const high = (right ? view.width - view.x : view.height - view.y) / view.k + MARGIN;
  const from = firstAt(flow, low);
  const to = firstAt(flow, high);
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.k, view.k);
  paintEdges(context, data, view, from, to, low, high, colours);
  paintTrail(context, graph, placement, view, state, colours);
  paintCurrent(context, graph, placement, state, colours);
  for (let i = from; i < to; i++) paintNode(context, graph, placement, view, state, colours, flow.order[i] ?? 0);
  context.restore();
}

function paintEdges(
  context: CanvasRenderingContext2D,
  data: { readonly graph: DeltaGraph; readonly placement: Placement; readonly flow: AlongFlow },
  view: Viewport,
  from: number,
  to: number,
  low: number,
  high: number,
  colours: DeltaColours,
): void {
  const { graph, placement, flow } = data;
  const along = placement.flow === 'right' ? placement.x : placement.y;
  const far = view.k < CURVES_FROM;
  context.beginPath();
  context.strokeStyle = colours.rule;
  context.lineWidth = Math.max(1.2, 0.6 / view.k);
  for (let i = from; i < to; i++) {
    const user = flow.order[i] ?? 0;
    for (let slot = 2 * user; slot < 2 * user + 2; slot++) {
      if ((graph.operands[slot] ?? -1) < 0) continue;
      if (far) drawStraight(context, graph, placement, slot);
      else drawEdge(context, graph, placement, slot, true);
    }
  }
  for (let operand = 0; operand < graph.count; operand++) {
    const last = (placement.bendOffsets[operand + 1] ?? 0) - 1;
    if (last < (placement.bendOffsets[operand] ?? 0)) continue;
    const end = placement.bends[2 * last + (placement.flow === 'right' ? 0 : 1)] ?? 0;
    if ((along[operand] ?? 0) > high || end < low) continue;
    if (far) drawStraightTrunk(context, placement, operand);
    else drawTrunk(context, graph, placement, operand);
  }
  context.stroke();
}

function paintTrail(
  context: CanvasRenderingContext2D,
  graph: DeltaGraph,
  placement: Placement,
  view: Viewport,
  state: DeltaState,
  colours: DeltaColours,
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
  graph: DeltaGraph,
  placement: Placement,
  state: DeltaState,
  colours: DeltaColours,
): void {
  const step = currentStep(state);
  const slot = step < 0 ? -1 : drawnSlot(state.payload, graph, state.sweep.slots[step] ?? -1);
  if (slot < 0) return;
  context.beginPath();
  context.strokeStyle = colours.cotangent;
  context.lineWidth = 3;
  drawEdge(context, graph, placement, slot, false);
  context.stroke();
}

function paintNode(
  context: CanvasRenderingContext2D,
  graph: DeltaGraph,
  placement: Placement,
  view: Viewport,
  state: DeltaState,
  colours: DeltaColours,
  index: number,
): void {
  const width = graph.widths[index] ?? 0;
  const height = graph.heights[index] ?? 0;
  const x = (placement.x[index] ?? 0) - width / 2;
  const y = (placement.y[index] ?? 0) - height / 2;
  if ((x + width) * view.k + view.x < 0 || x * view.k + view.x > view.width) return;
  if ((y + height) * view.k + view.y < 0 || y * view.k + view.y > view.height) return;
  if (graph.joins[index] === 1) {
    context.fillStyle = colours.rule;
    context.fillRect(x, y, width, height);
    return;
  }
  const kind = graph.kinds[index] ?? 'zero';
  const step = currentStep(state);
  const visiting = step >= 0 && graph.drawn[state.sweep.nodes[step] ?? -1] === index;
  const lit = state.lit.has(index);
  const variable = kind === 'input' || kind === 'binding';
  const visited = state.playing && isVisited(graph, state, index);
  const onTrail = state.trail?.nodes.has(index) === true;
  const lost = state.trail?.at === index;
  const line =
    visiting || visited || onTrail ? colours.cotangent : kind === 'input' ? colours.primal : colours.structure;

  if (view.k < CURVES_FROM) {
    const grow = lit || visiting || lost || index === state.selected ? 6 / view.k : 0;
    context.fillStyle = lit || index === state.selected ? colours.ink : line;
    context.fillRect(x - grow / 2, y - grow / 2, width + grow, height + grow);
    return;
  }
  context.fillStyle = lit
    ? colours.highlight
    : visiting || lost
      ? colours.cotangentWash
      : kind === 'input'
        ? colours.primalWash
        : colours.paper;
  context.strokeStyle = index === state.selected ? colours.ink : line;
  const box = graph.boxes.has(index);
  context.lineWidth = box ? 2.5 : visiting || lost || index === state.selected || lit ? 3 : onTrail ? 2.25 : 1.25;
  context.setLineDash(graph.wrapper[index] === 1 ? [4, 3] : []);
  context.beginPath();
  if (view.k >= LABELS_FROM) context.roundRect(x, y, width, height, variable && kind !== 'input' ? 4 : height / 2);
  else context.rect(x, y, width, height);
  context.fill();
  context.stroke();
  if (view.k >= LABELS_FROM) paintText(context, graph, state, colours, index, x, y);
}

function paintText(
  context: CanvasRenderingContext2D,
  graph: DeltaGraph,
  state: DeltaState,
  colours: DeltaColours,
  index: number,
  x: number,
  y: number,
): void {
  const width = graph.widths[index] ?? 0;
  const height = graph.heights[index] ?? 0;
  const node = graph.nodes[index] ?? 0;
  const kind = kindOf(state.payload, node);
  const variable = kind === 'input' || kind === 'binding';
  const card = graph.cards[index] === 1 || graph.boxes.has(index);
  const inset = kind === 'input' ? 16 : 9;
  const write = (text: string, at: number, line: number, align: CanvasTextAlign, colour: string): void => {
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(text, at, line);
  };
  context.font = card
    ? `14px ${colours.codeFont}`
    : variable
      ? `italic 18px ${colours.proseFont}`
      : `15px ${colours.proseFont}`;
  const label = nodeLabel(state.payload, graph, index);
  if (!variable) write(label, x + width / 2, y + height / 2 + (kind === 'scale' ? -4 : 5), 'center', colours.ink);
  else write(label, card ? x + width / 2 : x + inset, y + height / 2 - 5, card ? 'center' : 'left', colours.ink);
  context.font = `14px ${colours.codeFont}`;
  if (kind === 'scale')
    write(
      showNumber(state.payload.coefficients[node] ?? NaN, 4),
      x + width / 2,
      y + height / 2 + 14,
      'center',
      colours.ink,
    );
  if (graph.bare[index] === 1) return;
  const primal = variable ? (state.payload.coefficients[node] ?? NaN) : NaN;
  if (!Number.isNaN(primal) && card)
    write(showNumber(primal, 4), x + inset, y + height / 2 + 17, 'left', colours.primal);
  else if (!Number.isNaN(primal))
    write(showNumber(primal, 4), x + width - inset, y + height / 2 - 5, 'right', colours.primal);
  const received = receivedBy(state.sweep, node, state.done);
  if (received !== undefined)
    write(showNumber(received, 4), x + width - inset, y + height / 2 + 17, 'right', colours.cotangent);
}

/** The drawn node at a point of the drawing, -1 for none. */
export function nodeUnder(graph: DeltaGraph, placement: Placement, flow: AlongFlow, x: number, y: number): number {
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
