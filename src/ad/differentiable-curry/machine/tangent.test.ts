/** Figure 6 of "The Differentiable Curry": tangents, their zeros and sums; and the witness of section 5. */
import { describe, expect, test } from 'vitest';
import { functionType, product, REAL, sequenceType, type Type } from '../../../language/types/type';
import { newMeter, type Meter } from '../../../semantics/outcome';
import { Cell, Items, Variant, type Value } from '../../../semantics/value';
import {
  called,
  closureFrom,
  compose,
  consTangent,
  curried,
  front,
  op,
  prod,
  proj,
  ran,
} from '../../../testing/combinator/build';
import { normalTangent } from '../../../testing/combinator/normal-tangent';
import { DEPENDENTLY_TYPED } from '../curry-dependent';
import { SIMPLY_TYPED } from '../curry';
import { EMPTY } from '../combinator';
import {
  arrayTangent,
  capturedOf,
  callsOfTangent,
  consOf,
  firstItems,
  isTuple,
  itemsOfArray,
  listTangent,
  payloadOfTangent,
  plus,
  realOf,
  whole,
  type CapturedTangent,
  type Tangent,
} from './tangent';
import { realsOfTangent } from './reals-of-tangent';
import { firstParts, oneHot, partOf, tupleParts, tupleTangent } from './tuple-tangent';

const meter = newMeter();

function items(...entries: readonly (readonly [number, Tangent])[]): Tangent {
  return { tag: 'items', items: new Map(entries) };
}

function payloads(...entries: readonly (readonly [string, Tangent])[]): Tangent {
  return { tag: 'payloads', payloads: new Map(entries) };
}

function calls(...entries: readonly (readonly [Value, Tangent])[]): Tangent {
  return { tag: 'calls', calls: entries.map(([argument, given]) => ({ argument, given })) };
}

const PAIRS: readonly (readonly [string, left: Tangent, right: Tangent, sum: unknown])[] = [
  ['reals', 2, 3, 5],
  ['tuples', [1, undefined, [2]], [10, 20, [30]], [11, 20, [32]]],
  [
    'variants',
    payloads(['A', 1], ['B', 2]),
    payloads(['B', 3]),
    {
      payloads: new Map([
        ['A', 1],
        ['B', 5],
      ]),
    },
  ],
  [
    'lists, the shorter padded',
    consTangent(1, consTangent(2)),
    consTangent(10, consTangent(20, consTangent(30))),
    { list: [11, 22, 30] },
  ],
  ['lists with zeros', consTangent(undefined, consTangent(2)), consTangent(10), { list: [10, 2] }],
  [
    'arrays',
    items([0, 1], [2, 3]),
    items([2, 30], [5, 60]),
    {
      items: new Map([
        [0, 1],
        [2, 33],
        [5, 60],
      ]),
    },
  ],
  ['functions: concatenation', calls([3, 1]), calls([4, 2]), normalTangent(calls([3, 1], [4, 2]))],
];

