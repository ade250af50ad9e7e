import type { DrawnGraph } from '../../charts/delta/graph';
import type { GraphPlacement } from '../../charts/delta/geometry';

/**
 * Returns the node that an arrow key leads to: against the flow the first operand, with the flow the first user,
 * across the nearest node of the same layer. Home is the first input, End the result; so is any arrow without a selection.
 */
export function neighbour(
  key: string,
  graph: DrawnGraph,
  placement: GraphPlacement,
  from: number,
  result: number,
): number | undefined {
  const right = placement.flow === 'right';
  const end = graph.drawn[result] ?? graph.count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return end;
  if (!key.startsWith('Arrow')) return undefined;
  if (from < 0) return end;
  if (key === (right ? 'ArrowLeft' : 'ArrowUp')) {
    let operand = graph.operands[2 * from] ?? -1;
    while (graph.joins[operand] === 1) operand = graph.operands[2 * operand] ?? -1;
    return operand < 0 ? from : operand;
  }
  if (key === (right ? 'ArrowRight' : 'ArrowDown')) {
    let user = userOf(graph, from);
    while (graph.joins[user] === 1) user = userOf(graph, user);
    return user < 0 ? from : user;
  }
  const sign = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  const { along } = placement;
  const across = right ? placement.y : placement.x;
  let best = from;
  let nearest = Infinity;
  for (let index = 0; index < graph.count; index++) {
    if (graph.joins[index] === 1) continue;
    if (Math.abs((along[index] ?? 0) - (along[from] ?? 0)) > 1) continue;
    const distance = sign * ((across[index] ?? 0) - (across[from] ?? 0));
    if (distance > 0.5 && distance < nearest) {
      nearest = distance;
      best = index;
    }
  }
  return best;
}

function userOf(graph: DrawnGraph, operand: number): number {
  for (let slot = 2 * operand; slot < 2 * graph.count; slot++) if (graph.operands[slot] === operand) return slot >> 1;
  return -1;
}
