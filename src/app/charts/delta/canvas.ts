import { cornerOf, type DeltaGraph, nodeLabel, nodeName } from './graph';
import { drawEdge, drawStraight, drawStraightTrunk, drawTrunk, type Placement, rowAt } from './geometry';
import { currentStep, type DeltaState, drawnSlot, isVisited } from './state';
import { boxNumber } from './numbers';
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
  readonly uiFont: string;
}

/** What a canvas writes in: it does not wait until they are loaded. */
export function fontsOf({
  codeFont,
  proseFont,
  uiFont,
}: DeltaColours): Readonly<Record<'code' | 'name' | 'operator', string>> {
  return { code: `14px ${codeFont}`, name: `italic 600 19px ${proseFont}`, operator: `15px ${uiFont}` };
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
  paintCurrent(context, graph, placement, view, state, colours);
  for (let i = from; i < to; i++) paintNode(context, graph, placement, view, state, colours, flow.order[i] ?? 0);
  context.restore();
  if (view.k < LABELS_FROM) paintLandmarks(context, graph, placement, view, state, colours);
}

/** The rows of the drawing that are in view. */
function rowsInView(placement: Placement, view: Viewport): readonly [number, number] {
  const [origin, room] = placement.flow === 'right' ? [view.y, view.height] : [view.x, view.width];
  return placement.pitch === Infinity
    ? [0, 0]
    : [rowAt(placement, -origin / view.k), rowAt(placement, (room - origin) / view.k)];
}

/** More inputs are marked without their names. */
const MOST_NAMED = 24;

/** From afar, in the page's own size: which are the inputs, which is the result, what is selected or pointed at. */
function paintLandmarks(
  context: CanvasRenderingContext2D,
  graph: DeltaGraph,
  placement: Placement,
  view: Viewport,
  state: DeltaState,
  colours: DeltaColours,
): void {
  const mark = (index: number, text: string, colour: string): void => {
    const x = (placement.x[index] ?? 0) * view.k + view.x;
    const y = (placement.y[index] ?? 0) * view.k + view.y;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = colours.paper;
    context.lineWidth = 1.5;
    context.stroke();
    if (text === '') return;
    context.font = fontsOf(colours).code;
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
  const step = currentStep(state);
  const visiting = step < 0 ? -1 : (graph.drawn[state.sweep.nodes[step] ?? -1] ?? -1);
  if (visiting >= 0) mark(visiting, nameOf(visiting), colours.cotangent);
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
  const [first, last] = rowsInView(placement, view);
  const across = placement.flow === 'right' ? placement.y : placement.x;
  const rowOf = (index: number): number => rowAt(placement, across[index] ?? 0);
  context.beginPath();
  context.strokeStyle = colours.rule;
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
  view: Viewport,
  state: DeltaState,
  colours: DeltaColours,
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
  const visited = state.playing && isVisited(graph, state, index);
  const onTrail = state.trail?.nodes.has(index) === true;
  const lost = state.trail?.at === index;
  const line =
    visiting || visited || onTrail ? colours.cotangent : kind === 'input' ? colours.primal : colours.structure;

  if (view.k < CURVES_FROM) {
    const least = (lit || visiting || lost || index === state.selected ? 6 : 1.5) / view.k;
    const [broad, high] = [Math.max(least, width), Math.max(least, height)];
    context.fillStyle = lit || index === state.selected ? colours.ink : line;
    context.fillRect(x + (width - broad) / 2, y + (height - high) / 2, broad, high);
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
  context.lineWidth =
    box || graph.nodes[index] === state.payload.result
      ? 2.5
      : visiting || lost || index === state.selected || lit
        ? 3
        : onTrail
          ? 2.25
          : 1.25;
  context.setLineDash(graph.wrapper[index] === 1 ? [4, 3] : []);
  context.beginPath();
  if (view.k >= LABELS_FROM) context.roundRect(x, y, width, height, cornerOf(graph, index));
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
  const fonts = fontsOf(colours);
  context.font = card ? fonts.code : variable ? fonts.name : fonts.operator;
  const label = nodeLabel(state.payload, graph, index);
  if (!variable) write(label, x + width / 2, y + height / 2 + (kind === 'scale' ? -4 : 5), 'center', colours.ink);
  else write(label, card ? x + width / 2 : x + inset, y + height / 2 - 5, card ? 'center' : 'left', colours.ink);
  context.font = fonts.code;
  if (kind === 'scale')
    write(
      boxNumber(state.payload.coefficients[node] ?? NaN),
      x + width / 2,
      y + height / 2 + 14,
      'center',
      colours.ink,
    );
  if (graph.bare[index] === 1) return;
  const primal = variable ? (state.payload.coefficients[node] ?? NaN) : NaN;
  if (!Number.isNaN(primal) && card) write(boxNumber(primal), x + inset, y + height / 2 + 17, 'left', colours.primal);
  else if (!Number.isNaN(primal))
    write(boxNumber(primal), x + width - inset, y + height / 2 - 5, 'right', colours.primal);
  const received = receivedBy(state.sweep, node, state.done);
  if (received !== undefined)
    write(boxNumber(received), x + width - inset, y + height / 2 + 17, 'right', colours.cotangent);
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
