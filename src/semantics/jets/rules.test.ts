import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyOperation } from '../../language/operations/apply';
import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import type { PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { EXTENSIONS, exactDerivatives, type ElementaryName } from '../../testing/taylor/differential-ring';
import { boundsOf, jetsOfTrace, tracing, jetVariable } from '../../testing/taylor/jet-traces';
import { runs } from '../../testing/runs';
import { jetShape, positionIn, type JetShape, type MultiIndex } from './multi-index';
import { JET_RULES } from './rules';
import type { Jet } from './sweep';

const NAMES = Object.keys(EXTENSIONS) as ElementaryName[];

describe('every elementary function', () => {
  it.each(NAMES)('%s has its derivatives to order 10', (name) => {
    for (const x of name === 'log' || name === 'sqrt' ? [0.3, 1, 7.5] : [-0.9, -0.2, 0, 0.4, 0.95]) {
      const shape = jetShape(1, 10);
      const { trace, apply } = tracing([x]);
      const entry = apply(name, 0);
      const found = jetsOfTrace(trace, shape, [jetVariable(shape, x)]).slice(11 * entry + 1);
      const exact = exactDerivatives([name], x, 10);
      exact.forEach((derivative, i) => {
        const scale = Math.max(1, Math.abs(derivative), ...exact.slice(0, i).map(Math.abs));
        expect(Math.abs((found[i] ?? NaN) - derivative) / scale, `${name} at ${x}, ${i + 1}`).toBeLessThan(1e-11);
      });
    }
  });

  test('and compositions of up to four are exact to order 8, within 1e-9 of the sum of the absolute terms', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: -12, max: 12 }),
        (functions, eighths) => {
          const x = eighths / 8;
          const shape = jetShape(1, 8);
          const { trace, apply } = tracing([x]);
          let entry = 0;
          for (const name of functions) entry = apply(name, entry);
          if (!trace.values.slice(0, trace.length).every(Number.isFinite)) return;
          const seeds = [jetVariable(shape, x)];
          const bounds = boundsOf(trace, shape, seeds);
          if (!bounds.every((bound) => bound < 1e100)) return;
          const found = jetsOfTrace(trace, shape, seeds);
          compared += 1;
          exactDerivatives(functions, x, 8).forEach((derivative, i) => {
            // Single terms can overflow.
            if (!Number.isFinite(derivative)) return;
            const place = 9 * entry + 1 + i;
            const error = Math.abs((found[place] ?? NaN) - derivative);
            expect(error, `${functions.join(' ')} at ${x}: ${i + 1}`).toBeLessThanOrEqual(
              1e-9 * Math.max(1, bounds[place] ?? NaN),
            );
          });
        },
      ),
      runs(2),
    );
    expect(compared).toBeGreaterThan(runs(2).numRuns / 3);
  });
});

/** An operand of a trace, for partial derivatives written as entries. */
type Operand = number | { readonly constant: number };

function emit(apply: ReturnType<typeof tracing>['apply'], term: PartialTerm, operands: readonly Operand[]): Operand {
  switch (term.tag) {
    case 'argument':
      return operands[term.index] ?? internalError('no such argument');
    case 'real':
    case 'int':
      return { constant: term.value };
    case 'operation': {
      const args = term.arguments.map((argument) => emit(apply, argument, operands));
      if (args.some((arg) => typeof arg === 'number') && operationRow(term.operation).result === 'real')
        return apply(term.operation, ...args);
      const values = args.map((arg) => (typeof arg === 'number' ? NaN : arg.constant));
      const applied = applyOperation(operationRow(term.operation), values);
      return { constant: applied.tag === 'value' ? (applied.value as number) : NaN };
    }
  }
}

/** Arguments where each operation is smooth. */
const POINTS: Partial<Record<OperationName, readonly (readonly number[])[]>> = {
  divide: [
    [2, -0.7],
    [-1.5, 3],
  ],
  power: [
    [0.7, 2.5],
    [3, -1.5],
    [1.2, 0],
  ],
  log: [[0.3], [4]],
  sqrt: [[0.3], [4]],
  asin: [[-0.6], [0.3]],
  acos: [[-0.6], [0.3]],
  atan2: [
    [0.5, -1.2],
    [-2, 0.3],
    [0, 1],
  ],
  abs: [[-2], [3]],
  relu: [[-2], [3]],
  max: [
    [1, 2],
    [2, 1],
  ],
  min: [
    [1, 2],
    [2, 1],
  ],
  polygamma: [
    [0, 3],
    [1, -1.3],
    [2, 0.8],
  ],
  checkPivot: [[1, 0.5]],
};

