import { applyOperation } from '../../language/operations/apply';
import type { PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
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
  if (isReal(left, 0) || isReal(right, 0)) return undefined;
  if (isReal(right, 1)) return left;
  if (isReal(left, 1)) return right;
  if (isReal(right, -1)) return builder.operation('negate', left);
  if (isReal(left, -1)) return builder.operation('negate', right);
  return builder.operation('multiply', left, right);
}

function isReal(atom: Atom, value: number): boolean {
  return atom.tag === 'constant' && atom.value === value;
}

function termValue(term: PartialTerm, of: Operation, builder: Builder): Atom {
  switch (term.tag) {
    case 'argument':
      return of.arguments[term.index] ?? internalError('an argument');
    case 'real':
      return realConstant(term.value);
    case 'int':
      return intConstant(term.value);
    case 'operation': {
      const { operation } = term;
      const given = term.arguments.map((each) => termValue(each, of, builder));
      if (operation === of.operation && given.every((each, i) => isArgument(each, of.arguments[i]))) {
        return of.targets[0] ?? internalError('a target');
      }
      const [first, second] = given;
      if (operation === 'multiply' && first !== undefined && second !== undefined) {
        return times(first, second, builder) ?? realConstant(0);
      }
      if (operation === 'powerInt' && first !== undefined && isReal(second ?? first, 1)) return first;
      if (operation === 'powerInt' && isReal(second ?? realConstant(NaN), 0)) return realConstant(1);
      return folded(term, given) ?? builder.operation(operation, ...given);
    }
  }
}

/** Returns the value of an operation on constants. */
function folded(term: Extract<PartialTerm, { tag: 'operation' }>, given: readonly Atom[]): Constant | undefined {
  const values = given.flatMap((each) =>
    each.tag === 'constant' && typeof each.value === 'number' ? [each.value] : [],
  );
  if (values.length < given.length) return undefined;
  const row = operationRow(term.operation);
  const applied = applyOperation(row, values);
  if (applied.tag === 'problem' || typeof applied.value !== 'number') return undefined;
  return row.result === 'int' ? intConstant(applied.value) : realConstant(applied.value);
}

function isArgument(atom: Atom, argument: Atom | undefined): boolean {
  return argument !== undefined && sameAtom(atom, argument);
}
