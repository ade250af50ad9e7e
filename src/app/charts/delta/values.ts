import type { DeltaPayload } from '../../../protocol/messages';
import { kindOf } from './sweep';

/** Whether a node of a right-hand side depends on the inputs, as far as its name tells: constants have none in the program's words. */
export function isActive(payload: DeltaPayload, node: number): boolean {
  if (node < 0) return false;
  if (kindOf(payload, node) !== 'binding' || payload.names === undefined) return true;
  return payload.names[node] !== '' || (payload.ids[node] ?? -1) >= payload.wrapperFrom;
}

/** Whether a binding is a value of the program: no constant, and not of the wrapper. */
export function isOfProgram(payload: DeltaPayload, binding: number): boolean {
  return (payload.ids[binding] ?? -1) < payload.wrapperFrom && isActive(payload, binding);
}

/** The values that are legible as a whole in a panel, and those and boxes that are drawn of a larger graph. */
const LEGIBLE = 24;
const MOST_DRAWN = 18;

/**
 * Returns the calls that are drawn as boxes at first, so that a graph is legible: those that a call makes are opened, from the
 * outside in, if few enough values and boxes are drawn then. None are boxes in a small graph.
 */
export function boxedCalls(payload: DeltaPayload): readonly number[] {
  const { calls: callOf, callTree, count } = payload;
  const size = callTree.parents.length;
  const values = new Int32Array(size);
  for (let node = 0; node < count; node++)
    if (kindOf(payload, node) === 'binding' && isOfProgram(payload, node)) {
      const call = callOf[node] ?? 0;
      values[call] = (values[call] ?? 0) + 1;
    }
  if (size === 1 || values.reduce((sum, own) => sum + own, 0) <= LEGIBLE) return [];
  const inside = values.slice();
  const children = Array.from({ length: size }, (): number[] => []);
  for (let call = size - 1; call > 0; call--) {
    const parent = callTree.parents[call] ?? 0;
    inside[parent] = (inside[parent] ?? 0) + (inside[call] ?? 0);
    if ((inside[call] ?? 0) > 0) children[parent]?.unshift(call);
  }
  const open = new Set([0]);
  let drawn = (values[0] ?? 0) + (children[0]?.length ?? 0);
  for (const outer of open) {
    // All or none, because calls of one function look alike.
    const calls = children[outer] ?? [];
    const more = calls.map((call) => (values[call] ?? 0) + (children[call]?.length ?? 0) - 1);
    const opened = more.reduce((sum, each) => sum + each, drawn);
    if (opened > MOST_DRAWN) continue;
    drawn = opened;
    for (const call of calls) open.add(call);
  }
  return Array.from({ length: size - 1 }, (_, at) => at + 1).filter((call) => !open.has(call));
}

/** The number of values of the program among some nodes, the last included. */
export function valuesBetween(payload: DeltaPayload, first: number, last: number): number {
  let count = 0;
  for (let node = first; node <= last; node++)
    if (kindOf(payload, node) === 'binding' && isOfProgram(payload, node)) count++;
  return count;
}
