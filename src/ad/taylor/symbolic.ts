/**
 * The partial derivatives of the operations table, differentiated again. A derivative is a sum of products of powers,
 * so that like terms are added and terms that cancel vanish; the bases are arguments, and operations that are not
 * polynomial.
 */
import { applyOperation } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import type { LeafValue, PartialTerm } from '../../language/operations/operation';
import { FIRST, realTerm, SECOND, partialTerm } from '../../language/operations/partial-terms';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import type { MultiIndex } from '../../semantics/jets/multi-index';

export type SymbolicSum = readonly SymbolicProduct[];

export interface SymbolicProduct {
  readonly coefficient: number;
  /** The powers, by the text of the base. */
  readonly powers: readonly Power[];
}

export interface Power {
  /** An argument, or an operation that is not a sum, product or quotient of others. */
  readonly base: PartialTerm;
  readonly key: string;
  readonly exponent: number;
}

/** The value of each argument of an operation that is a literal; undefined for the others. */
export type Known = readonly (LeafValue | undefined)[];

/** Returns ∂_β op, at arguments of which some may be literals. */
export function derivativeOf(name: OperationName, beta: MultiIndex, known: Known): SymbolicSum {
  const key = `${name}(${known.map((value) => String(value)).join(',')})${beta.join(',')}`;
  const found = DERIVATIVES.get(key) ?? derive(name, beta, known);
  DERIVATIVES.set(key, found);
  return found;
}

const DERIVATIVES = new Map<string, SymbolicSum>();

function derive(name: OperationName, beta: MultiIndex, known: Known): SymbolicSum {
  const index = beta.findIndex((n) => n > 0);
  if (index < 0) return internalError('a derivative of order 0');
  const lower = beta.map((n, i) => (i === index ? n - 1 : n));
  if (lower.some((n) => n > 0)) return differentiated(derivativeOf(name, lower, known), index);
  const partial = operationRow(name).partials[index] ?? internalError(`${name} has no partial ${index}`);
  return sumOf(substituted(partial, argumentsOf(name, known)));
}

/** Returns op itself, at the arguments. */
export function appliedPartial(name: OperationName, known: Known): PartialTerm {
  return { tag: 'operation', operation: name, arguments: argumentsOf(name, known) };
}

function argumentsOf(name: OperationName, known: Known): readonly PartialTerm[] {
  return operationRow(name).parameters.map((parameter, i): PartialTerm => {
    const value = known[i];
    if (typeof value !== 'number') return i === 0 ? FIRST : SECOND;
    return parameter === 'int' ? { tag: 'int', value } : realTerm(value);
  });
}

/** Returns the term with its arguments replaced; subterms that depend only on literals are computed. */
function substituted(partial: PartialTerm, args: readonly PartialTerm[]): PartialTerm {
  switch (partial.tag) {
    case 'argument':
      return args[partial.index] ?? internalError('a partial of too many arguments');
    case 'real':
    case 'int':
      return partial;
    case 'operation':
      return made(
        partial.operation,
        partial.arguments.map((argument) => substituted(argument, args)),
      );
  }
}

function made(name: OperationName, args: readonly PartialTerm[]): PartialTerm {
  const values = args.flatMap((arg) => (arg.tag === 'real' || arg.tag === 'int' ? [arg.value] : []));
  if (values.length === args.length) {
    const computed = applyOperation(operationRow(name), values);
    if (computed.tag === 'value' && typeof computed.value === 'number') {
      return { tag: operationRow(name).result === 'int' ? 'int' : 'real', value: computed.value };
    }
  }
  const [left, right] = args;
  if (name === 'negate' && left?.tag === 'operation' && left.operation === 'negate') return left.arguments[0] ?? left;
  // (y - 1) - 1 is y - 2: these are the exponents of the derivatives of x ^ y.
  if (
    name === 'subtract' &&
    right !== undefined &&
    'value' in right &&
    left?.tag === 'operation' &&
    left.operation === 'subtract'
  ) {
    const [inner, other] = left.arguments;
    if (inner !== undefined && other !== undefined && 'value' in other)
      return partialTerm(name, inner, { ...right, value: other.value + right.value });
  }
  return { tag: 'operation', operation: name, arguments: args };
}

