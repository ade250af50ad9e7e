import type { LayoutRequest } from '../../protocol/messages';

export interface Layers {
  /** Of each node, from 0. */
  readonly layer: Int32Array;
  readonly count: number;
}

/**
 * Longest path from the nodes without operands, then every node that no more edges enter than leave is pulled towards its
 * first user: a constant stands beside the operation that needs it, the parts of a right-hand side stay together.
 */
export function layersOf(request: LayoutRequest): Layers {
  const { count, operands } = request;
  const layer = new Int32Array(count);
  let last = 0;
  for (let node = 0; node < count; node++) {
    let depth = 0;
    for (let k = 0; k < 2; k++) {
      const operand = operands[2 * node + k] ?? -1;
      if (operand >= 0) depth = Math.max(depth, (layer[operand] ?? 0) + 1);
    }
    layer[node] = depth;
    if (depth > last) last = depth;
  }

  const entering = new Int32Array(count);
  const leaving = new Int32Array(count);
  for (let slot = 0; slot < 2 * count; slot++) {
    const operand = operands[slot] ?? -1;
    if (operand < 0) continue;
    const node = slot >> 1;
    entering[node] = (entering[node] ?? 0) + 1;
    leaving[operand] = (leaving[operand] ?? 0) + 1;
  }
  const firstUser = new Int32Array(count).fill(last + 1);
  for (let node = count - 1; node >= 0; node--) {
    const leaves = leaving[node] ?? 0;
    const pinned = (request.pinned?.[node] ?? 0) !== 0;
    if (!pinned && leaves > 0 && leaves >= (entering[node] ?? 0)) layer[node] = (firstUser[node] ?? 1) - 1;
    const own = layer[node] ?? 0;
    for (let k = 0; k < 2; k++) {
      const operand = operands[2 * node + k] ?? -1;
      if (operand >= 0 && own < (firstUser[operand] ?? 0)) firstUser[operand] = own;
    }
  }
  return { layer, count: count === 0 ? 0 : last + 1 };
}
