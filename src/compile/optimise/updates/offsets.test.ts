import { expect, test } from 'vitest';
import { Builder, intConstant as c, Numbers } from '../../ir/builder';
import type { Atom } from '../../ir/tree';
import { definitionsIn, distance } from './offsets';

const numbers = new Numbers();
const n = numbers.variable('int');
const m = numbers.variable('int');

test.each<[string, (b: Builder) => readonly [Atom, Atom], number | undefined]>([
  ['an int and itself', () => [n, n], 0],
  ['two ints', () => [n, m], undefined],
  ['two constants', () => [c(7), c(3)], 4],
  ['an int and a constant', () => [n, c(3)], undefined],
  ['an int and the next', (b) => [b.operation('addInt', n, c(1)), n], 1],
  ['an int and the one before', (b) => [b.operation('subtractInt', n, c(1)), n], -1],
  ['an int and the third', (b) => [n, b.operation('addInt', n, c(3))], -3],
  [
    'sums of sums',
    (b) => [b.operation('addInt', b.operation('addInt', n, c(3)), c(4)), b.operation('subtractInt', n, c(2))],
    9,
  ],
  ['sums of two ints', (b) => [b.operation('addInt', n, m), b.operation('addInt', n, m)], undefined],
  ['a product', (b) => [b.operation('multiplyInt', n, c(2)), n], undefined],
  ['the next of another', (b) => [b.operation('addInt', m, c(1)), n], undefined],
  [
    'a length',
    (b) => {
      const array = numbers.variable({ tag: 'array', id: 0, item: ['real'] });
      const length = b.one('int', { tag: 'length', array });
      return [b.operation('addInt', length, c(2)), length];
    },
    2,
  ],
])('the distance of %s', (_, make, expected) => {
  const builder = new Builder(numbers);
  const [left, right] = make(builder);
  expect(distance(left, right, definitionsIn(builder.block([])))).toBe(expected);
});

test('definitions are those of inner blocks too', () => {
  const builder = new Builder(numbers);
  const inner = builder.inner();
  const made = inner.operation('addInt', n, c(1));
  const block = inner.block([made]);
  builder.add(['int'], { tag: 'if', condition: numbers.variable('bool'), consequent: block, alternative: block });
  expect(definitionsIn(builder.block([])).get(made.id)).toBe(inner.statements[0]);
});
