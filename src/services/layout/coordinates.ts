import type { Network } from './network';

const GAP = 16;
const SWEEPS_SMALL = 24;
const SWEEPS_LARGE = 5;
const SMALL = 3000;
/** Over this many layers, a vertex placed by its predecessor alone would drift aside with every turn of a loop. */
const LONG = 80;

/**
 * Places the vertices within their layers, in the given order: each layer is repeatedly moved to where its neighbours
 * want it, as close as least squares allow without overlap. Links between stand-ins weigh more, so that long edges run
 * straight.
 */
export function placeAcross(network: Network): { readonly x: Float64Array; readonly width: number } {
  const x = packed(network);
  const rows = network.layers;
  const sweeps = network.size <= SMALL ? SWEEPS_SMALL : SWEEPS_LARGE;
  const scratch = scratchFor(network);
  const long = rows.length > LONG;
  for (let s = 0; s < sweeps; s++) {
    const both = long || s >= sweeps - 2;
    const sides: Sides = both
      ? { up: true, down: true }
      : s % 2 === 0
        ? { up: true, down: false }
        : { up: false, down: true };
    for (let i = 0; i < rows.length; i++) {
      const row = rows[s % 2 === 0 ? i : rows.length - 1 - i];
      if (row !== undefined) placeRow(network, row, x, sides, scratch);
    }
  }
  return framed(network, x);
}

interface Sides {
  readonly up: boolean;
  readonly down: boolean;
}

function separation(network: Network, left: number, right: number): number {
  return ((network.widths[left] ?? 0) + (network.widths[right] ?? 0)) / 2 + GAP;
}

function packed(network: Network): Float64Array {
  const x = new Float64Array(network.size);
  for (const row of network.layers) {
    for (let i = 1; i < row.length; i++) {
      const vertex = row[i] ?? 0;
      const before = row[i - 1] ?? 0;
      x[vertex] = (x[before] ?? 0) + separation(network, before, vertex);
    }
    const middle = (x[row[row.length - 1] ?? 0] ?? 0) / 2;
    for (const vertex of row) x[vertex] = (x[vertex] ?? 0) - middle;
  }
  return x;
}

interface Scratch {
  readonly mean: Float64Array;
  readonly weight: Float64Array;
  readonly length: Int32Array;
  readonly offset: Float64Array;
}

function scratchFor(network: Network): Scratch {
  let longest = 0;
  for (const row of network.layers) longest = Math.max(longest, row.length);
  return {
    mean: new Float64Array(longest),
    weight: new Float64Array(longest),
    length: new Int32Array(longest),
    offset: new Float64Array(longest),
  };
}

/**
 * Isotonic regression of the wanted positions minus the least offsets, by pooling neighbouring blocks that would
 * overlap.
 */
function placeRow(network: Network, row: Int32Array, x: Float64Array, sides: Sides, scratch: Scratch): void {
  const { mean, weight, length, offset } = scratch;
  let blocks = 0;
  for (let i = 0; i < row.length; i++) {
    const vertex = row[i] ?? 0;
    offset[i] = i === 0 ? 0 : (offset[i - 1] ?? 0) + separation(network, row[i - 1] ?? 0, vertex);
    const wish = wishOf(network, vertex, x, sides);
    mean[blocks] = wish.place - (offset[i] ?? 0);
    weight[blocks] = wish.weight;
    length[blocks] = 1;
    blocks++;
    while (blocks > 1 && (mean[blocks - 2] ?? 0) > (mean[blocks - 1] ?? 0)) {
      const a = weight[blocks - 2] ?? 0;
      const b = weight[blocks - 1] ?? 0;
      mean[blocks - 2] = ((mean[blocks - 2] ?? 0) * a + (mean[blocks - 1] ?? 0) * b) / (a + b);
      weight[blocks - 2] = a + b;
      length[blocks - 2] = (length[blocks - 2] ?? 0) + (length[blocks - 1] ?? 0);
      blocks--;
    }
  }
  let i = 0;
  for (let block = 0; block < blocks; block++) {
    for (let k = 0; k < (length[block] ?? 0); k++, i++) x[row[i] ?? 0] = (mean[block] ?? 0) + (offset[i] ?? 0);
  }
}

const WISH = { place: 0, weight: 0 };

function wishOf(network: Network, vertex: number, x: Float64Array, sides: Sides): typeof WISH {
  let sum = 0;
  let total = 0;
  const standIn = vertex >= network.real;
  const add = (from: Int32Array, items: Int32Array): void => {
    for (let i = from[vertex] ?? 0; i < (from[vertex + 1] ?? 0); i++) {
      const other = items[i] ?? 0;
      const weight = standIn ? (other >= network.real ? 8 : 2) : other >= network.real ? 0.5 : 1;
      sum += weight * (x[other] ?? 0);
      total += weight;
    }
  };
  if (sides.up) add(network.upFrom, network.up);
  if (sides.down) add(network.downFrom, network.down);
  WISH.place = total > 0 ? sum / total : (x[vertex] ?? 0);
  WISH.weight = total > 0 ? total : 0.1;
  return WISH;
}

function framed(network: Network, x: Float64Array): { readonly x: Float64Array; readonly width: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let vertex = 0; vertex < network.size; vertex++) {
    const half = (network.widths[vertex] ?? 0) / 2;
    low = Math.min(low, (x[vertex] ?? 0) - half);
    high = Math.max(high, (x[vertex] ?? 0) + half);
  }
  if (low > high) return { x, width: 0 };
  for (let vertex = 0; vertex < network.size; vertex++) x[vertex] = (x[vertex] ?? 0) - low;
  return { x, width: high - low };
}
