import type { DeltaPayload } from '../../../protocol/messages';
import type { DrawnGraph } from './graph';
import type { Trail } from './trail';
import type { EvalSweep } from './sweep';

/** The state that a drawing of the graph shows besides its structure. */
export interface DrawingState {
  readonly payload: DeltaPayload;
  readonly sweep: EvalSweep;
  /** The number of steps that have been applied; all of them when the sweep is not played. */
  readonly done: number;
  /** Whether the sweep is played or scrubbed: the step before `done` is marked. */
  readonly playing: boolean;
  /** Drawn nodes whose source is pointed at. */
  readonly lit: ReadonlySet<number>;
  /** The drawn node under the keyboard's cursor or found by search, -1 for none. */
  readonly selected: number;
  /** A highlighted path. */
  readonly trail?: DrawnTrail | undefined;
}

export interface DrawnTrail {
  readonly nodes: ReadonlySet<number>;
  /** Drawn operand slots. */
  readonly slots: readonly number[];
  /** The drawn node where the derivative was lost or grew, -1 for none. */
  readonly at: number;
}

/** The state in which the sweep is done and nothing is marked: that of an exported picture. */
export function restingState(payload: DeltaPayload, sweep: EvalSweep): DrawingState {
  return { payload, sweep, done: sweep.count, playing: false, lit: new Set(), selected: -1 };
}

/** Returns a trail, or a single node, as drawn nodes and edges. */
export function drawnTrail(
  payload: DeltaPayload,
  graph: DrawnGraph,
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

/** Returns the step that was applied last, -1 for none. */
export function currentStep(state: DrawingState): number {
  return state.playing ? state.done - 1 : -1;
}

/** Whether the sweep has evaluated a drawn node or contributed to it. */
export function isVisited(graph: DrawnGraph, state: DrawingState, index: number): boolean {
  if (graph.joins[index] === 1) return false;
  const node = graph.nodes[index] ?? 0;
  const step = state.sweep.nodeStep[node] ?? -1;
  if (step >= 0 && step < state.done) return true;
  const from = state.sweep.receiptFrom[node] ?? 0;
  return from < (state.sweep.receiptFrom[node + 1] ?? 0) && (state.sweep.receipts[from] ?? 0) < state.done;
}

/** Whether the sweep reaches a drawn node: otherwise the result does not depend on it. */
export function isUsed(graph: DrawnGraph, sweep: EvalSweep, index: number): boolean {
  if (graph.bare[index] === 1) return true;
  const node = graph.nodes[index] ?? 0;
  const kind = graph.kinds[index];
  if (kind === 'input' || kind === 'binding')
    return (sweep.receiptFrom[node] ?? 0) < (sweep.receiptFrom[node + 1] ?? 0);
  return (sweep.nodeStep[node] ?? -1) >= 0;
}

/** Returns the drawn edge of an operand slot, -1 for none: a card has no edges inside. */
export function drawnSlot(payload: DeltaPayload, graph: DrawnGraph, slot: number): number {
  if (slot < 0) return -1;
  const user = graph.drawn[slot >> 1] ?? -1;
  const operand = graph.drawn[payload.operands[slot] ?? -1] ?? -1;
  if (user < 0 || operand < 0 || user === operand) return -1;
  const same = graph.nodes[user] === slot >> 1;
  if (same && graph.operands[2 * user + (slot % 2)] === operand) return 2 * user + (slot % 2);
  if (graph.operands[2 * user] === operand) return 2 * user;
  return graph.operands[2 * user + 1] === operand ? 2 * user + 1 : -1;
}

/** Returns the drawn edges from an operand to its user, through joins if the user is a box. */
function drawnSlots(payload: DeltaPayload, graph: DrawnGraph, slot: number): readonly number[] {
  const direct = drawnSlot(payload, graph, slot);
  if (direct >= 0) return [direct];
  const operand = graph.drawn[payload.operands[slot] ?? -1] ?? -1;
  const user = graph.drawn[slot >> 1] ?? -1;
  return operand < 0 || user === operand ? [] : (throughJoins(graph, user, operand) ?? []);
}

function throughJoins(graph: DrawnGraph, user: number, operand: number): readonly number[] | undefined {
  for (let slot = 2 * user; slot < 2 * user + 2; slot++) {
    const below = graph.operands[slot] ?? -1;
    if (below === operand) return [slot];
    const further = graph.joins[below] === 1 ? throughJoins(graph, below, operand) : undefined;
    if (further !== undefined) return [slot, ...further];
  }
  return undefined;
}

/** Returns, for each drawn edge, the last step that runs along it, or -1. */
export function drawnSteps(payload: DeltaPayload, graph: DrawnGraph, sweep: EvalSweep): Int32Array {
  const steps = new Int32Array(2 * graph.count).fill(-1);
  for (let slot = 0; slot < sweep.slotStep.length; slot++) {
    const step = sweep.slotStep[slot] ?? -1;
    const drawn = step < 0 ? -1 : drawnSlot(payload, graph, slot);
    if (drawn >= 0) steps[drawn] = Math.max(step, steps[drawn] ?? -1);
  }
  return steps;
}
