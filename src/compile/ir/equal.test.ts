import { expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { doubling, loop } from '../../testing/ir/sums';
import { REALS } from '../../testing/ir/rounds';
import { boolConstant, type Builder, realConstant } from './builder';
import { sameStatement } from './equal';
import type { Atom, Variable } from './tree';

type Write = (b: Builder, x: Variable, n: Variable, data: Variable) => void;

/** Whether the last statements that two functions write are the same. */
function areSame(left: Write, right: Write): boolean {
  let isSame = false;
  blockAfter(
    ['real', 'int', REALS],
    (b, x, n = x, data = x): readonly Atom[] => {
      const [one, other] = [left, right].map((write) => {
        write(b, x, n, data);
        return b.statements.at(-1);
      });
      isSame = one !== undefined && other !== undefined && sameStatement(one, other);
      return [];
    },
    (block) => block,
  );
  return isSame;
}

const branch =
  (consequent: (inner: Builder, x: Variable) => Atom, alternative: (inner: Builder, x: Variable) => Atom): Write =>
  (b, x) => {
    const [first, second] = [b.inner(), b.inner()];
    b.add(['real'], {
      tag: 'if',
      condition: { tag: 'constant', kind: 'bool', value: true },
      consequent: first.block([consequent(first, x)]),
      alternative: second.block([alternative(second, x)]),
    });
  };
const sine = (inner: Builder, x: Variable): Atom => inner.operation('sin', x);
/** Adds an array of the sines of indices. */
const made = (b: Builder, count: Atom): void => {
  const [inner, index] = [b.inner(), b.numbers.variable('int')];
  const body = inner.block([inner.operation('sin', inner.operation('toReal', index))]);
  b.one(REALS, { tag: 'build', count, index, body });
};
const read = (b: Builder, array: Atom, index: Atom, more: { changes?: boolean | undefined } = {}): Variable =>
  b.one('real', { tag: 'item', array, index, checked: true, ...more });
/** Adds a branch whose first arm pushes values, one by one. */
const pushing =
  (count: number): Write =>
  (b, x) => {
    const inner = b.inner();
    for (let i = 0; i < count; i++) inner.add([], { tag: 'push', values: [x] });
    const condition = boolConstant(true);
    b.add([], { tag: 'if', condition, consequent: inner.block([]), alternative: { statements: [], results: [] } });
  };
const both = (left: Write, right: Write): readonly (readonly [Write, Write])[] => [
  [left, right],
  [right, left],
];
const cosine = (inner: Builder, x: Variable): Atom => inner.operation('cos', x);

test.each<[string, Write, Write]>([
  ['loops', (b, _, n, data) => loop(b, n, doubling(data)), (b, _, n, data) => loop(b, n, doubling(data))],
  ['branches', branch(sine, cosine), branch(sine, cosine)],
  ['operations', (b, x) => b.operation('sin', x), (b, x) => b.operation('sin', x)],
  ['arrays', (b, _, n) => made(b, n), (b, _, n) => made(b, n)],
  ['reads', (b, _, n, data) => read(b, data, n), (b, _, n, data) => read(b, data, n, { changes: undefined })],
])('%s that differ in names alone are the same', (_, left, right) => {
  expect(areSame(left, right)).toBe(true);
});

test.each<[string, Write, Write]>([
  ['operations', (b, x) => b.operation('sin', x), (b, x) => b.operation('cos', x)],
  ['arms', branch(sine, cosine), branch(cosine, sine)],
  ['results', branch((_, x) => x, cosine), branch(sine, cosine)],
  [
    'counts',
    (b, _, n, data) => loop(b, n, doubling(data)),
    (b, _, __, data) => loop(b, b.one('int', { tag: 'length', array: data }), doubling(data)),
  ],
  [
    'directions',
    (b, _, n, data) => loop(b, n, doubling(data)),
    (b, _, n, data) => loop(b, n, doubling(data), { down: true }),
  ],
  [
    'what they carry',
    (b, _, n, data) => loop(b, n, doubling(data)),
    (b, x, n) => loop(b, n, (inner, __, sum) => inner.operation('add', sum, x)),
  ],
  [
    'indices',
    (b, _, n, data) => b.one('real', { tag: 'item', array: data, index: n, checked: true }),
    (b, _, __, data) =>
      b.one('real', {
        tag: 'item',
        array: data,
        index: b.operation('negateInt', { tag: 'constant', kind: 'int', value: 1 }),
        checked: true,
      }),
  ],
  [
    'tests',
    (b, _, n, data) => b.one('real', { tag: 'item', array: data, index: n, checked: true }),
    (b, _, n, data) => b.one('real', { tag: 'item', array: data, index: n, checked: false }),
  ],
  ['kinds', (b) => b.one('real', { tag: 'pop' }), (b) => b.one('int', { tag: 'pop' })],
  ...both(
    (b, x) => b.one(REALS, { tag: 'array', items: [[x]] }),
    (b, x) => b.one(REALS, { tag: 'array', items: [[x], [x]] }),
  ).map((pair): [string, Write, Write] => ['the number of items', ...pair]),
  ...both(pushing(1), pushing(2)).map((pair): [string, Write, Write] => [
    'the number of statements in an arm',
    ...pair,
  ]),
  ...both(
    (b, _, n, data) => read(b, data, n),
    (b, _, n, data) => read(b, data, n, { changes: true }),
  ).map((pair): [string, Write, Write] => ['what is known of the array', ...pair]),
  ['zeros', (b, x) => b.operation('add', x, realConstant(0)), (b, x) => b.operation('add', x, realConstant(-0))],
  ['one of the kinds', (b) => b.add(['real', 'int'], { tag: 'pop' }), (b) => b.add(['real', 'bool'], { tag: 'pop' })],
  ['the number of targets', (b) => b.one('real', { tag: 'pop' }), (b) => b.add(['real', 'real'], { tag: 'pop' })],
])('statements with other %s are not', (_, left, right) => {
  expect(areSame(left, right)).toBe(false);
});
