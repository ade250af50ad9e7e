import { OPERATION_NAMES } from '../language/operations/names';
import { operationRow } from '../language/operations/table';
import { RUN_TIME_ROWS } from './rows';
import { NO_OPERAND, type Trace } from './trace';

/** The relative rounding error that an argument may have. */
const ROUNDING = 1e-13;

/**
 * Returns the first entry whose operation would be undefined if its arguments were rounded differently: there, rounding
 * determines its value and its partial derivatives.
 */
export function edgeEntry(trace: Trace): number | undefined {
  for (let entry = 0; entry < trace.length; entry++) {
    const name = OPERATION_NAMES[trace.operations[entry] ?? -1];
    const domain = name === undefined ? undefined : RUN_TIME_ROWS[name].domain;
    if (name === undefined || domain === undefined) continue;
    const [first, second] = operationRow(name).parameters;
    const left = around(trace, trace.left[entry] ?? NO_OPERAND, first === 'real');
    const right = around(trace, trace.right[entry] ?? NO_OPERAND, second === 'real');
    for (const x of left) for (const y of right) if (domain(x, y) !== undefined) return entry;
  }
  return undefined;
}

function around(trace: Trace, operand: number, isReal: boolean): readonly number[] {
  const value = trace.valueOf(operand);
  return isReal ? [value * (1 - ROUNDING), value, value * (1 + ROUNDING)] : [value];
}
