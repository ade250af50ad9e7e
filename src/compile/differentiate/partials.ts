import { applyOperation } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import type { PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { isNumber, sameAtom } from '../ir/atoms';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Constant, Operation } from '../ir/tree';

/**
 * Adds the partial derivative of an operation by an argument, times an amount; undefined if it is 0. Where the term
 * computes what the operation itself has computed, its value is used.
 */
export function timesPartial(operation: Operation, index: number, amount: Atom, builder: Builder): Atom | undefined {
  const term = operationRow(operation.operation).partials[index];
  if (term === undefined) return undefined;
  return times(amount, termValue(term, operation, builder), builder);
}

/** Adds a product of reals, without what is plain: factors 1, -1 and 0. */
export function times(left: Atom, right: Atom, builder: Builder): Atom | undefined {
  if (isNumber(left, 0) || isNumber(right, 0)) return undefined;
  if (isNumber(right, 1)) return left;
  if (isNumber(left, 1)) return right;
  if (isNumber(right, -1)) return builder.operation('negate', left);
  if (isNumber(left, -1)) return builder.operation('negate', right);
  return builder.operation('multiply', left, right);
}

function termValue(term: PartialTerm, of: Operation, builder: Builder): Atom {
  switch (term.tag) {
    case 'argument':
      return at(of.arguments, term.index);
    case 'real':
      return realConstant(term.value);
    case 'int':
      return intConstant(term.value);
    case 'operation':
      return operationValue(term, of, builder);
  }
}

function operationValue(term: Extract<PartialTerm, { tag: 'operation' }>, of: Operation, builder: Builder): Atom {
  const { operation } = term;
  const given = term.arguments.map((each) => termValue(each, of, builder));
  if (operation === of.operation && given.every((each, i) => sameAtom(each, at(of.arguments, i)))) {
    return of.targets[0] ?? internalError('a target');
  }
  if (operation === 'multiply') return times(at(given, 0), at(given, 1), builder) ?? realConstant(0);
  if (operation === 'powerInt' && isNumber(at(given, 1), 1)) return at(given, 0);
  if (operation === 'powerInt' && isNumber(at(given, 1), 0)) return realConstant(1);
  return folded(operation, given) ?? builder.operation(operation, ...given);
}

/** Returns the value of an operation on constants. */
function folded(operation: OperationName, given: readonly Atom[]): Constant | undefined {
  const values: number[] = [];
  for (const each of given) {
    if (each.tag === 'variable') return undefined;
    values.push(Number(each.value));
  }
  const row = operationRow(operation);
  const applied = applyOperation(row, values);
  if (applied.tag === 'problem') return undefined;
  const value = Number(applied.value);
  return row.result === 'int' ? intConstant(value) : realConstant(value);
}

function at(atoms: readonly Atom[], index: number): Atom {
  return atoms[index] ?? internalError('an argument');
}
