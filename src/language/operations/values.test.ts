import { describe, expect, it } from 'vitest';
import { applyOperation, boundaryOf } from './apply';
import type { OperationName } from './names';
import type { LeafValue } from './operation';
import { operationRow } from './table';

function at(name: OperationName, ...values: readonly LeafValue[]): LeafValue | undefined {
  const applied = applyOperation(operationRow(name), values);
  return applied.tag === 'value' ? applied.value : undefined;
}

/** Pairs whose left side is below, equal to and above the right side. */
const PAIRS = [
  [1, 2],
  [2, 2],
  [2, 1],
] as const;

describe('ev(op, V)', () => {
  it('follows the truth table for comparisons', () => {
    const tables = {
      less: [true, false, false],
      lessEqual: [true, true, false],
      greater: [false, false, true],
      greaterEqual: [false, true, true],
      equal: [false, true, false],
      notEqual: [true, false, true],
    } as const;
    for (const [name, expected] of Object.entries(tables) as readonly (readonly [keyof typeof tables, unknown])[]) {
      const own: readonly OperationName[] = [name, `${name}Int`];
      for (const each of own) expect([each, PAIRS.map(([x, y]) => at(each, x, y))]).toEqual([each, expected]);
    }
    expect(PAIRS.map(([x, y]) => at('lessSmooth', x, y))).toEqual([true, undefined, false]);
    expect(PAIRS.map(([x, y]) => at('greaterSmooth', x, y))).toEqual([false, undefined, true]);
    const bools = [false, true].flatMap((a) =>
      [false, true].map((b) => [at('equalBool', a, b), at('notEqualBool', a, b)]),
    );
    expect(bools).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [true, false],
    ]);
    expect([at('equalString', 'a', 'a'), at('equalString', 'a', 'b')]).toEqual([true, false]);
    expect([at('notEqualString', 'a', 'a'), at('notEqualString', 'a', 'b')]).toEqual([false, true]);
    expect([at('not', true), at('not', false)]).toEqual([false, true]);
  });

  it('is the larger or smaller for min, max and relu, and the first of equals', () => {
    expect(PAIRS.map(([x, y]) => at('max', x, y))).toEqual([2, 2, 2]);
    expect(PAIRS.map(([x, y]) => at('min', x, y))).toEqual([1, 2, 1]);
    expect([at('max', 0, -0), at('max', -0, 0)]).toEqual([0, -0]);
    expect([at('min', 0, -0), at('min', -0, 0)]).toEqual([0, -0]);
    expect([-1, 0, 2].map((x) => at('relu', x))).toEqual([0, 0, 2]);
    expect(at('relu', -0)).toBe(0);
  });

  it('uses products and quotients for powers with small exponents', () => {
    const x = 1.1;
    expect([-1, 0, 1, 2, 3, 4].map((n) => at('powerInt', x, n))).toEqual([
      1 / x,
      1,
      x,
      x * x,
      x * x * x,
      x * x * (x * x),
    ]);
    const cubed = x * x * x;
    expect([5, 6, 12, -2, -6].map((n) => at('powerInt', x, n))).toEqual([
      x * x * (x * x) * x,
      cubed * cubed,
      cubed * cubed * (cubed * cubed),
      1 / (x * x),
      1 / (cubed * cubed),
    ]);
    expect(at('powerInt', 4, -1)).toBe(0.25);
    // Math.pow is off by an ulp here.
    const cube = 5.2;
    expect(at('powerInt', cube, 3)).toBe(cube * cube * cube);
    expect([at('power', 4, 0.5), at('power', 0, 0.5), at('power', -4, 0.5)]).toEqual([2, undefined, undefined]);
  });

  it('has powers whose error is less than half an ulp for each factor', () => {
    for (const x of [1.1, -0.37, 5.2, 1e-3, 1234.5]) {
      for (let n = -20; n <= 20; n++) {
        const [power, other] = [Number(at('powerInt', x, n)), Math.pow(x, n)];
        expect(Math.abs(power - other)).toBeLessThanOrEqual((1 + Math.abs(n) / 2) * Number.EPSILON * Math.abs(other));
      }
    }
  });

  it('rounds down for quotients and remainders of ints', () => {
    const divided = [
      [7, 2],
      [-7, 2],
      [7, -2],
      [-7, -2],
      [6, 2],
      [-6, 2],
      [6, -2],
      [0, -2],
    ] as const;
    expect(divided.map(([m, n]) => [at('div', m, n), at('mod', m, n)])).toEqual([
      [3, 1],
      [-4, 1],
      [-4, -1],
      [3, -1],
      [3, 0],
      [-3, 0],
      [-3, 0],
      [0, 0],
    ]);
    expect([at('div', 1, 0), at('mod', 1, 0)]).toEqual([undefined, undefined]);
    expect([at('negateInt', 3), at('negateInt', -3), at('negateInt', 0)]).toEqual([-3, 3, 0]);
  });

  it('is defined only inside open domains', () => {
    for (const name of ['asin', 'acos'] as const) {
      expect([-2, -1, 1, 2].map((x) => at(name, x))).toEqual([undefined, undefined, undefined, undefined]);
      expect(at(name, 0.5)).toBe(Math[name](0.5));
      expect(at(name, -0.5)).toBe(Math[name](-0.5));
    }
    expect([at('atan2', 0, 0), at('atan2', 0, 1), at('atan2', 0, -1), at('atan2', 1, 0)]).toEqual([
      undefined,
      0,
      Math.PI,
      Math.PI / 2,
    ]);
    expect(at('atan2', -0, -1)).toBe(Math.PI);
  });

  it('does not overflow for sigmoid on either side', () => {
    expect([at('sigmoid', 0), at('sigmoid', 800), at('sigmoid', -800)]).toEqual([0.5, 1, 0]);
    expect(at('sigmoid', 30)).toBe(1 / (1 + Math.exp(-30)));
    expect(at('sigmoid', -30)).toBe(Math.exp(-30) / (1 + Math.exp(-30)));
  });

  it('is odd for erf, and 1 far out', () => {
    expect([at('erf', 6), at('erf', 10), at('erf', -10), at('erf', 0)]).toEqual([1, 1, -1, 0]);
    expect(at('erf', -0.5)).toBe(-Number(at('erf', 0.5)));
    expect(at('erf', -0.5)).toBeCloseTo(-0.5204998778130465, 15);
    // Values from Abramowitz & Stegun, in each of the four ranges.
    const known = [
      [0.5, 0.5204998778130465],
      [1, 0.8427007929497149],
      [2, 0.9953222650189527],
      [3, 0.9999779095030014],
    ] as const;
    for (const [x, value] of known) expect(at('erf', x)).toBeCloseTo(value, 15);
  });
});

it('is on a boundary if both sides are equal, or where the angle jumps', () => {
  const on = (name: OperationName, ...values: readonly LeafValue[]) => boundaryOf(operationRow(name))?.(...values);
  expect(PAIRS.map(([x, y]) => on('max', x, y))).toEqual([false, true, false]);
  expect([on('atan2', 0, -1), on('atan2', 0, 1), on('atan2', 0, 0), on('atan2', 1, -1)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
