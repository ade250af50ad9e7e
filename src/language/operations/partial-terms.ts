import type { OperationName } from './names';
import type { PartialTerm } from './operation';

/** Builders of partial derivatives, for the rows of the table. */
export const FIRST: PartialTerm = { tag: 'argument', index: 0 };
export const SECOND: PartialTerm = { tag: 'argument', index: 1 };

export function realTerm(value: number): PartialTerm {
  return { tag: 'real', value };
}

export function partialTerm(operation: OperationName, ...items: readonly PartialTerm[]): PartialTerm {
  return { tag: 'operation', operation, arguments: items };
}
