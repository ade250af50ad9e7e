import { factorsOf } from '../../../ad/taylor/faa-di-bruno';
import { derivativeOf, type Known, type SymbolicProduct, type SymbolicSum } from '../../../ad/taylor/symbolic';
import { evaluator } from '../../../language/operations/apply';
import type { OperationName } from '../../../language/operations/names';
import type { LeafValue, PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import { internalError } from '../../../language/source/internal-error';
import type { JetTrace } from '../../../protocol/jets';
import { degree, factorial, type JetShape, type MultiIndex, positionIn } from '../../../semantics/jets/multi-index';
import { constantOf, isInput, operandsOf, operationOf } from '../trace/trace-notation';

/** The jets of the entries of a trace. */
export interface Jets {
  readonly shape: JetShape;
  readonly trace: JetTrace;
  readonly jets: Float64Array;
}

/**
 * How a number of an entry's jet is made of the jets of the operation's arguments: Faà di Bruno's formula (Huot, Staton &
 * Vákár, 2.2 and 3.2), which for a product is the product rule.
 */
export type Making =
  /** The operation at the arguments' values. */
  | { readonly rule: 'value' }
  /** The point moves along the directions that are chosen. */
  | { readonly rule: 'input' }
  /** Constant near the point. */
  | { readonly rule: 'constant'; readonly operation: OperationName }
  | Summed;

export interface Summed {
  /** A copy is the point of a derivative inside the program. */
  readonly rule: 'copy' | 'product' | 'faa-di-bruno';
  readonly terms: readonly MadeTerm[];
  readonly sum: number;
  /** The sum of the absolute terms, those of the partials too: rounding is measured against it. */
  readonly magnitude: number;
}

/** coefficient · ∂_β op · Π factors */
export interface MadeTerm {
  readonly coefficient: number;
  /** Undefined where there is none to write: a product, or a copy. */
  readonly partial: MadePartial | undefined;
  readonly factors: readonly MadeFactor[];
  readonly product: number;
  /** The absolute product, of the partial's magnitude. */
  readonly magnitude: number;
  /** A factor is 0: then so is the term, whatever the partial. */
  readonly isZero: boolean;
}

export interface MadePartial {
  readonly beta: MultiIndex;
  readonly sum: SymbolicSum;
  readonly value: number;
  /** The sum of its absolute summands, before what cancels at constant arguments does. */
  readonly magnitude: number;
}

/** x_α ^ exponent, for an argument x of the operation. */
export interface MadeFactor {
  /** Which argument. */
  readonly argument: number;
  /** Undefined of a constant. */
  readonly entry: number | undefined;
  readonly index: number;
  readonly exponent: number;
  readonly value: number;
}

export function numberOf({ shape, jets }: Jets, entry: number, index: number): number {
  return jets[entry * shape.indices.length + index] ?? NaN;
}

export function makingOf(jets: Jets, entry: number, index: number): Making {
  const { shape, trace } = jets;
  if (isInput(trace, entry)) return { rule: 'input' };
  if (index === 0) return { rule: 'value' };
  const operands = operandsOf(trace, entry);
  const alpha = shape.indices[index] ?? internalError('an index of the shape');
  const name = operationOf(trace, entry);
  const factor = (argument: number, at: number, exponent: number): MadeFactor => {
    const operand = operands[argument] ?? internalError('an operation without its argument');
    return operand < 0
      ? { argument, entry: undefined, index: at, exponent, value: at === 0 ? constantOf(trace, operand) : 0 }
      : { argument, entry: operand, index: at, exponent, value: numberOf(jets, operand, at) };
  };
  if (name === undefined) return summed('copy', [termOf(1, undefined, [factor(0, index, 1)])]);
  if (name === 'multiply') return summed('product', productRule(shape, alpha, operands, factor));
  const partials = partialsOf(trace, name, operands, degree(alpha));
  if (partials.every(isNothing)) return { rule: 'constant', operation: name };
  const terms = partials.flatMap((partial) =>
    factorsOf(shape, alpha, partial.beta).map((monomial) =>
      termOf(
        monomial.coefficient,
        partial,
        monomial.factors.map((each) => factor(each.argument, each.index, each.exponent)),
      ),
    ),
  );
  return summed('faa-di-bruno', terms);
}

type FactorAt = (argument: number, index: number, exponent: number) => MadeFactor;

/** (x y)_α = Σ (α over β) x_β y_(α-β), over the β that are nowhere above α. */
function productRule(
  shape: JetShape,
  alpha: MultiIndex,
  operands: readonly number[],
  factor: FactorAt,
): readonly MadeTerm[] {
  const [left = 0, right = 0] = operands;
  return shape.indices.flatMap((beta, index) => {
    const rest = alpha.map((n, i) => n - (beta[i] ?? 0));
    if (rest.some((n) => n < 0)) return [];
    // Of a constant there is no derivative to write.
    if ((left < 0 && index > 0) || (right < 0 && degree(rest) > 0)) return [];
    const other = positionIn(shape, rest) ?? internalError('an index below one of the shape');
    const ways = alpha.reduce(
      (product, n, i) => (product * factorial(n)) / factorial(beta[i] ?? 0) / factorial(rest[i] ?? 0),
      1,
    );
    return [termOf(ways, undefined, [factor(0, index, 1), factor(1, other, 1)])];
  });
}

/** The ∂_β op, of up to so many derivatives of the arguments that are entries; lowest first. */
function partialsOf(
  trace: JetTrace,
  name: OperationName,
  operands: readonly number[],
  order: number,
): readonly MadePartial[] {
  const { parameters } = operationRow(name);
  const known: Known = operands.map((operand) => (operand < 0 ? constantOf(trace, operand) : undefined));
  const values = operands.map((operand, i) => known[i] ?? trace.values[operand] ?? NaN);
  const ints: Known = known.map((value, i) => (parameters[i] === 'int' ? value : undefined));
  const betas = operands
    .reduce<readonly MultiIndex[]>(
      (starts, operand, i) =>
        starts.flatMap((start) =>
          Array.from({ length: operand < 0 || parameters[i] !== 'real' ? 1 : order - degree(start) + 1 }, (_, n) => [
            ...start,
            n,
          ]),
        ),
      [[]],
    )
    .filter((beta) => degree(beta) > 0)
    .toSorted((a, b) => degree(a) - degree(b) || (a.join() < b.join() ? 1 : -1));
  return betas.flatMap((beta) => {
    const general = derivativeOf(name, beta, ints);
    if (general.length === 0) return [];
    const sum = derivativeOf(name, beta, known);
    const value = sum.reduce((all, product) => all + valueOfProduct(product, values), 0);
    const magnitude = general.reduce((all, product) => all + Math.abs(valueOfProduct(product, values)), 0);
    return [{ beta, sum, value, magnitude }];
  });
}

/** At the constants that the operation has here it is 0, whatever the other argument. */
function isNothing({ sum }: MadePartial): boolean {
  return sum.length === 0;
}

function termOf(coefficient: number, partial: MadePartial | undefined, factors: readonly MadeFactor[]): MadeTerm {
  const isZero = factors.some(({ value }) => value === 0);
  const moved = factors.reduce((all, { value, exponent }) => all * value ** exponent, coefficient);
  const times = (value = 1): number => (isZero ? 0 : moved * value);
  return {
    coefficient,
    partial,
    factors,
    product: times(partial?.value),
    magnitude: Math.abs(times(partial?.magnitude)),
    isZero,
  };
}

function summed(rule: Summed['rule'], terms: readonly MadeTerm[]): Summed {
  return {
    rule,
    terms: terms.filter(({ partial }) => partial === undefined || !isNothing(partial)),
    sum: terms.reduce((sum, { product }) => sum + product, 0),
    magnitude: terms.reduce((sum, { magnitude }) => sum + magnitude, 0),
  };
}

function valueOfProduct({ coefficient, powers }: SymbolicProduct, values: readonly LeafValue[]): number {
  return powers.reduce(
    (product, { base, exponent }) => product * Number(valueOf(base, values)) ** exponent,
    coefficient,
  );
}

function valueOf(term: PartialTerm, values: readonly LeafValue[]): LeafValue {
  switch (term.tag) {
    case 'argument':
      return values[term.index] ?? NaN;
    case 'real':
    case 'int':
      return term.value;
    case 'operation':
      return evaluator(operationRow(term.operation))(...term.arguments.map((argument) => valueOf(argument, values)));
  }
}

/** The numbers that the runtime computes by recurrences and the formula as a sum are the same but for rounding. */
export function agrees({ sum, magnitude }: Summed, number: number): boolean {
  return Math.abs(sum - number) <= 1e-9 * magnitude;
}

const MOST_TERMS = 40;

/** The terms that are shown: all, or of too many those that are not 0 first. */
export function shownTerms(terms: readonly MadeTerm[]): readonly MadeTerm[] {
  if (terms.length <= MOST_TERMS) return terms;
  const moving = terms.filter(({ isZero }) => !isZero);
  return [...moving, ...terms.filter(({ isZero }) => isZero)].slice(0, MOST_TERMS);
}
