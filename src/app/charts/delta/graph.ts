import { assertNever } from '../../../language/source/internal-error';
import type { DeltaKind, DeltaPayload } from '../../../protocol/messages';
import { boxLabel, type CallExtent, foldLabel } from './calls';
import { BOX_LETTERS, boxNumber, TERM_LETTERS } from './numbers';
import { showNumber } from '../../kit/format';
import { rightHandSides } from './right-hand-sides';
import { kindOf } from './sweep';

/** `paper`: a node for each Add, Scale and Zero. `cards`: a binding and its right-hand side are one card. */
export type DeltaStyle = 'paper' | 'cards';

/** The nodes that are drawn, with their sizes and edges. Depends on the structure of the payload, not on its numbers. */
export interface DrawnGraph {
  readonly style: DeltaStyle;
  readonly count: number;
  /** For each drawn node, the node of the payload; for a card, its binding. */
  readonly nodes: Int32Array;
  readonly kinds: readonly DeltaKind[];
  /** Drawn nodes, two each, -1 where there is none. */
  readonly operands: Int32Array;
  readonly widths: Float32Array;
  readonly heights: Float32Array;
  /** One for an input. */
  readonly inputs: Uint8Array;
  /** One for a binding of the wrapper, and for what stands in its right-hand side. */
  readonly wrapper: Uint8Array;
  /** One for a card. */
  readonly cards: Uint8Array;
  /** A text that replaces the label of a drawn node. */
  readonly labels: ReadonlyMap<number, string>;
  /** The call that a box stands for. */
  readonly boxes: ReadonlyMap<number, number>;
  /** One for a join: edges meet there when a box has more than two operands. It stands for no node of the payload. */
  readonly joins: Uint8Array;
  /** One for a node without numbers of its own: a join, or a box of which several nodes are used. */
  readonly bare: Uint8Array;
  /** For each node of the payload, the drawn node that shows it. */
  readonly drawn: Int32Array;
}

/** Whether two payloads differ only in numbers, so that one layout serves both. */
export function sameStructure(a: DeltaPayload, b: DeltaPayload): boolean {
  if (a === b) return true;
  if (a.count !== b.count || a.result !== b.result || a.wrapperFrom !== b.wrapperFrom) return false;
  for (let i = 0; i < a.count; i++) if (a.kinds[i] !== b.kinds[i] || a.ids[i] !== b.ids[i]) return false;
  for (let i = 0; i < a.count; i++) if (a.calls[i] !== b.calls[i]) return false;
  for (let i = 0; i < 2 * a.count; i++) if (a.operands[i] !== b.operands[i]) return false;
  if (a.callTree.names.join() !== b.callTree.names.join()) return false;
  if (!sameFolds(a, b)) return false;
  const labels = b.focus.leaves;
  return a.focus.leaves.every((leaf, i) => leaf.label === labels[i]?.label) && labels.length === a.focus.leaves.length;
}

function sameFolds({ folded: a }: DeltaPayload, { folded: b }: DeltaPayload): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.folds.join() === b.folds.join() && a.hidden.join() === b.hidden.join();
}

/** `x`, `w3`; for other nodes their Delta as text, `...` where it is deep. */
export function nodeName(payload: DeltaPayload, node: number): string {
  const kind = kindOf(payload, node);
  if (kind === 'input') return payload.focus.leaves[payload.ids[node] ?? 0]?.label ?? '?';
  if (kind === 'binding') return `w${payload.ids[node] ?? 0}`;
  if (kind === 'fold') return foldLabel(payload, payload.calls[node] ?? 0);
  return deltaOfNode(payload, node);
}

/** The names of the nodes that a fold needs, at most six. */
function foldNeeds(payload: DeltaPayload, node: number): string {
  const names: string[] = [];
  for (let at = node; at >= 0 && names.length < 7;) {
    const [left = -1, right = -1] = payload.operands.subarray(2 * at, 2 * at + 2);
    if (right >= 0) names.unshift(nodeName(payload, right));
    const isChain = left >= 0 && payload.calls[left] === payload.calls[node];
    if (left >= 0 && !isChain) names.unshift(nodeName(payload, left));
    at = isChain ? left : -1;
  }
  if (names.length === 0) return 'constants';
  return names.length > 6 ? ['…', ...names.slice(-6)].join(', ') : names.join(', ');
}

