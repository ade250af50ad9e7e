import { crossings } from './crossings';
import type { Network } from './network';

const TRANSPOSE_BELOW = 1200;
const COUNT_BELOW = 6000;

/**
 * Orders each layer so that few edges cross: barycentre sweeps from several starts; the order with the fewest crossings
 * wins, the earlier one at a tie; small graphs then swap neighbours as long as that helps. Large graphs take one start
 * and a fixed number of sweeps. The starts are depth first from the result, which is already planar for trees; later
 * starts visit operands in another order, which turns whole branches over, as no sweep can.
 */
export function orderLayers(network: Network): void {
  const place = new Float64Array(network.size);
  if (network.size > COUNT_BELOW) {
    depthFirst(network, ASCENDING);
    settle(network, place);
    for (let round = 0; round < 4; round++) sweep(network, place, round);
    return;
  }
  let best: Int32Array[] = [];
  let fewest = Infinity;
  for (let start = 0; start < startsFor(network.size) && fewest > 0; start++) {
    depthFirst(network, turnOf(start));
    settle(network, place);
    let idle = 0;
    for (let round = 0; idle < 3 && round < 20; round++) {
      if (round > 0) sweep(network, place, round);
      if (network.size <= TRANSPOSE_BELOW) transpose(network, place);
      const count = crossings(network, place);
      idle = count < fewest ? 0 : idle + 1;
      if (count < fewest) {
        fewest = count;
        best = network.layers.map((row) => row.slice());
      }
      if (fewest === 0) break;
    }
  }
  best.forEach((row, i) => network.layers[i]?.set(row));
  if (inputsDescend(network)) for (const row of network.layers) row.reverse();
}

function startsFor(size: number): number {
  return size <= 300 ? 24 : size <= TRANSPOSE_BELOW ? 6 : 2;
}

/** Whether a vertex's operands are visited from the last to the first. */
type Turn = (vertex: number) => boolean;
const ASCENDING: Turn = () => false;
const DESCENDING: Turn = () => true;

/** The first two starts are each other's mirror image; the others turn operands by a fixed hash of start and vertex. */
function turnOf(start: number): Turn {
  if (start === 0) return ASCENDING;
  if (start === 1) return DESCENDING;
  return (vertex) => ((Math.imul(vertex + 1, 0x9e3779b1) ^ Math.imul(start, 0x85ebca6b)) >>> 16) % 2 === 1;
}

/** A drawing and its mirror image are equally good, so the inputs decide: first to last, left to right. */
function inputsDescend(network: Network): boolean {
  const row = network.layers[0] ?? EMPTY;
  let balance = 0;
  for (let i = 1; i < row.length; i++) balance += Math.sign((row[i] ?? 0) - (row[i - 1] ?? 0));
  return balance < 0;
}

function depthFirst(network: Network, turn: Turn): void {
  const { size, layer, layers, up, upFrom, downFrom } = network;
  const seen = new Uint8Array(size);
  const filled = new Int32Array(layers.length);
  const stack: number[] = [];
  for (let sink = size - 1; sink >= 0; sink--) {
    if ((downFrom[sink + 1] ?? 0) > (downFrom[sink] ?? 0)) continue;
    stack.push(sink);
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      if ((seen[vertex] ?? 0) !== 0) continue;
      seen[vertex] = 1;
      const row = layer[vertex] ?? 0;
      const at = filled[row] ?? 0;
      const vertices = layers[row];
      if (vertices !== undefined) vertices[at] = vertex;
      filled[row] = at + 1;
      const start = upFrom[vertex] ?? 0;
      const end = upFrom[vertex + 1] ?? 0;
      if (turn(vertex)) for (let i = start; i < end; i++) stack.push(up[i] ?? 0);
      else for (let i = end - 1; i >= start; i--) stack.push(up[i] ?? 0);
    }
  }
}

/** Places are fractions of the layer's length, so that layers of different lengths compare. */
function settle(network: Network, place: Float64Array): void {
  for (const row of network.layers) settleRow(row, place);
}

function settleRow(row: Int32Array, place: Float64Array): void {
  for (let i = 0; i < row.length; i++) place[row[i] ?? 0] = (i + 0.5) / row.length;
}

function sweep(network: Network, place: Float64Array, round: number): void {
  const { layers } = network;
  const keys = new Float64Array(network.size);
  const pass = (row: Int32Array, from: Int32Array, items: Int32Array): void => {
    for (const vertex of row) keys[vertex] = barycentre(vertex, from, items, place);
    sortBy(row, keys);
    settleRow(row, place);
  };
  if (round % 2 === 0) {
    for (const row of layers) pass(row, network.upFrom, network.up);
    for (let i = layers.length - 1; i >= 0; i--) pass(layers[i] ?? EMPTY, network.downFrom, network.down);
  } else {
    for (let i = layers.length - 1; i >= 0; i--) pass(layers[i] ?? EMPTY, network.downFrom, network.down);
    for (const row of layers) pass(row, network.upFrom, network.up);
  }
}

const EMPTY = new Int32Array(0);

function barycentre(vertex: number, from: Int32Array, items: Int32Array, place: Float64Array): number {
  const start = from[vertex] ?? 0;
  const end = from[vertex + 1] ?? 0;
  if (start === end) return place[vertex] ?? 0;
  let sum = 0;
  for (let i = start; i < end; i++) sum += place[items[i] ?? 0] ?? 0;
  return sum / (end - start);
}

/** Stable; rows are short and nearly in order, so insertion sort is fastest. */
function sortBy(row: Int32Array, keys: Float64Array): void {
  if (row.length > 64) {
    row.set(Array.from(row).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0)));
    return;
  }
  for (let i = 1; i < row.length; i++) {
    const vertex = row[i] ?? 0;
    const key = keys[vertex] ?? 0;
    let at = i;
    while (at > 0 && (keys[row[at - 1] ?? 0] ?? 0) > key) {
      row[at] = row[at - 1] ?? 0;
      at--;
    }
    row[at] = vertex;
  }
}

/** Swaps neighbours in a layer while that removes crossings with the layers above and below. */
function transpose(network: Network, place: Float64Array): void {
  let improved = true;
  for (let guard = 0; improved && guard < 16; guard++) {
    improved = false;
    for (const row of network.layers) {
      for (let i = 0; i + 1 < row.length; i++) {
        const a = row[i] ?? 0;
        const b = row[i + 1] ?? 0;
        const now = pairCrossings(network, place, a, b);
        if (now === 0 || now <= pairCrossings(network, place, b, a)) continue;
        row[i] = b;
        row[i + 1] = a;
        place[b] = (i + 0.5) / row.length;
        place[a] = (i + 1.5) / row.length;
        improved = true;
      }
    }
  }
}

/** Counts the crossings of the edges of `left` and `right` when they are in this order. */
function pairCrossings(network: Network, place: Float64Array, left: number, right: number): number {
  const side = (from: Int32Array, items: Int32Array): number => {
    let count = 0;
    for (let i = from[left] ?? 0; i < (from[left + 1] ?? 0); i++) {
      const own = place[items[i] ?? 0] ?? 0;
      for (let k = from[right] ?? 0; k < (from[right + 1] ?? 0); k++) if ((place[items[k] ?? 0] ?? 0) < own) count++;
    }
    return count;
  };
  return side(network.upFrom, network.up) + side(network.downFrom, network.down);
}
