/** "The Differentiable Curry", Figures 2, 3 and 5, rule by rule: the value of a rep-function, and its pullback. */
import { Cell, Items } from '../../semantics/value';
import { describe, expect, test } from 'vitest';
import { BOOL, functionType, INT, product, REAL, sequenceType, STRING, type Type } from '../../language/types/type';
import type { OperationName } from '../../language/operations/names';
import { NOWHERE } from '../../language/source/span';
import { newMeter } from '../../semantics/outcome';
import {
  called,
  closureFrom,
  compose,
  curried,
  front,
  id,
  literal,
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
import { normalTangent } from '../../testing/combinator/normal-tangent';
import type { Combinator } from './combinator';
import { functionOf } from './machine/forward';
import { type Tangent } from './machine/tangent';
import { tupleParts } from './machine/tuple-tangent';

const [CURRY, DEPENDENT] = METHODS;

const origin = NOWHERE;
const THREE: Type = product([REAL, REAL, REAL]);
const FUNCTION: Type = functionType(REAL, REAL);

function parts(tangent: Tangent): readonly Tangent[] {
  return tupleParts(tangent, newMeter());
}

/**
 * The engine reports the reader's diagnostic; this test only needs to know that a number overflowed or is undefined.
 */
const NO_NUMBER = 'an intermediate derivative overflowed here';

describe.each(METHODS)('$id, Figure 2', (method) => {
  test('id a = (a, λg. g)', () => {
    expect(valueOf(method, id(REAL), 3)).toBe(3);
    expect(pulledBack(method, id(REAL), 3, 5)).toBe(5);
    expect(pulledBack(method, id(TWO), [3, 4], [5, 6])).toEqual([5, 6]);
  });

  test('proj_left (a, b) = (a, λg. (g, 0))', () => {
    expect(valueOf(method, proj(TWO, 0), [3, 4])).toBe(3);
    expect(pulledBack(method, proj(TWO, 0), [3, 4], 5)).toEqual([5, undefined]);
    expect(valueOf(method, proj(THREE, 1), [3, 4, 7])).toBe(4);
    expect(pulledBack(method, proj(THREE, 1), [3, 4, 7], 5)).toEqual([undefined, 5, undefined]);
    expect(pulledBack(method, proj(THREE, 2), [3, 4, 7], undefined)).toBeUndefined();
  });

  test('const v a = (v, λg. 0)', () => {
    expect(valueOf(method, realConstant(REAL, 7), 3)).toBe(7);
    expect(pulledBack(method, realConstant(REAL, 7), 3, 5)).toBeUndefined();
  });

  test('mult (x1, x2) = (x1 * x2, λg. (x2 * g, x1 * g))', () => {
    expect(valueOf(method, multiplyReals, [3, 4])).toBe(12);
    expect(pulledBack(method, multiplyReals, [3, 4], 10)).toEqual([40, 30]);
  });

  test('any primitive: its partials at the argument, times g; leaves are skipped', () => {
    const unary = (name: OperationName): Combinator => op(name, id(REAL));
    expect(valueOf(method, unary('exp'), 2)).toBe(Math.exp(2));
    expect(pulledBack(method, unary('exp'), 2, 3)).toBeCloseTo(3 * Math.exp(2), 12);
    expect(pulledBack(method, op('subtract', proj(TWO, 0), proj(TWO, 1)), [3, 4], 10)).toEqual([10, -10]);
    expect(pulledBack(method, op('divide', proj(TWO, 0), proj(TWO, 1)), [3, 4], 8)).toEqual([2, -1.5]);
    const mixed = product([REAL, INT]);
    expect(pulledBack(method, op('powerInt', proj(mixed, 0), proj(mixed, 1)), [3, 2], 10)).toEqual([60, undefined]);
    expect(valueOf(method, op('less', proj(TWO, 0), proj(TWO, 1)), [3, 4])).toBe(true);
    expect(pulledBack(method, op('less', proj(TWO, 0), proj(TWO, 1)), [3, 4], undefined)).toBeUndefined();
    expect(pulledBack(method, op('toReal', id(INT)), 3, 5)).toBeUndefined();
  });

  test('prod f g y = ((a, b), λ(ga, gb). pbf ga + pbg gb)', () => {
    const both = prod(op('multiply', proj(TWO, 0), proj(TWO, 1)), op('sin', proj(TWO, 1)), proj(TWO, 0));
    expect(valueOf(method, both, [3, 4])).toEqual([12, Math.sin(4), 3]);
    expect(pulledBack(method, both, [3, 4], [10, 100, 1000])).toEqual([1040, 30 + 100 * Math.cos(4)]);
    expect(pulledBack(method, both, [3, 4], [undefined, undefined, 1])).toEqual([1, undefined]);
  });

  test('(f ∘ g) a = (c, λgc. pbf (pbg gc)), the first first', () => {
    const term = compose(op('multiply', proj(TWO, 0), proj(TWO, 1)), op('sin', id(REAL)));
    expect(valueOf(method, term, [3, 4])).toBe(Math.sin(12));
    expect(pulledBack(method, term, [3, 4], 1)).toEqual([4 * Math.cos(12), 3 * Math.cos(12)]);
  });

  test('the pullback is linear', () => {
    const term = prod(op('sin', multiplyReals), op('divide', proj(TWO, 0), proj(TWO, 1)));
    const { pull } = ran(method, term, [3, 4]);
    const [one, other] = [normalTangent(pull([1, 0])), normalTangent(pull([0, 1]))] as [number[], number[]];
    expect(normalTangent(pull([2, 8]))).toEqual(one.map((part, i) => 2 * part + 8 * (other[i] ?? 0)));
  });

  test('vjp f x g = snd (f x) g (6.1), also of a function that captured', () => {
    const captured = ran(method, curried(multiplyReals), [3]).value;
    const { code, environment } = functionOf(captured);
    expect(environment).toEqual([3]);
    const apply = called(proj(product([FUNCTION, REAL]), 0), proj(product([FUNCTION, REAL]), 1));
    expect(code.tag).toBe('curry');
    const { value, pull } = ran(method, apply, [captured, 4]);
    expect(value).toBe(12);
    expect((normalTangent(pull(10)) as unknown[])[1]).toBe(30);
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
    expect(() => valueOf(method, term, [3, 4])).toThrow(NO_NUMBER);
  });

  test('an operation outside its domain, or with a partial that overflows, has no value', () => {
    expect(() => valueOf(method, op('log', id(REAL)), -1)).toThrow(NO_NUMBER);
    expect(() => valueOf(method, op('exp', id(REAL)), 1000)).toThrow(NO_NUMBER);
    // On the diagonal there is no derivative, though a comparison has a value.
    expect(() => valueOf(method, op('lessSmooth', id(REAL), id(REAL)), 1)).toThrow(NO_NUMBER);
    expect(() => pulledBack(method, op('multiply', id(REAL), realConstant(REAL, 1e300)), 1, 1e300)).toThrow(NO_NUMBER);
    expect(literal(REAL, true, BOOL).target).toBe(BOOL);
  });

  test('the largest numbers are numbers', () => {
    expect(valueOf(method, op('negate', id(REAL)), -Number.MAX_VALUE)).toBe(Number.MAX_VALUE);
    expect(valueOf(method, op('negateInt', id(INT)), Number.MAX_SAFE_INTEGER)).toBe(-Number.MAX_SAFE_INTEGER);
    expect(pulledBack(method, op('negate', id(REAL)), 1, Number.MAX_VALUE)).toBe(-Number.MAX_VALUE);
  });
});

describe('Figure 3', () => {
  const apply = called(proj(product([FUNCTION, REAL]), 0), proj(product([FUNCTION, REAL]), 1));

  test('eval (f, x) = (y, λg. ([(x, g)], pb g))', () => {
    const f = closureFrom(CURRY, curried(op('sin', proj(product([REAL]), 0))));
    const { value, pull } = ran(CURRY, apply, [f, 2]);
    expect(value).toBe(Math.sin(2));
    expect(parts(pull(10))).toEqual([{ tag: 'calls', calls: [{ argument: 2, given: 10 }] }, 10 * Math.cos(2)]);
    // The call is recorded even if its result is unused: [(x, 0)].
    expect(parts(pull(undefined))).toEqual([{ tag: 'calls', calls: [{ argument: 2, given: undefined }] }, undefined]);
  });

  test('curry f t: the sum over the calls (s, g) of fst (snd (f (t, s)) g), each running f once more', () => {
    const { pull, machine } = ran(CURRY, curried(multiplyReals), [3]);
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
    // The repeated run is freed.
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

describe('0 is undefined, also where nothing is pruned', () => {
  const intrinsic = (name: 'length' | 'index' | 'append', source: Type, target: Type): Combinator => ({
    tag: 'intrinsic',
    intrinsic: name,
    source,
    target,
    origin,
  });
  const ARRAY = sequenceType('array', REAL);
  const LIST = sequenceType('list', REAL);

  test.each<readonly [string, Combinator, unknown]>([
    ['id', id(REAL), 3],
    ['proj', proj(THREE, 1), [3, 4, 5]],
    ['an operation', multiplyReals, [3, 4]],
    ['prod', prod(multiplyReals, proj(TWO, 0)), [3, 4]],
    ['length', intrinsic('length', LIST, INT), new Cell(3, null)],
    ['index', intrinsic('index', product([ARRAY, INT]), REAL), [new Items([3, 4]), 1]],
    ['append of arrays', intrinsic('append', product([ARRAY, ARRAY]), ARRAY), [new Items([3]), new Items([4])]],
    ['append of lists', intrinsic('append', product([LIST, LIST]), LIST), [new Cell(3, null), null]],
  ])('%s', (_, term, input) => {
    expect(ran(CURRY, term, input).pull(undefined)).toBeUndefined();
  });

  test('a value without reals has no tangent, whatever the cotangent', () => {
    const ints: Tangent = { tag: 'given', value: 3, type: INT, variants: [], whole: undefined };
    expect(ran(CURRY, intrinsic('length', LIST, INT), new Cell(3, null)).pull(ints)).toBeUndefined();
    const text: Tangent = { tag: 'given', value: 'ab', type: STRING, variants: [], whole: undefined };
    expect(ran(CURRY, intrinsic('append', product([STRING, STRING]), STRING), ['a', 'b']).pull(text)).toBeUndefined();
  });
});

describe('Figure 5', () => {
  const apply = called(proj(product([FUNCTION, REAL]), 0), proj(product([FUNCTION, REAL]), 1));

  test('eval (f, x) = (y, pb), where pb g is the pair of the tangents of the environment and of x', () => {
    const environment = [3];
    const f = functionOf(ran(DEPENDENT, curried(multiplyReals), environment).value);
    const { value, pull } = ran(DEPENDENT, apply, [f, 4]);
    expect(value).toBe(12);
    expect(parts(pull(10))).toMatchObject([{ tag: 'captured', environment, parts: [40] }, 30]);
    // A structural zero is not an environment tangent.
    expect(pull(undefined)).toBeUndefined();
  });

  test('a function with no tangent for its environment has the tangent 0', () => {
    const f = functionOf(ran(DEPENDENT, curried(op('sin', proj(TWO, 1))), [3]).value);
    expect(parts(ran(DEPENDENT, apply, [f, 0]).pull(10))).toEqual([undefined, 10]);
  });

  test('curry f t = (g, λenv. env), and nothing runs again', () => {
    const environment = [3];
    const { code } = functionOf(ran(DEPENDENT, curried(multiplyReals), environment).value);
    const { pull, machine } = ran(DEPENDENT, code, environment);
    const context = code.source;
    expect(normalTangent(pull({ tag: 'captured', environment, context, parts: [540] }))).toEqual([540]);
    expect(pull(undefined)).toBeUndefined();
    expect(machine.meter.reevaluations).toBe(0);
  });

  test('comp: the environments of both functions have their tangents', () => {
    const [first, second] = [[3], [5]];
    const [f, g] = [first, second].map((environment) => ran(DEPENDENT, curried(multiplyReals), environment).value);
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
  test('captured values get a tangent from every call', () => {
    // let f = curry (x * y) in f x * f 2 = x * x * (x * 2)
    const context = product([REAL, FUNCTION]);
    const body = op(
      'multiply',
      called(proj(context, 1), proj(context, 0)),
      called(proj(context, 1), realConstant(context, 2)),
    );
    const term = called(curried(body), curried(multiplyReals));
    const source = product([REAL]);
    expect(term.source).toEqual(source);
    expect(ran(method, term, [3]).value).toBe(54);
    expect(pulledBack(method, term, [3], 1)).toEqual([54]);
  });

  test('functions in functions', () => {
    // (curry (curry (x * y * z)) x) y
    const body = op('multiply', op('multiply', proj(THREE, 0), proj(THREE, 1)), proj(THREE, 2));
    const term = called(called(compose(front(TWO, 1), curried(curried(body))), proj(TWO, 1)), realConstant(TWO, 7));
    expect(ran(method, term, [3, 4]).value).toBe(84);
    expect(pulledBack(method, term, [3, 4], 1)).toEqual([28, 21]);
  });
});
