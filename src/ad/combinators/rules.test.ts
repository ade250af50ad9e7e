/** "The Differentiable Curry", Figures 2, 3 and 5, rule by rule: what a rep-function gives, and its pullback. */
import { describe, expect, test } from 'vitest';
import {
  BOOL,
  functionType,
  INT,
  product,
  REAL,
  sequenceType,
  STRING,
  UNIT,
  type Type,
} from '../../language/types/type';
import type { OperationName } from '../../language/operations/names';
import { NOWHERE } from '../../language/source/span';
import { newMeter } from '../../semantics/outcome';
import { Cell, Items, Variant } from '../../semantics/value';
import {
  called,
  closureFrom,
  compose,
  curry as curried,
  front,
  id,
  int,
  literal,
  METHODS,
  op,
  prod,
  proj,
  ran,
  real,
  itemsOfSpace,
} from '../../testing/combinators';
import { normalTangent } from '../../testing/normal-tangent';
import type { Combinator } from './combinator';
import { functionOf } from './forward';
import type { Method } from './run';
import { tupleParts, type Cons, type Tangent } from './tangent';

const [CURRY, DEPENDENT] = METHODS as readonly [Method, Method];

const origin = NOWHERE;
const TWO: Type = product([REAL, REAL]);
const THREE: Type = product([REAL, REAL, REAL]);
const FUNCTION: Type = functionType(REAL, REAL);

function list(...items: readonly number[]): Cell | null {
  return items.reduceRight<Cell | null>((tail, head) => new Cell(head, tail), null);
}

function cons(head: Tangent, tail?: Tangent): Cons {
  return { tag: 'cons', head, tail };
}

function parts(tangent: Tangent): readonly Tangent[] {
  return tupleParts(tangent, newMeter());
}

const multiply = op('multiply', proj(TWO, 0), proj(TWO, 1));

