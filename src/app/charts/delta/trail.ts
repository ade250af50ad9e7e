import type { DeltaPayload } from '../../../protocol/messages';
import { kindOf } from './sweep';

/** A way from the result to an input through the Delta: operand slot i leads from node i to node i + 1. */
export interface Trail {
  readonly nodes: readonly number[];
  readonly slots: readonly number[];
}

/**
 * Of every node, the best way from it to one input, found by one walk over the nodes: of the ways with the fewest `Scale 0`
 * that whose other coefficients have the largest product. Ways are counted, never listed: there may be 2^n of them.
 */
export interface Ways {
  /** `Scale 0` on the best way; -1 where no way leads to the input. */
  readonly zeros: Int32Array;
  /** The natural logarithm of the product of the best way's other coefficients, without signs. */
  readonly logarithms: Float64Array;
  /** The operand slot that the best way takes, -1 at its end. */
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

/** The best way from a node; undefined where none leads to the input. */
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
  /** The binding whose right-hand side the step goes through; at the end the input. */
  readonly node: number;
  /** The Scale nodes within. */
  readonly scales: readonly number[];
  /** The product of their coefficients. */
  readonly factor: number;
  /** The product of the factors up to and with this one: what comes along this way alone. */
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

/** The binding in whose right-hand side each node stands, a binding's own; -1 for inputs. */
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
