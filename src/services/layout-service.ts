import type { LayoutReply, LayoutRequest } from '../protocol/layout';
import { placeAcross } from './layout/coordinates';
import { type Layers, layersOf } from './layout/layers';
import { type Network, networkOf } from './layout/network';
import { orderLayers } from './layout/ordering';

/**
 * Returns a layered drawing of a graph, with operands above their users: inputs in the first row, the result in the
 * last. It takes linear time in nodes and edges; the same request always gives the same drawing, and a small change of
 * the graph a similar one.
 *
 * Rows run downwards; for columns, swap widths with heights in the request and x with y in the reply.
 */
export function layout(request: LayoutRequest): LayoutReply {
  const layers = layersOf(request);
  const network = networkOf(request, layers);
  orderLayers(network);
  const across = placeAcross(network);
  const down = placeDown(request, layers, gapsOf(network, across.x, layers.count));
  const x = new Float32Array(request.count);
  const y = new Float32Array(request.count);
  for (let node = 0; node < request.count; node++) {
    x[node] = across.x[node] ?? 0;
    y[node] = down.centres[layers.layer[node] ?? 0] ?? 0;
  }
  const bends = bendsOf(request.count, network, across.x, down.centres);
  return { revision: request.revision, x, y, width: across.width, height: down.height, ...bends };
}

const LEAST_GAP = 25;
const MOST_GAP = 120;

/** Puts layers further apart where edges between them run far sideways, so that no edge is almost level. */
function gapsOf(network: Network, x: Float64Array, count: number): Float64Array {
  const gaps = new Float64Array(count).fill(LEAST_GAP);
  for (let vertex = 0; vertex < network.size; vertex++) {
    const layer = network.layer[vertex] ?? 0;
    for (let i = network.upFrom[vertex] ?? 0; i < (network.upFrom[vertex + 1] ?? 0); i++) {
      const aside = Math.abs((x[vertex] ?? 0) - (x[network.up[i] ?? 0] ?? 0));
      const gap = Math.min(MOST_GAP, LEAST_GAP + aside / 15);
      if (gap > (gaps[layer - 1] ?? MOST_GAP)) gaps[layer - 1] = gap;
    }
  }
  return gaps;
}

function placeDown(
  request: LayoutRequest,
  layers: Layers,
  gaps: Float64Array,
): { readonly centres: Float64Array; readonly height: number } {
  const thickness = new Float64Array(layers.count);
  for (let node = 0; node < request.count; node++) {
    const layer = layers.layer[node] ?? 0;
    const height = request.heights?.[node] ?? request.sizes.height;
    if (height > (thickness[layer] ?? 0)) thickness[layer] = height;
  }
  const centres = new Float64Array(layers.count);
  let top = 0;
  let bottom = 0;
  for (let layer = 0; layer < layers.count; layer++) {
    const height = thickness[layer] ?? 0;
    centres[layer] = top + height / 2;
    bottom = top + height;
    top = bottom + (gaps[layer] ?? 0);
  }
  return { centres, height: bottom };
}

/** Returns the positions of the stand-ins on each node's edges. */
function bendsOf(
  count: number,
  network: Network,
  x: Float64Array,
  centres: Float64Array,
): { readonly bendOffsets: Int32Array<ArrayBuffer>; readonly bends: Float32Array<ArrayBuffer> } {
  const bendOffsets = new Int32Array(count + 1);
  const bends = new Float32Array(2 * (network.size - count));
  let next = 0;
  for (let node = 0; node < count; node++) {
    for (const stand of network.chains.get(node) ?? []) {
      bends[2 * next] = x[stand] ?? 0;
      bends[2 * next + 1] = centres[network.layer[stand] ?? 0] ?? 0;
      next++;
    }
    bendOffsets[node + 1] = next;
  }
  return { bendOffsets, bends };
}