describe.each(METHODS)('$id, Figure 2', (method) => {
  const back = (term: Combinator, input: unknown, given: Tangent): unknown =>
    normalTangent(ran(method, term, input).pull(given));
  const valueOf = (term: Combinator, input: unknown): unknown => ran(method, term, input).value;

  test('id a = (a, λg. g)', () => {
    expect(valueOf(id(REAL), 3)).toBe(3);
    expect(back(id(REAL), 3, 5)).toBe(5);
    expect(back(id(TWO), [3, 4], [5, 6])).toEqual([5, 6]);
  });

  test('proj_left (a, b) = (a, λg. (g, 0))', () => {
    expect(valueOf(proj(TWO, 0), [3, 4])).toBe(3);
    expect(back(proj(TWO, 0), [3, 4], 5)).toEqual([5, undefined]);
    expect(valueOf(proj(THREE, 1), [3, 4, 7])).toBe(4);
    expect(back(proj(THREE, 1), [3, 4, 7], 5)).toEqual([undefined, 5, undefined]);
    expect(back(proj(THREE, 2), [3, 4, 7], undefined)).toBeUndefined();
  });

  test('const v a = (v, λg. 0)', () => {
    expect(valueOf(real(REAL, 7), 3)).toBe(7);
    expect(back(real(REAL, 7), 3, 5)).toBeUndefined();
  });

  test('mult (x1, x2) = (x1 * x2, λg. (x2 * g, x1 * g))', () => {
    expect(valueOf(multiply, [3, 4])).toBe(12);
    expect(back(multiply, [3, 4], 10)).toEqual([40, 30]);
  });

  test('any primitive: its partials at the argument, times g; leaves are skipped', () => {
    const unary = (name: OperationName): Combinator => op(name, id(REAL));
    expect(valueOf(unary('exp'), 2)).toBe(Math.exp(2));
    expect(back(unary('exp'), 2, 3)).toBeCloseTo(3 * Math.exp(2), 12);
    expect(back(op('subtract', proj(TWO, 0), proj(TWO, 1)), [3, 4], 10)).toEqual([10, -10]);
    expect(back(op('divide', proj(TWO, 0), proj(TWO, 1)), [3, 4], 8)).toEqual([2, -1.5]);
    const mixed = product([REAL, INT]);
    expect(back(op('powerInt', proj(mixed, 0), proj(mixed, 1)), [3, 2], 10)).toEqual([60, undefined]);
    expect(valueOf(op('less', proj(TWO, 0), proj(TWO, 1)), [3, 4])).toBe(true);
    expect(back(op('less', proj(TWO, 0), proj(TWO, 1)), [3, 4], undefined)).toBeUndefined();
    expect(back(op('toReal', id(INT)), 3, 5)).toBeUndefined();
  });

  test('prod f g y = ((a, b), λ(ga, gb). pbf ga + pbg gb)', () => {
    const both = prod(op('multiply', proj(TWO, 0), proj(TWO, 1)), op('sin', proj(TWO, 1)), proj(TWO, 0));
    expect(valueOf(both, [3, 4])).toEqual([12, Math.sin(4), 3]);
    expect(back(both, [3, 4], [10, 100, 1000])).toEqual([1040, 30 + 100 * Math.cos(4)]);
    expect(back(both, [3, 4], [undefined, undefined, 1])).toEqual([1, undefined]);
  });

  test('(f ∘ g) a = (c, λgc. pbf (pbg gc)), the first first', () => {
    const term = compose(op('multiply', proj(TWO, 0), proj(TWO, 1)), op('sin', id(REAL)));
    expect(valueOf(term, [3, 4])).toBe(Math.sin(12));
    expect(back(term, [3, 4], 1)).toEqual([4 * Math.cos(12), 3 * Math.cos(12)]);
  });

  test('the pullback is linear', () => {
    const term = prod(op('sin', multiply), op('divide', proj(TWO, 0), proj(TWO, 1)));
    const { pull } = ran(method, term, [3, 4]);
    const [one, other] = [normalTangent(pull([1, 0])), normalTangent(pull([0, 1]))] as [number[], number[]];
    expect(normalTangent(pull([2, 8]))).toEqual(one.map((part, i) => 2 * part + 8 * (other[i] ?? 0)));
  });

  test('vjp f x g = snd (f x) g (6.1), also of a function that captured', () => {
    const captured = ran(method, curried(multiply), [3]).value;
    const { code, environment } = functionOf(captured);
    expect(environment).toEqual([3]);
    const apply = called(proj(product([FUNCTION, REAL]), 0), proj(product([FUNCTION, REAL]), 1));
    expect(code.tag).toBe('curry');
    const { value, pull } = ran(method, apply, [captured, 4]);
    expect(value).toBe(12);
    expect((normalTangent(pull(10)) as unknown[])[1]).toBe(30);
  });
});

describe('Figure 3', () => {
  const apply = called(proj(product([FUNCTION, REAL]), 0), proj(product([FUNCTION, REAL]), 1));

  test('eval (f, x) = (y, λg. ([(x, g)], pb g))', () => {
    const f = closureFrom(CURRY, curried(op('sin', proj(product([REAL]), 0))));
    const { value, pull } = ran(CURRY, apply, [f, 2]);
    expect(value).toBe(Math.sin(2));
    expect(parts(pull(10))).toEqual([{ tag: 'calls', calls: [{ argument: 2, given: 10 }] }, 10 * Math.cos(2)]);
    // The call is there even if nothing came of its result: [(x, 0)].
    expect(parts(pull(undefined))).toEqual([{ tag: 'calls', calls: [{ argument: 2, given: undefined }] }, undefined]);
  });

  test('curry f t: the sum over the calls (s, g) of fst (snd (f (t, s)) g), each running f once more', () => {
    const { pull, machine } = ran(CURRY, curried(multiply), [3]);
    expect(machine.meter.reevaluations).toBe(0);
    const calls: Tangent = {
      tag: 'calls',
      calls: [
        { argument: 4, given: 10 },
        { argument: 5, given: 100 },
      ],
    };
    const before = { runs: machine.runs, bytes: machine.bytes };
    expect(normalTangent(pull(calls))).toEqual([540]);
    // What ran again is forgotten.
    expect(machine).toMatchObject(before);
    expect(machine.meter.reevaluations).toBe(2);
    expect([...machine.again.values()]).toEqual([2]);
    expect(normalTangent(pull(undefined))).toBeUndefined();
    expect(machine.meter.reevaluations).toBe(2);
  });

  test('the tangents of captured functions are calls, too', () => {
    const context = product([FUNCTION, REAL]);
    const body = op('multiply', called(proj(context, 0), proj(context, 1)), proj(context, 1));
    const f = closureFrom(CURRY, curried(op('sin', proj(product([REAL]), 0))));
    const calls: Tangent = { tag: 'calls', calls: [{ argument: 4, given: 10 }] };
    expect(normalTangent(ran(CURRY, curried(body), [f]).pull(calls))).toEqual([
      { calls: [{ argument: 4, given: 40 }] },
    ]);
  });
});

