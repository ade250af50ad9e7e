import { describe, expect, it, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import { jetsOfTrace, tracing, jetVariable } from '../../testing/taylor/jet-traces';
import { newMeter } from '../outcome';
import { drain } from '../task';
import { COPY, NO_OPERAND } from '../trace';
import { bytesOfJets, newJets } from './arithmetic';
import { jetShape, MIXED_SECOND } from './multi-index';
import { sweepJets, type Jet } from './sweep';

/** A shape of size 5. */
const SHAPE = jetShape(1, 4);

/** Returns the number of operations for the jet of an operation. */
function workOf(name: OperationName, ...operands: readonly (0 | 1 | { readonly constant: number })[]): number {
  const { trace, apply } = tracing([0.5, 0.25]);
  apply(name, ...operands);
  const meter = newMeter();
  const seeds = [0.5, 0.25].map((value) => [value, 1, 0, 0, 0]);
  expect(drain(sweepJets(trace, SHAPE, seeds, meter))).not.toHaveProperty('tag');
  return meter.derivative;
}

describe('the work of a rule', () => {
  const three = { constant: 3 };
  // The product of jets takes 2 operations for each of its pairs: 2 pairs at order 1, 3 at order 2, and so on.
  const product = 2 * (2 + 3 + 4 + 5);
  const integral = 2 * (1 + 2 + 3 + 4);

  it.each<[OperationName, readonly (0 | 1 | { readonly constant: number })[], number]>([
    ['add', [0, 1], 4],
    ['negate', [0], 4],
    ['multiply', [0, 1], product],
    ['multiply', [0, three], 4],
    ['multiply', [three, 1], 4],
    ['divide', [0, 1], integral],
    ['divide', [0, three], 0],
    ['exp', [0], integral],
    ['log', [0], 2 * (0 + 1 + 2 + 3)],
    ['sqrt', [0], 2 * (0 + 1 + 2 + 3)],
    ['power', [0, three], integral],
    // The power takes the logarithm, the product from order 0 on, and the exponential.
    ['power', [0, 1], 2 * (0 + 1 + 2 + 3) + 2 + product + integral],
    ['power', [three, 1], 2 + product + integral],
  ])('%s of %j', (name, operands, expected) => {
    expect(workOf(name, ...operands)).toBe(expected);
  });
});

test('the memory of jets is known before they are made', () => {
  for (const shape of [SHAPE, jetShape(3, 2)]) {
    expect(bytesOfJets(shape, 7)).toBe(newJets(shape, 7).coefficients.byteLength);
  }
});

describe('the sweep', () => {
  it('takes derivatives from the seeds, and values from the trace', () => {
    const shape = jetShape(1, 2);
    const { trace } = tracing([3]);
    trace.append(COPY, 0, NO_OPERAND, 3, 0, 0);
    expect(Array.from(jetsOfTrace(trace, shape, [[99, 5, 7]]))).toEqual([3, 5, 7, 3, 5, 7]);
  });

  it('stops at the first entry with a derivative that is not finite', () => {
    const shape = jetShape(1, 3);
    const { trace, apply } = tracing([1e-120]);
    const quotient = apply('divide', { constant: 1 }, 0);
    apply('add', quotient, 0);
    expect(drain(sweepJets(trace, shape, [jetVariable(shape, 1e-120)], newMeter()))).toEqual({
      tag: 'problem',
      entry: 1,
    });
    // The sweep stops at the first order, and also where only the derivative overflows, not the coefficient.
    for (const [x, order] of [
      [1e-200, 1],
      [1e-28, 10],
    ] as const) {
      const quotients = tracing([x]);
      quotients.apply('divide', { constant: 1 }, 0);
      const small = jetShape(1, order);
      const found = drain(sweepJets(quotients.trace, small, [jetVariable(small, x)], newMeter()));
      expect(found).toEqual({ tag: 'problem', entry: 1 });
    }
    // Nothing varies, so there is no derivative.
    expect(Array.from(jetsOfTrace(trace, shape, [[0, 0, 0, 0]]))).toEqual([
      1e-120, 0, 0, 0, 1e120, 0, 0, 0, 1e120, 0, 0, 0,
    ]);
  });

  it('visits only varying entries', () => {
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
    // The entries are x, x * x, its copy and its sign.
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
    const found = jetsOfTrace(trace, jetShape(1, 1), [
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
      const task = sweepJets(trace, shape, [jetVariable(shape, 1.000001)], meter);
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

  it('with the restricted shape agrees with the full one where both have derivatives', () => {
    const whole = jetShape(2, 2);
    const { trace, apply } = tracing([0.7, -0.4]);
    apply('atan2', apply('exp', apply('multiply', 0, 1)), apply('powerInt', 1, { constant: 3 }));
    const jets = [
      [0.7, 1, 0, 2, 3, 0],
      [-0.4, 0.5, 0, -1, 1, 0],
    ];
    const full = jetsOfTrace(trace, whole, jets);
    const mixed = jetsOfTrace(
      trace,
      MIXED_SECOND,
      jets.map((jet) => [0, 1, 3, 4].map((i) => jet[i] ?? 0)),
    );
    expect(Array.from(mixed)).toEqual(Array.from(full).filter((_, i) => [0, 1, 3, 4].includes(i % 6)));
  });
});