/** Returns a name that fits into a box: of a longer one, both ends. */
function drawnName(payload: DeltaPayload, node: number): string {
  const name = nodeName(payload, node);
  return name.length > MOST_LETTERS ? `${name.slice(0, 14)}…${name.slice(15 - MOST_LETTERS)}` : name;
}

const MOST_LETTERS = 32;

/** `Add (Scale 4.4 x) (Scale 2 w3)`, as the paper writes it, cut at the variables. */
export function deltaOfNode(payload: DeltaPayload, node: number, depth = 6): string {
  const left = payload.operands[2 * node] ?? -1;
  const right = payload.operands[2 * node + 1] ?? -1;
  const kind = kindOf(payload, node);
  switch (kind) {
    case 'input':
    case 'binding':
    case 'fold':
      return nodeName(payload, node);
    case 'zero':
      return 'Zero';
    case 'scale':
      return depth === 0
        ? '...'
        : `Scale ${factor(payload.coefficients[node] ?? NaN)} ${argument(payload, left, depth - 1)}`;
    case 'add':
      return depth === 0 ? '...' : `Add ${argument(payload, left, depth - 1)} ${argument(payload, right, depth - 1)}`;
    default:
      return assertNever(kind);
  }
}

function argument(payload: DeltaPayload, node: number, depth: number): string {
  const text = deltaOfNode(payload, node, depth);
  return text.includes(' ') ? `(${text})` : text;
}

function factor(value: number): string {
  return value < 0 ? `(${showNumber(value)})` : showNumber(value);
}

/** `w3 = Add (...)` for a binding; the Delta itself for others. */
export function nodeText(payload: DeltaPayload, node: number): string {
  const kind = kindOf(payload, node);
  if (kind === 'input') {
    const value = payload.coefficients[node] ?? NaN;
    return Number.isNaN(value)
      ? `input ${nodeName(payload, node)}`
      : `input ${nodeName(payload, node)} = ${showNumber(value)}`;
  }
  if (kind === 'fold') return `${nodeName(payload, node)}, of ${foldNeeds(payload, node)}`;
  if (kind !== 'binding') return deltaOfNode(payload, node);
  return `${nodeName(payload, node)} = ${deltaOfNode(payload, payload.operands[2 * node] ?? -1)}`;
}

export interface DrawnAs {
  /** Labels that replace those of nodes of the payload. */
  readonly labels?: ReadonlyMap<number, string>;
  /** Calls that are drawn as one box. */
  readonly closed?: ReadonlyMap<number, CallExtent>;
}

