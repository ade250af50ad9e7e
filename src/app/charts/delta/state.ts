import type { DeltaPayload } from '../../../protocol/messages';
import type { DeltaGraph } from './graph';
import type { Trail } from './trail';
import type { Sweep } from './sweep';

/** All that a drawing of the graph shows beside its shape; both the SVG and the canvas drawing take it. */
export interface DeltaState {
  readonly payload: DeltaPayload;
  readonly sweep: Sweep;
  /** Steps of the sweep that are done; all of them while nobody plays. */
  readonly done: number;
  /** The sweep is being played or scrubbed: the step before `done` is marked. */
  readonly playing: boolean;
  /** Drawn nodes whose origin is pointed at. */
  readonly lit: ReadonlySet<number>;
  /** The drawn node under the keyboard's cursor or found by search, -1 for none. */
  readonly selected: number;
  /** A way that is shown above all else. */
  readonly trail?: DrawnTrail | undefined;
}

export interface DrawnTrail {
  readonly nodes: ReadonlySet<number>;
  /** Drawn operand slots. */
  readonly slots: readonly number[];
  /** The drawn node at which something was lost or grew, -1 for none. */
  readonly at: number;
}

/** A trail, or a node alone, in the drawing. */
export function drawnTrail(
  payload: DeltaPayload,
  graph: DeltaGraph,
  trail: Trail | undefined,
  at: number | undefined,
): DrawnTrail {
  const slots = trail?.slots.flatMap((slot) => drawnSlots(payload, graph, slot));
  return {
    nodes: new Set(trail?.nodes.map((node) => graph.drawn[node] ?? -1)),
    slots: slots ?? [],
    at: at === undefined ? -1 : (graph.drawn[at] ?? -1),
  };
}

/** The step that has just been applied, -1 for none. */
export function currentStep(state: DeltaState): number {
  return state.playing ? state.done - 1 : -1;
}

/** Whether the sweep has met a drawn node: evaluated it, or contributed to it. */
export function isVisited(graph: DeltaGraph, state: DeltaState, index: number): boolean {
  if (graph.joins[index] === 1) return false;
  const node = graph.nodes[index] ?? 0;
  const step = state.sweep.nodeStep[node] ?? -1;
  if (step >= 0 && step < state.done) return true;
  const from = state.sweep.receiptFrom[node] ?? 0;
  return from < (state.sweep.receiptFrom[node + 1] ?? 0) && (state.sweep.receipts[from] ?? 0) < state.done;
}

/** Whether the sweep ever comes to a drawn node: otherwise the result does not depend on it. */
export function isUsed(graph: DeltaGraph, sweep: Sweep, index: number): boolean {
  if (graph.bare[index] === 1) return true;
  const node = graph.nodes[index] ?? 0;
  const kind = graph.kinds[index];
  if (kind === 'input' || kind === 'binding')
    return (sweep.receiptFrom[node] ?? 0) < (sweep.receiptFrom[node + 1] ?? 0);
  return (sweep.nodeStep[node] ?? -1) >= 0;
}

/** The drawn edge along which a step ran, -1 for none: within a card there is no edge. */
export function drawnSlot(payload: DeltaPayload, graph: DeltaGraph, slot: number): number {
  if (slot < 0) return -1;
  const user = graph.drawn[slot >> 1] ?? -1;
  const operand = graph.drawn[payload.operands[slot] ?? -1] ?? -1;
  if (user < 0 || operand < 0 || user === operand) return -1;
  const same = graph.nodes[user] === slot >> 1;
  if (same && graph.operands[2 * user + (slot % 2)] === operand) return 2 * user + (slot % 2);
  if (graph.operands[2 * user] === operand) return 2 * user;
  return graph.operands[2 * user + 1] === operand ? 2 * user + 1 : -1;
}

/** The drawn edges that lead from an operand to its user, by joins where that is a box. */
function drawnSlots(payload: DeltaPayload, graph: DeltaGraph, slot: number): readonly number[] {
  const direct = drawnSlot(payload, graph, slot);
  if (direct >= 0) return [direct];
  const operand = graph.drawn[payload.operands[slot] ?? -1] ?? -1;
  const user = graph.drawn[slot >> 1] ?? -1;
  return operand < 0 || user === operand ? [] : (throughJoins(graph, user, operand) ?? []);
}

function throughJoins(graph: DeltaGraph, user: number, operand: number): readonly number[] | undefined {
  for (let slot = 2 * user; slot < 2 * user + 2; slot++) {
    const below = graph.operands[slot] ?? -1;
    if (below === operand) return [slot];
    const further = graph.joins[below] === 1 ? throughJoins(graph, below, operand) : undefined;
    if (further !== undefined) return [slot, ...further];
  }
  return undefined;
}

/** Of each drawn edge: the last step that runs along it, -1 where none does. */
export function drawnSteps(payload: DeltaPayload, graph: DeltaGraph, sweep: Sweep): Int32Array {
  const steps = new Int32Array(2 * graph.count).fill(-1);
  for (let slot = 0; slot < sweep.slotStep.length; slot++) {
    const step = sweep.slotStep[slot] ?? -1;
    const drawn = step < 0 ? -1 : drawnSlot(payload, graph, slot);
    if (drawn >= 0) steps[drawn] = Math.max(step, steps[drawn] ?? -1);
  }
  return steps;
}
