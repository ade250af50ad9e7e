import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { Builder, intConstant, Numbers } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import {
  compute,
  difference,
  isFree,
  plus,
  type Polynomial,
  polynomialOf,
  product,
  quotient,
  shifted,
} from './polynomials';
import { runs } from '../../testing/runs';

const numbers = new Numbers();
const [x, y, z] = [numbers.variable('int'), numbers.variable('int'), numbers.variable('int')];
const termOf = (atom: Atom): Polynomial => polynomialOf(atom) ?? [];
/** A sum of products of a factor and variables, in the order of their numbers. */
const sumOf = (...terms: readonly [number, ...Variable[]][]): Polynomial =>
  terms.map(([times, ...variables]) => ({ times, variables }));
const int = (value: number): Polynomial => termOf(intConstant(value));

/** The value of a polynomial, by what `compute` adds. */
function valueOf(polynomial: Polynomial, at: ReadonlyMap<number, number>): number {
  const builder = new Builder(numbers);
  const result = compute(polynomial, new Map(), builder);
  const values = new Map(at);
  const of = (atom: Atom | undefined): number =>
    atom?.tag === 'variable' ? (values.get(atom.id) ?? NaN) : Number(atom?.value);
  for (const statement of builder.statements) {
    if (statement.tag !== 'operation') continue;
    const [left, right] = statement.arguments.map(of);
    const made = {
      addInt: (left ?? NaN) + (right ?? NaN),
      subtractInt: (left ?? NaN) - (right ?? NaN),
      multiplyInt: (left ?? NaN) * (right ?? NaN),
    };
    const target = statement.targets[0];
    if (target !== undefined) values.set(target.id, made[statement.operation as keyof typeof made]);
  }
  return of(result);
}

type Expression =
  | number
  | Variable
  | { readonly op: 'plus' | 'minus' | 'times'; readonly left: Expression; readonly right: Expression };

const expressions = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom(x, y),
    fc.record({ op: fc.constantFrom('plus', 'minus', 'times'), left: tie('expression'), right: tie('expression') }),
  ),
})).expression;

function of(expression: Expression): Polynomial | undefined {
  if (typeof expression === 'number') return polynomialOf(intConstant(expression));
  if ('tag' in expression) return polynomialOf(expression);
  const [left, right] = [of(expression.left), of(expression.right)];
  if (left === undefined || right === undefined) return undefined;
  if (expression.op === 'times') return product(left, right);
  return plus(left, right, expression.op === 'plus' ? 1 : -1);
}

function evaluate(expression: Expression, at: ReadonlyMap<number, number>): number {
  if (typeof expression === 'number') return expression;
  if ('tag' in expression) return at.get(expression.id) ?? NaN;
  const [left, right] = [evaluate(expression.left, at), evaluate(expression.right, at)];
  if (expression.op === 'times') return left * right;
  return expression.op === 'plus' ? left + right : left - right;
}

const points = fc.tuple(fc.integer({ min: -7, max: 7 }), fc.integer({ min: -7, max: 7 }));
const at = (first: number, second: number): ReadonlyMap<number, number> =>
  new Map([
    [x.id, first],
    [y.id, second],
  ]);

