import { describe, expect, test } from 'vitest';
import { inRound, op, REALS, where, either, twice, type Write } from '../../testing/ir/rounds';
import { type Builder, intConstant } from '../ir/builder';
import type { OperationName } from '../../language/operations/names';
import type { Atom, Variable } from '../ir/tree';
import { withoutTests } from './bounds';

const c = intConstant;
const LARGEST = Number.MAX_SAFE_INTEGER;
/** Prints the values that a round computes after the pass. */
const after = (to: 10 | 'n' | 'length', write: Write): string => inRound(to, write, withoutTests);

describe('ints of a round', () => {
  test.each<[string, 10 | 'n' | 'length', Write, string]>([
    ['a sum', 10, (b, i) => [op(b, 'addInt', i, i)], 'n4 = addInt n3, n3 untested; push n4'],
    ['a sum with what is not known', 10, (b, i, n) => [op(b, 'addInt', i, n)], 'n4 = addInt n3, n0; push n4'],
    [
      'a sum with 1 below what is not known',
      'n',
      (b, i) => [op(b, 'addInt', i, c(1))],
      'n4 = addInt n3, 1 untested; push n4',
    ],
    ['a sum with 2 below what is not known', 'n', (b, i) => [op(b, 'addInt', i, c(2))], 'n4 = addInt n3, 2; push n4'],
    ['a difference', 10, (b, i) => [op(b, 'subtractInt', c(3), i)], 'n4 = subtractInt 3, n3 untested; push n4'],
    [
      'a difference with a constant',
      10,
      (b, i) => [op(b, 'subtractInt', i, c(3))],
      'n4 = addInt n3, -3 untested; push n4',
    ],
    [
      'a difference from what is not known',
      10,
      (b, i, n) => [op(b, 'subtractInt', n, i)],
      'n4 = subtractInt n0, n3; push n4',
    ],
    ['a product', 10, (b, i) => [op(b, 'multiplyInt', i, i)], 'n4 = multiplyInt n3, n3 untested; push n4'],
    [
      'a product with a large constant',
      10,
      (b, i) => [op(b, 'multiplyInt', i, c(2 ** 50))],
      'n4 = multiplyInt n3, 1125899906842624; push n4',
    ],
    [
      'a product with a negative constant',
      10,
      (b, i) => [op(b, 'addInt', op(b, 'multiplyInt', i, c(-3)), c(2))],
      'n4 = multiplyInt n3, -3 untested; n5 = addInt n4, 2 untested; push n5',
    ],
    [
      'a product with what is not known',
      10,
      (b, i, n) => [op(b, 'multiplyInt', i, n)],
      'n4 = multiplyInt n3, n0; push n4',
    ],
    ['a negative', 10, (b, i) => [op(b, 'negateInt', i)], 'n4 = negateInt n3 untested; push n4'],
    ['a quotient', 10, (b, i) => [op(b, 'div', i, c(3))], 'n4 = div n3, 3 untested; push n4'],
    ['a quotient by what can be 0', 10, (b, i) => [op(b, 'div', c(7), i)], 'n4 = div 7, n3; push n4'],
    [
      'a quotient by what is positive',
      10,
      (b, i) => [op(b, 'div', c(7), op(b, 'addInt', i, c(1)))],
      'n4 = addInt n3, 1 untested; n5 = div 7, n4 untested; push n5',
    ],
    ['a quotient by a negative', 10, (b, i) => [op(b, 'div', i, c(-2))], 'n4 = div n3, -2; push n4'],
    [
      'a remainder',
      10,
      (b, i, n) => [op(b, 'mod', n, c(3)), op(b, 'mod', i, c(0))],
      'n4 = mod n0, 3 untested; n5 = mod n3, 0; push n4, n5',
    ],
    [
      'sums of sums',
      10,
      (b, i) => [op(b, 'addInt', op(b, 'addInt', i, c(2)), c(3))],
      'n4 = addInt n3, 2 untested; n5 = addInt n3, 5 untested; push n5',
    ],
    [
      'sums that cancel',
      10,
      (b, i) => [op(b, 'subtractInt', op(b, 'addInt', i, c(2)), c(2))],
      'n4 = addInt n3, 2 untested; n5 = subtractInt n4, 2 untested; push n3',
    ],
    [
      'differences that cancel',
      10,
      (b, i) => [op(b, 'subtractInt', op(b, 'addInt', i, c(5)), i)],
      'n4 = addInt n3, 5 untested; n5 = subtractInt n4, n3 untested; push 5',
    ],
    [
      'products that cancel',
      10,
      (b, i) => [op(b, 'subtractInt', op(b, 'multiplyInt', c(2), i), i)],
      'n4 = multiplyInt 2, n3 untested; n5 = subtractInt n4, n3 untested; push n3',
    ],
    [
      'products that do not',
      10,
      (b, i) => [op(b, 'addInt', op(b, 'multiplyInt', c(2), i), i)],
      'n4 = multiplyInt 2, n3 untested; n5 = addInt n4, n3 untested; push n5',
    ],
    [
      'a sum that is tested',
      'n',
      (b, _, __, m) => [op(b, 'addInt', op(b, 'addInt', m, c(2)), c(3))],
      'n4 = addInt n1, 2; n5 = addInt n4, 3; push n5',
    ],
    [
      'a difference that leaves what it takes away',
      10,
      (b, i) => [op(b, 'subtractInt', op(b, 'addInt', i, c(10)), c(5))],
      'n4 = addInt n3, 10 untested; n5 = addInt n3, 5 untested; push n5',
    ],
    [
      'what is the same as a small sum that is tested',
      10,
      (b, i, n, m) => {
        const sum = op(b, 'subtractInt', op(b, 'addInt', n, m), m);
        return where(b, op(b, 'lessInt', sum, i), true, (arm) => [op(arm, 'addInt', sum, c(5))]);
      },
      'n4 = addInt n0, n1; n5 = subtractInt n4, n1; b6 = lessInt n5, n3; if b6 {; n7 = addInt n0, 5 untested; push n7; push',
    ],
    [
      'the index of an array that is made',
      10,
      (b, _, n) => {
        const [inner, index] = [b.inner(), b.numbers.variable('int')];
        const body = inner.block([op(inner, 'toReal', op(inner, 'multiplyInt', index, index))]);
        return [b.one(REALS, { tag: 'build', count: n, index, body })];
      },
      'd7 = build n4 < n0 {; n5 = multiplyInt n4, n4 untested; r6 = toReal n5; push d7',
    ],
  ])('%s, to %s', (_, to, write, expected) => {
    expect(after(to, write)).toBe(expected);
  });

  test.each<[OperationName, number, string]>([
    ['lessInt', 10, 'b4 = lessInt n3, 10; push true'],
    ['lessInt', 9, 'b4 = lessInt n3, 9; push b4'],
    ['lessInt', 0, 'b4 = lessInt n3, 0; push false'],
    ['lessInt', 1, 'b4 = lessInt n3, 1; push b4'],
    ['lessEqualInt', 9, 'b4 = lessEqualInt n3, 9; push true'],
    ['lessEqualInt', 8, 'b4 = lessEqualInt n3, 8; push b4'],
    ['lessEqualInt', -1, 'b4 = lessEqualInt n3, -1; push false'],
    ['lessEqualInt', 0, 'b4 = lessEqualInt n3, 0; push b4'],
    ['greaterInt', -1, 'b4 = greaterInt n3, -1; push true'],
    ['greaterInt', 0, 'b4 = greaterInt n3, 0; push b4'],
    ['greaterInt', 9, 'b4 = greaterInt n3, 9; push false'],
    ['greaterInt', 8, 'b4 = greaterInt n3, 8; push b4'],
    ['greaterEqualInt', 0, 'b4 = greaterEqualInt n3, 0; push true'],
    ['greaterEqualInt', 1, 'b4 = greaterEqualInt n3, 1; push b4'],
    ['greaterEqualInt', 10, 'b4 = greaterEqualInt n3, 10; push false'],
    ['greaterEqualInt', 9, 'b4 = greaterEqualInt n3, 9; push b4'],
    ['equalInt', 10, 'b4 = equalInt n3, 10; push false'],
    ['equalInt', 9, 'b4 = equalInt n3, 9; push b4'],
    ['equalInt', -1, 'b4 = equalInt n3, -1; push false'],
    ['notEqualInt', 10, 'b4 = notEqualInt n3, 10; push b4'],
  ])('an index below 10 is compared: %s %d', (operation, bound, expected) => {
    expect(after(10, (b, i) => [op(b, operation, i, c(bound))])).toBe(expected);
  });

  /** A remainder by 3. */
  const third = (b: Builder, n: Atom): Variable => op(b, 'mod', n, c(3));
  test.each<[string, number, number, (b: Builder, index: Variable, n: Variable, m: Variable) => Atom]>([
    ['a product', -10, 8, (b, i, n) => op(b, 'multiplyInt', op(b, 'subtractInt', i, c(5)), third(b, n))],
    ['a difference', -3, 17, (b, i, n) => op(b, 'subtractInt', twice(b, i), op(b, 'addInt', third(b, n), c(1)))],
    ['a negative', -10, -1, (b, i) => op(b, 'negateInt', op(b, 'addInt', i, c(1)))],
    ['a quotient', 0, 6, (b, i, n) => op(b, 'div', op(b, 'addInt', i, c(3)), op(b, 'addInt', third(b, n), c(2)))],
    [
      'a quotient of what can be negative',
      -3,
      2,
      (b, i, n) => op(b, 'div', op(b, 'subtractInt', i, c(5)), op(b, 'addInt', third(b, n), c(2))),
    ],
    ['a remainder', 0, 5, (b, _, n) => op(b, 'mod', n, twice(b, op(b, 'addInt', third(b, n), c(1))))],
    [
      'one of two',
      -3,
      15,
      (b, i, n, m) => either(b, op(b, 'lessInt', n, m), i, op(b, 'subtractInt', twice(b, i), c(3))),
    ],
    [
      'one of two',
      -3,
      15,
      (b, i, n, m) => either(b, op(b, 'lessInt', n, m), op(b, 'subtractInt', twice(b, i), c(3)), i),
    ],
  ])('%s is from %d to %d', (_, low, high, write) => {
    const text = after(10, (b, i, n, m) => {
      const value = write(b, i, n, m);
      return [
        op(b, 'greaterEqualInt', value, c(low)),
        op(b, 'greaterInt', value, c(low)),
        op(b, 'lessEqualInt', value, c(high)),
        op(b, 'lessInt', value, c(high)),
      ];
    });
    expect(text).toMatch(/push true, b\d+, true, b\d+$/);
  });

  test.each<[string, boolean, Write]>([
    ['the index plus 1 is at most n', true, (b, i, n) => [op(b, 'lessEqualInt', op(b, 'addInt', i, c(1)), n)]],
    ['the index plus 2 is at most n', false, (b, i, n) => [op(b, 'lessEqualInt', op(b, 'addInt', i, c(2)), n)]],
    [
      'the index less what is positive is below it',
      true,
      (b, i, _, m) => [op(b, 'lessInt', op(b, 'subtractInt', i, op(b, 'addInt', third(b, m), c(1))), i)],
    ],
    [
      'half of what can be negative is at most that',
      false,
      (b, i) => {
        const value = op(b, 'subtractInt', i, c(5));
        return [op(b, 'lessEqualInt', op(b, 'div', value, c(2)), value)];
      },
    ],
  ])('%s: that is known: %s', (_, isKnown, write) => {
    expect(after('n', write)).toMatch(isKnown ? /push true$/ : /push b\d+$/);
  });

  test.each<[OperationName, boolean, string]>([
    ['lessInt', true, 'true, true, false, false, false'],
    ['lessInt', false, 'false, b6, b7, true, b9'],
    ['lessEqualInt', true, 'b5, true, false, b8, b9'],
    ['lessEqualInt', false, 'false, false, true, true, false'],
    ['greaterInt', true, 'false, false, true, true, false'],
    ['greaterInt', false, 'b5, true, false, b8, b9'],
    ['greaterEqualInt', true, 'false, b6, b7, true, b9'],
    ['greaterEqualInt', false, 'true, true, false, false, false'],
    ['equalInt', true, 'false, true, false, true, b9'],
    ['equalInt', false, 'b5, b6, b7, b8, b9'],
  ])('what is compared with 4 is known in an arm: %s %s', (operation, isFirst, expected) => {
    const asked: readonly OperationName[] = ['lessInt', 'lessEqualInt', 'greaterInt', 'greaterEqualInt', 'equalInt'];
    const text = after(10, (b, i) =>
      where(b, op(b, operation, i, c(4)), isFirst, (arm) => asked.map((each) => op(arm, each, i, c(4)))),
    );
    expect(/push ([^;]*)/.exec(text)?.[1]).toBe(expected);
  });
});

