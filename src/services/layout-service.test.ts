import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutRequest } from '../protocol/layout';
import { runs } from '../testing/runs';
import { crossings } from './layout/crossings';
import { layersOf } from './layout/layers';
import { networkOf } from './layout/network';
import { orderLayers } from './layout/ordering';
import { layout } from './layout-service';

const RUNS = { ...runs(), seed: 20260101 };
const WIDTH = 80;

function request(operands: readonly (readonly number[])[], more: Partial<LayoutRequest> = {}): LayoutRequest {
  const flat = new Int32Array(2 * operands.length).fill(-1);
  operands.forEach((pair, node) => {
    flat.set(pair, 2 * node);
  });
  return { revision: 1, count: operands.length, operands: flat, sizes: { width: WIDTH, height: 36 }, ...more };
}

/** Operands come before users, with nodes without operands among them. */
const graphs = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(0, 1, 1, 2, 2)), { minLength: 1, maxLength: 60 })
  .map((nodes) => nodes.map(([a, b, n], i) => (i === 0 ? [] : [a % i, b % i].slice(0, n))));

function crossingsOf(operands: readonly (readonly number[])[]): number {
  const asked = request(operands);
  const network = networkOf(asked, layersOf(asked));
  orderLayers(network);
  const place = new Float64Array(network.size);
  for (const row of network.layers) row.forEach((vertex, i) => (place[vertex] = (i + 0.5) / row.length));
  return crossings(network, place);
}

describe('the layered layout', () => {
  it('never lets two nodes of a layer overlap', () => {
    fc.assert(
      fc.property(graphs, (operands) => {
        const { x, y } = layout(request(operands));
        for (let a = 0; a < x.length; a++)
          for (let b = 0; b < a; b++)
            if (y[a] === y[b]) expect(Math.abs((x[a] ?? 0) - (x[b] ?? 0))).toBeGreaterThan(WIDTH);
      }),
      RUNS,
    );
  });

  it('draws every operand above its user, and everything within its frame', () => {
    fc.assert(
      fc.property(graphs, (operands) => {
        const { x, y, width, height } = layout(request(operands));
        operands.forEach((pair, node) => {
          for (const operand of pair) expect(y[operand]).toBeLessThan(y[node] ?? 0);
        });
        x.forEach((at) => {
          expect(at - WIDTH / 2).toBeGreaterThanOrEqual(-0.01);
          expect(at + WIDTH / 2).toBeLessThanOrEqual(width + 0.01);
        });
        for (const at of y) expect(at + 18).toBeLessThanOrEqual(height + 0.01);
      }),
      RUNS,
    );
  });

  it('gives the same drawing for the same graph', () => {
    fc.assert(
      fc.property(graphs, (operands) => {
        expect(layout(request(operands))).toEqual(layout(request(operands)));
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 10) },
    );
  });

  it('draws a tree without crossings', () => {
    // A complete binary tree of expressions whose leaves are numbered badly: distant leaves have neighbouring numbers.
    const leaves = 16;
    const operands: number[][] = Array.from({ length: leaves }, () => []);
    let level = Array.from({ length: leaves }, (_, i) => (i % 2 === 0 ? i / 2 : leaves - (i + 1) / 2));
    while (level.length > 1) {
      const next: number[] = [];
      for (let i = 0; i < level.length; i += 2) next.push(operands.push([level[i] ?? 0, level[i + 1] ?? 0]) - 1);
      level = next;
    }
    expect(crossingsOf(operands)).toBe(0);
  });

  it('finds the planar drawing of x * y + sin x', () => {
    // x, y; Scale, Scale, Add, w3; Scale, w4; Add, w5
    expect(crossingsOf([[], [], [0], [1], [2, 3], [4], [0], [6], [5, 7], [8]])).toBe(0);
  });

  it('keeps a chain in one straight line', () => {
    const { x } = layout(request(Array.from({ length: 50 }, (_, i) => (i === 0 ? [] : [i - 1]))));
    expect(Math.max(...x) - Math.min(...x)).toBeLessThan(0.5);
  });

  it('places a constant beside the operation that uses it, but a pinned input in the first layer', () => {
    const chain = [[], [], [0], [2], [3], [1, 4]];
    const free = layout(request(chain));
    expect(free.y[1]).toBe(free.y[4]);
    const pinned = layout(request(chain, { pinned: Uint8Array.from([1, 1, 0, 0, 0, 0]) }));
    expect(pinned.y[1]).toBe(pinned.y[0]);
    expect((pinned.bendOffsets[2] ?? 0) - (pinned.bendOffsets[1] ?? 0)).toBe(3);
  });

  it('moves little when a node is added at the end', () => {
    const chain = [[], [], [0, 1], [0], [2, 3], [1, 3], [4, 5]];
    const before = layout(request(chain));
    const after = layout(request([...chain, [6]]));
    for (let node = 0; node < chain.length; node++) {
      expect(Math.abs((after.y[node] ?? 0) - (before.y[node] ?? 0))).toBeLessThan(1);
      expect(Math.abs((after.x[node] ?? 0) - (before.x[node] ?? 0))).toBeLessThan(1);
    }
  });

  it('does not drift aside in a loop, nor place what an iteration makes of an input far from it', () => {
    // Per iteration: Scale y, Scale x, Zero, their Adds, two bindings and the sum of both.
    const operands: number[][] = [[], []];
    let y = 1;
    for (let turn = 0; turn < 150; turn++) {
      const scaled = operands.push([y]) - 1;
      const made = operands.push([0], []) - 1;
      const right = operands.push([made - 1, made]) - 1;
      const binding = operands.push([right]) - 1;
      const sum = operands.push([scaled, binding]) - 1;
      y = operands.push([sum]) - 1;
    }
    const { width, x, y: down } = layout(request(operands, { pinned: Uint8Array.of(1, 1) }));
    expect(width).toBeLessThan(8 * WIDTH);
    expect(Math.max(...x)).toBeLessThan(8 * WIDTH);
    // The product of the last iteration is near the end, not near x.
    expect(down[operands.length - 3]).toBeGreaterThan(0.9 * Math.max(...down));
  });

  it('answers an empty graph', () => {
    expect(layout(request([]))).toMatchObject({ width: 0, height: 0 });
  });

  it('grows linearly: stand-ins stay near the number of nodes however long the edges are', () => {
    for (const count of [1000, 10_000]) {
      const operands = Array.from({ length: count }, (_, i) => (i < 2 ? [] : [i - 1, i % 2 === 0 ? 0 : (i * 7) >> 4]));
      const reply = layout(request(operands));
      expect(reply.bends.length / 2).toBeLessThanOrEqual(1000 + 2 * count);
    }
  });
});
