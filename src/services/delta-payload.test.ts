import { describe, expect, it } from 'vitest';
import { agree } from '../ad/agree';
import { ENGINES } from '../ad/registry';
import { DELTA_KINDS, type DeltaPayload } from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { newService, repliesTo } from '../testing/ask';
import { checked, focusOf } from '../testing/checked';
import { deltaOf } from '../testing/delta/delta-of';
import { regression } from '../testing/regression';

const LOOP = (turns: number): string => `input x : real = 0.5
input n : int = ${turns}
let step (y, k) = y * 0.5 + sin (x * toReal k) * 0.01
let rec go (k, y) = if k = 0 then y else go (k - 1, step (y, k))
go (n, x)`;

describe('the Delta graph of a long trace', () => {
  it('has a node for each fold', () => {
    const graph = deltaOf(LOOP(10_000));
    expect(graph.folded).toMatchObject({ entries: 50_001, hidden: Int32Array.of(0, 50_000) });
    expect(graph.callTree.names).toEqual(['', '10,000 × go']);
    expect(written(graph)).toEqual(['input x', '10,000 × go(x)', 'scale', 'binding']);
  });

  it('joins a result of very many reals to the folds that they are in', () => {
    const graph = deltaOf('input x : real = 0.5\nmap (fun k -> x * toReal k) (range 0 100000)');
    expect(graph.folded?.entries).toBe(100_001);
    expect(graph.count).toBeLessThan(200);
  });

  it('is that of the engine in a short trace', () => {
    const graph = deltaOf(LOOP(100));
    expect(graph.folded).toBeUndefined();
    expect(graph.ranOn).toEqual({});
  });

  it('opens folds in place; wholly open it has the derivative of the program', async () => {
    const text = regression(20, 60);
    const service = newService();
    const about = { cells: [text], cell: 0, inputs: {}, budget: PAGE_BUDGET };
    const graphWith = async (open: readonly number[]): Promise<DeltaPayload> => {
      const [reply] = await repliesTo(service, 'delta', { ...about, open });
      if (reply?.state !== 'ok') throw new Error(JSON.stringify(reply));
      return reply.payload;
    };
    const closed = await graphWith([]);
    // Copies that compute the derivatives have the names of the functions.
    expect(closed.callTree.names).toEqual(['', '60 × step', 'loss']);
    const loop = closed.folded?.folds[1] ?? -1;
    const turns = await graphWith([loop]);
    expect(turns.callTree.names.slice(1, 4)).toEqual(['60 × step', 'step 1', 'step 2']);
    expect([...turns.callTree.parents.slice(1, 4)]).toEqual([0, 1, 1]);
    const all = await graphWith(Array.from({ length: closed.folded?.count ?? 0 }, (_, fold) => fold));
    expect([...all.kinds].filter((kind) => DELTA_KINDS[kind] === 'fold')).toEqual([]);
    const expected = closed.folded?.adjoints[0] ?? NaN;
    expect(sweptTo(all, 0)).toBeCloseTo(expected, 12);
    const { main, point } = focusOf(checked(text));
    const engines = ENGINES.filter(({ id }) => id === 'compiled');
    const [compiled] = drain(agree(main, point, { engines, budget: PAGE_BUDGET, now: () => 0 })).columns;
    expect(compiled?.status === 'ok' && compiled.derivatives[0]).toBeCloseTo(expected, 12);
  }, 60_000);
});

/** The nodes of a graph: inputs and folds with what they need. */
function written({ count, kinds, calls, callTree, operands, focus, ids }: DeltaPayload): readonly string[] {
  return Array.from({ length: count }, (_, node) => {
    const kind = DELTA_KINDS[kinds[node] ?? 0];
    if (kind === 'input') return `input ${focus.leaves[ids[node] ?? 0]?.label}`;
    if (kind !== 'fold') return String(kind);
    const needs = [...operands.subarray(2 * node, 2 * node + 2)].filter((each) => each >= 0);
    return `${callTree.names[calls[node] ?? 0]}(${needs.map((each) => focus.leaves[each]?.label).join(', ')})`;
  });
}

/** Sweeps backwards through a graph without folds; returns the adjoint of a node. */
function sweptTo({ count, kinds, operands, coefficients, result }: DeltaPayload, wanted: number): number {
  const adjoints = new Float64Array(count);
  adjoints[result] = 1;
  for (let node = count - 1; node >= 0; node--) {
    const factor = DELTA_KINDS[kinds[node] ?? 0] === 'scale' ? (coefficients[node] ?? NaN) : 1;
    for (const operand of operands.subarray(2 * node, 2 * node + 2))
      if (operand >= 0) adjoints[operand] = (adjoints[operand] ?? 0) + factor * (adjoints[node] ?? 0);
  }
  return adjoints[wanted] ?? NaN;
}
