/**
 * If, constructors and their matches as rep-functions, by both methods: ours, in the style of "The Differentiable
 * Curry", Figure 2.
 */
import { describe, expect, test } from 'vitest';
import { product, REAL, sequenceType, UNIT, type Type } from '../../language/types/type';
import { NOWHERE } from '../../language/source/span';
import { Variant } from '../../semantics/value';
import {
  called,
  compose,
  consTangent,
  curried,
  itemsOfSpace,
  listFrom,
  METHODS,
  multiplyReals,
  op,
  prod,
  proj,
  pulledBack,
  ran,
  realConstant,
  TWO,
  valueOf,
} from '../../testing/combinator/build';
import type { Combinator } from './combinator';
import type { Tangent } from './machine/tangent';

const origin = NOWHERE;

describe.each(METHODS)('$id', (method) => {
  test('if: the branch that was taken; the condition has no tangent', () => {
    const term: Combinator = {
      tag: 'if',
      condition: op('less', proj(TWO, 0), proj(TWO, 1)),
      consequent: multiplyReals,
      alternative: proj(TWO, 1),
      source: TWO,
      target: REAL,
      origin,
    };
    expect(valueOf(method, term, [3, 4])).toBe(12);
    expect(pulledBack(method, term, [3, 4], 1)).toEqual([4, 3]);
    expect(valueOf(method, term, [5, 4])).toBe(4);
    expect(pulledBack(method, term, [5, 4], 1)).toEqual([undefined, 1]);
  });

  const SUM: Type = { tag: 'sum', left: REAL, right: TWO };
  const injection = (constructorName: string, source: Type, target: Type): Combinator => ({
    tag: 'inject',
    constructorName,
    hasPayload: true,
    source,
    target,
    origin,
  });
  const onContext = product([REAL, SUM]);
  const byCase: Combinator = {
    tag: 'case',
    scrutinee: proj(onContext, 1),
    arms: [
      {
        constructorName: 'inl',
        hasPayload: true,
        body: op('multiply', proj(product([REAL, SUM, REAL]), 0), proj(product([REAL, SUM, REAL]), 2)),
      },
    ],
    otherwise: proj(onContext, 0),
    source: onContext,
    target: REAL,
    origin,
  };

  test('inject: T[A + B] = T[A] * T[B], where the other component is 0', () => {
    expect(valueOf(method, injection('inr', TWO, SUM), [3, 4])).toEqual(new Variant('inr', [3, 4]));
    const given: Tangent = {
      tag: 'payloads',
      payloads: new Map<string, Tangent>([
        ['inl', 7],
        ['inr', [5, 6]],
      ]),
    };
    expect(pulledBack(method, injection('inr', TWO, SUM), [3, 4], given)).toEqual([5, 6]);
    expect(pulledBack(method, injection('inl', REAL, SUM), 3, given)).toBe(7);
    const none: Combinator = { ...injection('Nothing', UNIT, SUM), hasPayload: false } as Combinator;
    expect(valueOf(method, none, [3])).toEqual(new Variant('Nothing', undefined));
    expect(pulledBack(method, none, [3], given)).toBeUndefined();
  });

  test('case: the arm, in the context and its payload; then the scrutinee', () => {
    expect(valueOf(method, byCase, [3, new Variant('inl', 4)])).toBe(12);
    expect(pulledBack(method, byCase, [3, new Variant('inl', 4)], 10)).toEqual([
      40,
      { payloads: new Map([['inl', 30]]) },
    ]);
    expect(valueOf(method, byCase, [3, new Variant('inr', [4, 5])])).toBe(3);
    expect(pulledBack(method, byCase, [3, new Variant('inr', [4, 5])], 10)).toEqual([10, undefined]);
  });

  test('case: a payload without a tangent gives the variant none', () => {
    const constant: Combinator = {
      ...byCase,
      arms: [{ constructorName: 'inl', hasPayload: true, body: proj(product([REAL, SUM, REAL]), 0) }],
    };
    expect(ran(method, constant, [3, new Variant('inl', 4)]).pull(10)).toEqual([10, undefined]);
  });

  test('case: in a wide context each entry has its own', () => {
    const source = product([REAL, REAL, REAL, SUM]);
    const within = product([...itemsOfSpace(source), REAL]);
    const body = [0, 1, 2]
      .map((i) => proj(within, i))
      .reduce((one, other) => op('multiply', one, other), proj(within, 4));
    const term: Combinator = {
      ...byCase,
      scrutinee: proj(source, 3),
      arms: [{ constructorName: 'inl', hasPayload: true, body }],
      otherwise: proj(source, 0),
      source,
    };
    expect(valueOf(method, term, [2, 3, 5, new Variant('inl', 7)])).toBe(210);
    expect(pulledBack(method, term, [2, 3, 5, new Variant('inl', 7)], 1)).toEqual([
      105,
      70,
      42,
      { payloads: new Map([['inl', 30]]) },
    ]);
  });

  test('case: an arm without a payload, and a scrutinee that is computed from the context', () => {
    const source = product([REAL]);
    const pair = product([REAL, TWO]);
    const term: Combinator = {
      tag: 'case',
      scrutinee: compose(proj(source, 0), injection('inl', REAL, SUM)),
      arms: [
        { constructorName: 'inr', hasPayload: true, body: proj(pair, 0) },
        { constructorName: 'inl', hasPayload: true, body: op('multiply', proj(TWO, 0), proj(TWO, 1)) },
      ],
      otherwise: undefined,
      source,
      target: REAL,
      origin,
    };
    expect(valueOf(method, term, [3])).toBe(9);
    expect(pulledBack(method, term, [3], 1)).toEqual([6]);
    const level: Combinator = {
      ...term,
      scrutinee: { ...injection('Low', source, SUM), hasPayload: false } as Combinator,
      arms: [{ constructorName: 'Low', hasPayload: false, body: op('sin', proj(source, 0)) }],
    };
    expect(valueOf(method, level, [3])).toBe(Math.sin(3));
    expect(pulledBack(method, level, [3], 1)).toEqual([Math.cos(3)]);
    // A closure made here captures only the context.
    const square = called(curried(multiplyReals), proj(source, 0));
    const closure: Combinator = { ...level, arms: [{ constructorName: 'Low', hasPayload: false, body: square }] };
    expect(valueOf(method, closure, [3])).toBe(9);
    expect(pulledBack(method, closure, [3], 1)).toEqual([6]);
  });

  test(':: and a match on a list', () => {
    const LIST = sequenceType('list', REAL);
    const pair = product([REAL, LIST]);
    const push = compose(prod(proj(pair, 0), proj(pair, 1)), injection('::', pair, LIST));
    expect(valueOf(method, push, [3, listFrom(4, 5)])).toEqual(listFrom(3, 4, 5));
    expect(pulledBack(method, push, [3, listFrom(4, 5)], consTangent(10, consTangent(100, consTangent(1000))))).toEqual(
      [10, { list: [100, 1000] }],
    );
    const nil: Combinator = { ...injection('[]', pair, LIST), hasPayload: false } as Combinator;
    expect(valueOf(method, nil, [3, null])).toBeNull();
    // A padded sum may be longer than the list.
    expect(pulledBack(method, nil, [3, null], consTangent(10))).toBeUndefined();
    const inner = product([REAL, LIST, pair]);
    const term: Combinator = {
      tag: 'case',
      scrutinee: proj(pair, 1),
      arms: [
        { constructorName: '[]', hasPayload: false, body: proj(pair, 0) },
        {
          constructorName: '::',
          hasPayload: true,
          body: op('multiply', proj(inner, 0), compose(proj(inner, 2), proj(pair, 0))),
        },
      ],
      otherwise: undefined,
      source: pair,
      target: REAL,
      origin,
    };
    expect(valueOf(method, term, [3, listFrom(4, 5)])).toBe(12);
    expect(pulledBack(method, term, [3, listFrom(4, 5)], 10)).toEqual([40, { list: [30] }]);
    expect(pulledBack(method, term, [3, null], 10)).toEqual([10, undefined]);
    const rest: Combinator = { ...term, arms: term.arms.slice(0, 1), otherwise: realConstant(pair, 1) };
    expect(pulledBack(method, rest, [3, listFrom(4)], 10)).toBeUndefined();
  });
});
