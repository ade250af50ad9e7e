import { describe, expect, it } from 'vitest';
import type { DeltaPayload } from '../../../protocol/messages';
import { deltaOf } from '../../../testing/delta/delta-of';
import { callExtents, closedCalls, foldLabel, placeOfNode } from './calls';
import { added, deltaExample, type Sketch, scaled, varOf } from './example';
import { drawnGraph, nodeLabel } from './graph';
import { searchNodes } from './search';
import { drawnTrail } from './state';
import { trailFrom, waysTo } from './trail';
import { kindOf, sweepOf } from './sweep';
import { detect } from './detective';

const at = { cell: 0, start: 0, end: 1 };

/** The calls in which the bindings were made, in order; `parents` of the calls from 1. */
function inCalls(
  inputs: number,
  bindings: readonly Sketch[],
  calls: readonly number[],
  parents: readonly number[],
): DeltaPayload {
  const leaves = Array.from({ length: inputs }, (_, i) => ({ label: `x${i + 1}`, value: 1, span: at }));
  const payload = deltaExample(leaves, bindings);
  let next = 0;
  for (let node = inputs; node < payload.count; node++) {
    payload.calls[node] = calls[next] ?? 0;
    if (kindOf(payload, node) === 'binding') next++;
  }
  const names = ['', ...parents.map((_, i) => `f${i + 1}`)];
  return {
    ...payload,
    callTree: { parents: Int32Array.from([-1, ...parents]), origins: new Int32Array(3 * names.length), names },
  };
}

/** f1 makes two bindings, one of them in f2, of four inputs; the last binding is the program's. */
const payload = inCalls(
  4,
  [
    added(scaled(2, varOf(1)), scaled(3, varOf(2))),
    added(scaled(4, varOf(5)), added(scaled(5, varOf(3)), scaled(6, varOf(4)))),
    scaled(7, varOf(6)),
  ],
  [2, 1, 0],
  [0, 1],
);
const all = closedCalls(payload, () => true);

describe('closed calls', () => {
  it('are the outermost ones, and contain what the calls within them made', () => {
    expect([...all.keys()]).toEqual([1]);
    expect(all.get(1)).toEqual({ first: 4, last: 13, count: 10 });
    expect([...closedCalls(payload, (call) => call === 2).entries()]).toEqual([[2, { first: 4, last: 7, count: 4 }]]);
    expect(callExtents(payload)[0]?.count).toBe(payload.count);
  });

  it('stay open where something else was made in between', () => {
    const split = inCalls(1, [scaled(2, varOf(1)), scaled(3, varOf(2)), scaled(4, varOf(3))], [1, 0, 1], [0]);
    expect(closedCalls(split, () => true).size).toBe(0);
  });
});

it('finds the nearest call in the text around a node of the prelude', () => {
  const at4 = { cell: 2, start: 5, end: 9 };
  payload.callTree.origins.set([at4.cell, at4.start, at4.end, -1, 3, 4], 3);
  expect(placeOfNode(payload, 5)).toEqual(at4);
  expect(placeOfNode(payload, payload.result)).toBeUndefined();
});

describe('a box for a call', () => {
  const graph = drawnGraph(payload, 'paper', { closed: all });
  const box = [...graph.boxes.keys()][0] ?? -1;

  it('is labelled with the function and the number of its nodes, and has the numbers of its one output', () => {
    expect(nodeLabel(payload, graph, box)).toBe('f1: 10 nodes');
    expect(payload.ids[graph.nodes[box] ?? -1]).toBe(6);
    expect(graph.bare[box]).toBe(0);
  });

  it('gets four operands through two joins, and every node is drawn somewhere', () => {
    expect(graph.joins.reduce((sum, join) => sum + join, 0)).toBe(2);
    // Four inputs, two joins, the box, and the Scale and the binding of the program.
    expect(graph.count).toBe(9);
    expect(Array.from(graph.drawn)).not.toContain(-1);
    for (let slot = 0; slot < 2 * graph.count; slot++) expect(graph.operands[slot]).toBeLessThan(slot >> 1);
  });

  it('has no numbers where several of its nodes are used', () => {
    const several = inCalls(1, [scaled(2, varOf(1)), scaled(3, varOf(1)), added(varOf(2), varOf(3))], [1, 1, 0], [0]);
    const drawn = drawnGraph(several, 'cards', { closed: closedCalls(several, () => true) });
    expect(drawn.bare[[...drawn.boxes.keys()][0] ?? -1]).toBe(1);
  });

  it('is part of a trail that passes it, by way of the joins', () => {
    const trail = trailFrom(payload, waysTo(payload, 3), payload.result);
    const { slots, nodes } = drawnTrail(payload, graph, trail, undefined);
    expect(nodes.has(box)).toBe(true);
    expect(slots.map((slot) => graph.operands[slot])).toContain(graph.drawn[3]);
    expect(slots).toHaveLength(4);
    expect(detect(payload, sweepOf(payload), 3).derivative).toBe(42);
  });

  it('hides no node from the search', () => {
    const found = searchNodes(payload, graph, [], 'w5');
    expect(found.map((node) => payload.ids[node])).toEqual([5]);
    expect(graph.drawn[found[0] ?? -1]).toBe(box);
  });
});

describe('the label of a fold', () => {
  it('names the call that is repeated, and only counts the entries of a part', () => {
    const loop = 'let rec go (k, y) = if k = 0 then y else go (k - 1, y * 0.5)\n';
    const called = deltaOf(`input x : real = 0.5\ninput n : int = 30000\n${loop}go (n, x)`);
    expect(foldLabel(called, 1)).toBe('30,000 × go: 30,000 entries');
    const parts = deltaOf('input x : real = 0.5\nfold (i, all) -> all + x * i over build 20000 toReal from 0');
    expect(foldLabel(parts, 1)).toMatch(/^[\d,]+ entries$/u);
  });
});
