import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { REALS } from '../../testing/ir/rounds';
import { adding, doubling, type Given, item, loop } from '../../testing/ir/sums';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Block, Variable } from '../ir/tree';
import { merge } from './merge';

const THREE = intConstant(3);
/** Two constant arrays. */
const [ONE, OTHER] = [1, 2].map((each): Atom => ({
  tag: 'constant',
  kind: REALS,
  value: { constructor_: 0, parts: Array.from({ length: 3 }, () => realConstant(each)), count: 3 },
})) as [Atom, Atom];

/** Another array. */
const another = (b: Builder, x: Atom): Atom => b.one(REALS, { tag: 'array', items: [[x]] });

/** Adds a loop that carries two reals. */
function two(b: Builder, count: Atom, data: Atom): readonly Variable[] {
  const [inner, index] = [b.inner(), b.numbers.variable('int')];
  const initial = [realConstant(0), realConstant(1)];
  const parameters = b.numbers.copies(initial);
  const body = inner.block(parameters.map((each) => inner.operation('add', each, item(inner, data, index))));
  return b.add(['real', 'real'], { tag: 'for', index, count, down: false, parameters, initial, body, forgets: true });
}

function merged(write: (given: Given) => readonly Atom[]): Block {
  let made: Block = { statements: [], results: [] };
  blockAfter(
    ['real', 'int', REALS],
    (b, x, n = x, data = x) => write({ b, x, n, data }),
    (block) => (made = merge(block)),
  );
  return made;
}

const loops = (write: (given: Given) => readonly Atom[]): number =>
  merged(write).statements.filter(({ tag }) => tag === 'for').length;

describe('two loops become one', () => {
  test('if the later one reads another array before', () => {
    expect(loops(({ b, x, n, data }) => [loop(b, n, adding(data)), loop(b, n, adding(another(b, x), data))])).toBe(1);
  });

  test('if the array is constant', () => {
    expect(loops(({ b }) => [loop(b, THREE, adding(ONE)), loop(b, THREE, adding(ONE))])).toBe(1);
  });

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('which frees what a round makes if both do: %s, %s', (first, second) => {
    const { statements } = merged(({ b, n, data }) => [
      loop(b, n, adding(data), { forgets: first }),
      loop(b, n, doubling(data), { forgets: second }),
    ]);
    expect(statements).toMatchObject([{ tag: 'for', forgets: first && second }]);
  });
});

test.each<[string, (given: Given) => readonly Atom[]]>([
  ['they read different arrays', ({ b, x, n, data }) => [loop(b, n, adding(data)), loop(b, n, adding(another(b, x)))]],
  ['they read different constants', ({ b }) => [loop(b, THREE, adding(ONE)), loop(b, THREE, adding(OTHER))]],
  [
    'one watches a value',
    ({ b, n, data }) => [
      loop(b, n, adding(data)),
      loop(b, n, (inner, index, sum) => {
        inner.add([], { tag: 'watched', watch: 0, values: [sum] });
        return adding(data)(inner, index, sum);
      }),
    ],
  ],
  [
    'what is between needs one of the results of the earlier, which is used later too',
    ({ b, x, n, data }) => {
      const [first = x, second = x] = two(b, n, data);
      const called = b.one('real', { tag: 'call', callee: 0, arguments: [x] });
      const cosine = b.operation('cos', second);
      const last = loop(b, n, (inner, index, sum) =>
        inner.operation('add', sum, inner.operation('multiply', called, item(inner, data, index))),
      );
      return [b.operation('sin', first), b.operation('sin', second), cosine, last];
    },
  ],
])('two loops stay two if %s', (_, write) => {
  expect(loops(write)).toBe(2);
});
