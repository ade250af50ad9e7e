import type { OperationName } from './names';
import type { LeafValue, Operation } from './operation';

/** Why an operation has no value here. `code` is the code of the diagnostic. */
export interface Problem {
  readonly code: 'domain' | 'shape' | 'diagonal' | 'not-finite' | 'int-overflow';
  readonly sentence: string;
}

export type Applied =
  { readonly tag: 'value'; readonly value: LeafValue } | { readonly tag: 'problem'; readonly problem: Problem };

/** A function of the table, applied to leaf values; the parameters of its row give their types. */
export type LeafFunction<Result> = (...values: readonly LeafValue[]) => Result;

/**
 * Returns the function of a row. It takes arguments of the parameters' types, which well-typed callers guarantee; the
 * type of the table cannot express this for all rows at once, hence its `never[]` and the casts here.
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

/** Returns the value of an operation, a finite number or an int in range, or the reason why there is none. */
export function applyOperation(row: Operation, values: readonly LeafValue[]): Applied {
  const before = problemBefore(row, values);
  if (before !== undefined) return { tag: 'problem', problem: before };
  const value = evaluator(row)(...values);
  const problem = problemOfResult(row, value);
  return problem === undefined ? { tag: 'value', value } : { tag: 'problem', problem };
}

const CODES: Readonly<Partial<Record<OperationName, Problem['code']>>> = {
  lessSmooth: 'diagonal',
  greaterSmooth: 'diagonal',
  checkSide: 'shape',
  checkRow: 'shape',
  checkLength: 'shape',
  checkItems: 'shape',
};

/** Returns why the operation is undefined at these arguments, or undefined. */
export function problemBefore(row: Operation, values: readonly LeafValue[]): Problem | undefined {
  const sentence = domainOf(row)?.(...values);
  if (sentence === undefined) return undefined;
  return { code: CODES[row.name] ?? 'domain', sentence };
}

/** Returns why a result is not a value of its type, or undefined. */
export function problemOfResult(row: Operation, value: LeafValue): Problem | undefined {
  if (row.result === 'real' && !Number.isFinite(value)) {
    return { code: 'not-finite', sentence: `the result of ${row.notation.symbol} is too large for a real` };
  }
  if (row.result === 'int' && !Number.isSafeInteger(value)) {
    return {
      code: 'int-overflow',
      sentence: `the result of ${row.notation.symbol} is too large for an int (ints lie between -(2^53 - 1) and 2^53 - 1)`,
    };
  }
  return undefined;
}
