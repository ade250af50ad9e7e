/**
 * Recursive and mutually recursive functions as rep-functions, by both methods: ours, in the style of "The
 * Differentiable Curry", Figure 2.
 */
import { describe, expect, test } from 'vitest';
import { functionType, INT, product, REAL, type Type } from '../../language/types/type';
import { NOWHERE } from '../../language/source/span';
import {
  called,
  compose,
  intConstant,
  METHODS,
  op,
  proj,
  pulledBack,
  TWO,
  valueOf,
} from '../../testing/combinator/build';
import type { Combinator } from './combinator';

const origin = NOWHERE;
const UNARY: Type = functionType(REAL, REAL);

describe.each(METHODS)('$id', (method) => {
  test('rec: a function that calls itself gives the tangents of all its calls to its environment', () => {
    // f n = if n = 0 then a else a * f (n - 1), so a ^ (n + 1)
    const within = product([REAL, functionType(INT, REAL), INT]);
    const again = called(proj(within, 1), op('subtractInt', proj(within, 2), intConstant(within, 1)));
    const body: Combinator = {
      tag: 'if',
      condition: op('equalInt', proj(within, 2), intConstant(within, 0)),
      consequent: proj(within, 0),
      alternative: op('multiply', proj(within, 0), again),
      source: within,
      target: REAL,
      origin,
    };
    const source = product([REAL]);
    const rec: Combinator = {
      tag: 'rec',
      functions: [{ name: 'f', body }],
      source,
      target: functionType(INT, REAL),
      origin,
    };
    const term = called(rec, intConstant(source, 3));
    expect(valueOf(method, term, [2])).toBe(16);
    expect(pulledBack(method, term, [2], 1)).toEqual([32]);
    expect(pulledBack(method, called(rec, intConstant(source, 0)), [2], 1)).toEqual([1]);
  });

  test('rec: the argument has a tangent, for one function and for several', () => {
    const source = product([REAL]);
    const one = product([REAL, UNARY, REAL]);
    const both = product([UNARY, UNARY]);
    const two = product([REAL, both, REAL]);
    const body = (within: Type): Combinator => op('multiply', proj(within, 0), proj(within, 2));
    const rec = (within: Type, target: Type, names: readonly string[]): Combinator => ({
      tag: 'rec',
      functions: names.map((name) => ({ name, body: body(within) })),
      source,
      target,
      origin,
    });
    const argument = op('sin', proj(source, 0));
    const slope = Math.sin(2) + 2 * Math.cos(2);
    const [only] = pulledBack(method, called(rec(one, UNARY, ['f']), argument), [2], 1) as number[];
    expect(only).toBeCloseTo(slope, 14);
    const [second] = pulledBack(
      method,
      called(compose(rec(two, both, ['f', 'g']), proj(both, 1)), argument),
      [2],
      1,
    ) as number[];
    expect(second).toBeCloseTo(slope, 14);
  });

  test('rec: several functions have their own entries and share the environment', () => {
    // f n = if n = 0 then a else b * g (n - 1); g n = if n = 0 then b else a * f (n - 1)
    const type = functionType(INT, REAL);
    const group = product([type, type]);
    const within = product([REAL, REAL, group, INT]);
    const body = (own: number, other: number): Combinator => ({
      tag: 'if',
      condition: op('equalInt', proj(within, 3), intConstant(within, 0)),
      consequent: proj(within, own),
      alternative: op(
        'multiply',
        proj(within, other),
        called(
          compose(proj(within, 2), proj(group, other)),
          op('subtractInt', proj(within, 3), intConstant(within, 1)),
        ),
      ),
      source: within,
      target: REAL,
      origin,
    });
    const rec: Combinator = {
      tag: 'rec',
      functions: [
        { name: 'f', body: body(0, 1) },
        { name: 'g', body: body(1, 0) },
      ],
      source: TWO,
      target: group,
      origin,
    };
    // f 2 = b * (a * a), g 2 = a * (b * b)
    const at = (index: number): Combinator => called(compose(rec, proj(group, index)), intConstant(TWO, 2));
    expect(valueOf(method, at(0), [3, 5])).toBe(45);
    expect(pulledBack(method, at(0), [3, 5], 1)).toEqual([30, 9]);
    expect(valueOf(method, at(1), [3, 5])).toBe(75);
    expect(pulledBack(method, at(1), [3, 5], 1)).toEqual([25, 30]);
  });
});
