import { describe, expect, it } from 'vitest';
import { added, deltaExample, productAndSine, scaled, type Sketch, varOf, zero } from './example';
import { nodeLabel } from './graph';
import { unfoldedSizeText, unfold, unfoldedGraph, unfoldedSizes } from './unfolded';
import { kindOf, receivedBy, sweepOf } from './sweep';
import { integer } from '../../kit/format';

/** let b = 0.5 * a + 0.5 * a, n deep: the products by Figure 9, with the Zero of the literal. */
function doublings(n: number) {
  const bindings: Sketch[] = [];
  for (let i = 0, last = 1; i < n; i++, last = 3 * i + 1) {
    const half = added(scaled(1, zero), scaled(0.5, varOf(last)));
    bindings.push(half, half, added(varOf(3 * i + 2), varOf(3 * i + 3)));
  }
  const at = { cell: 0, start: 0, end: 1 };
  return deltaExample([{ label: 'a', value: 1, span: at }], bindings);
}

describe('the Delta without sharing', () => {
  it('doubles with every let, where the shared one grows by as much', () => {
    const shared = (n: number) => doublings(n).count;
    const size = (n: number) => {
      const payload = doublings(n);
      return unfoldedSizes(payload).sizes[payload.result] ?? NaN;
    };
    for (const n of [1, 2, 3, 10, 40]) {
      expect(shared(n)).toBe(1 + 12 * n);
      // T (n) = 2 T (n - 1) + 9 and T (0) = 1.
      expect(size(n)).toBe(10 * 2 ** n - 9);
    }
  });

  it('is counted exactly up to 2^53, then as a power of 2', () => {
    const text = (n: number) => {
      const payload = doublings(n);
      return unfoldedSizeText(unfoldedSizes(payload), payload.result);
    };
    expect(text(10)).toBe('10,231');
    expect(text(49)).toBe(integer(10 * 2 ** 49 - 9));
    expect(text(60)).toBe('about 2⁶³');
    expect(text(3000)).toBe('about 2³⁰⁰³');
  });

  it('is drawn down to a limit, with stubs that say how much is below', () => {
    const payload = doublings(12);
    const { payload: tree, stubs, size } = unfold(payload, 100);
    expect(size).toBe('40,951');
    expect(tree.count).toBeLessThan(110);
    const missing = [...stubs.values()].map((text) => Number(text.replace(/\D/g, '')));
    expect(tree.count - stubs.size + missing.reduce((sum, n) => sum + n, 0)).toBe(40951);
    const graph = unfoldedGraph(tree, stubs);
    const [stub = -1, text = ''] = [...stubs][0] ?? [];
    expect(nodeLabel(tree, graph, graph.drawn[stub] ?? -1)).toBe(text);
    expect(graph.widths[graph.drawn[stub] ?? -1]).toBeGreaterThan(8 * text.length);
  });

  it('is a tree without bindings that means the same', () => {
    const payload = productAndSine(1.5, 2);
    const { payload: tree, stubs } = unfold(payload, 1000);
    expect(stubs.size).toBe(0);
    const users = new Uint8Array(tree.count);
    for (const operand of tree.operands) if (operand >= 0) users[operand] = (users[operand] ?? 0) + 1;
    expect([...users].filter((count) => count !== 1)).toEqual([0]);
    const sweep = sweepOf(tree);
    const received = [0, 0];
    for (let node = 0; node < tree.count; node++) {
      expect(kindOf(tree, node)).not.toBe('binding');
      const leaf = tree.ids[node] ?? 0;
      if (kindOf(tree, node) === 'input')
        received[leaf] = (received[leaf] ?? 0) + (receivedBy(sweep, node, sweep.count) ?? 0);
    }
    expect(received[0]).toBeCloseTo(2 + Math.cos(1.5), 14);
    expect(received[1]).toBe(1.5);
  });
});
