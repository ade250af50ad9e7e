import type { LayoutRequest } from '../../protocol/layout';
import type { Layers } from './layers';

/**
 * The graph with stand-ins: where an edge passes through layers between its ends, a stand-in reserves its place. All
 * edges that leave one node share one chain of stand-ins, so a variable that is used often is drawn as one line with
 * branches, and the number of stand-ins stays close to the number of nodes.
 *
 * Vertices below `real` are the request's nodes. Neighbours are in compressed rows: those of v are `up[upFrom[v]]` to
 * `up[upFrom[v + 1] - 1]`.
 */
export interface Network {
  readonly real: number;
  readonly size: number;
  readonly layer: Int32Array;
  readonly widths: Float64Array;
  readonly upFrom: Int32Array;
  readonly up: Int32Array;
  readonly downFrom: Int32Array;
  readonly down: Int32Array;
  /** The vertices of each layer, left to right; `orderLayers` permutes them. */
  readonly layers: Int32Array[];
  /** The chains of stand-ins, by the operand from which they start. */
  readonly chains: ReadonlyMap<number, readonly number[]>;
}

const STAND_IN_WIDTH = 6;

export function networkOf(request: LayoutRequest, layers: Layers): Network {
  const { count, operands } = request;
  const reach = reachOf(request, layers);
  const chains = new Map<number, readonly number[]>();
  let size = count;
  for (let node = 0; node < count; node++) {
    const length = (reach[node] ?? 0) - (layers.layer[node] ?? 0) - 1;
    if (length <= 0) continue;
    const first = size;
    chains.set(
      node,
      Array.from({ length }, (_, i) => first + i),
    );
    size += length;
  }

  const layer = new Int32Array(size);
  layer.set(layers.layer);
  const widths = new Float64Array(size).fill(STAND_IN_WIDTH);
  for (let node = 0; node < count; node++) widths[node] = request.widths?.[node] ?? request.sizes.width;

  const from: number[] = [];
  const to: number[] = [];
  for (const [node, chain] of chains) {
    let before = node;
    for (const stand of chain) {
      layer[stand] = (layer[before] ?? 0) + 1;
      from.push(before);
      to.push(stand);
      before = stand;
    }
  }
  for (let slot = 0; slot < 2 * count; slot++) {
    const operand = operands[slot] ?? -1;
    const node = slot >> 1;
    const twice = slot % 2 === 1 && operands[slot - 1] === operand;
    if (operand < 0 || twice) continue;
    const gap = (layer[node] ?? 0) - (layer[operand] ?? 0);
    from.push(gap > 1 ? (chains.get(operand)?.[gap - 2] ?? operand) : operand);
    to.push(node);
  }
  const down = rows(size, from, to);
  const up = rows(size, to, from);
  return {
    real: count,
    size,
    layer,
    widths,
    upFrom: up.start,
    up: up.items,
    downFrom: down.start,
    down: down.items,
    layers: verticesByLayer(layer, layers.count),
    chains,
  };
}

/**
 * Returns the layer that each node's chain reaches. If there would be many more stand-ins than nodes in all, the
 * longest chains are dropped and their edges drawn straight.
 */
function reachOf(request: LayoutRequest, layers: Layers): Int32Array {
  const { count, operands } = request;
  const reach = new Int32Array(count);
  for (let slot = 0; slot < 2 * count; slot++) {
    const operand = operands[slot] ?? -1;
    if (operand < 0) continue;
    const user = layers.layer[slot >> 1] ?? 0;
    if (user > (reach[operand] ?? 0)) reach[operand] = user;
  }
  const lengths = new Int32Array(layers.count + 1);
  for (let node = 0; node < count; node++) {
    const length = Math.max(0, (reach[node] ?? 0) - (layers.layer[node] ?? 0) - 1);
    lengths[length] = (lengths[length] ?? 0) + 1;
  }
  let left = 1000 + (count > 4000 ? 1 : 2) * count;
  let longest = 0;
  while (longest < layers.count) {
    left -= (longest + 1) * (lengths[longest + 1] ?? 0);
    if (left < 0) break;
    longest++;
  }
  for (let node = 0; node < count; node++) {
    if ((reach[node] ?? 0) - (layers.layer[node] ?? 0) - 1 > longest) reach[node] = 0;
  }
  return reach;
}

function rows(size: number, keys: readonly number[], values: readonly number[]) {
  const start = new Int32Array(size + 1);
  for (const key of keys) start[key + 1] = (start[key + 1] ?? 0) + 1;
  for (let i = 0; i < size; i++) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0);
  const next = start.slice();
  const items = new Int32Array(keys.length);
  keys.forEach((key, i) => {
    const at = next[key] ?? 0;
    items[at] = values[i] ?? 0;
    next[key] = at + 1;
  });
  return { start, items };
}

function verticesByLayer(layer: Int32Array, count: number): Int32Array[] {
  const sizes = new Int32Array(count);
  for (const l of layer) sizes[l] = (sizes[l] ?? 0) + 1;
  const result = Array.from(sizes, (n) => new Int32Array(n));
  const next = new Int32Array(count);
  layer.forEach((l, vertex) => {
    const at = next[l] ?? 0;
    const row = result[l];
    if (row !== undefined) row[at] = vertex;
    next[l] = at + 1;
  });
  return result;
}
