import type { DeltaPayload } from '../../../protocol/messages';
import type { DrawnGraph } from './graph';
import { nodeName } from './text';
import { kindOf } from './sweep';

/**
 * Returns the nodes that match a query, best first: an equal DeltaId or name, then names that start with it,
 * then source text that contains it, then kinds (`add`, `scale`). `texts` are the code cells.
 */
export function searchNodes(
  payload: DeltaPayload,
  graph: DrawnGraph,
  texts: readonly string[],
  query: string,
): readonly number[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const ranks: number[][] = [[], [], [], []];
  for (let node = 0; node < payload.count; node++) {
    const index = graph.drawn[node] ?? -1;
    if (graph.nodes[index] !== node && !graph.boxes.has(index)) continue;
    const rank = rankOf(payload, texts, node, wanted);
    if (rank >= 0) ranks[rank]?.push(node);
  }
  return ranks.flat();
}

function rankOf(payload: DeltaPayload, texts: readonly string[], node: number, wanted: string): number {
  const kind = kindOf(payload, node);
  if (kind === 'input' || kind === 'binding') {
    const name = nodeName(payload, node).toLowerCase();
    if (name === wanted || (kind === 'binding' && String(payload.ids[node] ?? -1) === wanted)) return 0;
    if (name.startsWith(wanted)) return 1;
  }
  if (sourceOf(payload, texts, node).toLowerCase().includes(wanted)) return 2;
  return kind === wanted ? 3 : -1;
}

/** Returns the source text of a node on one line; empty if it has none. */
export function sourceOf(payload: DeltaPayload, texts: readonly string[], node: number): string {
  const text = texts[payload.origins[3 * node] ?? -1];
  return text === undefined
    ? ''
    : text
        .slice(payload.origins[3 * node + 1] ?? 0, payload.origins[3 * node + 2] ?? 0)
        .replace(/\s+/g, ' ')
        .trim();
}
