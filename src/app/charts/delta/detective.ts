import type { DeltaPayload } from '../../../protocol/messages';
import { trailFrom, waysTo, type Trail } from './trail';
import { kindOf, receivedBy, type EvalSweep } from './sweep';

/** A part of what a variable has received: `amount` came from the right-hand side in which `node` stands. */
export interface Contribution {
  readonly node: number;
  readonly amount: number;
}

/** Why the derivative by one input is what it is. */
export type Finding =
  /** The result's Delta does not contain the input; of the bindings that do, those that no other uses. */
  | { readonly tag: 'unreached'; readonly last: readonly number[] }
  /** Every way passes a Scale 0: the first that the trail meets, then those of other ways that are the last before the input. */
  | { readonly tag: 'scaled away'; readonly trail: Trail; readonly zeros: readonly number[]; readonly ways: number }
  /** The contributions that reach `at` on several paths add up to 0. */
  | {
      readonly tag: 'cancelled';
      readonly trail: Trail;
      readonly at: number;
      /** The largest, and the largest of the other sign. */
      readonly two: readonly [Contribution, Contribution];
      readonly contributions: number;
    }
  /** The product along the way is not 0, but less than any number can be; it became 0 at the Scale `at`. */
  | { readonly tag: 'vanished'; readonly trail: Trail; readonly at: number; readonly exponent: number }
  | {
      readonly tag: 'reached';
      readonly size: 'large' | 'tiny' | 'plain';
      readonly trail: Trail;
      /** The product of the coefficients along the trail. */
      readonly product: number;
      /** The number of paths; infinite if it is too large for a number. */
      readonly ways: number;
      /** The Scales of the trail, those first that make it large, or tiny. */
      readonly scales: readonly number[];
      /** The sum of all contributions without their signs: much larger than the derivative where they nearly cancel. */
      readonly bound: number;
    };

export interface Findings {
  readonly derivative: number;
  readonly finding: Finding;
}

const LARGE = 1e6;

/** Linear in the graph: a walk for the ways, one for the bound, one along the trail. `input` is a node. */
export function detect(payload: DeltaPayload, sweep: EvalSweep, input: number): Findings {
  const derivative = receivedBy(sweep, input, sweep.count) ?? 0;
  const ways = waysTo(payload, input);
  const trail = trailFrom(payload, ways, payload.result);
  if (trail === undefined) return { derivative: 0, finding: { tag: 'unreached', last: deadEnds(payload, ways.zeros) } };
  const count = ways.counts[payload.result] ?? 0;
  const scales = trail.nodes.filter((node) => kindOf(payload, node) === 'scale');
  if (derivative !== 0) {
    const size = Math.abs(derivative) >= LARGE ? 'large' : Math.abs(derivative) <= 1 / LARGE ? 'tiny' : 'plain';
    const product = scales.reduce((all, scale) => all * (payload.coefficients[scale] ?? NaN), 1);
    const weight = (scale: number): number => Math.abs(payload.coefficients[scale] ?? NaN);
    scales.sort((a, b) => (size === 'tiny' ? weight(a) - weight(b) : weight(b) - weight(a)));
    const bound = boundOf(payload, input);
    return { derivative, finding: { tag: 'reached', size, trail, product, ways: count, scales, bound } };
  }
  if ((ways.zeros[payload.result] ?? 0) > 0) {
    const onTrail = new Set(trail.nodes);
    const first = scales.find((scale) => isZeroScale(payload, scale)) ?? -1;
    const zeros = [first, ...lastZeros(payload, sweep, ways.zeros).filter((scale) => !onTrail.has(scale))];
    return { derivative, finding: { tag: 'scaled away', trail, zeros, ways: count } };
  }
  return { derivative, finding: lostOn(payload, sweep, trail, ways.logarithms[payload.result] ?? 0) };
}

function isZeroScale(payload: DeltaPayload, node: number): boolean {
  return kindOf(payload, node) === 'scale' && payload.coefficients[node] === 0;
}