describe('a polynomial', () => {
  test('has the value of what it stands for', () => {
    fc.assert(
      fc.property(expressions, points, (expression, [a, b]) => {
        const polynomial = of(expression);
        fc.pre(polynomial !== undefined);
        expect(valueOf(polynomial, at(a, b)) + 0).toBe(evaluate(expression, at(a, b)) + 0);
      }),
      runs(),
    );
  });

  test('changes by its difference', () => {
    fc.assert(
      fc.property(expressions, points, fc.constantFrom(1, -1), (expression, [a, b], by) => {
        const polynomial = of(expression);
        fc.pre(polynomial !== undefined);
        const change = difference(polynomial, x, by);
        fc.pre(change !== undefined);
        expect(valueOf(change, at(a, b)) + 0).toBe(
          evaluate(expression, at(a + by, b)) - evaluate(expression, at(a, b)) + 0,
        );
        expect(isFree(change, x) || !isFree(polynomial, x)).toBe(true);
      }),
      runs(),
    );
  });

  test('is divided if all of its factors can be', () => {
    const [two, three] = [int(2), int(3)];
    const sum = plus(product(two, termOf(x)) ?? [], int(4), 1) ?? [];
    expect(quotient(sum, 2)).toEqual(plus(termOf(x), two, 1));
    expect(quotient(plus(sum, three, 1) ?? [], 2)).toBeUndefined();
  });

  test('is not followed beyond three factors, eight terms, and factors that are exact', () => {
    const cube = product(product(termOf(x), termOf(x)) ?? [], termOf(x)) ?? [];
    expect(cube).toHaveLength(1);
    expect(product(cube, termOf(x))).toBeUndefined();
    const many = Array.from({ length: 9 }, () => termOf(numbers.variable('int'))).flat();
    expect(plus(many.slice(1), [], 1)).toHaveLength(8);
    expect(plus(many, [], 1)).toBeUndefined();
    expect(product(termOf(x), int(2 ** 39))).toHaveLength(1);
    expect(product(int(2 ** 20), int(2 ** 20))).toBeUndefined();
    expect(polynomialOf(intConstant(2 ** 40))).toBeUndefined();
    expect(plus(sumOf([2 ** 39, x], [1, y]), sumOf([2 ** 39, x]), 1)).toBeUndefined();
  });

  test('has like terms together, and none that is 0', () => {
    expect(plus(termOf(x), termOf(x), -1)).toEqual([]);
    expect(plus(sumOf([1, x], [2, y]), termOf(y), 3)).toEqual(sumOf([1, x], [5, y]));
    expect(product(termOf(y), termOf(x))).toEqual(product(termOf(x), termOf(y)));
  });

  test.each<[string, Polynomial, number, Polynomial]>([
    ['x', sumOf([1, x]), 2, sumOf([2])],
    ['3 x^2', sumOf([3, x, x]), 2, sumOf([12], [12, x])],
    ['x^3', sumOf([1, x, x, x]), -2, sumOf([-8], [12, x], [-6, x, x])],
    ['x^2 y', sumOf([1, x, x, y]), 1, sumOf([1, y], [2, x, y])],
    ['z x', sumOf([1, x, z]), 1, sumOf([1, z])],
    ['y', sumOf([1, y]), 1, []],
  ])('%s has a difference', (_, polynomial, by, expected) => {
    expect(difference(polynomial, x, by)).toEqual(expected);
  });

  test('is a variable plus a constant, or is not', () => {
    expect(shifted([])).toEqual({ variable: undefined, offset: 0 });
    expect(shifted(sumOf([3]))).toEqual({ variable: undefined, offset: 3 });
    expect(shifted(sumOf([1, x]))).toEqual({ variable: x, offset: 0 });
    expect(shifted(sumOf([1, x], [-3]))).toEqual({ variable: x, offset: -3 });
    for (const other of [sumOf([2, x]), sumOf([1, x, y]), sumOf([1, x], [1, y])]) {
      expect(shifted(other)).toBeUndefined();
    }
  });

  test('has a variable, or has not', () => {
    const polynomial = sumOf([1, x, y], [2]);
    expect([x, y, z].map((each) => isFree(polynomial, each))).toEqual([false, false, true]);
  });

  test('is computed by products and sums', () => {
    const text = blockAfter(
      ['int', 'int', 'int'],
      (b, first, second, third) => {
        const polynomial = sumOf([-1, first], [2, second, second], [-1, first, second], [4]);
        return [compute(polynomial, new Map([[second.id, third]]), b), compute([], new Map(), b)];
      },
      (block) => block,
    );
    expect(text).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int, n2 : int)
        n3 = multiplyInt n0, -1
        n4 = multiplyInt n2, n2
        n5 = multiplyInt n4, 2
        n6 = addInt n3, n5
        n7 = multiplyInt n0, n2
        n8 = subtractInt n6, n7
        n9 = addInt n8, 4
        results n9, 0"
    `);
  });
});
