import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyOperation } from '../../language/operations/apply';
import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import type { PartialTerm } from '../../language/operations/operation';
import { operation } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { EXTENSIONS, exactDerivatives, type ElementaryName } from '../../testing/differential-ring';
import { runs } from '../../testing/runs';
import { newMeter } from '../outcome';
import { drain } from '../task';
import { COPY, INPUT, NO_OPERAND, Trace } from '../trace';
import { sweepBounds } from './bounds';
import { jetShape, MIXED_SECOND, positionIn, sizeOfJet, type JetShape, type MultiIndex } from './multi-index';
import { JET_RULES } from './rules';
import { sweepJets, type Jet } from './sweep';

/** A trace being built: its operations are applied as they come. */
function tracing(inputs: readonly number[]): {
  readonly trace: Trace;
  apply: (name: OperationName, ...operands: readonly (number | { readonly constant: number })[]) => number;
} {
  const trace = new Trace([NOWHERE]);
  for (const input of inputs) trace.append(INPUT, NO_OPERAND, NO_OPERAND, input, 0, 0);
  return {
    trace,
    apply: (name, ...operands) => {
      const places = operands.map((operand) =>
        typeof operand === 'number' ? operand : trace.constant(operand.constant),
      );
      const applied = applyOperation(
        operation(name),
        places.map((place) => trace.valueOf(place)),
      );
      const value = applied.tag === 'value' ? (applied.value as number) : NaN;
      return trace.append(OPERATION_NAMES.indexOf(name), places[0] ?? NO_OPERAND, places[1] ?? NO_OPERAND, value, 0, 0);
    },
  };
}

function jetsOf(trace: Trace, shape: JetShape, seeds: readonly Jet[]): Float64Array {
  const found = drain(sweepJets(trace, shape, seeds, newMeter()));
  return 'tag' in found ? internalError(`entry ${found.entry}`) : found;
}

function boundsOf(trace: Trace, shape: JetShape, seeds: readonly Jet[]): Float64Array {
  return drain(sweepBounds(trace, shape, seeds));
}

/** The jet of a variable: x, and 1 in one direction. */
function variable(shape: JetShape, x: number, direction = 0): Jet {
  return shape.indices.map((index) => {
    if (index.every((n) => n === 0)) return x;
    return index.every((n, i) => n === (i === direction ? 1 : 0)) ? 1 : 0;
  });
}

const NAMES = Object.keys(EXTENSIONS) as ElementaryName[];

describe('indices', () => {
  it("are in the paper's order, and as many as it says", () => {
    expect(jetShape(2, 2).indices).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [2, 0],
    ]);
    expect(jetShape(1, 3).indices).toEqual([[0], [1], [2], [3]]);
    expect(MIXED_SECOND.indices).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    for (const [k, R] of [
      [1, 1],
      [1, 9],
      [2, 2],
      [3, 5],
      [4, 3],
    ] as const) {
      const { indices } = jetShape(k, R);
      expect(indices).toHaveLength(sizeOfJet(k, R));
      expect([indices[0], indices.at(-1)]).toEqual([Array(k).fill(0), [R, ...Array<number>(k - 1).fill(0)]]);
      indices.forEach((index, i) => {
        expect(positionIn(jetShape(k, R), index)).toBe(i);
      });
    }
    expect(positionIn(MIXED_SECOND, [0, 2])).toBeUndefined();
    expect(Array.from(jetShape(2, 3).factorials)).toEqual([1, 1, 2, 6, 1, 1, 2, 2, 2, 6]);
  });
});

