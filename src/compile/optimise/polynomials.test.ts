import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Builder, intConstant, Numbers } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { compute, difference, isFree, plus, type Polynomial, polynomialOf, product, quotient } from './polynomials';

const numbers = new Numbers();
const [x, y] = [numbers.variable('int'), numbers.variable('int')];
const termOf = (atom: Atom): Polynomial => polynomialOf(atom) ?? [];
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
  });
});