describe('what an arm knows', () => {
  test.each<[string, Write, string]>([
    [
      'it is unequal to the least',
      (b, i) => where(b, op(b, 'equalInt', i, c(0)), false, (arm) => [op(arm, 'greaterInt', i, c(0))]),
      'true',
    ],
    [
      'it is unequal to the largest',
      (b, i) => where(b, op(b, 'equalInt', i, c(9)), false, (arm) => [op(arm, 'lessInt', i, c(9))]),
      'true',
    ],
    [
      'the condition is no comparison',
      (b, i) => {
        const condition = b.one('bool', { tag: 'move', values: [op(b, 'lessInt', i, c(4))], finite: false });
        return where(b, condition, true, (arm) => [op(arm, 'lessInt', i, c(4))]);
      },
      'b6',
    ],
    [
      'it is left',
      (b, i) => {
        where(b, op(b, 'lessInt', i, c(4)), true, () => []);
        return [op(b, 'lessInt', i, c(10)), op(b, 'lessInt', i, c(4))];
      },
      'true, b6',
    ],
    // Where n is -6, the index is 0 and m is the largest int, both are 0.
    ...[['addInt', 'subtractInt', LARGEST] as const, ['subtractInt', 'addInt', -LARGEST] as const].map(
      ([first, second, by]): [string, Write, string] => [
        `the largest int cancels: ${first}, ${second}`,
        (b, i, n, m) =>
          where(b, op(b, 'lessInt', i, op(b, 'addInt', n, c(7))), true, (arm) => {
            const value = op(arm, second, op(arm, first, i, m), c(by));
            return [op(arm, 'lessInt', value, op(arm, 'addInt', n, c(6)))];
          }),
        'b9',
      ],
    ),
  ])('%s', (_, write, expected) => {
    expect(/push ([^;]*)/.exec(after(10, write))?.[1]).toBe(expected);
  });

  test('decides what was compared before', () => {
    const text = after(10, (b, i) => {
      const condition = op(b, 'lessInt', i, c(4));
      return where(b, op(b, 'lessInt', i, c(2)), true, (arm) => where(arm, condition, true, () => []));
    });
    expect(text).toMatch(/if true/);
  });
});
