import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import { blockAfter } from '../../testing/ir/examples';
import { type Builder, intConstant } from '../ir/builder';
import type { ArrayLayout, Atom, Variable } from '../ir/tree';
import { withoutTests } from './bounds';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

type Write = (b: Builder, index: Variable, n: Variable, m: Variable, data: Variable) => readonly Atom[];

/** Prints what a round of a loop to 10, or to n, or one for each item of data, computes after the pass. */
function inRound(to: 10 | 'n' | 'length', write: Write): string {
  return blockAfter(
    ['int', 'int', REALS],
    (b, n, m, data) => {
      if (n === undefined || m === undefined || data === undefined) return [];
      const count = to === 'n' ? n : to === 'length' ? b.one('int', { tag: 'length', array: data }) : intConstant(to);
      const [inner, index] = [b.inner(), b.numbers.variable('int')];
      const results = write(inner, index, n, m, data);
      inner.add([], { tag: 'push', values: results });
      b.add([], {
        tag: 'for',
        index,
        count,
        down: false,
        parameters: [],
        initial: [],
        body: inner.block([]),
        forgets: false,
      });
      return [];
    },
    withoutTests,
  )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(main|for|results|[{}]|n\d+ = length d2$)/.test(line))
    .join('; ');
}

const c = intConstant;
const op = (b: Builder, operation: OperationName, ...given: readonly Atom[]): Variable =>
  b.operation(operation, ...given);
const item = (b: Builder, array: Atom, index: Atom): Variable =>
  b.one('real', { tag: 'item', array, index, checked: true });
/** Returns what one arm of a comparison computes. */
const where = (
  b: Builder,
  condition: Atom,
  isFirst: boolean,
  write: (arm: Builder) => readonly Atom[],
): readonly Atom[] => {
  const arm = b.inner();
  arm.add([], { tag: 'push', values: write(arm) });
  const [block, none] = [arm.block([]), { statements: [], results: [] }];
  b.add([], { tag: 'if', condition, consequent: isFirst ? block : none, alternative: isFirst ? none : block });
  return [];
};

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
  ])('%s, to %s', (_, to, write, expected) => {
    expect(inRound(to, write)).toBe(expected);
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
    expect(inRound(10, (b, i) => [op(b, operation, i, c(bound))])).toBe(expected);
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
    const text = inRound(10, (b, i) =>
      where(b, op(b, operation, i, c(4)), isFirst, (arm) => asked.map((each) => op(arm, each, i, c(4)))),
    );
    expect(/push ([^;]*)/.exec(text)?.[1]).toBe(expected);
  });
});

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
      'the index of an array of as many',
      'n',
      (b, i, n) => {
        const array = b.one(REALS, {
          tag: 'build',
          count: n,
          index: b.numbers.variable('int'),
          body: b.inner().block([b.operation('toReal', n)]),
        });
        return [item(b, array, i)];
      },
      false,
    ],
    [
      'a remainder by its length',
      10,
      (b, ___, n, __, data) => [item(b, data, op(b, 'mod', n, b.one('int', { tag: 'length', array: data })))],
      true,
    ],
  ])('%s, to %s', (_, to, write, isTested) => {
    expect(/item [^;]*\](;|$)/.test(inRound(to, write))).toBe(isTested);
  });
});
