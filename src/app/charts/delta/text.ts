import { assertNever } from '../../../language/source/internal-error';
import type { DeltaPayload } from '../../../protocol/messages';
import { showNumber } from '../../kit/format';
import { foldLabel } from './calls';
import { boxNumber, TERM_LETTERS } from './numbers';
import { kindOf } from './sweep';
import { isActive } from './values';

/* The nodes of a Delta as text: with the names of the program's values, or without `names` with the paper's. */

/** `x`, `w3`; for other nodes their Delta as text, `...` where it is deep. */
export function nodeName(payload: DeltaPayload, node: number): string {
  const kind = kindOf(payload, node);
  if (kind === 'input') return payload.focus.leaves[payload.ids[node] ?? 0]?.label ?? '?';
  if (kind === 'binding') return ownName(payload, node) ?? `w${payload.ids[node] ?? 0}`;
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
export function drawnName(payload: DeltaPayload, node: number): string {
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

/** The letters after which a card is cut. */
export const MOST_ON_CARD = 42;

interface LinearTerm {
  readonly coefficient: number;
  readonly scaled: boolean;
  /** An input or a binding, -1 for Zero. */
  readonly node: number;
}

export function linearTerms(payload: DeltaPayload, root: number): readonly LinearTerm[] {
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

/** `w3 = 4.4·w1 - 2·w2`: the right-hand side as a linear form, cut to the length of a card. */
export function cardText(payload: DeltaPayload, binding: number): string {
  let text = `${nodeName(payload, binding)} =`;
  linearTerms(payload, payload.operands[2 * binding] ?? -1).forEach(({ coefficient, scaled, node }, i) => {
    const name = node < 0 ? '0' : drawnName(payload, node);
    const negative = coefficient < 0;
    const joint = i === 0 ? (negative ? ' -' : ' ') : negative ? ' - ' : ' + ';
    text += `${joint}${scaled ? `${boxNumber(Math.abs(coefficient), TERM_LETTERS, 3)}·` : ''}${name}`;
  });
  return text.length > MOST_ON_CARD ? `${text.slice(0, MOST_ON_CARD - 1)}…` : text;
}

/** The name of a binding's value in all panels. A constant has none there: it is named after its text, if that is short. */
function ownName({ names, sources }: DeltaPayload, node: number): string | undefined {
  if (names === undefined) return undefined;
  const source = sources[node] ?? '';
  return names[node] || (source !== '' && source.length <= SHORT ? source : undefined);
}

/** The letters of an operation that is shown as it is written, and of a constant that is. */
const WRITTEN = 26;
const SHORT = 10;
/** The names of values that have none in the program. */
const GENERATED = /^t\d+$/u;

/** `z = x * y`, or `x * y` for a value without a name in the program. */
export function sourceLabel(payload: DeltaPayload, binding: number): string {
  const name = payload.names?.[binding] ?? '';
  const source = payload.sources[binding] ?? '';
  const form = payload.forms[binding] ?? '';
  const isWritten = source !== '' && (source.length <= WRITTEN || form === '');
  if (name === '') return isWritten ? clippedSource(source) : nodeName(payload, binding);
  if (isWritten) return GENERATED.test(name) ? clippedSource(source) : `${name} = ${clippedSource(source)}`;
  return form === '' ? name : `${name} = ${form}`;
}

function clippedSource(source: string): string {
  return source.length > WRITTEN ? `${source.slice(0, WRITTEN - 9)}…${source.slice(-8)}` : source;
}

/** `3·dx + 2·dy`: how a binding changes with what it is made of; empty for a constant. */
export function linearForm(payload: DeltaPayload, binding: number): string {
  const terms = linearTerms(payload, payload.operands[2 * binding] ?? -1).filter(({ node }) => isActive(payload, node));
  return terms
    .map(({ coefficient, scaled, node }, at) => {
      const joint = at === 0 ? (coefficient < 0 ? '-' : '') : coefficient < 0 ? ' - ' : ' + ';
      const factor = scaled && Math.abs(coefficient) !== 1 ? `${showNumber(Math.abs(coefficient))}·` : '';
      return `${joint}${factor}d${drawnName(payload, node)}`;
    })
    .join('');
}

/** A node in the reader's words, `z = x * y, dz = 3·dx + 2·dy`; without names as `nodeText`. */
export function spokenText(payload: DeltaPayload, node: number): string {
  if (payload.names === undefined || kindOf(payload, node) !== 'binding') return nodeText(payload, node);
  const name = nodeName(payload, node);
  const source = payload.sources[node] ?? '';
  const form = linearForm(payload, node);
  const made = source === '' ? (payload.forms[node] ?? '') : source;
  const value = made === '' || made === name ? name : `${name} = ${made}`;
  return form === '' ? value : `${value}, d${name} = ${form}`;
}
