import type { LeafValue, Operation } from './operation';

/** Why an operation has no value here. `code` is the diagnostic's. */
export interface Problem {
  readonly code: 'domain' | 'diagonal' | 'not-finite' | 'int-overflow';
  readonly sentence: string;
}

export type Applied =
  { readonly tag: 'value'; readonly value: LeafValue } | { readonly tag: 'problem'; readonly problem: Problem };

/** How the table's functions are called: the row's parameters say what each argument is. */
export type LeafFunction<Result> = (...values: readonly LeafValue[]) => Result;

/**
 * The functions of a row take arguments of its parameters' types, which a well-typed caller has; the table's type
 * cannot say so for all rows at once, hence `never[]` there and the casts here.
 */
export function evaluator(row: Operation): LeafFunction<LeafValue> {
  return row.evaluate as LeafFunction<LeafValue>;
}

export function domainOf(row: Operation): LeafFunction<string | undefined> | undefined {
  return row.domain as LeafFunction<string | undefined> | undefined;
}

export function boundaryOf(row: Operation): LeafFunction<boolean> | undefined {
  return row.boundary as LeafFunction<boolean> | undefined;
}

/** Applies an operation to plain arguments: its value, a finite number or an int in range, or why there is none. */
export function applyOperation(row: Operation, values: readonly LeafValue[]): Applied {
  const before = problemBefore(row, values);
  if (before !== undefined) return { tag: 'problem', problem: before };
  const value = evaluator(row)(...values);
  const problem = problemOfResult(row, value);
  return problem === undefined ? { tag: 'value', value } : { tag: 'problem', problem };
}

/** Why the operation is not defined at these arguments, or undefined. */
export function problemBefore(row: Operation, values: readonly LeafValue[]): Problem | undefined {
  const sentence = domainOf(row)?.(...values);
  if (sentence === undefined) return undefined;
  return { code: row.name === 'lessSmooth' || row.name === 'greaterSmooth' ? 'diagonal' : 'domain', sentence };
}

/** Why a result is not a value of its type, or undefined. */
export function problemOfResult(row: Operation, value: LeafValue): Problem | undefined {
  if (row.result === 'real' && !Number.isFinite(value)) {
    return { code: 'not-finite', sentence: `the result of ${row.notation.symbol} is too large to be a number` };
  }
  if (row.result === 'int' && !Number.isSafeInteger(value)) {
    return {
      code: 'int-overflow',
      sentence: `the result of ${row.notation.symbol} is too large for an int (ints lie between -(2^53 - 1) and 2^53 - 1)`,
    };
  }
  return undefined;
}
