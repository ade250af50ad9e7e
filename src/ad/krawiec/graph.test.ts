import { describe, expect, it } from 'vitest';
import { NOWHERE, span } from '../../language/source/span';
import { DELTA_KINDS } from '../../protocol/messages';
import { DeltaState, wrapBindings } from '../../semantics/delta';
import { DELTA_ZERO, deltaAdd, deltaLet, deltaScale, deltaVar } from '../../semantics/delta-node';
import { evalDelta } from '../../testing/delta/eval-delta';
import { Variant } from '../../semantics/value';
import { MUTATING } from '../../testing/runs';
import { deltaGraph, deltaSize, showDelta, type DeltaGraph } from './graph';
import { NODE } from './node-kind';

/** Returns the contributions of the inputs, by a sweep over the graph. */
function sweep({ count, kinds, operands, coefficients, result }: DeltaGraph, inputs: number): readonly number[] {
  const amounts = new Float64Array(count);
  amounts[result] = 1;
  for (let node = count - 1; node >= inputs; node--) {
    const factor = kinds[node] === NODE.scale ? (coefficients[node] ?? NaN) : 1;
    for (const operand of operands.subarray(2 * node, 2 * node + 2)) {
      if (operand >= node) throw new Error(`node ${node} has the operand ${operand}`);
      if (operand >= 0) amounts[operand] = (amounts[operand] ?? 0) + factor * (amounts[node] ?? 0);
    }
  }
  return [...amounts.subarray(0, inputs)];
}

const leaf = (value: number): { value: number; origin: typeof NOWHERE } => ({ value, origin: span(0, 0, 1) });

describe('the Delta graph', () => {
  it('numbers its nodes as the protocol says', () => {
    expect(Object.keys(NODE)).toEqual([...DELTA_KINDS]);
    expect(Object.values(NODE)).toEqual(DELTA_KINDS.map((_, i) => i));
  });

  it('places a result that is not a variable at the last binding, else at the first input', () => {
    const state = new DeltaState(3);
    const result = deltaScale(2, deltaScale(3, deltaVar(1)));
    const place = (bindings: typeof state.bindings, leaves: readonly ReturnType<typeof leaf>[]): readonly number[] => {
      const graph = deltaGraph({ bindings, result, leaves, dotBindings: 0 });
      return [...graph.origins.subarray(3 * graph.result, 3 * graph.result + 3)];
    };
    expect(deltaSize(result)).toBe(3);
    expect(place(state.bindings, [leaf(1), leaf(2)])).toEqual([0, 0, 1]);
    state.bind(deltaVar(1), span(0, 10, 15), 0);
    state.bind(deltaVar(2), span(0, 20, 25), 0);
    expect(place(state.bindings, [leaf(1), leaf(2)])).toEqual([0, 20, 25]);
  });

  it('is that of x * y + sin x, with variables resolved, coefficients, ids and places', () => {
    const state = new DeltaState(3);
    state.bind(deltaAdd(deltaScale(2, deltaVar(1)), deltaScale(0.5, deltaVar(2))), span(0, 10, 15), 0);
    state.bind(deltaScale(0.25, deltaVar(1)), span(0, 18, 23), 0);
    state.bind(deltaAdd(deltaVar(3), deltaVar(4)), span(0, 10, 23), 0);
    state.bind(deltaAdd(deltaScale(1, deltaVar(5)), deltaScale(7, DELTA_ZERO)), NOWHERE, 0);
    const graph = deltaGraph({
      bindings: state.bindings,
      result: deltaVar(6),
      leaves: [leaf(0.5), leaf(2)],
      dotBindings: 1,
    });
    expect(Array.from(graph.kinds, (kind) => DELTA_KINDS[kind]).join(' ')).toBe(
      'input input scale scale add binding scale binding add binding scale zero scale add binding',
    );
    expect([...graph.operands.subarray(4)]).toEqual([
      ...[0, -1, 1, -1, 2, 3, 4, -1],
      ...[0, -1, 6, -1],
      ...[5, 7, 8, -1],
      ...[9, -1, -1, -1, 11, -1, 10, 12, 13, -1],
    ]);
    expect([...graph.coefficients.subarray(0, 4)]).toEqual([0.5, 2, 2, 0.5]);
    expect([...graph.ids].filter((id) => id >= 0)).toEqual([0, 1, 3, 4, 5, 6]);
    expect([...graph.origins.subarray(3 * 5, 3 * 6)]).toEqual([0, 10, 15]);
    expect(graph.result).toBe(14);
    expect(graph.wrapperFrom).toBe(6);
    expect(state.bindings.map(({ id, delta }) => `w${id} = ${showDelta(delta)}`)).toEqual([
      'w3 = Add (Scale (2, Var 1), Scale (0.5, Var 2))',
      'w4 = Scale (0.25, Var 1)',
      'w5 = Add (Var 3, Var 4)',
      'w6 = Add (Scale (1, Var 5), Scale (7, Zero))',
    ]);
    expect(sweep(graph, 2)).toEqual([2.25, 0.5]);
  });

  it.skipIf(MUTATING)('takes a million nodes, and means what eval says', () => {
    const state = new DeltaState(3);
    let last = 1;
    for (let i = 0; i < 250_000; i++) {
      const other = i % 2 === 0 ? deltaVar(2) : DELTA_ZERO;
      last = state.bind(deltaAdd(deltaScale(0.5, deltaVar(last)), deltaScale(0.25, other)), NOWHERE, 0);
    }
    const result = deltaVar(last);
    const { bindings } = state;
    const graph = deltaGraph({ bindings, result, leaves: [leaf(1), leaf(1)], dotBindings: 0 });
    const zeros = 125_000;
    expect(graph.count).toBe(2 + 4 * 250_000 + zeros);
    expect(bindings.reduce((sum, { delta }) => sum + deltaSize(delta), 0)).toBe(5 * 250_000);
    const map = evalDelta(1, wrapBindings(state, result), new Map(), { visits: 0 });
    expect(sweep(graph, 2)).toEqual([map.get(1) ?? 0, map.get(2) ?? 0]);
  });

  it('prints any Delta as the paper writes it', () => {
    const bound = deltaLet(2, deltaScale(0.5, deltaVar(1)), deltaAdd(deltaVar(2), new Variant('Delta.OneHot', 1)));
    expect(showDelta(bound)).toBe('Let (2, Scale (0.5, Var 1), Add (Var 2, OneHot 1))');
    expect(showDelta(DELTA_ZERO)).toBe('Zero');
  });

  it('is a single Zero when nothing depends on the inputs', () => {
    const graph = deltaGraph({ bindings: [], result: DELTA_ZERO, leaves: [], dotBindings: 0 });
    expect([graph.count, graph.result, graph.kinds[0]]).toEqual([1, 0, NODE.zero]);
  });
});
