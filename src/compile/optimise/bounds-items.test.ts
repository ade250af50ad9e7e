import { describe, expect, test } from 'vitest';
import { inRound, op, REALS, either, twice, type Write } from '../../testing/ir/rounds';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Constant, Variable } from '../ir/tree';
import { withoutTests } from './bounds';

const c = intConstant;

const item = (b: Builder, array: Atom, index: Atom): Variable =>
  b.one('real', { tag: 'item', array, index, checked: true });
/** Makes an array of a number of equal items. */
const filled = (b: Builder, count: Atom): Variable =>
  b.one(REALS, {
    tag: 'build',
    count,
    index: b.numbers.variable('int'),
    body: { statements: [], results: [realConstant(1)] },
  });
const TEN: Constant = {
  tag: 'constant',
  kind: REALS,
  value: { constructor_: 0, parts: Array.from({ length: 10 }, () => realConstant(1)), count: 10 },
};

/** Makes an array of `n` divided by a number of items; each reads one of `n` items. */
const divided = (b: Builder, n: Atom, by: number, at: (inner: Builder, index: Atom) => Atom): readonly Atom[] => {
  const items = filled(b, n);
  const [inner, index] = [b.inner(), b.numbers.variable('int')];
  const body = inner.block([item(inner, items, at(inner, index))]);
  return [b.one(REALS, { tag: 'build', count: op(b, 'div', n, c(by)), index, body })];
};
const times = (b: Builder, factor: number, index: Atom): Atom => op(b, 'multiplyInt', c(factor), index);

describe('an item at', () => {
  test.each<[string, 10 | 'n' | 'length', Write, boolean]>([
    ['the index of its loop', 'length', (b, i, _, __, data) => [item(b, data, i)], false],
    ['the index of another loop', 'n', (b, i, _, __, data) => [item(b, data, i)], true],
    ['the next index', 'length', (b, i, _, __, data) => [item(b, data, op(b, 'addInt', i, c(1)))], true],
    [
      'the last but that',
      'length',
      (b, i, _, __, data) => [
        item(
          b,
          data,
          op(b, 'subtractInt', op(b, 'subtractInt', b.one('int', { tag: 'length', array: data }), c(1)), i),
        ),
      ],
      true,
    ],
    [
      'the last but the index',
      'n',
      (b, i, n) => [item(b, filled(b, n), op(b, 'subtractInt', op(b, 'subtractInt', n, c(1)), i))],
      false,
    ],
    ['the length less the index', 'n', (b, i, n) => [item(b, filled(b, n), op(b, 'subtractInt', n, i))], true],
    [
      'the one before the last but the index',
      'n',
      (b, i, n) => [item(b, filled(b, n), op(b, 'subtractInt', op(b, 'subtractInt', n, c(2)), i))],
      true,
    ],
    ['half the index', 'length', (b, i, _, __, data) => [item(b, data, op(b, 'div', i, c(2)))], false],
    [
      'a constant of an array that is written',
      10,
      (b, _, n) => {
        const array = b.one(REALS, { tag: 'array', items: [[b.operation('toReal', n)]] });
        return [item(b, array, c(0)), item(b, array, c(1))];
      },
      true,
    ],
    [
      'the first of an array that is written',
      10,
      (b, _, n) => [item(b, b.one(REALS, { tag: 'array', items: [[b.operation('toReal', n)]] }), c(0))],
      false,
    ],
    ['twice an index up to half', 'n', (b, _, n) => divided(b, n, 2, (inner, k) => times(inner, 2, k)), false],
    [
      'an index up to half, twice',
      'n',
      (b, _, n) => divided(b, n, 2, (inner, k) => op(inner, 'multiplyInt', k, c(2))),
      false,
    ],
    [
      'the odd number below',
      'n',
      (b, _, n) => divided(b, n, 2, (inner, k) => op(inner, 'addInt', times(inner, 2, k), c(1))),
      false,
    ],
    [
      'the next even number',
      'n',
      (b, _, n) => divided(b, n, 2, (inner, k) => op(inner, 'addInt', times(inner, 2, k), c(2))),
      true,
    ],
    ['three times an index up to half', 'n', (b, _, n) => divided(b, n, 2, (inner, k) => times(inner, 3, k)), true],
    ['twice an index up to a third', 'n', (b, _, n) => divided(b, n, 3, (inner, k) => times(inner, 2, k)), true],
    [
      'the last of three each',
      'n',
      (b, _, n) => divided(b, n, 3, (inner, k) => op(inner, 'addInt', times(inner, 3, k), c(2))),
      false,
    ],
    ['the index of a constant array', 10, (b, i) => [item(b, TEN, i)], false],
    ['the next index of a constant array', 10, (b, i) => [item(b, TEN, op(b, 'addInt', i, c(1)))], true],
    ['twice the index of an array of 19', 10, (b, i) => [item(b, filled(b, c(19)), twice(b, i))], false],
    ['twice the index of an array of 18', 10, (b, i) => [item(b, filled(b, c(18)), twice(b, i))], true],
    [
      'the index or half of it',
      'length',
      (b, i, n, m, data) => [item(b, data, either(b, op(b, 'lessInt', n, m), i, op(b, 'div', i, c(2))))],
      false,
    ],
    [
      'the index or the next',
      'length',
      (b, i, n, m, data) => [item(b, data, either(b, op(b, 'lessInt', n, m), i, op(b, 'addInt', i, c(1))))],
      true,
    ],
    [
      'the index or a remainder',
      'length',
      (b, i, n, m, data) => {
        const remainder = op(b, 'mod', n, op(b, 'div', op(b, 'addInt', i, c(3)), c(2)));
        return [item(b, data, either(b, op(b, 'lessInt', n, m), i, remainder))];
      },
      true,
    ],
    [
      'the index or what is small',
      'length',
      (b, i, n, m, data) => [item(b, data, either(b, op(b, 'lessInt', n, m), i, op(b, 'mod', n, c(3))))],
      true,
    ],
    ['the index of an array of as many', 'n', (b, i, n) => [item(b, filled(b, n), i)], false],
    [
      'a remainder by its length',
      10,
      (b, ___, n, __, data) => [item(b, data, op(b, 'mod', n, b.one('int', { tag: 'length', array: data })))],
      true,
    ],
  ])('%s, to %s', (_, to, write, isTested) => {
    expect(/item [^;]*\](;|$)/.test(inRound(to, write, withoutTests))).toBe(isTested);
  });
});
