import type { Network } from './network';

/**
 * Counts the crossings of all edges between neighbouring layers, with a Fenwick tree over the upper layer's positions.
 */
export function crossings(network: Network, place: Float64Array): number {
  let total = 0;
  for (let i = 1; i < network.layers.length; i++) {
    const upper = network.layers[i - 1];
    const lower = network.layers[i];
    if (upper !== undefined && lower !== undefined) total += between(network, place, upper.length, lower);
  }
  return total;
}

function between(network: Network, place: Float64Array, length: number, lower: Int32Array): number {
  const tree = new Int32Array(length + 1);
  let inserted = 0;
  let total = 0;
  for (const vertex of lower) {
    const start = network.upFrom[vertex] ?? 0;
    const end = network.upFrom[vertex + 1] ?? 0;
    for (let i = start; i < end; i++) {
      let seen = 0;
      for (let at = slot(network, place, i, length); at > 0; at -= at & -at) seen += tree[at] ?? 0;
      total += inserted - seen;
    }
    for (let i = start; i < end; i++) {
      for (let at = slot(network, place, i, length); at <= length; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
      inserted++;
    }
  }
  return total;
}

/** Returns the 1-based position of an edge's upper end in its layer. */
function slot(network: Network, place: Float64Array, edge: number, length: number): number {
  const position = Math.round((place[network.up[edge] ?? 0] ?? 0) * length + 0.5);
  return Math.min(length, Math.max(1, position));
}
