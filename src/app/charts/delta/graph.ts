import { assertNever } from '../../../language/source/internal-error';
import type { DeltaKind, DeltaPayload } from '../../../protocol/messages';
import { boxLabel, type CallExtent } from './calls';
import { BOX_LETTERS, TERM_LETTERS } from './numbers';
import { rightHandSides } from './right-hand-sides';
import { kindOf } from './sweep';
import { cardText, drawnName, linearTerms, MOST_ON_CARD, nodeName, sourceLabel } from './text';

/**
 * `source`: each value is a card with its operation in the reader's words; constants are not drawn. `paper`: a node for each
 * Add, Scale and Zero. `cards`: a binding and its right-hand side are one card.
 */
export type DeltaStyle = 'source' | 'paper' | 'cards';

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
  /** One for a value that is the result, or a part of it. */
  readonly results: Uint8Array;
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
  if (!sameFolds(a, b) || !sameTexts(a.names, b.names) || !sameTexts(a.sources, b.sources)) return false;
  const labels = b.focus.leaves;
  return a.focus.leaves.every((leaf, i) => leaf.label === labels[i]?.label) && labels.length === a.focus.leaves.length;
}

function sameTexts(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a === b || (a?.length === b?.length && a?.every((text, at) => text === b?.[at]) === true);
}

function sameFolds({ folded: a }: DeltaPayload, { folded: b }: DeltaPayload): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.folds.join() === b.folds.join() && a.hidden.join() === b.hidden.join();
}

export interface DrawnAs {
  /** Labels that replace those of nodes of the payload. */
  readonly labels?: ReadonlyMap<number, string>;
  /** Calls that are drawn as one box. */
  readonly closed?: ReadonlyMap<number, CallExtent>;
  /** Whether the style `source` draws the wrapper's bindings too. */
  readonly bookkeeping?: boolean;
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
  const isHidden = (node: number): boolean =>
    style === 'source' && as.bookkeeping !== true && (payload.ids[node] ?? -1) >= payload.wrapperFrom;
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
    if (style === 'source' && (sides.owner[node] ?? -1) >= 0) {
      const needs = drawnNeeds(drawn, sides.needs[node] ?? []);
      if (sides.owner[node] !== node || needs.length === 0 || isHidden(node)) continue;
      const [first = -1, second = -1] = paired(needs, join);
      drawn[node] = push(node, first, second);
      cards[cards.length - 1] = 1;
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
  const written = new Map(
    Array.from(style === 'source' ? sourceLabels(payload, nodes, cards) : labels, ([node, label]) => [
      drawn[node] ?? -1,
      label,
    ]),
  );
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
  const results = resultsOf(payload, drawn, sides.needs, isHidden, size);
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
    results,
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
    else if (graph.cards[i] === 1)
      graph.widths[i] = Math.max(labelWidth(Math.min(label.length, 40)), INSETS.binding + NUMBER);
    else if (boxes.has(i) && bare[i] !== 1) graph.widths[i] = cardWidth(Math.min(label.length, 40));
    else graph.widths[i] = labelWidth(Math.min(label.length, 40));
    const isCard = graph.cards[i] === 1 && style === 'cards';
    graph.heights[i] = boxes.has(i) || isCard ? CARD_HEIGHT : HEIGHTS[kind];
  });
  return graph;
}

/** The labels of the cards of the style `source`, by node of the payload. */
function sourceLabels(
  payload: DeltaPayload,
  nodes: readonly number[],
  cards: readonly number[],
): ReadonlyMap<number, string> {
  return new Map(nodes.flatMap((node, index) => (cards[index] === 1 ? [[node, sourceLabel(payload, node)]] : [])));
}

/**
 * Returns the drawn nodes of the result. Where the wrapper's bindings are not drawn they stand for what they are made of, and
 * `drawn` is changed accordingly.
 */
function resultsOf(
  payload: DeltaPayload,
  drawn: Int32Array,
  needs: readonly (readonly number[] | undefined)[],
  isHidden: (node: number) => boolean,
  size: number,
): Uint8Array {
  const results = new Uint8Array(size);
  for (let node = 0; node < payload.count; node++) {
    if (!isHidden(node)) continue;
    for (const need of needs[node] ?? []) {
      const index = drawn[need] ?? -1;
      if (drawn[node] === -1) drawn[node] = index;
      if (index >= 0) results[index] = 1;
    }
  }
  const whole = drawn[payload.result] ?? -1;
  if (whole >= 0) results[whole] = 1;
  return results;
}

/** The drawn nodes among some nodes, without repetition. */
function drawnNeeds(drawn: Int32Array, needs: readonly number[]): readonly number[] {
  return [...new Set(needs.flatMap((need) => drawn[need] ?? -1).filter((index) => index >= 0))];
}

const JOIN = 6;
const NONE_CLOSED: ReadonlyMap<number, CallExtent> = new Map();

/** The drawn nodes that a call needs from before it. */
function needsOf(payload: DeltaPayload, drawn: Int32Array, { first, last }: CallExtent): readonly number[] {
  const needs = payload.operands.subarray(2 * first, 2 * last + 2).filter((operand) => operand >= 0 && operand < first);
  return drawnNeeds(drawn, [...needs]);
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
