import type { OperationName } from '../../language/operations/names';
import { Builder, intConstant } from '../ir/builder';
import type { Atom, Build, For, Variable } from '../ir/tree';

/** A product of variables, each as often as it occurs, times an int. */
interface Term {
  readonly times: number;
  /** In the order of their numbers. */
  readonly variables: readonly Variable[];
}

/** A sum of products of ints. */
export type Polynomial = readonly Term[];

/** The terms beyond which a polynomial is not followed. */
const MOST_TERMS = 8;
const MOST_FACTORS = 3;
/** The factors are exact in a double. */
const LARGEST_FACTOR = 2 ** 40;

/** Returns an int as a polynomial, or undefined if it is too large a constant. */
export function polynomialOf(atom: Atom): Polynomial | undefined {
  if (atom.tag === 'variable') return [{ times: 1, variables: [atom] }];
  return made([{ times: Number(atom.value), variables: [] }]);
}

/** Returns a sum with like terms together, or undefined if it is too large. */
function made(terms: readonly Term[]): Polynomial | undefined {
  const found = new Map<string, Term>();
  for (const { times, variables } of terms) {
    const key = variables.map(({ id }) => id).join(' ');
    const sum = times + (found.get(key)?.times ?? 0);
    if (sum === 0) found.delete(key);
    else found.set(key, { times: sum, variables });
  }
  const all = [...found.values()];
  const isSmall = all.every(
    ({ times, variables }) => Math.abs(times) < LARGEST_FACTOR && variables.length <= MOST_FACTORS,
  );
  return isSmall && all.length <= MOST_TERMS ? all : undefined;
}

/** Returns a polynomial plus another times an int. */
export function plus(left: Polynomial, right: Polynomial, times: number): Polynomial | undefined {
  return made([...left, ...right.map((term) => ({ ...term, times: term.times * times }))]);
}

export function product(left: Polynomial, right: Polynomial): Polynomial | undefined {
  return made(
    left.flatMap((a) =>
      right.map((b) => ({
        times: a.times * b.times,
        variables: [...a.variables, ...b.variables].toSorted((x, y) => x.id - y.id),
      })),
    ),
  );
}

/** Returns what an operation makes of two ints, if it is a sum, a difference or a product. */
export function combined(
  operation: OperationName,
  [left, right]: readonly (Polynomial | undefined)[],
): Polynomial | undefined {
  if (left === undefined || right === undefined) return undefined;
  switch (operation) {
    case 'addInt':
      return plus(left, right, 1);
    case 'subtractInt':
      return plus(left, right, -1);
    case 'multiplyInt':
      return product(left, right);
    default:
      return undefined;
  }
}

/** Returns a polynomial over an int that divides all of its factors. */
export function quotient(dividend: Polynomial, divisor: number): Polynomial | undefined {
  if (dividend.some(({ times }) => times % divisor !== 0)) return undefined;
  return dividend.map((term) => ({ ...term, times: term.times / divisor }));
}

/** Returns a polynomial where a variable stands for itself plus an int, less the polynomial. */
export function difference(of: Polynomial, variable: Variable, by: number): Polynomial | undefined {
  const all: Term[] = [];
  for (const { times, variables } of of) {
    const others = variables.filter(({ id }) => id !== variable.id);
    const power = variables.length - others.length;
    // (x + b)^n - x^n has the terms C(n, k) x^k b^(n - k) for k < n.
    for (let k = 0, binomial = 1; k < power; k++) {
      const own = Array.from({ length: k }, () => variable);
      const factors = [...others, ...own].toSorted((x, y) => x.id - y.id);
      all.push({ times: times * binomial * by ** (power - k), variables: factors });
      binomial = (binomial * (power - k)) / (k + 1);
    }
  }
  return made(all);
}

/**
 * Returns what gives the ints of a loop's rounds as polynomials of its index and of ints from outside, which are what `outer`
 * says; undefined for other ints of the rounds.
 */
export function polynomialsIn(
  { index, body }: For | Build,
  parameters: readonly Variable[],
  outer: (atom: Atom) => Polynomial | undefined = polynomialOf,
): (atom: Atom) => Polynomial | undefined {
  const inside = new Map<number, Polynomial | undefined>(parameters.map(({ id }) => [id, undefined]));
  inside.set(index.id, polynomialOf(index));
  const polynomial = (atom: Atom): Polynomial | undefined =>
    atom.tag === 'variable' && inside.has(atom.id) ? inside.get(atom.id) : outer(atom);
  for (const statement of body.statements) {
    for (const { id } of statement.targets) {
      const isOperation = statement.tag === 'operation';
      inside.set(id, isOperation ? combined(statement.operation, statement.arguments.map(polynomial)) : undefined);
    }
  }
  return polynomial;
}

/** Returns the value of a polynomial without variables. */
export function constantOf(polynomial: Polynomial | undefined): number | undefined {
  if (polynomial === undefined) return undefined;
  const [term, ...more] = polynomial;
  if (term === undefined) return 0;
  return more.length === 0 && term.variables.length === 0 ? term.times : undefined;
}

/** A variable plus a constant; without a variable, the constant. */
export interface Shifted {
  readonly variable: Variable | undefined;
  readonly offset: number;
}

/** Returns a polynomial as a variable plus a constant, if it is that. */
export function shifted(polynomial: Polynomial): Shifted | undefined {
  let variable: Variable | undefined;
  let offset = 0;
  for (const { times, variables } of polynomial) {
    const [only, ...more] = variables;
    if (only === undefined) offset = times;
    else if (times !== 1 || more.length > 0 || variable !== undefined) return undefined;
    else variable = only;
  }
  return { variable, offset };
}

/** Whether a polynomial has no terms with a variable. */
export function isFree(polynomial: Polynomial, { id }: Variable): boolean {
  return polynomial.every(({ variables }) => variables.every((each) => each.id !== id));
}

/** Adds what computes a polynomial, where `atoms` stand for variables; no sum is tested. */
export function compute(polynomial: Polynomial, atoms: ReadonlyMap<number, Atom>, builder: Builder): Atom {
  let sum: Atom | undefined;
  for (const { times, variables } of polynomial) {
    let term: Atom | undefined;
    for (const each of variables) {
      const factor = atoms.get(each.id) ?? each;
      term = term === undefined ? factor : builder.operation('multiplyInt', term, factor);
    }
    const isAdded = sum === undefined || times > 0;
    const factor = isAdded ? times : -times;
    if (term === undefined) term = intConstant(factor);
    else if (factor !== 1) term = builder.operation('multiplyInt', term, intConstant(factor));
    sum = sum === undefined ? term : builder.operation(isAdded ? 'addInt' : 'subtractInt', sum, term);
  }
  return sum ?? intConstant(0);
}
