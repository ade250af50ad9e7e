import type { LayoutRequest } from '../../protocol/layout';

export interface Layers {
  /** The layer of each node, from 0. */
  readonly layer: Int32Array;
  readonly count: number;
}

/**
 * Starts from the longest path from the nodes without operands, then pulls every node towards its first user if that
 * draws no more lines than it saves: a constant ends up beside the operation that uses it, the parts of a right-hand
 * side stay together, and a node made from a long-running variable is placed where it is used.
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

  const uses = new Int32Array(count);
  for (const operand of operands) if (operand >= 0) uses[operand] = (uses[operand] ?? 0) + 1;
  const isPinned = (node: number): boolean => (request.pinned?.[node] ?? 0) !== 0;
  const firstUser = new Int32Array(count).fill(last + 1);
  const lastUser = new Int32Array(count);

  /** Counts the node's operands that must continue as lines if it moves to `target` and do not run that far already. */
  const linesTo = (node: number, target: number, depth: number): number => {
    let lines = 0;
    for (let k = 0; k < 2; k++) {
      const operand = operands[2 * node + k] ?? -1;
      if (operand < 0 || (lastUser[operand] ?? 0) >= target) continue;
      const moves = (uses[operand] ?? 0) === 1 && !isPinned(operand) && depth < DEEPEST;
      lines += moves ? Math.min(1, linesTo(operand, target - 1, depth + 1)) : 1;
    }
    return lines;
  };
  for (let node = count - 1; node >= 0; node--) {
    const saved = uses[node] ?? 0;
    const target = (firstUser[node] ?? 1) - 1;
    if (saved > 0 && !isPinned(node) && target > (layer[node] ?? 0) && linesTo(node, target, 0) <= saved)
      layer[node] = target;
    const own = layer[node] ?? 0;
    for (let k = 0; k < 2; k++) {
      const operand = operands[2 * node + k] ?? -1;
      if (operand < 0) continue;
      if (own < (firstUser[operand] ?? 0)) firstUser[operand] = own;
      if (own > (lastUser[operand] ?? 0)) lastUser[operand] = own;
    }
  }
  return { layer, count: count === 0 ? 0 : last + 1 };
}

/** How many levels of operands are checked when a node moves: about a right-hand side. */
const DEEPEST = 8;
