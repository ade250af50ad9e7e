import { describe, expect, test } from 'vitest';
import { loopsIn } from '../../testing/ir/examples';
import { adding, another, byHand, type Given, item, loop, ONE, OTHER, THREE, two } from '../../testing/ir/merging';
import { REALS } from '../../testing/ir/rounds';
import { intConstant } from '../ir/builder';
import type { Atom } from '../ir/tree';

describe('two loops that are written by hand stay two', () => {
  test.each<[string, (given: Given) => readonly Atom[]]>([
    [
      'if they have different numbers of rounds',
      ({ b, n, data }) => [loop(b, n, adding(data)), loop(b, intConstant(3), adding(data))],
    ],
    [
      'if something between them needs the earlier and the later needs that',
      ({ b, n, data }) => {
        const sine = b.operation('sin', loop(b, n, adding(data)));
        return [
          loop(b, n, (inner, index, sum) =>
            inner.operation('add', sum, inner.operation('multiply', sine, item(inner, data, index))),
          ),
        ];
      },
    ],
    [
      'if the later needs something between them, and something between them needs the earlier',
      ({ b, x, n, data }) => {
        const first = loop(b, n, adding(data));
        const cosine = b.operation('cos', first);
        const tested = b.one('real', { tag: 'move', values: [x], finite: true });
        const second = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', tested, item(inner, data, index))),
        );
        return [cosine, second];
      },
    ],
    [
      'if the later needs an item that changes between them, and something between them needs the earlier',
      ({ b, n, data }) => {
        const cosine = b.operation('cos', loop(b, n, adding(data)));
        const factor = item(b, data, intConstant(0), true);
        const second = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', factor, item(inner, data, index))),
        );
        return [cosine, second];
      },
    ],
    [
      'if a round reads the array elsewhere only',
      ({ b, n, data }) => [
        loop(b, n, adding(data)),
        loop(b, n, (inner, _, sum) => inner.operation('add', sum, item(inner, data, intConstant(0)))),
      ],
    ],
    [
      'if the array is updated later',
      ({ b, n, data }) => [
        loop(b, n, (inner, index, sum) => inner.operation('add', sum, item(inner, data, index, true))),
        loop(b, n, adding(data)),
      ],
    ],
    [
      'if the array is updated in a branch of the later one',
      ({ b, n, data }) => [
        loop(b, n, adding(data)),
        loop(b, n, (inner, index, sum) => {
          const read = item(inner, data, index);
          const [updating, other] = [inner.inner(), inner.inner()];
          updating.add([REALS], { tag: 'update', array: data, index, values: [read] });
          inner.add([], {
            tag: 'if',
            condition: { tag: 'constant', kind: 'bool', value: true },
            consequent: updating.block([]),
            alternative: other.block([]),
          });
          return inner.operation('add', sum, read);
        }),
      ],
    ],
    [
      'if they read different arrays',
      ({ b, x, n, data }) => [loop(b, n, adding(data)), loop(b, n, adding(another(b, x)))],
    ],
    ['if they read different constants', ({ b }) => [loop(b, THREE, adding(ONE)), loop(b, THREE, adding(OTHER))]],
    [
      'if one watches a value',
      ({ b, n, data }) => [
        loop(b, n, adding(data)),
        loop(b, n, (inner, index, sum) => {
          inner.add([], { tag: 'watched', watch: 0, values: [sum] });
          return adding(data)(inner, index, sum);
        }),
      ],
    ],
    [
      'if what is between needs one of the results of the earlier, which is used later too',
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
    ['if one is half of a pair', ({ b, n, data }) => [loop(b, n, adding(data)), loop(b, n, adding(data), { pair: 7 })]],
  ])('%s', (_, write) => {
    expect(loopsIn(byHand(write))).toBe(2);
  });
});