function sumOf(of: PartialTerm): SymbolicSum {
  switch (of.tag) {
    case 'real':
      return of.value === 0 ? [] : [{ coefficient: of.value, powers: [] }];
    case 'int':
      return internalError('an int where a real was expected');
    case 'argument':
      return [powerOf(of, 1)];
    case 'operation': {
      const [left, right] = of.arguments;
      if (left === undefined) return internalError('an operation without arguments');
      switch (of.operation) {
        case 'negate':
          return scaled(-1, sumOf(left));
        case 'add':
          return plus(sumOf(left), sumOf(right ?? left));
        case 'subtract':
          return plus(sumOf(left), scaled(-1, sumOf(right ?? left)));
        case 'multiply':
          return times(sumOf(left), sumOf(right ?? left));
        case 'divide':
          return times(sumOf(left), inverse(right ?? left));
        case 'powerInt':
          if (right?.tag !== 'int') return [powerOf(of, 1)];
          return right.value === 0 ? sumOf(realTerm(1)) : [powerOf(left, right.value)];
        default:
          return [powerOf(of, 1)];
      }
    }
  }
}

function inverse(divisor: PartialTerm): SymbolicSum {
  const [only, ...others] = sumOf(divisor);
  if (only === undefined || others.length > 0) return [powerOf(divisor, -1)];
  const powers = only.powers.map((power) => ({ ...power, exponent: -power.exponent }));
  return [{ coefficient: 1 / only.coefficient, powers }];
}

function powerOf(base: PartialTerm, exponent: number): SymbolicProduct {
  return { coefficient: 1, powers: [{ base, key: partialKey(base), exponent }] };
}

export function partialKey(of: PartialTerm): string {
  switch (of.tag) {
    case 'argument':
      return `#${of.index}`;
    case 'real':
    case 'int':
      return String(of.value);
    case 'operation':
      return `${of.operation}(${of.arguments.map(partialKey).join(',')})`;
  }
}

function scaled(factor: number, sum: SymbolicSum): SymbolicSum {
  return sum.map((product) => ({ ...product, coefficient: factor * product.coefficient }));
}

function plus(left: SymbolicSum, right: SymbolicSum): SymbolicSum {
  const products = new Map<string, SymbolicProduct>();
  for (const product of [...left, ...right]) {
    const key = product.powers.map((power) => `${power.key}^${power.exponent}`).join(' ');
    const known = products.get(key);
    products.set(key, { ...product, coefficient: product.coefficient + (known?.coefficient ?? 0) });
  }
  return [...products.values()].filter(({ coefficient }) => coefficient !== 0);
}

function times(left: SymbolicSum, right: SymbolicSum): SymbolicSum {
  return left.reduce<SymbolicSum>(
    (sum, one) =>
      plus(
        sum,
        right.map((other) => product(one, other)),
      ),
    [],
  );
}

function product(left: SymbolicProduct, right: SymbolicProduct): SymbolicProduct {
  const powers = new Map(left.powers.map((power) => [power.key, power]));
  for (const power of right.powers) {
    const exponent = (powers.get(power.key)?.exponent ?? 0) + power.exponent;
    if (exponent === 0) powers.delete(power.key);
    else powers.set(power.key, { ...power, exponent });
  }
  const sorted = [...powers.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { coefficient: left.coefficient * right.coefficient, powers: sorted };
}

/** ∂_index of a sum: by the product rule, and the chain rule at the bases. */
function differentiated(sum: SymbolicSum, index: number): SymbolicSum {
  return sum.reduce<SymbolicSum>(
    (all, { coefficient, powers }) =>
      powers.reduce<SymbolicSum>((found, power, i) => {
        const rest = powers.flatMap((other, k) => {
          if (k !== i) return [other];
          return power.exponent === 1 ? [] : [{ ...power, exponent: power.exponent - 1 }];
        });
        const outer: SymbolicSum = [{ coefficient: coefficient * power.exponent, powers: rest }];
        return plus(found, times(outer, baseDerivative(power.base, index)));
      }, all),
    [],
  );
}

function baseDerivative(base: PartialTerm, index: number): SymbolicSum {
  if (base.tag === 'argument') return base.index === index ? sumOf(realTerm(1)) : [];
  // Division by 0 is not a coefficient, so the quotient stays a base.
  if (base.tag !== 'operation') return [];
  const { partials } = operationRow(base.operation);
  return base.arguments.reduce<SymbolicSum>((sum, argument, i) => {
    const partial = partials[i];
    if (partial === undefined) return sum;
    const inner = differentiated(sumOf(argument), index);
    if (inner.length === 0) return sum;
    return plus(sum, times(sumOf(substituted(partial, base.arguments)), inner));
  }, []);
}
