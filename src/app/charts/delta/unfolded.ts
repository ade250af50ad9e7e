import { DELTA_KINDS, type DeltaPayload } from '../../../protocol/messages';
import { drawnGraph, type DrawnGraph } from './graph';
import { integer, superscript } from '../../kit/format';
import { kindOf } from './sweep';

/**
 * The same Delta without sharing: every Var is replaced by the right-hand side of its binding, so that inputs are leaves
 * (`OneHot` in Krawiec et al., Figure 7) and no node has two users. That is the Delta which `reverse-delta` evaluates.
 */
export interface Unfolded {
  /** The part of the tree nearest to the result, as a payload that is drawn and swept like any other; it has no bindings. */
  readonly payload: DeltaPayload;
  /** The number of omitted nodes, by the node that stands for them: `+ 1,023 more`. */
  readonly stubs: ReadonlyMap<number, string>;
  /** The size of the whole tree, as text. */
  readonly size: string;
}

export interface UnfoldedSizes {
  /** How many nodes the Delta of each node has without sharing: exact up to 2^53. */
  readonly sizes: Float64Array;
  /** Base-2 logarithms of the sizes. */
  readonly logarithms: Float64Array;
}

const EXACT = 2 ** 53;

export function unfoldedSizes(payload: DeltaPayload): UnfoldedSizes {
  const { count, operands } = payload;
  const sizes = new Float64Array(count);
  const logarithms = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    const left = operands[2 * node] ?? -1;
    const right = operands[2 * node + 1] ?? -1;
    const own = kindOf(payload, node) === 'binding' ? 0 : 1;
    const size = own + (sizes[left] ?? 0) + (sizes[right] ?? 0);
    sizes[node] = size;
    logarithms[node] =
      size <= EXACT ? Math.log2(size) : sumOfPowers(logarithms[left] ?? -Infinity, logarithms[right] ?? -Infinity);
  }
  return { sizes, logarithms };
}

/** log2 (2^a + 2^b). */
function sumOfPowers(a: number, b: number): number {
  const larger = Math.max(a, b);
  return larger + Math.log2(1 + 2 ** (Math.min(a, b) - larger));
}

/** `1,023`; of more than 2^53, `about 2⁶¹`. */
export function unfoldedSizeText({ sizes, logarithms }: UnfoldedSizes, node: number): string {
  const size = sizes[node] ?? 0;
  if (size <= EXACT) return integer(size);
  return `about 2${superscript(Math.round(logarithms[node] ?? 0))}`;
}

/** At most about `limit` nodes of the tree, layer by layer from the result. */
export function unfold(payload: DeltaPayload, limit: number): Unfolded {
  const all = unfoldedSizes(payload);
  /** For each copy, in breadth-first order: the node, and its operands among the copies. */
  const nodes = [withoutBindings(payload, payload.result)];
  const copies: [number, number][] = [];
  const cut = new Set<number>();
  for (let copy = 0; copy < nodes.length; copy++) {
    const node = nodes[copy] ?? 0;
    const below: [number, number] = [-1, -1];
    if (nodes.length >= limit && (all.sizes[node] ?? 0) > 1) cut.add(copy);
    else if (kindOf(payload, node) !== 'input')
      for (const k of [0, 1] as const) {
        const operand = payload.operands[2 * node + k] ?? -1;
        if (operand >= 0) below[k] = nodes.push(withoutBindings(payload, operand)) - 1;
      }
    copies.push(below);
  }
  const count = nodes.length;
  // Operands come first.
  const placeOf = (copy: number): number => count - 1 - copy;
  const operands = new Int32Array(2 * count).fill(-1);
  const kinds = new Uint8Array(count);
  const coefficients = new Float64Array(count);
  const ids = new Int32Array(count);
  const origins = new Int32Array(3 * count);
  const stubs = new Map<number, string>();
  nodes.forEach((node, copy) => {
    const at = placeOf(copy);
    copies[copy]?.forEach((below, k) => {
      if (below >= 0) operands[2 * at + k] = placeOf(below);
    });
    kinds[at] = cut.has(copy) ? ZERO : (payload.kinds[node] ?? ZERO);
    coefficients[at] = payload.coefficients[node] ?? NaN;
    ids[at] = payload.ids[node] ?? -1;
    origins.set(payload.origins.subarray(3 * node, 3 * node + 3), 3 * at);
    if (cut.has(copy)) stubs.set(at, `+ ${unfoldedSizeText(all, node)} more`);
  });
  const operations = new Int16Array(count).fill(-1);
  return {
    payload: {
      ...payload,
      ...{ count, operands, kinds, coefficients, ids, origins, operations },
      names: undefined,
      sources: [],
      forms: [],
      calls: new Int32Array(count),
      result: count - 1,
    },
    stubs,
    size: unfoldedSizeText(all, payload.result),
  };
}

/** A stub is swept like a Zero: nothing passes it. */
const ZERO = DELTA_KINDS.indexOf('zero');

function withoutBindings(payload: DeltaPayload, node: number): number {
  let at = node;
  while (kindOf(payload, at) === 'binding') at = payload.operands[2 * at] ?? 0;
  return at;
}

/** Returns the graph of the tree; copies of an input stand next to their users. */
export function unfoldedGraph(payload: DeltaPayload, stubs: Unfolded['stubs']): DrawnGraph {
  const graph = drawnGraph(payload, 'paper', { labels: stubs });
  return { ...graph, inputs: new Uint8Array(graph.count) };
}