export function drawnGraph(payload: DeltaPayload, style: DeltaStyle, as: DrawnAs = {}): DrawnGraph {
  const { count } = payload;
  const { labels = NO_LABELS, closed = NONE_CLOSED } = as;
  const drawn = new Int32Array(count).fill(-1);
  const nodes: number[] = [];
  const operands: number[] = [];
  const cards: number[] = [];
  const joined: number[] = [];
  const boxes = new Map<number, number>();
  const sides = rightHandSides(payload);
  const push = (node: number, first: number, second: number): number => {
    operands.push(first, second);
    cards.push(0);
    return nodes.push(node) - 1;
  };
  const join = (first: number, second: number): number => {
    const index = push(-1, first, second);
    joined.push(index);
    return index;
  };
  const starts = new Map(Array.from(closed, ([call, extent]) => [extent.first, { call, extent }]));
  for (let node = 0; node < count; node++) {
    const box = starts.get(node);
    if (box !== undefined) {
      const [first = -1, second = -1] = paired(needsOf(payload, drawn, box.extent), join);
      const index = push(box.extent.last, first, second);
      boxes.set(index, box.call);
      drawn.fill(index, node, box.extent.last + 1);
      node = box.extent.last;
      continue;
    }
    if (style === 'cards' && sides.inside[node] === 1) continue;
    const merged = style === 'cards' ? sides.of[node] : undefined;
    const [left = -1, right = -1] = merged ?? payload.operands.subarray(2 * node, 2 * node + 2);
    drawn[node] = push(node, drawn[left] ?? -1, drawn[right] ?? -1);
    if (merged !== undefined) cards[cards.length - 1] = 1;
  }
  for (let node = 0; node < count; node++) if (drawn[node] === -1) drawn[node] = drawn[sides.owner[node] ?? node] ?? -1;

  const size = nodes.length;
  const written = new Map(Array.from(labels, ([node, label]) => [drawn[node] ?? -1, label]));
  const bare = new Uint8Array(size);
  for (const index of joined) {
    bare[index] = 1;
    written.set(index, '');
  }
  for (const [index, call] of boxes) {
    const extent = closed.get(call);
    if ((payload.folded?.hidden[call] ?? 0) > 0) bare[index] = 1;
    if (extent !== undefined) written.set(index, boxLabel(payload, call, extent));
  }
  nameByOutput(payload, drawn, boxes, nodes, bare);
  const graph: DrawnGraph = {
    style,
    count: size,
    nodes: Int32Array.from(nodes),
    kinds: nodes.map((node) => (node < 0 ? 'add' : kindOf(payload, node))),
    operands: Int32Array.from(operands),
    widths: new Float32Array(size),
    heights: new Float32Array(size),
    inputs: new Uint8Array(size),
    wrapper: new Uint8Array(size),
    cards: Uint8Array.from(cards),
    labels: written,
    boxes,
    joins: Uint8Array.from(nodes, (node) => (node < 0 ? 1 : 0)),
    bare,
    drawn,
  };
  nodes.forEach((node, i) => {
    graph.widths[i] = graph.heights[i] = JOIN;
    if (node < 0) return;
    const kind = kindOf(payload, node);
    graph.inputs[i] = kind === 'input' ? 1 : 0;
    const binding = sides.owner[node] ?? -1;
    graph.wrapper[i] = binding >= 0 && (payload.ids[binding] ?? 0) >= payload.wrapperFrom ? 1 : 0;
    const label = written.get(i);
    if (label === undefined) graph.widths[i] = widthOf(payload, node, graph.cards[i] === 1);
    else if (boxes.has(i) && bare[i] !== 1) graph.widths[i] = cardWidth(Math.min(label.length, 40));
    else graph.widths[i] = labelWidth(Math.min(label.length, 40));
    graph.heights[i] = boxes.has(i) || graph.cards[i] === 1 ? CARD_HEIGHT : HEIGHTS[kind];
  });
  return graph;
}

const JOIN = 6;
const NONE_CLOSED: ReadonlyMap<number, CallExtent> = new Map();

/** The drawn nodes that a call needs from before it. */
function needsOf(payload: DeltaPayload, drawn: Int32Array, { first, last }: CallExtent): readonly number[] {
  const needs = new Set<number>();
  for (const operand of payload.operands.subarray(2 * first, 2 * last + 2))
    if (operand >= 0 && operand < first) needs.add(drawn[operand] ?? -1);
  return [...needs];
}

/** Joins neighbours until at most two nodes are left. */
function paired(needs: readonly number[], join: (first: number, second: number) => number): readonly number[] {
  let left = needs;
  while (left.length > 2) {
    const next: number[] = [];
    for (let i = 0; i < left.length; i += 2) {
      const [first = -1, second] = left.slice(i, i + 2);
      next.push(second === undefined ? first : join(first, second));
    }
    left = next;
  }
  return left;
}

/** Makes a box stand for the one node that is used from outside; a box with several has no numbers. */
function nameByOutput(
  payload: DeltaPayload,
  drawn: Int32Array,
  boxes: DrawnGraph['boxes'],
  nodes: number[],
  bare: Uint8Array,
): void {
  const outputs = new Map<number, number>();
  payload.operands.forEach((operand, slot) => {
    const index = drawn[operand] ?? -1;
    if (operand < 0 || !boxes.has(index) || drawn[slot >> 1] === index) return;
    const known = outputs.get(index);
    if (known !== undefined && known !== operand) bare[index] = 1;
    outputs.set(index, operand);
  });
  for (const [index, output] of outputs) nodes[index] = output;
}

const NO_LABELS: ReadonlyMap<number, string> = new Map();

/** The width of a character of the code font at 14 px, in which numbers and cards are written. */
const CHARACTER = 8.4;

const HEIGHTS = { input: 48, binding: 58, scale: 44, add: 30, zero: 30, fold: 48 } as const satisfies Record<
  DeltaKind,
  number
>;

/** The height of cards, and of boxes that stand for calls. */
const CARD_HEIGHT = 48;

/** Returns an upper bound of the width of a name, in italics at 19 px. */
function nameWidth(name: string): number {
  let width = 0;
  for (const letter of name) width += /[mwMW…]/.test(letter) ? 17 : /\p{Lu}/u.test(letter) ? 14 : 10.5;
  return width;
}