describe('Figure 5', () => {
  const apply = called(proj(product([FUNCTION, REAL]), 0), proj(product([FUNCTION, REAL]), 1));

  test('eval (f, x) = (y, pb), where pb g is the pair of the tangents of the environment and of x', () => {
    const environment = [3];
    const f = functionOf(ran(DEPENDENT, curried(multiply), environment).value);
    const { value, pull } = ran(DEPENDENT, apply, [f, 4]);
    expect(value).toBe(12);
    expect(parts(pull(10))).toMatchObject([{ tag: 'captured', environment, parts: [40] }, 30]);
    // A structural zero is no environment tangent at all.
    expect(pull(undefined)).toBeUndefined();
  });

  test('a function that gives nothing back to its environment has the tangent 0', () => {
    const f = functionOf(ran(DEPENDENT, curried(op('sin', proj(TWO, 1))), [3]).value);
    expect(parts(ran(DEPENDENT, apply, [f, 0]).pull(10))).toEqual([undefined, 10]);
  });

  test('curry f t = (g, λenv. env), and nothing runs again', () => {
    const environment = [3];
    const { code } = functionOf(ran(DEPENDENT, curried(multiply), environment).value);
    const { pull, machine } = ran(DEPENDENT, code, environment);
    const context = code.source;
    expect(normalTangent(pull({ tag: 'captured', environment, context, parts: [540] }))).toEqual([540]);
    expect(pull(undefined)).toBeUndefined();
    expect(machine.meter.reevaluations).toBe(0);
  });

  test('comp: the environments of both functions have their tangents', () => {
    const [first, second] = [[3], [5]];
    const [f, g] = [first, second].map((environment) => ran(DEPENDENT, curried(multiply), environment).value);
    const context = product([FUNCTION, FUNCTION, REAL]);
    const both = called(proj(context, 1), called(proj(context, 0), proj(context, 2)));
    const { value, pull } = ran(DEPENDENT, both, [f, g, 4]);
    expect(value).toBe(60);
    expect(parts(pull(1))).toMatchObject([
      { tag: 'captured', environment: first, parts: [20] },
      { tag: 'captured', environment: second, parts: [12] },
      15,
    ]);
  });
});

describe.each(METHODS)('$id: a closure and its call', (method) => {
  const back = (term: Combinator, input: unknown, given: Tangent): unknown =>
    normalTangent(ran(method, term, input).pull(given));

  test('what is captured has its tangent, for every call', () => {
    // let f = curry (x * y) in f x * f 2 = x * x * (x * 2)
    const context = product([REAL, FUNCTION]);
    const body = op('multiply', called(proj(context, 1), proj(context, 0)), called(proj(context, 1), real(context, 2)));
    const term = called(curried(body), curried(multiply));
    const source = product([REAL]);
    expect(term.source).toEqual(source);
    expect(ran(method, term, [3]).value).toBe(54);
    expect(back(term, [3], 1)).toEqual([54]);
  });

  test('functions in functions', () => {
    // (curry (curry (x * y * z)) x) y
    const body = op('multiply', op('multiply', proj(THREE, 0), proj(THREE, 1)), proj(THREE, 2));
    const term = called(called(compose(front(TWO, 1), curried(curried(body))), proj(TWO, 1)), real(TWO, 7));
    expect(ran(method, term, [3, 4]).value).toBe(84);
    expect(back(term, [3, 4], 1)).toEqual([28, 21]);
  });
});