/** The Scale 0 that the sweep meets and after which no other stands on the way to the input. */
function lastZeros(payload: DeltaPayload, sweep: EvalSweep, zeros: Int32Array): readonly number[] {
  const last: number[] = [];
  for (let node = payload.count - 1; node >= 0; node--)
    if (isZeroScale(payload, node) && zeros[node] === 1 && (sweep.nodeStep[node] ?? -1) >= 0) last.push(node);
  return last;
}

/** Where what runs along a trail of coefficients that are not 0 becomes 0. */
function lostOn(payload: DeltaPayload, sweep: EvalSweep, trail: Trail, logarithm: number): Finding {
  let scale = trail.nodes[0] ?? 0;
  for (const node of trail.nodes) {
    const kind = kindOf(payload, node);
    if (amountAt(payload, sweep, node) === 0) {
      const received = kind === 'binding' || kind === 'input' ? contributionsTo(sweep, node) : [];
      const two = opposites(received);
      if (two !== undefined) return { tag: 'cancelled', trail, at: node, two, contributions: received.length };
      break;
    }
    if (kind === 'scale') scale = node;
  }
  return { tag: 'vanished', trail, at: scale, exponent: Math.floor(logarithm / Math.LN10) };
}

/** The amount with which the sweep evaluates a node; of a variable, all that it receives. */
function amountAt(payload: DeltaPayload, sweep: EvalSweep, node: number): number {
  const kind = kindOf(payload, node);
  if (kind === 'binding' || kind === 'input') return receivedBy(sweep, node, sweep.count) ?? 0;
  return sweep.amounts[sweep.nodeStep[node] ?? -1] ?? 0;
}

/** In the order of the sweep; those of 0 are left out. */
function contributionsTo(sweep: EvalSweep, node: number): readonly Contribution[] {
  const steps = sweep.receipts.subarray(sweep.receiptFrom[node] ?? 0, sweep.receiptFrom[node + 1] ?? 0);
  return Array.from(steps, (step) => ({
    node: (sweep.slots[step] ?? 0) >> 1,
    amount: sweep.amounts[step] ?? 0,
  })).filter(({ amount }) => amount !== 0);
}

function opposites(received: readonly Contribution[]): readonly [Contribution, Contribution] | undefined {
  const largest = (sign: number): Contribution | undefined =>
    received.reduce<Contribution | undefined>(
      (best, each) => (sign * each.amount > sign * (best?.amount ?? 0) ? each : best),
      undefined,
    );
  const plus = largest(1);
  const minus = largest(-1);
  return plus === undefined || minus === undefined ? undefined : [plus, minus];
}

/** The sweep with the absolute values of all coefficients. */
function boundOf(payload: DeltaPayload, input: number): number {
  const amounts = new Float64Array(payload.count);
  amounts[payload.result] = 1;
  for (let node = payload.result; node > input; node--) {
    const amount = amounts[node] ?? 0;
    if (amount === 0) continue;
    const factor = kindOf(payload, node) === 'scale' ? Math.abs(payload.coefficients[node] ?? NaN) : 1;
    for (const operand of payload.operands.subarray(2 * node, 2 * node + 2))
      if (operand >= 0) amounts[operand] = (amounts[operand] ?? 0) + factor * amount;
  }
  return amounts[input] ?? 0;
}

/** The bindings that contain the input and that no binding which contains it uses. */
function deadEnds(payload: DeltaPayload, zeros: Int32Array): readonly number[] {
  const used = new Uint8Array(payload.count);
  for (const operand of payload.operands) if (operand >= 0) used[operand] = 1;
  const ends: number[] = [];
  for (let node = 0; node < payload.count; node++)
    if ((zeros[node] ?? -1) >= 0 && used[node] === 0 && kindOf(payload, node) === 'binding') ends.push(node);
  return ends;
}
