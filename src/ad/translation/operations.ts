/**
 * Saturated operations, in a context that binds the operands' values to (x, dx), (y, dy) (Figures 3, 9 and 14).
 * Arguments that are not reals are skipped; without real arguments the tangent is zero, and an operation whose result
 * is not a real is applied to primals. Nothing is simplified.
 */
import * as core from '../../language/core/builders';
import { applyOperation, type Applied } from '../../language/operations/apply';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import type { OperationTerm, Term } from '../../language/core/tree';
import type { LeafValue, Operation, PartialTerm } from '../../language/operations/operation';
import type { Span } from '../../language/source/span';
import type { DoBlock } from './do-block';
import { nameDual, nameValue } from './context';
import { component } from './polytypic/shapes';
import type { Translation } from './rules';

/**
 * Returns what `translateOperation` needs of argument i: the atoms of a real, and an atom if a partial may use it
 * again.
 */
export function operationArgument(
  translation: Translation,
  row: Operation,
  i: number,
  argument: Term,
  block: DoBlock,
): Term {
  if (row.parameters[i] === 'real') return nameDual(translation, argument, block);
  return isDifferentiable(row) ? nameValue(translation, argument, block) : argument;
}

/** D{op} at the values that `operationArgument` returned for the arguments. `name` as for `translate`. */
export function translateOperation(
  translation: Translation,
  term: OperationTerm,
  values: readonly Term[],
  block: DoBlock,
  name: string | undefined,
): Term {
  const { rules } = translation;
  const { origin } = term;
  const row = operationRow(term.operation);
  const primals = values.map((argument, i) => (row.parameters[i] === 'real' ? rules.primal(argument) : argument));
  const primal = core.operation(term.operation, primals, term.role, origin);
  if (row.result !== 'real') return primal;
  if (!isDifferentiable(row)) return rules.constant(primal);
  const summands = values.flatMap((argument, i) => {
    if (row.parameters[i] !== 'real' || rules.parts.length === 1) return [];
    return [{ coefficient: coefficientOf(row, i, primals, origin), tangent: component(argument, 1) }];
  });
  return rules.operation(translation, { term, values, primal, summands, name }, block);
}

function isDifferentiable(row: Operation): boolean {
  return row.result === 'real' && row.parameters.includes('real');
}

/** Returns the factor of argument i's tangent; `+` has none, and `-` has none on its left. */
function coefficientOf(row: Operation, i: number, primals: readonly Term[], origin: Span): Term | undefined {
  if (row.name === 'add' || (row.name === 'subtract' && i === 0)) return undefined;
  return partialTerm(row.partials[i] ?? internalError(`${row.name} has no partial ${i}`), primals, origin);
}

/** Returns a partial derivative as a term over the primals. Subterms that depend only on literals are computed. */
function partialTerm(partial: PartialTerm, primals: readonly Term[], origin: Span): Term {
  switch (partial.tag) {
    case 'argument':
      return primals[partial.index] ?? internalError('a partial of too many arguments');
    case 'real':
      return core.real(partial.value, origin);
    case 'int':
      return core.int(partial.value, origin);
    case 'operation': {
      const terms = partial.arguments.map((argument) => partialTerm(argument, primals, origin));
      const known = applied(partial.operation, terms);
      if (known?.tag !== 'value' || typeof known.value !== 'number') {
        return core.operation(partial.operation, terms, 'derivative', origin);
      }
      const isReal = operationRow(partial.operation).result === 'real';
      return isReal ? core.real(known.value, origin) : core.int(known.value, origin);
    }
  }
}

function applied(name: Operation['name'], terms: readonly Term[]): Applied | undefined {
  const values: LeafValue[] = [];
  for (const term of terms) {
    if (term.tag !== 'literal' || term.value === undefined) return undefined;
    values.push(term.value);
  }
  return applyOperation(operationRow(name), values);
}