describe('every operation', () => {
  const differentiable = OPERATION_NAMES.filter((name) => {
    const { result, parameters } = operationRow(name);
    return result === 'real' && parameters.includes('real');
  });

  it('has a rule exactly if it has a derivative', () => {
    expect(
      Object.entries(JET_RULES)
        .flatMap(([name, rule]) => (rule === undefined ? [] : [name]))
        .sort(),
    ).toEqual([...differentiable].sort());
  });

  const cases = differentiable.flatMap((name): readonly { name: OperationName; at: readonly number[] }[] => {
    const row = operationRow(name);
    if (name === 'powerInt')
      return [
        [2, 3],
        [-1.5, -2],
        [0, 2],
        [0, 0],
        [0, 5],
        [1.3, 7],
        [3, 1],
      ].map((at) => ({ name, at }));
    const points = POINTS[name] ?? [row.parameters.map((_, i) => 0.8 - 1.7 * i), row.parameters.map((_, i) => i - 1.3)];
    return points.map((at) => ({ name, at }));
  });

  /** ∂_i D^α op = D^α (Σ_j ∂_j op · ∂_i x_j): the derivatives of the table's partials, one order below. */
  it.each(cases)('$name at $at: above the first order as its partials are', ({ name, at }) => {
    const row = operationRow(name);
    for (const constant of [undefined, 0, 1]) {
      if (constant !== undefined && row.parameters.length < 2) continue;
      const [shape, above] = [jetShape(2, 4), jetShape(2, 5)];
      // The arguments are curved, in both directions.
      const seed = (of: JetShape, j: number): Jet =>
        of.indices.map((index, i) =>
          i === 0 ? (at[j] ?? 0) : ((index[0] ?? 0) + 2 * (index[1] ?? 0) * (j + 1) - 1.5) / 3,
        );
      const derived = (index: MultiIndex, j: number): number => seed(above, j)[positionIn(above, index) ?? -1] ?? NaN;
      const { trace, apply } = tracing([
        ...at,
        ...at.map((_, j) => derived([0, 1], j)),
        ...at.map((_, j) => derived([1, 0], j)),
      ]);
      const operands = at.map((value, j): Operand =>
        row.parameters[j] !== 'real' || j === constant ? { constant: value } : j,
      );
      const value = apply(name, ...operands);
      const sums = [0, 1].map((direction) => {
        let sum: Operand = apply('subtract', { constant: 1 }, { constant: 1 });
        operands.forEach((operand, j) => {
          const partial = row.partials[j];
          if (typeof operand !== 'number' || partial === undefined) return;
          const factor = emit(apply, partial, operands);
          sum = apply('add', sum, apply('multiply', factor, at.length * (1 + direction) + j));
        });
        return sum;
      });
      const input = (of: JetShape, shift: MultiIndex, j: number): Jet =>
        of.indices.map((index) =>
          derived(
            index.map((n, i) => n + (shift[i] ?? 0)),
            j,
          ),
        );
      const seeds = [
        [0, 0],
        [0, 1],
        [1, 0],
      ].flatMap((shift) => at.map((_, j) => input(shape, shift, j)));
      const higher = [
        [0, 0],
        [0, 1],
        [1, 0],
      ].flatMap((shift) =>
        at.map((_, j) => (shift.every((n) => n === 0) ? seed(above, j) : above.indices.map(() => 0))),
      );
      const found = jetsOfTrace(trace, above, higher);
      const expected = jetsOfTrace(trace, shape, seeds);
      const bounds = boundsOf(trace, above, higher);
      above.indices.forEach((index, i) => {
        if (i === 0) return;
        const direction = (index[1] ?? 0) > 0 ? 0 : 1;
        const below = index.map((n, k) => n - (k === 1 - direction ? 1 : 0));
        const operand = sums[direction] ?? { constant: 0 };
        const wanted =
          typeof operand === 'number'
            ? expected[operand * shape.indices.length + (positionIn(shape, below) ?? NaN)]
            : 0;
        const place = value * above.indices.length + i;
        const error = Math.abs((found[place] ?? NaN) - (wanted ?? NaN));
        expect(error, `${index.join('')} ${found[place] ?? ''} ${wanted ?? ''}`).toBeLessThanOrEqual(
          1e-11 * Math.max(1, bounds[place] ?? NaN),
        );
      });
    }
  });
});

describe('at a kink', () => {
  it.each<[OperationName, readonly number[], readonly number[]]>([
    ['abs', [0], [0, 0]],
    ['relu', [0], [0, 0]],
    // For equal arguments, the first one counts.
    ['max', [2, 2], [3, 5]],
    ['min', [2, 2], [3, 5]],
    ['sign', [0], [0, 0]],
    ['step', [0], [0, 0]],
  ])('%s takes the branch of its value', (name, at, expected) => {
    const { trace, apply } = tracing(at);
    const entry = apply(name, ...at.map((_, i) => i));
    const found = jetsOfTrace(trace, jetShape(1, 2), [[0, 3, 5], ...(at.length === 2 ? [[0, 7, 11]] : [])]);
    expect(Array.from(found.slice(3 * entry + 1, 3 * entry + 3))).toEqual(expected);
  });
});

test('the leftovers of one rule do not affect the next', () => {
  const shape = jetShape(2, 3);
  const seed = shape.indices.map((_, i) => (i === 0 ? 0.4 : (i % 5) - 2));
  const steps: readonly (readonly [OperationName, (x: number) => readonly Operand[]])[] = [
    ...NAMES.map((name) => [name, (x: number) => [x]] as const),
    ['power', (x) => [{ constant: 1.7 }, x]],
    ['power', (x) => [x, { constant: 2.5 }]],
    ['power', (x) => [x, x]],
    ['powerInt', (x) => [x, { constant: 3 }]],
    ['powerInt', (x) => [x, { constant: -2 }]],
    ['atan2', (x) => [x, { constant: 2 }]],
    ['atan2', (x) => [{ constant: 2 }, x]],
    ['divide', (x) => [{ constant: 2 }, x]],
  ];
  const all = tracing([0.4]);
  // Each rule is applied at its own entry, which is not the first.
  const entries = [...steps, ...steps.toReversed()].map(([name, operands]) =>
    all.apply(name, ...operands(all.apply('multiply', 0, { constant: 1 }))),
  );
  const together = jetsOfTrace(all.trace, shape, [seed]);
  [...steps, ...steps.toReversed()].forEach(([name, operands], i) => {
    const alone = tracing([0.4]);
    const entry = alone.apply(name, ...operands(0));
    const size = shape.indices.length;
    const place = entries[i] ?? NaN;
    expect(Array.from(together.slice(place * size, (place + 1) * size)), name).toEqual(
      Array.from(jetsOfTrace(alone.trace, shape, [seed]).slice(entry * size)),
    );
  });
});
