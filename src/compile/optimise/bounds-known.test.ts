import { expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { boolConstant, Builder, intConstant, Numbers } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Block, Variable } from '../ir/tree';
import { withoutTests } from './bounds';

const NONE: Block = { statements: [], results: [] };
const c = intConstant;

/** Prints a block over ints after the pass. */
const after = (count: number, write: (b: Builder, ...ints: readonly Variable[]) => readonly Variable[]): string =>
  blockAfter(
    Array.from({ length: count }, (): Kind => 'int'),
    write,
    withoutTests,
  );

test.each([
  [6, 'true'],
  [7, 'b13'],
])('an int is known to be below the last of %d that increase: %s', (count, expected) => {
  const text = after(count, (b, ...ints) => {
    const within = (inner: Builder, at: number): void => {
      const [first, small, large] = [ints[0], ints[at], ints[at + 1]];
      if (first === undefined || small === undefined) return;
      if (large === undefined) {
        inner.add([], { tag: 'push', values: [inner.operation('lessInt', first, small)] });
        return;
      }
      const [condition, arm] = [inner.operation('lessInt', small, large), inner.inner()];
      within(arm, at + 1);
      inner.add([], { tag: 'if', condition, consequent: arm.block([]), alternative: NONE });
    };
    within(b, 0);
    return [];
  });
  expect(/push (\w+)/.exec(text)?.[1]).toBe(expected);
});

test('what a loop knows of its count is not known after it', () => {
  const text = after(1, (b, n = b.numbers.variable('int')) => {
    const body = b.inner();
    body.add([], { tag: 'push', values: [body.operation('lessInt', c(0), n)] });
    b.add([], {
      tag: 'for',
      index: b.numbers.variable('int'),
      count: n,
      down: false,
      parameters: [],
      initial: [],
      body: body.block([]),
      forgets: false,
    });
    return [b.operation('lessInt', c(0), n)];
  });
  expect(text).toMatch(/push true/);
  expect(text).toMatch(/results b\d+$/);
});

test('a branch on a constant tells nothing', () => {
  const text = after(1, (b, n = b.numbers.variable('int')) => {
    b.operation('lessInt', n, c(4));
    const arm = b.inner();
    arm.add([], { tag: 'push', values: [arm.operation('lessInt', n, c(4))] });
    b.add([], { tag: 'if', condition: boolConstant(true), consequent: arm.block([]), alternative: NONE });
    return [];
  });
  expect(text).toMatch(/push b\d+/);
});

test('the block stays the same where nothing is left to do', () => {
  const b = new Builder(new Numbers());
  const index = b.operation('mod', b.numbers.variable('int'), c(10));
  const sum = b.operation('addInt', b.operation('addInt', index, c(2)), c(3));
  const block = withoutTests(b.block([sum]));
  expect(withoutTests(block)).toBe(block);
});
