/**
 * The (k,R)-Taylor macro of Huot, Staton & Vákár, 3.2, at reals:
 *
 *   D{real}             = real * ... * real                  one for each multi-index α of the shape, in its order
 *   D{r}                = (r, 0, ..., 0)
 *   D{op (x, y, ...)}   = (op (x_0, y_0, ...), ..., D^α op (x_0, ..., y_0, ...), ...)
 *   D^α op (x, y, ...)  = Σ_β ∂_β op (x_0, y_0, ...) * Σ coefficient * Π x_α^r ^ e * Π y_α^r ^ e ...      (Faà di
 *   Bruno)
 *
 * Factors of 1 and summands of 0 are left out, literals multiplied, like terms added; a ∂_β op that is used more than
 * once gets a name, and so does a subterm that several of them share. The (1,1) macro is exactly that of the dual
 * numbers.
 */
import * as core from '../../language/core/builders';
import type { LeafValue, Operation, PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import type { Term, Tuple } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import { REAL } from '../../language/types/type';
import { degree, type JetShape, type MultiIndex } from '../../semantics/jets/multi-index';
import { isAtom, type DoBlock } from '../translation/do-block';
import { nameOfResult, namePrimal, nameTerm } from '../translation/context';
import { type Translation, dualNames, type AppliedOperation, type Rules, tuples } from '../translation/rules';
import { NO_MONAD } from '../translation/no-monad';
import { tangentOf } from '../translation/tangent';
import { factorsOf, type DerivativeMonomial } from './faa-di-bruno';
import {
  appliedPartial,
  derivativeOf,
  partialKey,
  type Known,
  type SymbolicProduct,
  type SymbolicSum,
} from './symbolic';

export function taylorRules(shape: JetShape): Rules {
  const isFirstOrder = shape.indices.length === 2;
  return {
    parts: shape.indices.map(() => REAL),
    names: isFirstOrder ? dualNames : (name) => shape.indices.map((index) => `${name}_${indexName(index)}`),
    ...tuples((origin) => shape.indices.slice(1).map(() => core.real(0, origin))),
    operation: isFirstOrder
      ? (_, { term, primal, summands }) => core.tuple([primal, tangentOf(summands, term.origin)], term.origin)
      : (translation, operation, block) => jetOf(shape, translation, operation, block),
    monad: NO_MONAD,
  };
}

/** Returns the digits of an index: 01, or 0_10 if a number has more than one digit. */
function indexName(index: MultiIndex): string {
  return index.join(index.some((n) => n > 9) ? '_' : '');
}

/** Returns a term for ∂_β op, called only if a monomial multiplies it. */
type Derivative = (beta: MultiIndex) => Term;

function jetOf(
  shape: JetShape,
  translation: Translation,
  { term, values, primal, name }: AppliedOperation,
  block: DoBlock,
): Tuple {
  const { origin } = term;
  const row = operationRow(term.operation);
  const jets = jetsOf(row, values);
  const betas = shapeOfPartials(jets, shape.order);
  const known = values.map((value, i): LeafValue | undefined =>
    literalOf(row.parameters[i] === 'real' ? first(value) : value),
  );
  const sums = new Map(betas.map((beta) => [beta.join(), derivativeOf(row.name, beta, known)]));
  const uses = new Map<string, number>();
  const monomials = (alpha: MultiIndex, beta: MultiIndex): readonly DerivativeMonomial[] =>
    (sums.get(beta.join()) ?? []).length === 0 ? [] : factorsOf(shape, alpha, beta);
  for (const alpha of shape.indices) {
    for (const beta of betas) uses.set(beta.join(), (uses.get(beta.join()) ?? 0) + monomials(alpha, beta).length);
  }
  // If a partial computes something, the primal comes first, so that a domain error is reported for the operation
  // itself.
  const computes = [...sums.values()].some((sum) => sum.some(({ powers }) => powers.some(isComputed)));
  const value = computes ? namePrimal(translation, primal, block, name ?? nameOfResult(translation)) : primal;
  const derivative = derivatives(translation, sums, uses, { row, known, values, value, origin }, block);
  const parts = shape.indices.slice(1).map((alpha) => {
    const terms = betas.flatMap((beta) =>
      monomials(alpha, beta).map((monomial) => summand(derivative(beta), monomial, jets, origin)),
    );
    return sumOfTerms(terms, origin);
  });
  return core.tuple([value, ...parts], origin);
}

/** Returns the jets of the real arguments, one per argument; a literal has none, since it is constant. */
function jetsOf(row: Operation, values: readonly Term[]): readonly (readonly Term[] | undefined)[] {
  return values.map((value, i) => {
    if (row.parameters[i] !== 'real') return undefined;
    const items = value.tag === 'tuple' ? value.items : internalError('a jet was not split');
    return items.slice(1).every(isZero) ? undefined : items;
  });
}

/**
 * Returns every β of 1 to R derivatives of the arguments that are not literals, lowest order first; within an order,
 * more of the first argument first.
 */
function shapeOfPartials(jets: readonly unknown[], order: number): readonly MultiIndex[] {
  const all = jets.reduce<readonly MultiIndex[]>(
    (starts, jet) =>
      starts.flatMap((start) =>
        Array.from({ length: jet === undefined ? 1 : order - degree(start) + 1 }, (_, n) => [...start, n]),
      ),
    [[]],
  );
  return all
    .filter((beta) => degree(beta) > 0)
    .reverse()
    .sort((a, b) => degree(a) - degree(b));
}

function isZero(term: Term): boolean {
  return term.tag === 'literal' && term.value === 0;
}

function first(jet: Term): Term {
  return (jet.tag === 'tuple' ? jet.items[0] : undefined) ?? internalError('a jet was not split');
}

function literalOf(term: Term): LeafValue | undefined {
  return term.tag === 'literal' ? term.value : undefined;
}

function isComputed({ base, exponent }: SymbolicProduct['powers'][number]): boolean {
  return base.tag === 'operation' || exponent < 0;
}

interface Application {
  readonly row: Operation;
  readonly known: Known;
  readonly values: readonly Term[];
  /** The term for op (x_0, y_0, ...). */
  readonly value: Term;
  readonly origin: Span;
}

/**
 * Returns the ∂_β op that are used, as terms: those used more than once are bound, and so are subterms that several of
 * them share.
 */
function derivatives(
  translation: Translation,
  sums: ReadonlyMap<string, SymbolicSum>,
  uses: ReadonlyMap<string, number>,
  { row, known, values, value, origin }: Application,
  block: DoBlock,
): Derivative {
  const own = partialKey(appliedPartial(row.name, known));
  const args = values.map((argument, i) => (row.parameters[i] === 'real' ? first(argument) : argument));
  const shared = new Map<string, Term>([[own, value]]);
  const places = new Map<string, number>();
  for (const [beta, sum] of sums) {
    if ((uses.get(beta) ?? 0) === 0) continue;
    for (const { powers } of sum) for (const { key } of powers) places.set(key, (places.get(key) ?? 0) + 1);
  }
  const baseTerm = (base: PartialTerm, key: string): Term => {
    const found = shared.get(key);
    if (found !== undefined) return found;
    const term = asTerm(base, args, shared, origin);
    if (base.tag !== 'operation' || (places.get(key) ?? 0) < 2) return term;
    const bound = nameTerm(translation, term, block, translation.fresh('v'));
    shared.set(key, bound);
    return bound;
  };
  const made = new Map<string, Term>();
  for (const [beta, sum] of sums) {
    const count = uses.get(beta) ?? 0;
    if (count === 0) continue;
    const term = sumOfTerms(
      sum.map((product) => productTerm(product, baseTerm, origin)),
      origin,
    );
    const bound =
      count < 2 || isAtom(term) ? term : nameTerm(translation, term, block, translation.fresh(partialName(row, beta)));
    made.set(beta, bound);
  }
  return (beta) => made.get(beta.join()) ?? internalError('a partial derivative that is not used');
}

/** Returns d01 for ∂_01 op; int arguments are skipped. */
function partialName({ parameters }: Operation, beta: string): string {
  const orders = beta.split(',').filter((_, i) => parameters[i] === 'real');
  return `d${orders.join(orders.some((n) => n.length > 1) ? '_' : '')}`;
}

/** Returns the term of a partial derivative's base at the primals of the arguments. */
function asTerm(of: PartialTerm, args: readonly Term[], shared: ReadonlyMap<string, Term>, origin: Span): Term {
  const found = shared.get(partialKey(of));
  if (found !== undefined) return found;
  switch (of.tag) {
    case 'argument':
      return args[of.index] ?? internalError('a partial of too many arguments');
    case 'real':
      return core.real(of.value, origin);
    case 'int':
      return core.int(of.value, origin);
    case 'operation':
      return derived(
        of.operation,
        of.arguments.map((argument) => asTerm(argument, args, shared, origin)),
        origin,
      );
  }
}

/** coefficient * base ^ exponent * ... / base ... */
function productTerm(
  { coefficient, powers }: SymbolicProduct,
  base: (of: PartialTerm, key: string) => Term,
  origin: Span,
): Signed {
  const above = powers.flatMap((power) =>
    power.exponent > 0 ? [raised(base(power.base, power.key), power.exponent, origin)] : [],
  );
  const product = multiplied(coefficient, above, origin);
  const below = powers.filter(({ exponent }) => exponent < 0);
  const term = below.reduce((quotient, power) => {
    const divisor = base(power.base, power.key);
    // Powers are divided by one at a time while they are few: the power of a divisor can overflow or underflow where
    // the quotient does not.
    if (power.exponent < -3) return derived('divide', [quotient, raised(divisor, -power.exponent, origin)], origin);
    let result = quotient;
    for (let n = power.exponent; n < 0; n++) result = derived('divide', [result, divisor], origin);
    return result;
  }, product.term);
  return { ...product, term };
}

/** A summand, added or subtracted. */
interface Signed {
  readonly isNegative: boolean;
  readonly term: Term;
}

/** ∂_β op times a monomial. */
function summand(
  factor: Term,
  { coefficient, factors }: DerivativeMonomial,
  jets: readonly (readonly Term[] | undefined)[],
  origin: Span,
): Signed {
  const powers = factors.map(({ argument, index, exponent }) =>
    raised(jets[argument]?.[index] ?? internalError('a jet of a constant'), exponent, origin),
  );
  const literal = literalOf(factor);
  if (typeof literal === 'number') return multiplied(coefficient * literal, powers, origin);
  // A product with a sum or quotient is not split: it reads from the left.
  const isNegated = factor.tag === 'operation' && factor.operation === 'negate';
  const [inner = factor] = isNegated ? factor.arguments : [factor];
  return multiplied(isNegated ? -coefficient : coefficient, [inner, ...powers], origin);
}

function multiplied(coefficient: number, factors: readonly Term[], origin: Span): Signed {
  const size = Math.abs(coefficient);
  const all = size === 1 && factors.length > 0 ? factors : [core.real(size, origin), ...factors];
  const term = all.reduce((product, factor) => derived('multiply', [product, factor], origin));
  return { isNegative: coefficient < 0, term };
}

function raised(term: Term, exponent: number, origin: Span): Term {
  return exponent === 1 ? term : derived('powerInt', [term, core.int(exponent, origin)], origin);
}

/** Longer sums are sums of shorter ones, so that no term is deep. */
const SUM_LENGTH = 40;

function sumOfTerms(terms: readonly Signed[], origin: Span): Term {
  if (terms.length > SUM_LENGTH) {
    const size = Math.max(SUM_LENGTH, Math.ceil(terms.length / SUM_LENGTH));
    const parts = Array.from({ length: Math.ceil(terms.length / size) }, (_, i) =>
      terms.slice(i * size, (i + 1) * size),
    );
    return sumOfTerms(
      parts.map((part) => ({ isNegative: false, term: sumOfTerms(part, origin) })),
      origin,
    );
  }
  const [head, ...others] = terms;
  if (head === undefined) return core.real(0, origin);
  return others.reduce(
    (sum, { isNegative, term }) => derived(isNegative ? 'subtract' : 'add', [sum, term], origin),
    signed(head, origin),
  );
}

function signed({ isNegative, term }: Signed, origin: Span): Term {
  if (!isNegative) return term;
  return term.tag === 'literal' && typeof term.value === 'number'
    ? core.real(-term.value, origin)
    : derived('negate', [term], origin);
}

function derived(name: Operation['name'], args: readonly Term[], origin: Span): Term {
  return core.operation(name, args, 'derivative', origin);
}
