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

/** The number of values of the program among some nodes, the last included. */
export function valuesBetween(payload: DeltaPayload, first: number, last: number): number {
  let count = 0;
  for (let node = first; node <= last; node++)
    if (kindOf(payload, node) === 'binding' && isOfProgram(payload, node)) count++;
  return count;
}