describe('a sum', () => {
  test.each(PAIRS)('of %s', (_, left, right, sum) => {
    expect(normalTangent(plus(left, right, meter))).toEqual(sum);
    expect(normalTangent(plus(right, left, meter))).toEqual(sum);
    // undefined is the zero of every type.
    expect(normalTangent(plus(left, undefined, meter))).toEqual(normalTangent(left));
    expect(normalTangent(plus(undefined, right, meter))).toEqual(normalTangent(right));
  });

  test.each(PAIRS)('of many %s, and of sums', (_, left, right) => {
    const both = plus(plus(left, right, meter), plus(left, plus(right, left, meter), meter), meter);
    const sums = [left, right, left, right, left];
    const oneByOne = sums.reduce((sum, next) => {
      const added = plus(sum, next, meter);
      whole(added, meter);
      return added;
    }, undefined);
    expect(normalTangent(both)).toEqual(normalTangent(oneByOne));
    // It may be read twice.
    expect(normalTangent(both)).toEqual(normalTangent(oneByOne));
  });

  test('the calls of functions keep their order', () => {
    const sum = plus(plus(calls([1, 10]), calls([2, 20], [1, 30]), meter), calls([3, 40]), meter);
    expect(callsOfTangent(sum, meter).map(({ argument }) => argument)).toEqual([1, 2, 1, 3]);
  });

  test('steps count the parts, items and summands that are read', () => {
    const steps = (look: (counted: Meter) => unknown): number => {
      const counted = newMeter();
      look(counted);
      return counted.steps;
    };
    expect(steps((counted) => plus([1, 2, 3], [4, 5, 6], counted))).toBe(3 + 3);
    expect(
      steps((counted) => whole(plus(plus(consTangent(1), consTangent(2), counted), consTangent(3), counted), counted)),
    ).toBe(3);
    expect(steps((counted) => firstItems(consTangent(1, consTangent(2, consTangent(3))), 2, counted))).toBe(2);
    const opened: Tangent = {
      tag: 'given',
      value: [1, 2, 3],
      type: product([REAL, REAL, REAL]),
      variants: [],
      whole: undefined,
    };
    expect(steps((counted) => whole(opened, counted))).toBe(3);
  });

  test('only additions of reals are counted, each once', () => {
    const counted = newMeter();
    const sum = plus([1, [2], undefined], [10, [20], 3], counted);
    plus(sum, undefined, counted);
    tupleParts(sum, counted);
    expect(counted.derivative).toBe(2);
  });

  test('that was read is not computed again', () => {
    const counted = newMeter();
    const sum = plus(consTangent(1), consTangent(2), counted);
    expect(counted.derivative).toBe(0);
    consOf(sum, counted);
    consOf(sum, counted);
    expect(counted.derivative).toBe(1);
    expect(consOf(plus(sum, consTangent(3), counted), counted)?.head).toBe(6);
    expect(counted.derivative).toBe(2);
    const given: Tangent = { tag: 'given', value: 3, type: REAL, variants: [], whole: undefined };
    expect(realOf(plus(2, given, counted), counted)).toBe(5);
    expect(counted.derivative).toBe(3);
  });

  test('zeros: trailing zeros of a list are dropped, earlier ones are kept; a tuple of zeros is zero', () => {
    expect(normalTangent(listTangent([undefined, 2, undefined]))).toEqual({ list: [undefined, 2] });
    expect(listTangent([undefined, undefined])).toBeUndefined();
    expect(arrayTangent([undefined])).toBeUndefined();
    expect(tupleTangent([undefined, undefined])).toBeUndefined();
    expect(tupleTangent([undefined, 2])).toEqual([undefined, 2]);
  });

  test('of 10^5 tangents, or 10^5 levels deep, uses no stack', () => {
    let list: Tangent;
    let sum: Tangent;
    for (let i = 0; i < 100_000; i++) {
      list = plus(consTangent(1, list), undefined, meter);
      sum = plus(sum, consTangent(i % 2), meter);
    }
    expect(realOf(consOf(plus(list, sum, meter), meter)?.head, meter)).toBe(50_001);
    const type = sequenceType('list', REAL);
    let value: Cell | null = null;
    for (let i = 0; i < 100_000; i++) value = new Cell(i, value);
    const reals = realsOfTangent(plus(list, list, meter), value, type, [], meter);
    expect(reals).toHaveLength(100_000);
    expect(reals.every((real) => real === 2)).toBe(true);
  });
});

describe('the zero of every type', () => {
  test('has no parts', () => {
    expect(realOf(undefined, meter)).toBe(0);
    expect(tupleParts(undefined, meter)).toEqual([]);
    expect(payloadOfTangent(undefined, 'A', meter)).toBeUndefined();
    expect(consOf(undefined, meter)).toBeUndefined();
    expect(itemsOfArray(undefined, meter).size).toBe(0);
    expect(callsOfTangent(undefined, meter)).toEqual([]);
    expect(capturedOf(undefined, [], meter)).toBeUndefined();
  });
});

