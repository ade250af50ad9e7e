import { boundaryOf, domainOf, evaluator, type LeafFunction } from '../language/operations/apply';
import { OPERATION_NAMES, type OperationName } from '../language/operations/names';
import type { LeafValue, Operation } from '../language/operations/operation';
import { numericPartials, type NumericPartials } from '../language/operations/partials';
import { operationRow } from '../language/operations/table';

/** A row of the operations table as the machine uses it. */
export interface RunTimeRow {
  /** An index into OPERATION_NAMES. */
  readonly index: number;
  readonly row: Operation;
  readonly evaluate: (first: LeafValue, second: LeafValue) => LeafValue;
  readonly domain: LeafFunction<string | undefined> | undefined;
  readonly boundary: LeafFunction<boolean> | undefined;
  /** The largest real or the largest int; larger results are errors. */
  readonly limit: number;
  readonly partials: NumericPartials;
  /** Whether the result is a real. */
  readonly isReal: boolean;
  readonly isBinary: boolean;
}

function runTimeRow(name: OperationName, index: number): RunTimeRow {
  const row = operationRow(name);
  return {
    index,
    row,
    evaluate: evaluator(row),
    domain: domainOf(row),
    boundary: boundaryOf(row),
    limit: row.result === 'int' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE,
    partials: numericPartials(row),
    isReal: row.result === 'real',
    isBinary: row.parameters.length === 2,
  };
}

export const ROWS: readonly RunTimeRow[] = OPERATION_NAMES.map(runTimeRow);

export const RUN_TIME_ROWS = Object.fromEntries(ROWS.map((row) => [row.row.name, row])) as Readonly<
  Record<OperationName, RunTimeRow>
>;
