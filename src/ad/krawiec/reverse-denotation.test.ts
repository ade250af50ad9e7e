import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { deltaNode, type DeltaId } from '../../semantics/delta-node';
import type { Variant } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { TOLERANCE } from '../agree';
import { pointReals } from '../point';
import { engineById } from '../registry';
import { runReverse } from './reverse-run';

const budget = { ...COMMAND_LINE_BUDGET, steps: 2e6 };

type Vector = readonly number[];

/** The meaning of a Delta whose variables are vectors (section 9): symbolic vector expressions. */
function denote(delta: Variant, meanings: ReadonlyMap<DeltaId, Vector>, width: number): Vector {
  const node = deltaNode(delta);
  switch (node.name) {
    case 'Delta.Zero':
      return Array.from({ length: width }, () => 0);
    case 'Delta.Scale': {
      const [factor, scaled] = node.payload;
      return denote(scaled, meanings, width).map((entry) => factor * entry);
    }
    case 'Delta.Add': {
      const [left, right] = node.payload;
      const other = denote(right, meanings, width);
      return denote(left, meanings, width).map((entry, i) => entry + (other[i] ?? NaN));
    }
    case 'Delta.Var':
    case 'Delta.OneHot':
      return meanings.get(node.payload) ?? [];
    case 'Delta.Let':
      throw new Error('no binding of a run holds a Let');
  }
}

test('Theorem 5: the Delta of a run denotes a row of the Jacobian, which is what eval finds', () => {
  let compared = 0;
  fc.assert(
    fc.property(programs({ derivatives: 0 }), ({ text, inputs }) => {
      const program = checked(text);
      const given = new Map(inputs.map(({ name, value }) => [name, value]));
      if (drain(evaluate(program, { budget, inputs: given })).tag !== 'ok') return;
      const { main, point } = focusOf(program, given);
      const outcome = drain(runReverse(main, point, budget));
      const anf = engineById('trace-anf')?.run(main, point, budget);
      const bound = anf && drain(anf);
      if (outcome.tag !== 'ok' || bound?.tag !== 'ok' || bound.value.bound === undefined) return;
      const { bindings, delta, result } = outcome.value;
      const width = pointReals(main, point).length;
      const meanings = new Map<DeltaId, Vector>(
        Array.from({ length: width }, (_, i) => [i + 1, Array.from({ length: width }, (__, j) => (i === j ? 1 : 0))]),
      );
      for (const binding of bindings) meanings.set(binding.id, denote(binding.delta, meanings, width));
      const row = denote(delta, meanings, width);
      const swept = pointReals(main, { ...point, arguments: result.derivative });
      const scales = pointReals(main, { ...point, arguments: bound.value.bound });
      if (!scales.every(Number.isFinite)) return;
      compared += 1;
      swept.forEach((entry, i) => {
        expect(Math.abs(entry - (row[i] ?? NaN)), text).toBeLessThanOrEqual(TOLERANCE * Math.max(1, scales[i] ?? 0));
      });
    }),
    runs(0.5),
  );
  expect(compared).toBeGreaterThan(runs(0.5).numRuns / 2);
});