describe('a cotangent', () => {
  const MAYBE: Type = { tag: 'named', name: 'Maybe', arguments: [] };
  const variants = [
    {
      type: MAYBE,
      constructors: [
        { name: 'None', payload: undefined },
        { name: 'Some', payload: REAL },
      ],
    },
  ];
  const given = (value: Value, type: Type): Tangent => ({ tag: 'given', value, type, variants, whole: undefined });

  test.each<[string, Value, Type, unknown]>([
    ['a real', 3, REAL, 3],
    ['an int', 3, { tag: 'int' }, undefined],
    ['a tuple', [3, [4, true]], product([REAL, product([REAL, { tag: 'bool' }])]), [3, [4, undefined]]],
    [
      'a record',
      [3, 4],
      {
        tag: 'record',
        fields: [
          { name: 'a', type: REAL },
          { name: 'b', type: REAL },
        ],
      },
      [3, 4],
    ],
    ['a list', new Cell(3, new Cell(4, null)), sequenceType('list', REAL), { list: [3, 4] }],
    ['an empty list', null, sequenceType('list', REAL), undefined],
    [
      'an array',
      new Items([3, 4]),
      sequenceType('array', REAL),
      {
        items: new Map([
          [0, 3],
          [1, 4],
        ]),
      },
    ],
    ['an empty array', new Items([]), sequenceType('array', REAL), undefined],
    ['a constructor', new Variant('Some', 3), MAYBE, { payloads: new Map([['Some', 3]]) }],
    ['a constructor of nothing', new Variant('None', undefined), MAYBE, undefined],
    ['a sum', new Variant('inr', 3), { tag: 'sum', left: REAL, right: REAL }, { payloads: new Map([['inr', 3]]) }],
  ])('is a value as a tangent: %s', (_, value, type, expected) => {
    expect(normalTangent(given(value, type))).toEqual(expected);
    if (expected === undefined) expect(whole(given(value, type), meter)).toBeUndefined();
    expect(normalTangent(plus(given(value, type), given(value, type), meter))).toEqual(
      normalTangent(plus(normalSource(given(value, type)), normalSource(given(value, type)), meter)),
    );
  });

  test('restored to the leaves of a value, with 0 where there is none', () => {
    const type = product([REAL, sequenceType('list', REAL), sequenceType('array', REAL), MAYBE]);
    const value = [1, new Cell(2, new Cell(3, null)), new Items([4, 5]), new Variant('Some', 6)];
    const tangent: Tangent = [undefined, consTangent(20), items([1, 50]), payloads(['Some', 60])];
    expect(realsOfTangent(tangent, value, type, variants, meter)).toEqual([0, 20, 0, 0, 50, 60]);
    expect(realsOfTangent(undefined, value, type, variants, meter)).toEqual([0, 0, 0, 0, 0, 0]);
    const none = [1, null, new Items([]), new Variant('None', undefined)];
    expect(realsOfTangent([10, undefined, undefined, payloads(['Some', 1])], none, type, variants, meter)).toEqual([
      10,
    ]);
  });
});

/** Opens a tangent, so that it is no longer a cotangent. */
function normalSource(tangent: Tangent): Tangent {
  return whole(tangent, meter);
}

describe('the witness of section 5', () => {
  const environment: readonly Value[] = [3, 4];
  const captured = (of: readonly Value[], parts: readonly Tangent[]): CapturedTangent => ({
    tag: 'captured',
    environment: of,
    context: EMPTY,
    parts,
  });

  test('a tangent of the environment itself is accepted', () => {
    expect(capturedOf(captured(environment, [1, 2]), environment, meter)).toEqual([1, 2]);
    const sum = plus(captured(environment, [1, undefined]), captured(environment, [10, 20]), meter);
    expect(capturedOf(sum, environment, meter)).toEqual([11, 20]);
  });

  test.each<[string, Tangent]>([
    ['of another environment, equal as it may be', captured([3, 4], [1, 2])],
    ['of another width', captured(environment, [1])],
    ['of another width, and longer', captured(environment, [1, 2, 3])],
    ['of two environments', plus(captured(environment, [1, 2]), captured([3, 4], [1, 2]), meter)],
    ['of two widths', plus(captured(environment, [1, 2]), captured(environment, [1]), meter)],
  ])('a tangent %s is an internal error', (_, tangent) => {
    expect(() => capturedOf(tangent, environment, meter)).toThrow(
      /internal error: an environment tangent of \d entries met a function that captured \d others/u,
    );
  });

  test('in a run: the pullback of curry refuses the tangent of another closure', () => {
    const body = op('multiply', proj(product([REAL, REAL]), 0), proj(product([REAL, REAL]), 1));
    const { pull } = ran(DEPENDENTLY_TYPED, curried(body), [3]);
    expect(() => pull(captured([3], [10]))).toThrow(/internal error: an environment tangent/u);
    expect(() => pull(calls([3, 1]))).toThrow(
      /a tangent of a function \(of its environment\) was expected, not calls/u,
    );
    const simple = ran(SIMPLY_TYPED, curried(body), [3]);
    expect(() => simple.pull(captured([3], [10]))).toThrow(
      /a function \(a list of calls\) was expected, not captured/u,
    );
  });

  test('functions of one type and other environments do not mix, as they do not in a choice of them', () => {
    // prod f g ∘ proj_2, called: the tangent is of g's environment.
    const type = functionType(REAL, REAL);
    const source = product([REAL, REAL]);
    const multiply = op('multiply', proj(product([REAL, REAL]), 0), proj(product([REAL, REAL]), 1));
    const [f, g] = [0, 1].map((i) => compose(prod(proj(source, i)), curried(multiply)));
    const both = f && g && prod(f, g);
    const chosen = both && called(compose(both, proj(product([type, type]), 1)), proj(source, 0));
    const { value, pull } = ran(DEPENDENTLY_TYPED, chosen ?? front(source, 1), [3, 4]);
    expect(value).toBe(12);
    expect(normalTangent(pull(1))).toEqual([4, 3]);
    expect(closureFrom(DEPENDENTLY_TYPED, curried(proj(product([REAL]), 0))).environment).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ['a real', () => realOf([1], meter)],
    ['a tuple', () => tupleParts(1, meter)],
    ['a variant', () => payloadOfTangent(consTangent(1), 'A', meter)],
    ['a list', () => consOf(payloads(['A', 1]), meter)],
    ['an array', () => itemsOfArray(1, meter)],
    ['an array', () => itemsOfArray(consTangent(1), meter)],
    ['an array', () => itemsOfArray([1], meter)],
    ['a real', () => whole(plus(1, [1], meter), meter)],
    ['a tuple', () => whole(plus([1], 1, meter), meter)],
    ['a variant', () => whole(plus(payloads(['A', 1]), 1, meter), meter)],
    ['a variant', () => whole(plus(payloads(['A', 1]), consTangent(1), meter), meter)],
    ['a list', () => whole(plus(consTangent(1), 1, meter), meter)],
    ['a list', () => whole(plus(consTangent(1), calls([1, 1]), meter), meter)],
    ['an array', () => whole(plus(items([0, 1]), consTangent(1), meter), meter)],
    ['a function \\(a list of calls\\)', () => whole(plus(calls([1, 1]), 1, meter), meter)],
    ['a function \\(a list of calls\\)', () => whole(plus(calls([1, 1]), consTangent(1), meter), meter)],
  ])('a wrong tangent of %s is an internal error too', (name, look) => {
    expect(look).toThrow(new RegExp(`internal error: a tangent of ${name} was expected`, 'u'));
  });
});

