/** The multivariate Faà di Bruno formula (Huot, Staton & Vákár, 2.2): the terms of its sum, and their number. */
import { describe, expect, it } from 'vitest';
import { jetShape, MIXED_SECOND, type MultiIndex } from '../../semantics/jets/multi-index';
import { countOfFactors, factorsOf, type DerivativeMonomial } from './faa-di-bruno';

/** 4 · x_1² · x_2: the indices of one direction are their orders. */
function written({ coefficient, factors }: DerivativeMonomial): string {
  return [
    coefficient,
    ...factors.map(({ argument, index, exponent }) => `${'xy'[argument] ?? ''}_${index}^${exponent}`),
  ].join(' ');
}

describe('along one direction', () => {
  it('has the terms of the partial Bell polynomials', () => {
    const shape = jetShape(1, 4);
    const bell = (n: number, k: number): readonly string[] => factorsOf(shape, [n], [k]).map(written);
    expect(bell(4, 1)).toEqual(['1 x_4^1']);
    expect(bell(4, 2)).toEqual(['4 x_3^1 x_1^1', '3 x_2^2']);
    expect(bell(4, 3)).toEqual(['6 x_2^1 x_1^2']);
    expect(bell(4, 4)).toEqual(['1 x_1^4']);
    expect(bell(3, 4)).toEqual([]);
    expect(factorsOf(shape, [2], [1, 1]).map(written)).toEqual(['2 x_1^1 y_1^1']);
  });

  it('has coefficients that add up to the Stirling numbers of the second kind, one monomial a partition', () => {
    const shape = jetShape(1, 8);
    const sum = (k: number): number =>
      factorsOf(shape, [8], [k]).reduce((all, { coefficient }) => all + coefficient, 0);
    const orders = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(orders.map(sum)).toEqual([1, 127, 966, 1701, 1050, 266, 28, 1]);
    expect(orders.map((k) => factorsOf(shape, [8], [k]).length)).toEqual([1, 4, 5, 5, 3, 2, 1, 1]);
  });
});

it.each([
  [jetShape(1, 1), [[1]]],
  [jetShape(1, 8), [[1], [3], [8]]],
  [jetShape(2, 3), [[1], [2], [3], [1, 1], [2, 1], [0, 2]]],
  [jetShape(3, 2), [[2], [1, 1], [0, 1]]],
  [MIXED_SECOND, [[1], [2], [1, 1]]],
] as const)('monomials are counted without being made: $directions directions to order $order', (shape, betas) => {
  for (const beta of betas as readonly MultiIndex[]) {
    const made = shape.indices.map((alpha) => factorsOf(shape, alpha, beta).length).reduce((all, n) => all + n, 0);
    expect(made).toBeGreaterThan(0);
    expect(countOfFactors(shape, beta)).toBe(made);
  }
});