describe.each(METHODS)('$id, ours', (method) => {
  const back = (term: Combinator, input: unknown, given: Tangent): unknown =>
    normalTangent(ran(method, term, input).pull(given));
  const valueOf = (term: Combinator, input: unknown): unknown => ran(method, term, input).value;

  test('if: the branch that was taken; the condition has no tangent', () => {
    const term: Combinator = {
      tag: 'if',
      condition: op('less', proj(TWO, 0), proj(TWO, 1)),
      consequent: multiply,
      alternative: proj(TWO, 1),
      source: TWO,
      target: REAL,
      origin,
    };
    expect(valueOf(term, [3, 4])).toBe(12);
    expect(back(term, [3, 4], 1)).toEqual([4, 3]);
    expect(valueOf(term, [5, 4])).toBe(4);
    expect(back(term, [5, 4], 1)).toEqual([undefined, 1]);
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

  test('inject: T[A + B] = T[A] * T[B], of which the other is 0', () => {
    expect(valueOf(injection('inr', TWO, SUM), [3, 4])).toEqual(new Variant('inr', [3, 4]));
    const given: Tangent = {
      tag: 'payloads',
      payloads: new Map<string, Tangent>([
        ['inl', 7],
        ['inr', [5, 6]],
      ]),
    };
    expect(back(injection('inr', TWO, SUM), [3, 4], given)).toEqual([5, 6]);
    expect(back(injection('inl', REAL, SUM), 3, given)).toBe(7);
    const none: Combinator = { ...injection('Nothing', UNIT, SUM), hasPayload: false } as Combinator;
    expect(valueOf(none, [3])).toEqual(new Variant('Nothing', undefined));
    expect(back(none, [3], given)).toBeUndefined();
  });

  test('case: the arm, in the context and its payload; then the scrutinee', () => {
    expect(valueOf(byCase, [3, new Variant('inl', 4)])).toBe(12);
    expect(back(byCase, [3, new Variant('inl', 4)], 10)).toEqual([40, { payloads: new Map([['inl', 30]]) }]);
    expect(valueOf(byCase, [3, new Variant('inr', [4, 5])])).toBe(3);
    expect(back(byCase, [3, new Variant('inr', [4, 5])], 10)).toEqual([10, undefined]);
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
    expect(valueOf(term, [3])).toBe(9);
    expect(back(term, [3], 1)).toEqual([6]);
    const level: Combinator = {
      ...term,
      scrutinee: { ...injection('Low', source, SUM), hasPayload: false } as Combinator,
      arms: [{ constructorName: 'Low', hasPayload: false, body: op('sin', proj(source, 0)) }],
    };
    expect(valueOf(level, [3])).toBe(Math.sin(3));
    expect(back(level, [3], 1)).toEqual([Math.cos(3)]);
    // A closure made there captures the context, and nothing more.
    const square = called(curried(multiply), proj(source, 0));
    const closure: Combinator = { ...level, arms: [{ constructorName: 'Low', hasPayload: false, body: square }] };
    expect(valueOf(closure, [3])).toBe(9);
    expect(back(closure, [3], 1)).toEqual([6]);
  });

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
    const items = [proj(TWO, 1), multiply, proj(TWO, 0)];
    expect(valueOf(sequence('list', ...items), [3, 4])).toEqual(list(4, 12, 3));
    expect(back(sequence('list', ...items), [3, 4], cons(10, cons(100, cons(1000))))).toEqual([1400, 310]);
    expect(back(sequence('list', ...items), [3, 4], cons(10))).toEqual([undefined, 10]);
    expect(valueOf(sequence('array', ...items), [3, 4])).toEqual(new Items([4, 12, 3]));
    const given: Tangent = {
      tag: 'items',
      items: new Map([
        [0, 10],
        [2, 1000],
      ]),
    };
    expect(back(sequence('array', ...items), [3, 4], given)).toEqual([1000, 10]);
    expect(valueOf(sequence('list'), [3, 4])).toBeNull();
    expect(back(sequence('list'), [3, 4], undefined)).toBeUndefined();
  });

  test(':: and a match on a list', () => {
    const pair = product([REAL, LIST]);
    const push = compose(prod(proj(pair, 0), proj(pair, 1)), injection('::', pair, LIST));
    expect(valueOf(push, [3, list(4, 5)])).toEqual(list(3, 4, 5));
    expect(back(push, [3, list(4, 5)], cons(10, cons(100, cons(1000))))).toEqual([10, { list: [100, 1000] }]);
    const nil: Combinator = { ...injection('[]', pair, LIST), hasPayload: false } as Combinator;
    expect(valueOf(nil, [3, null])).toBeNull();
    // A padded sum may be longer than the list.
    expect(back(nil, [3, null], cons(10))).toBeUndefined();
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
    expect(valueOf(term, [3, list(4, 5)])).toBe(12);
    expect(back(term, [3, list(4, 5)], 10)).toEqual([40, { list: [30] }]);
    expect(back(term, [3, null], 10)).toEqual([10, undefined]);
    const rest: Combinator = { ...term, arms: term.arms.slice(0, 1), otherwise: real(pair, 1) };
    expect(back(rest, [3, list(4)], 10)).toBeUndefined();
  });

  test.each(['list', 'array'] as const)('fold over a %s: from the last item, and back from the first', (container) => {
    const source = product([REAL, sequenceType(container, REAL)]);
    const within = product([...itemsOfSpace(source), REAL, REAL]);
    // a * x + s * s, which tells the orders apart.
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
    const of = (...items: readonly number[]): unknown => (container === 'list' ? list(...items) : new Items(items));
    // s1 = a * 7 + a * a = 18, s0 = a * 5 + s1 * s1 = 334 at a = 2.
    expect(valueOf(term, [2, of(5, 7)])).toBe(334);
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
    expect(back(term, [2, of(5, 7)], 10)).toEqual([4010, items]);
    expect(valueOf(term, [2, of()])).toBe(2);
    expect(back(term, [2, of()], 10)).toEqual([10, undefined]);
  });

  test('length has no tangent; index gives to its item; append parts its tangent', () => {
    const on = (source: Type, name: 'length' | 'index' | 'append', target: Type): Combinator => ({
      tag: 'intrinsic',
      intrinsic: name,
      source,
      target,
      origin,
    });
    expect(valueOf(on(LIST, 'length', INT), list(3, 4))).toBe(2);
    expect(valueOf(on(ARRAY, 'length', INT), new Items([3, 4, 5]))).toBe(3);
    expect(back(on(LIST, 'length', INT), list(3, 4), undefined)).toBeUndefined();
    const index = on(product([ARRAY, INT]), 'index', REAL);
    expect(valueOf(index, [new Items([3, 4]), 1])).toBe(4);
    expect(back(index, [new Items([3, 4]), 1], 10)).toEqual([{ items: new Map([[1, 10]]) }, undefined]);
    expect(() => valueOf(index, [new Items([3, 4]), 2])).toThrow();
    expect(() => valueOf(index, [new Items([3, 4]), -1])).toThrow();
    const lists = on(product([LIST, LIST]), 'append', LIST);
    expect(valueOf(lists, [list(3, 4), list(5)])).toEqual(list(3, 4, 5));
    expect(back(lists, [list(3), list(4, 5)], cons(10, cons(100, cons(1000))))).toEqual([
      { list: [10] },
      { list: [100, 1000] },
    ]);
    expect(back(lists, [list(3, 4), list(5)], cons(10))).toEqual([{ list: [10] }, undefined]);
    expect(back(lists, [null, list(5)], cons(10))).toEqual([undefined, { list: [10] }]);
    const arrays = on(product([ARRAY, ARRAY]), 'append', ARRAY);
    expect(valueOf(arrays, [new Items([3]), new Items([4, 5])])).toEqual(new Items([3, 4, 5]));
    const given: Tangent = {
      tag: 'items',
      items: new Map([
        [0, 10],
        [1, 100],
        [2, 1000],
      ]),
    };
    expect(back(arrays, [new Items([3]), new Items([4, 5])], given)).toEqual([
      { items: new Map([[0, 10]]) },
      {
        items: new Map([
          [0, 100],
          [1, 1000],
        ]),
      },
    ]);
    const strings = on(product([STRING, STRING]), 'append', STRING);
    expect(valueOf(strings, ['a', 'b'])).toBe('ab');
    expect(back(strings, ['a', 'b'], undefined)).toBeUndefined();
  });

  test('build calls the function at every index, and gives what the calls give back to what it captured', () => {
    const within = product([REAL, INT]);
    const body = op('multiply', proj(within, 0), op('toReal', proj(within, 1)));
    const both = prod(int(product([REAL]), 3), curried(body));
    const term = compose(both, {
      tag: 'intrinsic',
      intrinsic: 'build',
      source: both.target,
      target: ARRAY,
      origin,
    });
    expect(valueOf(term, [5])).toEqual(new Items([0, 5, 10]));
    const given: Tangent = {
      tag: 'items',
      items: new Map([
        [1, 10],
        [2, 100],
      ]),
    };
    expect(back(term, [5], given)).toEqual([210]);
    expect(back(term, [5], undefined)).toBeUndefined();
    const negative = prod(int(product([REAL]), -1), curried(body));
    expect(() => valueOf({ ...term, first: negative } as Combinator, [5])).toThrow();
  });

  test('rec: a function that calls itself gives the tangents of all its calls to its environment', () => {
    // f n = if n = 0 then a else a * f (n - 1), so a ^ (n + 1)
    const within = product([REAL, functionType(INT, REAL), INT]);
    const again = called(proj(within, 1), op('subtractInt', proj(within, 2), int(within, 1)));
    const body: Combinator = {
      tag: 'if',
      condition: op('equalInt', proj(within, 2), int(within, 0)),
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
    const term = called(rec, int(source, 3));
    expect(valueOf(term, [2])).toBe(16);
    expect(back(term, [2], 1)).toEqual([32]);
    expect(back(called(rec, int(source, 0)), [2], 1)).toEqual([1]);
  });

  test('rec: of several, each has its own place, and all share the environment', () => {
    // f n = if n = 0 then a else b * g (n - 1); g n = if n = 0 then b else a * f (n - 1)
    const type = functionType(INT, REAL);
    const group = product([type, type]);
    const within = product([REAL, REAL, group, INT]);
    const body = (own: number, other: number): Combinator => ({
      tag: 'if',
      condition: op('equalInt', proj(within, 3), int(within, 0)),
      consequent: proj(within, own),
      alternative: op(
        'multiply',
        proj(within, other),
        called(compose(proj(within, 2), proj(group, other)), op('subtractInt', proj(within, 3), int(within, 1))),
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
    const at = (index: number): Combinator => called(compose(rec, proj(group, index)), int(TWO, 2));
    expect(valueOf(at(0), [3, 5])).toBe(45);
    expect(back(at(0), [3, 5], 1)).toEqual([30, 9]);
    expect(valueOf(at(1), [3, 5])).toBe(75);
    expect(back(at(1), [3, 5], 1)).toEqual([25, 30]);
  });

  test('fail has no value', () => {
    const term: Combinator = {
      tag: 'fail',
      code: 'shape',
      message: 'shapes differ',
      source: TWO,
      target: REAL,
      origin,
    };
    expect(() => valueOf(term, [3, 4])).toThrow();
  });

  test('an operation outside its domain, or whose partial is no number, has none', () => {
    expect(() => valueOf(op('log', id(REAL)), -1)).toThrow();
    expect(() => valueOf(op('exp', id(REAL)), 1000)).toThrow();
    // On the diagonal, though a comparison has a value there.
    expect(() => valueOf(op('lessSmooth', id(REAL), id(REAL)), 1)).toThrow();
    expect(() => back(op('multiply', id(REAL), real(REAL, 1e300)), 1, 1e300)).toThrow();
    expect(literal(REAL, true, BOOL).target).toBe(BOOL);
  });
});
