/**
 * "The Differentiable Curry", Figure 4: functions that are equal forwards have equal back-propagators, where in the tangent of
 * a function [(x, 0)] is [], and [(x, g), (x, g)] is [(x, g + g)].
 */
import { describe, expect, test } from 'vitest';
import { newMeter } from '../../semantics/outcome';
import { functionType, product, REAL } from '../../language/types/type';
import {
  called,
  closureFrom,
  compose,
  curried,
  front,
  METHODS,
  op,
  prod,
  proj,
  ran,
  realConstant,
} from '../../testing/combinator/build';
import { normalTangent, type NormalTangent } from '../../testing/combinator/normal-tangent';
import type { Combinator } from './combinator';
import type { Method } from './machine/run';
import { callsOfTangent, type Call, type Tangent } from './machine/tangent';
import { tupleParts } from './machine/tuple-tangent';

const REALS = product([REAL, REAL]);
const UNARY = functionType(REAL, REAL);

/** Returns the value, and the tangents of the inputs from the pullback of 10. */
function meaning(
  method: Method,
  term: Combinator,
  input: readonly unknown[],
): { readonly value: unknown; readonly tangents: readonly Tangent[] } {
  const { value, pull } = ran(method, term, input);
  return { value, tangents: tupleParts(pull(10), newMeter()) };
}

function closure(method: Method, body: Combinator): unknown {
  return closureFrom(method, curried(body));
}

const square = op('multiply', proj(product([REAL]), 0), proj(product([REAL]), 0));
const product2 = op('multiply', proj(REALS, 0), proj(REALS, 1));

