import type { DeltaPayload } from '../../../protocol/messages';
import { kindOf } from './sweep';

interface RightHandSides {
  /** The binding in whose right-hand side each node stands; a binding's own. -1 for inputs. */
  readonly owner: Int32Array;
  /** One for a node that a card swallows. */
  readonly inside: Uint8Array;
  /** The variables of each binding. */
  readonly needs: readonly (readonly number[] | undefined)[];
  /** The variables of each binding that becomes a card: those with at most two. */
  readonly of: readonly (readonly number[] | undefined)[];
}

/** Returns what stands in the right-hand side of each binding. */
export function rightHandSides(payload: DeltaPayload): RightHandSides {
  const owner = new Int32Array(payload.count).fill(-1);
  const inside = new Uint8Array(payload.count);
  const of: (readonly number[] | undefined)[] = Array.from({ length: payload.count });
  const needs = [...of];
  for (let binding = 0; binding < payload.count; binding++) {
    if (kindOf(payload, binding) !== 'binding') continue;
    owner[binding] = binding;
    const variables = new Set<number>();
    const parts: number[] = [];
    const waiting = [payload.operands[2 * binding] ?? -1];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node < 0) continue;
      const kind = kindOf(payload, node);
      if (kind === 'input' || kind === 'binding' || kind === 'fold') {
        variables.add(node);
        continue;
      }
      parts.push(node);
      owner[node] = binding;
      waiting.push(payload.operands[2 * node + 1] ?? -1, payload.operands[2 * node] ?? -1);
    }
    needs[binding] = [...variables];
    if (variables.size > 2) continue;
    of[binding] = needs[binding];
    for (const part of parts) inside[part] = 1;
  }
  return { owner, inside, needs, of };
}