const NUMBER = CHARACTER * BOX_LETTERS;
/** From the border of a binding to its text, on both sides; an input is rounder. */
const INSETS = { binding: 18, input: 32 } as const;

/** Returns the width of a box with a line of so many letters. */
function labelWidth(letters: number): number {
  return 24 + CHARACTER * letters;
}

/** Returns the width of a box with such a line and two numbers below it. */
function cardWidth(letters: number): number {
  return Math.max(labelWidth(letters), INSETS.binding + 2 * NUMBER + 12);
}

/** Returns a width that fits the longest number, not the current one: moving a slider must not change the layout. */
function widthOf(payload: DeltaPayload, node: number, card: boolean): number {
  const kind = kindOf(payload, node);
  switch (kind) {
    case 'input':
      return INSETS.input + nameWidth(drawnName(payload, node)) + 6 + NUMBER;
    case 'binding':
      return card
        ? cardWidth(cardLength(payload, node))
        : INSETS.binding + Math.max(NUMBER, nameWidth(nodeName(payload, node)));
    case 'scale':
      return 10 + NUMBER;
    case 'add':
      return 46;
    case 'zero':
      return 50;
    case 'fold':
      return labelWidth(nodeName(payload, node).length);
    default:
      return assertNever(kind);
  }
}

function cardLength(payload: DeltaPayload, binding: number): number {
  const terms = linearTerms(payload, payload.operands[2 * binding] ?? -1);
  let length = nodeName(payload, binding).length + 1;
  for (const { node, scaled } of terms)
    length += 3 + (scaled ? TERM_LETTERS + 1 : 0) + (node < 0 ? 1 : drawnName(payload, node).length);
  return Math.min(MOST_ON_CARD, length);
}

/** The letters after which a card is cut. */
const MOST_ON_CARD = 42;

interface LinearTerm {
  readonly coefficient: number;
  readonly scaled: boolean;
  /** An input or a binding, -1 for Zero. */
  readonly node: number;
}

function linearTerms(payload: DeltaPayload, root: number): readonly LinearTerm[] {
  const terms: LinearTerm[] = [];
  const waiting = [{ node: root, coefficient: 1, scaled: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, coefficient, scaled } = next;
    if (node < 0) continue;
    const left = payload.operands[2 * node] ?? -1;
    const right = payload.operands[2 * node + 1] ?? -1;
    const kind = kindOf(payload, node);
    if (kind === 'add') {
      waiting.push({ node: right, coefficient, scaled }, { node: left, coefficient, scaled });
    } else if (kind === 'scale') {
      waiting.push({ node: left, coefficient: coefficient * (payload.coefficients[node] ?? NaN), scaled: true });
    } else terms.push({ coefficient, scaled, node: kind === 'zero' ? -1 : node });
  }
  return terms;
}

/** `w3 = 4.4·w1 − 2·w2`: the right-hand side as a linear form, cut to the length of a card. */
export function cardText(payload: DeltaPayload, binding: number): string {
  let text = `${nodeName(payload, binding)} =`;
  linearTerms(payload, payload.operands[2 * binding] ?? -1).forEach(({ coefficient, scaled, node }, i) => {
    const name = node < 0 ? '0' : drawnName(payload, node);
    const negative = coefficient < 0;
    const joint = i === 0 ? (negative ? ' −' : ' ') : negative ? ' − ' : ' + ';
    text += `${joint}${scaled ? `${boxNumber(Math.abs(coefficient), TERM_LETTERS, 3)}·` : ''}${name}`;
  });
  return text.length > MOST_ON_CARD ? `${text.slice(0, MOST_ON_CARD - 1)}…` : text;
}

/** Returns the first line of a drawn node. */
export function nodeLabel(payload: DeltaPayload, graph: DrawnGraph, index: number): string {
  const label = graph.labels.get(index);
  if (label !== undefined) return label.length > 40 ? `${label.slice(0, 25)}…${label.slice(-14)}` : label;
  const node = graph.nodes[index] ?? 0;
  const kind = kindOf(payload, node);
  switch (kind) {
    case 'input':
      return drawnName(payload, node);
    case 'binding':
      return graph.cards[index] === 1 ? cardText(payload, node) : nodeName(payload, node);
    case 'scale':
      return 'Scale';
    case 'add':
      return 'Add';
    case 'zero':
      return 'Zero';
    case 'fold':
      return nodeName(payload, node);
    default:
      return assertNever(kind);
  }
}