describe.each(METHODS)('$id', (method) => {
  const tangentOf = (tangent: Tangent): NormalTangent => normalTangent(tangent);

  test('Partial Application: (λxb -> f (a, xb)) b = f (a, b)', () => {
    // (a, b, f), where f takes a pair.
    const source = product([REAL, REAL, functionType(REALS, REAL)]);
    const within = product([REAL, REAL, functionType(REALS, REAL), REAL]);
    const foo1 = called(curried(called(proj(within, 2), prod(proj(within, 0), proj(within, 3)))), proj(source, 1));
    const foo2 = called(proj(source, 2), prod(proj(source, 0), proj(source, 1)));
    const pair = product([REALS]);
    const body = op(
      'multiply',
      compose(proj(pair, 0), proj(REALS, 0)),
      op('multiply', compose(proj(pair, 0), proj(REALS, 1)), compose(proj(pair, 0), proj(REALS, 1))),
    );
    const input = [3, 4, closure(method, body)];
    const [first, second] = [meaning(method, foo1, input), meaning(method, foo2, input)];
    expect(first.value).toBe(48);
    expect(second.value).toBe(48);
    expect(first.tangents.slice(0, 2).map(tangentOf)).toEqual([160, 240]);
    expect(second.tangents.slice(0, 2).map(tangentOf)).toEqual([160, 240]);
    if (method.id === 'curry-dependent') return;
    expect(tangentOf(first.tangents[2])).toEqual({ calls: [{ argument: [3, 4], given: 10 }] });
    expect(tangentOf(second.tangents[2])).toEqual({ calls: [{ argument: [3, 4], given: 10 }] });
  });

  test('Partial Application of a captured function of two, one at a time', () => {
    // curry (curry f) a b = f (a, b)
    const foo1 = called(called(compose(front(REALS, 0), curried(curried(product2))), proj(REALS, 0)), proj(REALS, 1));
    const [first, second] = [meaning(method, foo1, [3, 4]), meaning(method, product2, [3, 4])];
    expect(first.value).toBe(second.value);
    expect(first.tangents.map(tangentOf)).toEqual([40, 30]);
    expect(second.tangents.map(tangentOf)).toEqual([40, 30]);
  });

  test('Forgetting Results: fst (f x, g x) = f x', () => {
    const source = product([UNARY, UNARY, REAL]);
    const [fx, gx] = [called(proj(source, 0), proj(source, 2)), called(proj(source, 1), proj(source, 2))];
    const foo1 = compose(prod(fx, gx), proj(product([REAL, REAL]), 0));
    const input = [closure(method, square), closure(method, op('sin', proj(product([REAL]), 0))), 3];
    const [first, second] = [meaning(method, foo1, input), meaning(method, fx, input)];
    expect(first.value).toBe(second.value);
    expect([first, second].map(({ tangents }) => tangentOf(tangents[2]))).toEqual([60, 60]);
    if (method.id === 'curry-dependent') {
      // g captured nothing, so it has no tangent.
      expect([first, second].map(({ tangents }) => tangents[1])).toEqual([undefined, undefined]);
      return;
    }
    // [(x, 0)] for the use of g, and [].
    expect(callsOfTangent(first.tangents[1], newMeter())).toEqual([{ argument: 3, given: undefined }]);
    expect(callsOfTangent(second.tangents[1], newMeter())).toEqual([]);
    expect(first.tangents.map(tangentOf)).toEqual(second.tangents.map(tangentOf));
  });

  test('Summing Results: f x + f x = let y = f x in y + y', () => {
    const source = product([UNARY, REAL]);
    const fx = called(proj(source, 0), proj(source, 1));
    const within = product([UNARY, REAL, REAL]);
    const foo1 = op('add', fx, fx);
    const foo2 = called(curried(op('add', proj(within, 2), proj(within, 2))), fx);
    const input = [closure(method, square), 3];
    const [first, second] = [meaning(method, foo1, input), meaning(method, foo2, input)];
    expect([first.value, second.value]).toEqual([18, 18]);
    expect([first, second].map(({ tangents }) => tangentOf(tangents[1]))).toEqual([120, 120]);
    if (method.id === 'curry-dependent') return;
    // [(x, g), (x, g)], and [(x, g + g)].
    const calls = (tangent: Tangent): readonly Call[] => callsOfTangent(tangent, newMeter());
    expect(calls(first.tangents[0])).toEqual([
      { argument: 3, given: 10 },
      { argument: 3, given: 10 },
    ]);
    expect(calls(second.tangents[0])).toEqual([{ argument: 3, given: 20 }]);
    expect(first.tangents.map(tangentOf)).toEqual(second.tangents.map(tangentOf));
  });

  test('values captured by such a function have the same tangent either way', () => {
    // let f = λx. a x in each of the two sides of Summing Results, at x = b.
    const source = REALS;
    const f = curried(op('multiply', proj(product([REAL, REAL, REAL]), 0), proj(product([REAL, REAL, REAL]), 2)));
    const within = product([REAL, REAL, UNARY]);
    const fx = called(proj(within, 2), proj(within, 1));
    const twice = called(curried(op('add', fx, fx)), f);
    const deeper = product([REAL, REAL, UNARY, REAL]);
    const once = called(curried(called(curried(op('add', proj(deeper, 3), proj(deeper, 3))), fx)), f);
    const forgotten = called(
      curried(compose(prod(fx, called(proj(within, 2), realConstant(within, 7))), proj(product([REAL, REAL]), 0))),
      f,
    );
    expect(meaning(method, twice, [3, 4])).toMatchObject({ value: 24 });
    for (const term of [twice, once]) {
      expect(term.source).toEqual(source);
      expect(meaning(method, term, [3, 4]).tangents.map(tangentOf)).toEqual([80, 60]);
    }
    expect(meaning(method, forgotten, [3, 4]).tangents.map(tangentOf)).toEqual([40, 30]);
  });
});

test('the normal form merges and adds calls, drops zeros and ignores the order', () => {
  const calls = (...entries: readonly (readonly [number, Tangent])[]): Tangent => ({
    tag: 'calls',
    calls: entries.map(([argument, given]) => ({ argument, given })),
  });
  expect(normalTangent(calls([3, 0]))).toEqual(normalTangent(calls()));
  expect(normalTangent(calls([3, undefined]))).toBeUndefined();
  expect(normalTangent(calls([3, 10], [3, 10]))).toEqual(normalTangent(calls([3, 20])));
  expect(normalTangent(calls([3, 10], [3, -10]))).toBeUndefined();
  expect(normalTangent(calls([4, 1], [3, 10], [4, 2]))).toEqual(normalTangent(calls([3, 10], [4, 3])));
  expect(normalTangent(calls([3, 10], [4, 1]))).not.toEqual(normalTangent(calls([3, 11])));
});
