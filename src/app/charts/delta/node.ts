import type { GraphPlacement } from './geometry';
import { type DrawnGraph, nodeLabel } from './graph';
import type { TextColour, NodeFont, NodeRole } from './look';
import { boxNumber } from './numbers';
import { currentStep, type DrawingState, isUsed, isVisited } from './state';
import { receivedBy } from './sweep';

/** One node as all pictures of the Delta graph show it: the pens (SVG, canvas, SVG file, TikZ) only draw it. */
export interface DrawnNode extends NodeShape {
  readonly texts: readonly NodeText[];
}

/** A node without its texts: all that is seen of it from afar. */
export interface NodeShape {
  readonly box: NodeBox;
  /** In the order in which their looks override each other. */
  readonly roles: readonly NodeRole[];
}

/** A rounded rectangle by its centre. */
export interface NodeBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly corner: number;
}

export interface NodeText {
  /** `amount`: what a step of the sweep brings to a node that keeps nothing. */
  readonly part: 'label' | 'coefficient' | 'primal' | 'received' | 'amount';
  readonly text: string;
  /** The start, middle or end of the baseline. */
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly font: NodeFont;
  readonly colour: TextColour;
}

/** The drawn graph, without its numbers. */
export interface DrawnStructure {
  readonly graph: DrawnGraph;
  readonly placement: GraphPlacement;
}

/** Returns what a picture shows of the drawn node `index` in this state. */
export function drawnNode(structure: DrawnStructure, state: DrawingState, index: number): DrawnNode {
  const box = nodeBox(structure, index);
  const roles = nodeRoles(structure.graph, state, index);
  return { box, roles, texts: textsOf(structure.graph, state, index, box, roles) };
}

export function nodeBox({ graph, placement }: DrawnStructure, index: number): NodeBox {
  const height = graph.heights[index] ?? 0;
  return {
    x: placement.x[index] ?? 0,
    y: placement.y[index] ?? 0,
    width: graph.widths[index] ?? 0,
    height,
    corner: cornerOf(graph, index, height),
  };
}

function cornerOf(graph: DrawnGraph, index: number, height: number): number {
  const kind = graph.kinds[index];
  if (kind === 'binding' || graph.boxes.has(index)) return 4;
  return kind === 'scale' ? 10 : height / 2;
}

/** Whether any of a box is within a rectangle. */
export function meets(box: NodeBox, left: number, top: number, right: number, bottom: number): boolean {
  const [width, height] = [box.width / 2, box.height / 2];
  return box.x + width >= left && box.x - width <= right && box.y + height >= top && box.y - height <= bottom;
}

/** Returns the drawn node at which the sweep is, -1 for none. */
export function visitedNow(graph: DrawnGraph, state: DrawingState): number {
  const step = currentStep(state);
  return step < 0 ? -1 : (graph.drawn[state.sweep.nodes[step] ?? -1] ?? -1);
}

export function nodeRoles(graph: DrawnGraph, state: DrawingState, index: number): readonly NodeRole[] {
  if (graph.joins[index] === 1) return ['join'];
  const roles: NodeRole[] = [graph.kinds[index] ?? 'zero'];
  if (graph.boxes.has(index)) roles.push('box');
  if (!isUsed(graph, state.sweep, index)) roles.push('unused');
  if (graph.results[index] === 1) roles.push('result');
  if (graph.wrapper[index] === 1) roles.push('wrapper');
  if (index === visitedNow(graph, state)) roles.push('visiting');
  else if (state.playing && isVisited(graph, state, index)) roles.push('visited');
  if (state.trail?.nodes.has(index) === true) roles.push('trail');
  if (state.trail?.at === index) roles.push('lost');
  if (state.lit.has(index)) roles.push('lit');
  if (index === state.selected) roles.push('selected');
  return roles;
}

/** From the border of a box to its texts. */
const INSET = 9;
const INPUT_INSET = 16;
/** Baselines from the centre: of one line, of two, of the two of Scale, and of the three of a binding or a value. */
const LINE = 5;
const FIRST = -5;
const SECOND = 17;
const SCALE_FIRST = -4;
const SCALE_SECOND = 14;
const TOP = -13;
const MIDDLE = 5;
const BOTTOM = 23;
/** From the lower border to the baseline of what stands below it. */
const BELOW = 14;

function textsOf(
  graph: DrawnGraph,
  state: DrawingState,
  index: number,
  { x, y, width, height }: NodeBox,
  roles: readonly NodeRole[],
): readonly NodeText[] {
  const { payload, sweep, done } = state;
  const kind = graph.kinds[index] ?? 'zero';
  const node = graph.nodes[index] ?? -1;
  const label = nodeLabel(payload, graph, index);
  const isLit = roles.includes('lit');
  const texts: NodeText[] = [];
  const write = (
    part: NodeText['part'],
    text: string,
    right: number,
    below: number,
    anchor: NodeText['anchor'],
    font: NodeFont,
    colour: TextColour,
  ): void => {
    if (text !== '')
      texts.push({ part, text, x: x + right, y: y + below, anchor, font, colour: isLit ? 'ink' : colour });
  };
  const isBox = graph.boxes.has(index);
  const isVariable = kind === 'input' || kind === 'binding';
  const hasNumbers = isVariable && graph.bare[index] !== 1;
  const value = payload.coefficients[node] ?? NaN;
  const inset = width / 2 - (kind === 'input' ? INPUT_INSET : INSET);
  const isSource = graph.cards[index] === 1 && graph.style === 'source';
  if (isSource) {
    write('label', label, 0, TOP, 'middle', 'code', 'ink');
    write('primal', shown(value), inset, MIDDLE, 'end', 'code', 'primal');
  } else if (isBox || graph.cards[index] === 1) {
    write('label', label, 0, hasNumbers ? FIRST : LINE, 'middle', 'code', 'ink');
    if (hasNumbers) write('primal', shown(value), -inset, SECOND, 'start', 'code', 'primal');
  } else if (isVariable) {
    const isInput = kind === 'input';
    write('label', label, -inset, isInput ? FIRST : TOP, 'start', 'name', 'ink');
    write('primal', shown(value), inset, isInput ? FIRST : MIDDLE, 'end', 'code', 'primal');
  } else {
    const colour = kind === 'zero' ? 'structure' : 'ink';
    write('label', label, 0, kind === 'scale' ? SCALE_FIRST : LINE, 'middle', 'operator', colour);
    if (kind === 'scale') write('coefficient', boxNumber(value), 0, SCALE_SECOND, 'middle', 'code', 'ink');
  }
  const received = hasNumbers ? receivedBy(sweep, node, done) : undefined;
  const last = (graph.cards[index] === 1 && !isSource) || isBox || kind === 'input' ? SECOND : BOTTOM;
  if (received !== undefined) write('received', boxNumber(received), inset, last, 'end', 'code', 'cotangent');
  else if (roles.includes('visiting')) {
    const amount = sweep.amounts[currentStep(state)] ?? NaN;
    write('amount', shown(amount), 0, height / 2 + BELOW, 'middle', 'code', 'cotangent');
  }
  return texts;
}

function shown(value: number): string {
  return Number.isNaN(value) ? '' : boxNumber(value);
}
