import { factorsOf } from '../../../ad/taylor/faa-di-bruno';
import { derivativeOf, type Known, type SymbolicProduct, type SymbolicSum } from '../../../ad/taylor/symbolic';
import { evaluator } from '../../../language/operations/apply';
import type { OperationName } from '../../../language/operations/names';
import type { LeafValue, PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import { internalError } from '../../../language/source/internal-error';
import type { JetTrace } from '../../../protocol/jets';
import { degree, factorial, type JetShape, type MultiIndex, positionIn } from '../../../semantics/jets/multi-index';
import { constantOf, isInput, entryOperands, entryOperation } from '../trace/trace-notation';

/** The jets of all entries of a trace. */
export interface TraceJets {
  readonly shape: JetShape;
  readonly trace: JetTrace;
  readonly jets: Float64Array;
}

/**
 * How a number of an entry's jet is computed from the jets of the operation's arguments: by Faà di Bruno's formula (Huot,
 * Staton & Vákár, 2.2 and 3.2), which for a product is the product rule.
 */
export type Making =
  /** The number is the operation at the arguments' values. */
  | { readonly rule: 'value' }
  /** The entry is an input, which moves along the chosen directions. */
  | { readonly rule: 'input' }
  /** The operation is constant near the point. */
  | { readonly rule: 'constant'; readonly operation: OperationName }
  | Summed;

export interface Summed {
  /** A `copy` is the point of a derivative inside the program. */
  readonly rule: 'copy' | 'product' | 'faa-di-bruno';
  readonly terms: readonly MadeTerm[];
  readonly sum: number;
  /** The sum of the absolute values of the terms, and within their partials. Rounding errors are relative to it. */
  readonly magnitude: number;
}

/** coefficient · ∂_β op · Π factors */
export interface MadeTerm {
  readonly coefficient: number;
  /** Undefined for a product or a copy, which have none. */
  readonly partial: MadePartial | undefined;
  readonly factors: readonly MadeFactor[];
  readonly product: number;
  /** The absolute product, with the magnitude of the partial. */
  readonly magnitude: number;
  /** A factor is 0, so the term is 0 even if the partial is not finite. */
  readonly isZero: boolean;
}

export interface MadePartial {
  readonly beta: MultiIndex;
  readonly sum: SymbolicSum;
  readonly value: number;
  /** The sum of its absolute summands, including those that cancel at constant arguments. */
  readonly magnitude: number;
}

/** x_α ^ exponent, for an argument x of the operation. */
export interface MadeFactor {
  /** The index of the argument. */
  readonly argument: number;
  /** Undefined for a constant. */
  readonly entry: number | undefined;
  readonly index: number;
  readonly exponent: number;
  readonly value: number;
}

export function numberOf({ shape, jets }: TraceJets, entry: number, index: number): number {
  return jets[entry * shape.indices.length + index] ?? NaN;
}

export function makingOf(jets: TraceJets, entry: number, index: number): Making {
  const { shape, trace } = jets;
  if (isInput(trace, entry)) return { rule: 'input' };
  if (index === 0) return { rule: 'value' };
  const operands = entryOperands(trace, entry);
  const alpha = shape.indices[index] ?? internalError('an index of the shape');
  const name = entryOperation(trace, entry);
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

/** (x y)_α = Σ (α over β) x_β y_(α-β), over the β with no component above that of α. */
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
    // A constant has no derivatives to write.
    if ((left < 0 && index > 0) || (right < 0 && degree(rest) > 0)) return [];
    const other = positionIn(shape, rest) ?? internalError('an index below one of the shape');
    const ways = alpha.reduce(
      (product, n, i) => (product * factorial(n)) / factorial(beta[i] ?? 0) / factorial(rest[i] ?? 0),
      1,
    );
    return [termOf(ways, undefined, [factor(0, index, 1), factor(1, other, 1)])];
  });
}

/** The ∂_β op up to an order, by the arguments that are entries; lowest order first. */
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

/** Whether the partial is 0 at the operation's constants, whatever the other argument is. */
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

/** Whether the formula's sum and the number that the runtime computed by recurrences are equal up to rounding. */
export function agrees({ sum, magnitude }: Summed, number: number): boolean {
  return Math.abs(sum - number) <= 1e-9 * magnitude;
}

const MOST_TERMS = 40;

/** The terms to show: all of them, or the first `MOST_TERMS`, with nonzero terms first. */
export function shownTerms(terms: readonly MadeTerm[]): readonly MadeTerm[] {
  if (terms.length <= MOST_TERMS) return terms;
  const moving = terms.filter(({ isZero }) => !isZero);
  return [...moving, ...terms.filter(({ isZero }) => isZero)].slice(0, MOST_TERMS);
}
