import { internalError } from '../../language/source/internal-error';
import { degree, factorial, positionIn, type JetShape, type MultiIndex } from '../../semantics/jets/multi-index';

/** coefficient · Π x^argument_index ^ exponent: an index by its position in the shape. */
export interface DerivativeMonomial {
  readonly coefficient: number;
  readonly factors: readonly Factor[];
}

interface Factor {
  readonly argument: number;
  readonly index: number;
  readonly exponent: number;
}

/**
 * Returns the factors of ∂_β op in D^α op, by the multivariate Faà di Bruno formula (Huot, Staton & Vákár, 2.2 and
 * 3.2):
 *
 *   α! Σ Π_r Π_j 1/e_j^r! (1/α^r! x^j_{α^r})^{e_j^r}
 *
 * over the ways e to take, of each argument j, β_j derivatives (not its value), whose indices α^r add up to α. (The
 * text's x_α is x_{α^r}.)
 */
export function factorsOf(shape: JetShape, alpha: MultiIndex, beta: MultiIndex): readonly DerivativeMonomial[] {
  const found = MONOMIALS.get(shape) ?? new Map<string, readonly DerivativeMonomial[]>();
  MONOMIALS.set(shape, found);
  const key = `${alpha.join(',')};${beta.join(',')}`;
  const known = found.get(key) ?? monomialsOf(shape, alpha, beta);
  found.set(key, known);
  return known;
}

const MONOMIALS = new WeakMap<JetShape, Map<string, readonly DerivativeMonomial[]>>();

function monomialsOf(shape: JetShape, alpha: MultiIndex, beta: MultiIndex): readonly DerivativeMonomial[] {
  const monomials: DerivativeMonomial[] = [];
  // The highest derivative comes first: x_02 before the product of two x_01.
  const parts = beta.flatMap((count, argument) =>
    count === 0
      ? []
      : shape.indices
          .filter((index) => degree(index) > 0 && isBelow(index, alpha))
          .toReversed()
          .map((index) => ({ argument, index })),
  );
  const choose = (
    next: number,
    left: MultiIndex,
    counts: MultiIndex,
    coefficient: number,
    factors: readonly Factor[],
  ): void => {
    if (counts.every((n) => n === 0)) {
      if (degree(left) === 0) monomials.push({ coefficient: Math.round(coefficient), factors });
      return;
    }
    const part = parts[next];
    if (part === undefined || degree(left) < degree(counts)) return;
    const { argument, index } = part;
    const position = positionIn(shape, index) ?? internalError('an index of the shape');
    const weight = index.reduce((product, n) => product * factorial(n), 1);
    for (let exponent = counts[argument] ?? 0; exponent >= 0; exponent--) {
      const rest = left.map((n, i) => n - exponent * (index[i] ?? 0));
      if (rest.some((n) => n < 0)) continue;
      choose(
        next + 1,
        rest,
        counts.map((n, j) => (j === argument ? n - exponent : n)),
        coefficient / factorial(exponent) / weight ** exponent,
        exponent === 0 ? factors : [...factors, { argument, index: position, exponent }],
      );
    }
  };
  choose(
    0,
    alpha,
    beta,
    alpha.reduce((product, n) => product * factorial(n), 1),
    [],
  );
  return monomials;
}

function isBelow(index: MultiIndex, bound: MultiIndex): boolean {
  return index.every((n, i) => n <= (bound[i] ?? 0));
}

/** Returns the number of monomials of `factorsOf` for β and all α together, without building them. */
export function countOfFactors(shape: JetShape, beta: MultiIndex): number {
  const counts = COUNTS.get(shape) ?? new Map<string, number>();
  COUNTS.set(shape, counts);
  const key = beta.join(',');
  const known = counts.get(key) ?? count(shape, beta);
  counts.set(key, known);
  return known;
}

const COUNTS = new WeakMap<JetShape, Map<string, number>>();

function count(shape: JetShape, beta: MultiIndex): number {
  const table = WAYS.get(shape) ?? waysOf(shape);
  WAYS.set(shape, table);
  const one = shape.indices.map((_, i): number => (i === 0 ? 1 : 0));
  return beta
    .reduce<readonly number[]>((all, parts) => convolved(shape, all, table[parts] ?? []), one)
    .reduce((sum, n) => sum + n, 0);
}

const WAYS = new WeakMap<JetShape, readonly (readonly number[])[]>();

/** Returns how many multisets of nonzero indices add up to each index, by their number of elements, up to the order. */
function waysOf(shape: JetShape): readonly (readonly number[])[] {
  const { indices, order } = shape;
  const table = Array.from({ length: order + 1 }, (_, n) =>
    indices.map((_index, i): number => (n === 0 && i === 0 ? 1 : 0)),
  );
  for (const part of indices.slice(1)) {
    const before = indices.map((index) =>
      positionIn(
        shape,
        index.map((n, k) => n - (part[k] ?? 0)),
      ),
    );
    // A part may be taken again, so each row builds on the previous one, which already contains the part.
    for (let taken = 1; taken <= order; taken++) {
      const row = table[taken] ?? [];
      before.forEach((from, i) => {
        if (from !== undefined) row[i] = (row[i] ?? 0) + (table[taken - 1]?.[from] ?? 0);
      });
    }
  }
  return table;
}

function convolved(shape: JetShape, left: readonly number[], right: readonly number[]): readonly number[] {
  const sums = shape.indices.map(() => 0);
  left.forEach((a, i) => {
    if (a === 0) return;
    right.forEach((b, j) => {
      const sum = (shape.indices[i] ?? []).map((n, k) => n + (shape.indices[j]?.[k] ?? 0));
      const position = b === 0 ? undefined : positionIn(shape, sum);
      if (position !== undefined) sums[position] = (sums[position] ?? 0) + a * b;
    });
  });
  return sums;
}
