import { internalError } from '../source/internal-error';
import { evaluator } from './apply';
import { OPERATION_NAMES, type OperationName } from './names';
import type { LeafValue, Operation, PartialTerm } from './operation';
import { operationRow } from './table';

/** A partial derivative as a function of the operation's arguments; with one argument, the second is ignored. */
export type NumericPartial = (first: number, second: number) => number;

/**
 * One entry per parameter that has a partial. Intermediate results are not checked: the caller checks that the final
 * result is finite. An intermediate overflow is harmless where the partial has a limit (`1 / (1 + x²)` at 10^200).
 */
export type NumericPartials = readonly (NumericPartial | undefined)[];

export function numericPartials(row: Operation): NumericPartials {
  return row.partials.map((partial) => (partial === undefined ? undefined : compilePartial(partial)));
}

/** The partials of every row, compiled once, by name. */
export const NUMERIC_PARTIALS: ReadonlyMap<OperationName, NumericPartials> = new Map(
  OPERATION_NAMES.map((name) => [name, numericPartials(operationRow(name))]),
);

/** Compiles a term over an operation's arguments to a function of them. */
export function compilePartial(term: PartialTerm): NumericPartial {
  switch (term.tag) {
    case 'argument':
      return term.index === 0 ? (first) => first : (_first, second) => second;
    case 'real':
    case 'int': {
      const { value } = term;
      return () => value;
    }
    case 'operation': {
      const evaluate = evaluator(operationRow(term.operation)) as (...values: readonly LeafValue[]) => number;
      const [left, right, ...more] = term.arguments.map(compilePartial);
      if (left === undefined || more.length > 0) return internalError(`the arguments of a partial's ${term.operation}`);
      if (right === undefined) return (first, second) => evaluate(left(first, second));
      return (first, second) => evaluate(left(first, second), right(first, second));
    }
  }
}