describe('the tangent of a wide tuple', () => {
  const width = 100;
  const wide = (...parts: readonly (readonly [number, Tangent])[]): Tangent =>
    parts.reduce<Tangent>((sum, [index, part]) => plus(sum, oneHot(index, width, part, meter), meter), undefined);
  const dense = (...parts: readonly (readonly [number, Tangent])[]): readonly Tangent[] =>
    Array.from({ length: width }, (_, i) => parts.find(([index]) => index === i)?.[1]);

  test('has the parts that are not 0', () => {
    const tangent = wide([3, 1], [99, 2], [0, 4], [3, 10]);
    expect(tupleParts(tangent, meter)).toEqual(dense([0, 4], [3, 11], [99, 2]));
    expect([0, 1, 3, 99].map((index) => partOf(tangent, index, meter))).toEqual([4, undefined, 11, 2]);
  });

  test('is added to one that is stored in full, whichever comes first', () => {
    const [sparse, full] = [wide([3, 1], [99, 2]), dense([3, 10], [4, 20])];
    const sum = dense([3, 11], [4, 20], [99, 2]);
    for (const both of [plus(sparse, full, meter), plus(full, sparse, meter)]) {
      expect(tupleParts(both, meter)).toEqual(sum);
    }
    const counted = newMeter();
    const lazily: Tangent = { tag: 'sum', left: full, right: plus(full, sparse, newMeter()), whole: undefined };
    expect(partOf(lazily, 3, counted)).toBe(21);
    // Two parts of the one are in the other.
    expect(counted.derivative).toBe(2);
  });

  test('has a part without its last entries, which is 0 if nothing is left', () => {
    const tangent = wide([3, 1], [98, 2], [99, 3]);
    expect(tupleParts(firstParts(tangent, 98, meter), meter)).toEqual(dense([3, 1]).slice(0, 98));
    expect(firstParts(tangent, 3, meter)).toBeUndefined();
    expect(tupleParts(tangent, meter)).toEqual(dense([3, 1], [98, 2], [99, 3]));
  });

  test('is no tangent of an environment of another width', () => {
    const environment = new Array<Value>(width).fill(1);
    const captured = (at: number): Tangent => {
      const parts = oneHot(0, at, 1, meter);
      return isTuple(parts) ? { tag: 'captured', environment, context: EMPTY, parts } : undefined;
    };
    expect(capturedOf(captured(width), environment, meter)).toBeDefined();
    expect(() => capturedOf(captured(width - 1), environment, meter)).toThrow(/an environment tangent of 99 entries/u);
  });
});
