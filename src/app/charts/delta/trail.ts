import type { DeltaPayload } from '../../../protocol/messages';
import { kindOf } from './sweep';

/** A path from the result to an input: operand slot i leads from node i to node i + 1. */
export interface Trail {
  readonly nodes: readonly number[];
  readonly slots: readonly number[];
}

/**
 * The best path from every node to one input, found in one pass over the nodes: of the paths with the fewest `Scale 0`,
 * the one whose other coefficients have the largest product. Paths are counted, never listed: there may be 2^n of them.
 */
export interface Ways {
  /** The number of `Scale 0` on the best path; -1 where no path leads to the input. */
  readonly zeros: Int32Array;
  /** The natural logarithm of the absolute product of the other coefficients on the best path. */
  readonly logarithms: Float64Array;
  /** The operand slot that the best path takes, -1 at its end. */
  readonly slots: Int32Array;
  readonly counts: Float64Array;
}

export function waysTo(payload: DeltaPayload, input: number): Ways {
  const { count, operands, coefficients } = payload;
  const zeros = new Int32Array(count).fill(-1);
  const logarithms = new Float64Array(count);
  const slots = new Int32Array(count).fill(-1);
  const counts = new Float64Array(count);
  zeros[input] = 0;
  counts[input] = 1;
  for (let node = input + 1; node < count; node++) {
    const coefficient = kindOf(payload, node) === 'scale' ? (coefficients[node] ?? NaN) : 1;
    for (let slot = 2 * node; slot < 2 * node + 2; slot++) {
      const operand = operands[slot] ?? -1;
      const further = zeros[operand] ?? -1;
      if (further < 0) continue;
      counts[node] = (counts[node] ?? 0) + (counts[operand] ?? 0);
      const met = further + (coefficient === 0 ? 1 : 0);
      const size = (logarithms[operand] ?? 0) + (coefficient === 0 ? 0 : Math.log(Math.abs(coefficient)));
      const known = zeros[node] ?? -1;
      if (known >= 0 && (known < met || (known === met && (logarithms[node] ?? 0) >= size))) continue;
      zeros[node] = met;
      logarithms[node] = size;
      slots[node] = slot;
    }
  }
  return { zeros, logarithms, slots, counts };
}

/** Returns the best path from a node; undefined if none leads to the input. */
export function trailFrom(payload: DeltaPayload, ways: Ways, start: number): Trail | undefined {
  if ((ways.zeros[start] ?? -1) < 0) return undefined;
  const nodes = [start];
  const slots: number[] = [];
  for (let slot = ways.slots[start] ?? -1; slot >= 0;) {
    const next = payload.operands[slot] ?? -1;
    slots.push(slot);
    nodes.push(next);
    slot = ways.slots[next] ?? -1;
  }
  return { nodes, slots };
}

/** A step of a trail from one variable to the next. */
export interface TrailStep {
  /** The binding whose right-hand side the step passes; the input at the end. */
  readonly node: number;
  /** The Scale nodes in that right-hand side. */
  readonly scales: readonly number[];
  /** The product of their coefficients. */
  readonly factor: number;
  /** The product of the factors so far: the contribution of this path alone. */
  readonly along: number;
}

export function stepsOf(payload: DeltaPayload, trail: Trail): readonly TrailStep[] {
  const steps: TrailStep[] = [];
  let scales: number[] = [];
  let at = -1;
  let along = 1;
  const close = (): void => {
    if (at < 0) return;
    const factor = scales.reduce((product, scale) => product * (payload.coefficients[scale] ?? NaN), 1);
    along *= factor;
    steps.push({ node: at, scales, factor, along });
    scales = [];
  };
  for (const node of trail.nodes) {
    const kind = kindOf(payload, node);
    if (kind === 'scale') scales.push(node);
    if (kind !== 'binding' && kind !== 'input') continue;
    close();
    at = node;
  }
  close();
  return steps;
}

/** Returns, for each node, the binding whose right-hand side contains it; a binding itself; -1 for inputs. */
export function ownersOf(payload: DeltaPayload): Int32Array {
  const owners = new Int32Array(payload.count).fill(-1);
  for (let node = payload.count - 1; node >= 0; node--) {
    const kind = kindOf(payload, node);
    if (kind === 'binding') owners[node] = node;
    if (kind === 'input' || kind === 'zero') continue;
    for (const operand of payload.operands.subarray(2 * node, 2 * node + 2)) {
      const below = operand < 0 ? 'input' : kindOf(payload, operand);
      if (below !== 'input' && below !== 'binding') owners[operand] = owners[node] ?? -1;
    }
  }
  return owners;
}
