import { expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { intConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import { neighbours } from './neighbours';

const PAIRS: ArrayLayout = { tag: 'array', id: 0, item: ['real', 'real'] };

test('sums into a shadow that a loop carries are not carried', () => {
  blockAfter(
    [PAIRS, PAIRS, 'int', 'real'],
    (b, first, second, n, x) => {
      const [inner, index] = [b.inner(), b.numbers.variable('int')];
      const [shadow, other] = [b.numbers.variable(PAIRS), b.numbers.variable(PAIRS)];
      for (const at of [index, inner.operation('addInt', index, intConstant(1))]) {
        const place = { tag: 'item', index: at, part: 0 } as const;
        inner.add([], { tag: 'accumulate', shadow, place, amount: x, present: true });
      }
      return b.add([PAIRS, PAIRS], {
        tag: 'for',
        index,
        count: n,
        down: false,
        parameters: [shadow, other],
        initial: [first, second],
        // The next round has the other one.
        body: inner.block([other, other]),
        forgets: false,
      });
    },
    (block, numbers) => {
      expect(neighbours(block, numbers)).toBe(block);
      return block;
    },
  );
});