describe('every elementary function', () => {
  it.each(NAMES)('%s has its derivatives to order 10', (name) => {
    for (const x of name === 'log' || name === 'sqrt' ? [0.3, 1, 7.5] : [-0.9, -0.2, 0, 0.4, 0.95]) {
      const shape = jetShape(1, 10);
      const { trace, apply } = tracing([x]);
      const entry = apply(name, 0);
      const found = jetsOf(trace, shape, [variable(shape, x)]).slice(11 * entry + 1);
      const exact = exactDerivatives([name], x, 10);
      exact.forEach((derivative, i) => {
        const scale = Math.max(1, Math.abs(derivative), ...exact.slice(0, i).map(Math.abs));
        expect(Math.abs((found[i] ?? NaN) - derivative) / scale, `${name} at ${x}, ${i + 1}`).toBeLessThan(1e-11);
      });
    }
  });

  test('and compositions of up to four, to order 8, within 1e-9 of the sum of the absolute terms', () => {
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
          const seeds = [variable(shape, x)];
          const bounds = boundsOf(trace, shape, seeds);
          if (!bounds.every((bound) => bound < 1e100)) return;
          const found = jetsOf(trace, shape, seeds);
          compared += 1;
          exactDerivatives(functions, x, 8).forEach((derivative, i) => {
            // The terms can be too large one by one.
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

/** A partial derivative of the table as entries of a trace, over the operands of another. */
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
      if (args.some((arg) => typeof arg === 'number') && operation(term.operation).result === 'real')
        return apply(term.operation, ...args);
      const values = args.map((arg) => (typeof arg === 'number' ? NaN : arg.constant));
      const applied = applyOperation(operation(term.operation), values);
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
};

describe('every operation', () => {
  const differentiable = OPERATION_NAMES.filter((name) => {
    const { result, parameters } = operation(name);
    return result === 'real' && parameters.includes('real');
  });

  it('has a rule exactly where it has a derivative', () => {
    expect(
      Object.entries(JET_RULES)
        .flatMap(([name, rule]) => (rule === undefined ? [] : [name]))
        .sort(),
    ).toEqual([...differentiable].sort());
  });

  const cases = differentiable.flatMap((name): readonly { name: OperationName; at: readonly number[] }[] => {
    const row = operation(name);
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
    const row = operation(name);
    for (const constant of [undefined, 0, 1]) {
      if (constant !== undefined && row.parameters.length < 2) continue;
      const [shape, above] = [jetShape(2, 4), jetShape(2, 5)];
      // Arguments that curve, in both directions.
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
      const found = jetsOf(trace, above, higher);
      const expected = jetsOf(trace, shape, seeds);
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
    // Of equals the first.
    ['max', [2, 2], [3, 5]],
    ['min', [2, 2], [3, 5]],
    ['sign', [0], [0, 0]],
    ['step', [0], [0, 0]],
  ])('%s takes the branch of its value', (name, at, expected) => {
    const { trace, apply } = tracing(at);
    const entry = apply(name, ...at.map((_, i) => i));
    const found = jetsOf(trace, jetShape(1, 2), [[0, 3, 5], ...(at.length === 2 ? [[0, 7, 11]] : [])]);
    expect(Array.from(found.slice(3 * entry + 1, 3 * entry + 3))).toEqual(expected);
  });
});

test('what one rule leaves behind is of no account to the next', () => {
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
  // Each of them at an entry of its own, which is not the first.
  const entries = [...steps, ...steps.toReversed()].map(([name, operands]) =>
    all.apply(name, ...operands(all.apply('multiply', 0, { constant: 1 }))),
  );
  const together = jetsOf(all.trace, shape, [seed]);
  [...steps, ...steps.toReversed()].forEach(([name, operands], i) => {
    const alone = tracing([0.4]);
    const entry = alone.apply(name, ...operands(0));
    const size = shape.indices.length;
    const place = entries[i] ?? NaN;
    expect(Array.from(together.slice(place * size, (place + 1) * size)), name).toEqual(
      Array.from(jetsOf(alone.trace, shape, [seed]).slice(entry * size)),
    );
  });
});

describe('the sweep', () => {
  it("takes the seeds' derivatives as they are, and the values from the trace", () => {
    const shape = jetShape(1, 2);
    const { trace } = tracing([3]);
    trace.append(COPY, 0, NO_OPERAND, 3, 0, 0);
    expect(Array.from(jetsOf(trace, shape, [[99, 5, 7]]))).toEqual([3, 5, 7, 3, 5, 7]);
  });

  it('stops at the first entry that has a derivative which is no number', () => {
    const shape = jetShape(1, 3);
    const { trace, apply } = tracing([1e-120]);
    const quotient = apply('divide', { constant: 1 }, 0);
    apply('add', quotient, 0);
    expect(drain(sweepJets(trace, shape, [variable(shape, 1e-120)], newMeter()))).toEqual({ tag: 'problem', entry: 1 });
    // Of the first order alone, and where only the derivative is too large, not the coefficient.
    for (const [x, order] of [
      [1e-200, 1],
      [1e-28, 10],
    ] as const) {
      const quotients = tracing([x]);
      quotients.apply('divide', { constant: 1 }, 0);
      const small = jetShape(1, order);
      const found = drain(sweepJets(quotients.trace, small, [variable(small, x)], newMeter()));
      expect(found).toEqual({ tag: 'problem', entry: 1 });
    }
    // Where nothing moves there is none.
    expect(Array.from(jetsOf(trace, shape, [[0, 0, 0, 0]]))).toEqual([1e-120, 0, 0, 0, 1e120, 0, 0, 0, 1e120, 0, 0, 0]);
  });

  it('visits what moves, and nothing else', () => {
    const { trace, apply } = tracing([2, 3]);
    const steep = apply('multiply', 0, 0);
    trace.append(COPY, steep, NO_OPERAND, 4, 0, 0);
    apply('multiply', apply('sign', steep), 1);
    apply('exp', 1);
    const visits = (seeds: readonly Jet[]): number => {
      const meter = newMeter();
      drain(sweepJets(trace, jetShape(1, 1), seeds, meter));
      return meter.visits;
    };
    // x, x * x, its copy and its sign.
    expect(
      visits([
        [2, 1],
        [3, 0],
      ]),
    ).toBe(4);
    expect(
      visits([
        [2, 0],
        [3, 1],
      ]),
    ).toBe(3);
    expect(
      visits([
        [2, 0],
        [3, 0],
      ]),
    ).toBe(0);
    const found = jetsOf(trace, jetShape(1, 1), [
      [2, 1],
      [3, 0],
    ]);
    expect(Array.from(found.slice(4, 8))).toEqual([4, 4, 4, 4]);
  });

  it('counts work linear in the trace, and pauses', () => {
    const work = (count: number): readonly [number, number, number] => {
      const shape = jetShape(1, 10);
      const { trace, apply } = tracing([1.000001]);
      let entry = 0;
      for (let i = 0; i < count; i++) entry = apply('multiply', entry, 0);
      const meter = newMeter();
      const task = sweepJets(trace, shape, [variable(shape, 1.000001)], meter);
      let pauses = 0;
      while (task.next().done !== true) pauses += 1;
      return [meter.derivative, meter.visits, pauses];
    };
    const [once, twice] = [work(10_000), work(20_000)];
    expect([twice[0], twice[1] - 1]).toEqual([2 * once[0], 2 * (once[1] - 1)]);
    expect(once[0]).toBe(10_000 * 2 * 65);
    expect(once[2]).toBeGreaterThanOrEqual(3);
    expect(twice[2]).toBeLessThan(10);
  });

  it('of the restricted shape is that of the whole, less what it leaves out', () => {
    const whole = jetShape(2, 2);
    const { trace, apply } = tracing([0.7, -0.4]);
    apply('atan2', apply('exp', apply('multiply', 0, 1)), apply('powerInt', 1, { constant: 3 }));
    const jets = [
      [0.7, 1, 0, 2, 3, 0],
      [-0.4, 0.5, 0, -1, 1, 0],
    ];
    const full = jetsOf(trace, whole, jets);
    const mixed = jetsOf(
      trace,
      MIXED_SECOND,
      jets.map((jet) => [0, 1, 3, 4].map((i) => jet[i] ?? 0)),
    );
    expect(Array.from(mixed)).toEqual(Array.from(full).filter((_, i) => [0, 1, 3, 4].includes(i % 6)));
  });
});
