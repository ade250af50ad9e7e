import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VariantDeclaration } from '../../language/core/tree';
import { BOOL, INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import { choices } from '../../semantics/choices';
import { Variant, type Value } from '../../semantics/value';
import { runs } from '../../testing/runs';
import { cases, isIn, withoutValues, type Quantified } from './generate';
import { CASES } from './lines';

const tried = (...variables: readonly Quantified[]): readonly (readonly Value[])[] => [
  ...cases(variables, VARIANTS, choices(0)),
];
const range = (low: number, high: number, step?: number, isInt = false): Quantified => ({
  name: 'x',
  domain: { tag: 'range', low, high, step, isInt },
  type: isInt ? INT : REAL,
});
const named = (name: string): Type => ({ tag: 'named', name, arguments: [] });
const of = (type: Type): Quantified => ({ name: 'x', domain: undefined, type });

const EXPRESSION = named('Expression');
const constructors = [
  { name: 'Constant', payload: REAL },
  { name: 'Variable', payload: INT },
  { name: 'Add', payload: product([EXPRESSION, EXPRESSION]) },
  { name: 'Let', payload: product([EXPRESSION, EXPRESSION]) },
];
const VARIANTS: readonly VariantDeclaration[] = [
  { type: EXPRESSION, constructors },
  { type: named('Endless'), constructors: [{ name: 'More', payload: named('Endless') }] },
];

describe('the cases of forall', () => {
  test('are one without variables, and else a hundred', () => {
    expect(tried()).toEqual([[]]);
    for (const variable of [range(-2, 2), of(REAL), of(sequenceType('list', INT)), of(EXPRESSION)])
      expect(tried(variable)).toHaveLength(CASES);
  });

  test('are as many as a line asks for', () => {
    for (const most of [1, 2, 5, 200])
      for (const variables of [[of(EXPRESSION)], [range(-2, 2), of(BOOL), of(REAL)]])
        expect([...cases(variables, VARIANTS, choices(0), most)]).toHaveLength(most);
  });

  test('are in the range, and have its ends and 0 among them', () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const variable = range(low, high);
        const values = tried(variable, of(BOOL)).map(([x]) => x);
        expect(values.every((x) => typeof x === 'number' && x >= low && x <= high)).toBe(true);
        expect(values).toEqual(expect.arrayContaining([low, high, ...(low <= 0 && high >= 0 ? [0] : [])]));
      }),
      runs(0.5),
    );
  });

  test('are all of a short range', () => {
    expect(tried(range(-2, 3, undefined, true))).toEqual([[-2], [-1], [0], [1], [2], [3]]);
    expect(tried(range(0, 1, 0.25))).toEqual([[0], [0.25], [0.5], [0.75], [1]]);
    expect(tried(range(-5, 5, 0.01))).toHaveLength(1001);
    expect(tried(range(0, 1e6, 1))).toHaveLength(CASES);
    expect(
      tried(range(-1, 1, 0.1), of(BOOL)).every(([x]) =>
        isIn(x as number, { tag: 'range', low: -1, high: 1, step: 0.1, isInt: false }),
      ),
    ).toBe(true);
  });

  test('reach every constructor, deep and shallow', () => {
    const names = new Set<string>();
    const depths = new Set<number>();
    const depthOf = (value: Value): number => {
      if (!(value instanceof Variant)) return 0;
      names.add(value.name);
      return 1 + Math.max(0, ...(Array.isArray(value.payload) ? value.payload.map(depthOf) : []));
    };
    for (const [value] of tried(of(EXPRESSION))) depths.add(depthOf(value));
    expect([...names].sort()).toEqual(constructors.map(({ name }) => name).sort());
    expect(Math.max(...depths)).toBeGreaterThan(3);
    expect(Math.min(...depths)).toBe(1);
  });

  test('need types that have finite values', () => {
    expect(withoutValues([of(REAL), of(EXPRESSION)], VARIANTS)).toBeUndefined();
    expect(withoutValues([of(named('Endless'))], VARIANTS)).toContain('`Endless`');
    expect(withoutValues([of({ tag: 'function', parameter: REAL, result: REAL })], VARIANTS)).toContain('real -> real');
  });
});
