/** Lists and arrays as rep-functions, by both methods: ours, in the style of "The Differentiable Curry", Figure 2. */
import { newMeter } from '../../semantics/outcome';
import { describe, expect, test } from 'vitest';
import { functionType, INT, product, REAL, sequenceType, STRING, type Type } from '../../language/types/type';
import { NOWHERE } from '../../language/source/span';
import { Items } from '../../semantics/value';
import {
  closureFrom,
  compose,
  consTangent,
  curried,
  intConstant,
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
import { callsOfTangent, type Tangent } from './machine/tangent';
import { tupleParts } from './machine/tuple-tangent';

const origin = NOWHERE;

describe.each(METHODS)('$id', (method) => {
  const LIST = sequenceType('list', REAL);
  const ARRAY = sequenceType('array', REAL);
  const sequence = (container: 'list' | 'array', ...items: readonly Combinator[]): Combinator => ({
    tag: 'list',
    container,
    items,
    source: TWO,
    target: sequenceType(container, REAL),
    origin,
  });

  test('lists and arrays: item by item; a shorter tangent is padded', () => {
    const items = [proj(TWO, 1), multiplyReals, proj(TWO, 0)];
    expect(valueOf(method, sequence('list', ...items), [3, 4])).toEqual(listFrom(4, 12, 3));
    expect(
      pulledBack(method, sequence('list', ...items), [3, 4], consTangent(10, consTangent(100, consTangent(1000)))),
    ).toEqual([1400, 310]);
    expect(pulledBack(method, sequence('list', ...items), [3, 4], consTangent(10))).toEqual([undefined, 10]);
    expect(valueOf(method, sequence('array', ...items), [3, 4])).toEqual(new Items([4, 12, 3]));
    const given: Tangent = {
      tag: 'items',
      items: new Map([
        [0, 10],
        [2, 1000],
      ]),
    };
    expect(pulledBack(method, sequence('array', ...items), [3, 4], given)).toEqual([1000, 10]);
    expect(valueOf(method, sequence('list'), [3, 4])).toBeNull();
    expect(pulledBack(method, sequence('list'), [3, 4], undefined)).toBeUndefined();
  });

  test.each(['list', 'array'] as const)('fold over a %s: from the last item, and back from the first', (container) => {
    const source = product([REAL, sequenceType(container, REAL)]);
    const within = product([...itemsOfSpace(source), REAL, REAL]);
    // a * x + s * s, which distinguishes the orders.
    const body = op(
      'add',
      op('multiply', proj(within, 0), proj(within, 2)),
      op('multiply', proj(within, 3), proj(within, 3)),
    );
    const term: Combinator = {
      tag: 'fold',
      body,
      sequence: proj(source, 1),
      start: proj(source, 0),
      source,
      target: REAL,
      origin,
    };
    const of = (...items: readonly number[]): unknown => (container === 'list' ? listFrom(...items) : new Items(items));
    // s1 = a * 7 + a * a = 18, s0 = a * 5 + s1 * s1 = 334 at a = 2.
    expect(valueOf(method, term, [2, of(5, 7)])).toBe(334);
    // ds0/da = 5 + 2 s1 (7 + 2 a), ds0/dx0 = a, ds0/dx1 = 2 s1 a.
    const items =
      container === 'list'
        ? { list: [20, 720] }
        : {
            items: new Map([
              [0, 20],
              [1, 720],
            ]),
          };
    expect(pulledBack(method, term, [2, of(5, 7)], 10)).toEqual([4010, items]);
    expect(valueOf(method, term, [2, of()])).toBe(2);
    expect(pulledBack(method, term, [2, of()], 10)).toEqual([10, undefined]);
  });

  test.each(['list', 'array'] as const)('fold over a %s in a wide context: each entry has its own', (container) => {
    const source = product([REAL, REAL, REAL, REAL, sequenceType(container, REAL)]);
    const within = product([...itemsOfSpace(source), REAL, REAL]);
    // (a + 2 b + 3 c) x + d s
    const weighted = [1, 2, 3].map((weight, i) => op('multiply', realConstant(within, weight), proj(within, i)));
    const sum = weighted.reduce((one, other) => op('add', one, other));
    const body = op('add', op('multiply', sum, proj(within, 5)), op('multiply', proj(within, 3), proj(within, 6)));
    const term: Combinator = {
      tag: 'fold',
      body,
      sequence: proj(source, 4),
      start: proj(source, 0),
      source,
      target: REAL,
      origin,
    };
    const items = container === 'list' ? listFrom(5, 7) : new Items([5, 7]);
    const tangents =
      container === 'list'
        ? { list: [14, 140] }
        : {
            items: new Map([
              [0, 14],
              [1, 140],
            ]),
          };
    // At d = 10: s = 14 (5 + 10 * 7) + 100 a, where 14 = a + 2 b + 3 c.
    expect(valueOf(method, term, [1, 2, 3, 10, items])).toBe(14 * 75 + 100);
    // By d: 14 * 7 + 20 a.
    expect(pulledBack(method, term, [1, 2, 3, 10, items], 1)).toEqual([75 + 100, 150, 225, 98 + 20, tangents]);
  });

  test('length has no tangent; index passes its tangent to the item; append splits its tangent', () => {
    const on = (source: Type, name: 'length' | 'index' | 'append', target: Type): Combinator => ({
      tag: 'intrinsic',
      intrinsic: name,
      source,
      target,
      origin,
    });
    expect(valueOf(method, on(LIST, 'length', INT), listFrom(3, 4))).toBe(2);
    expect(valueOf(method, on(ARRAY, 'length', INT), new Items([3, 4, 5]))).toBe(3);
    expect(pulledBack(method, on(LIST, 'length', INT), listFrom(3, 4), undefined)).toBeUndefined();
    const index = on(product([ARRAY, INT]), 'index', REAL);
    expect([0, 1].map((i) => valueOf(method, index, [new Items([3, 4]), i]))).toEqual([3, 4]);
    expect(pulledBack(method, index, [new Items([3, 4]), 1], 10)).toEqual([{ items: new Map([[1, 10]]) }, undefined]);
    expect(() => valueOf(method, index, [new Items([3, 4]), 2])).toThrow('overflowed');
    expect(() => valueOf(method, index, [new Items([3, 4]), -1])).toThrow('overflowed');
    const lists = on(product([LIST, LIST]), 'append', LIST);
    expect(valueOf(method, lists, [listFrom(3, 4), listFrom(5)])).toEqual(listFrom(3, 4, 5));
    expect(
      pulledBack(method, lists, [listFrom(3), listFrom(4, 5)], consTangent(10, consTangent(100, consTangent(1000)))),
    ).toEqual([{ list: [10] }, { list: [100, 1000] }]);
    expect(pulledBack(method, lists, [listFrom(3, 4), listFrom(5)], consTangent(10))).toEqual([
      { list: [10] },
      undefined,
    ]);
    expect(pulledBack(method, lists, [null, listFrom(5)], consTangent(10))).toEqual([undefined, { list: [10] }]);
    const arrays = on(product([ARRAY, ARRAY]), 'append', ARRAY);
    expect(valueOf(method, arrays, [new Items([3]), new Items([4, 5])])).toEqual(new Items([3, 4, 5]));
    const given: Tangent = {
      tag: 'items',
      items: new Map([
        [0, 10],
        [1, 100],
        [2, 1000],
      ]),
    };
    expect(pulledBack(method, arrays, [new Items([3]), new Items([4, 5])], given)).toEqual([
      { items: new Map([[0, 10]]) },
      {
        items: new Map([
          [0, 100],
          [1, 1000],
        ]),
      },
    ]);
    const strings = on(product([STRING, STRING]), 'append', STRING);
    expect(valueOf(method, strings, ['a', 'b'])).toBe('ab');
    expect(pulledBack(method, strings, ['a', 'b'], undefined)).toBeUndefined();
  });

  test('build calls the function at every index, and passes the tangents of the calls to the captured values', () => {
    const within = product([REAL, INT]);
    const body = op('multiply', proj(within, 0), op('toReal', proj(within, 1)));
    const both = prod(intConstant(product([REAL]), 3), curried(body));
    const term = compose(both, {
      tag: 'intrinsic',
      intrinsic: 'build',
      source: both.target,
      target: ARRAY,
      origin,
    });
    expect(valueOf(method, term, [5])).toEqual(new Items([0, 5, 10]));
    const given: Tangent = {
      tag: 'items',
      items: new Map([
        [1, 10],
        [2, 100],
      ]),
    };
    expect(pulledBack(method, term, [5], given)).toEqual([210]);
    expect(pulledBack(method, term, [5], undefined)).toBeUndefined();
    const negative = prod(intConstant(product([REAL]), -1), curried(body));
    expect(() => valueOf(method, { ...term, first: negative } as Combinator, [5])).toThrow('overflowed');
    const none = prod(intConstant(product([REAL]), 0), curried(body));
    expect(valueOf(method, { ...term, first: none } as Combinator, [5])).toEqual(new Items([]));
  });

  test('build makes one call per index, and no others', () => {
    const f = closureFrom(method, curried(op('toReal', proj(product([INT]), 0))));
    const term: Combinator = {
      tag: 'intrinsic',
      intrinsic: 'build',
      source: product([INT, functionType(INT, REAL)]),
      target: ARRAY,
      origin,
    };
    const tangent = ran(method, term, [2, f]).pull({
      tag: 'items',
      items: new Map([
        [0, 10],
        [1, 100],
      ]),
    });
    const calls = [
      { argument: 0, given: 10 },
      { argument: 1, given: 100 },
    ];
    if (method.id === 'curry') expect(callsOfTangent(tupleParts(tangent, newMeter())[1], newMeter())).toEqual(calls);
    else expect(tangent).toBeUndefined();
  });
});
