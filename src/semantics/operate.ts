import { applyOperation } from '../language/operations/apply';
import type { LeafValue, Operation } from '../language/operations/operation';
import { internalError } from '../language/source/internal-error';
import { NOWHERE } from '../language/source/span';
import type { Instruction } from './code';
import { withArguments } from './failure';
import type { MachineState } from './state';
import { recordReal } from './trace';
import { Traced, type Value } from './value';

/** The result of `operate` after it has set the machine's failure. */
export const FAILED = Symbol('failed');

/** The code of a run that stopped because an operation is on a boundary, where it may have no derivative. */
export const ON_BOUNDARY = 'on-boundary';

/** Applies an operation of the table to any values; `y` is ignored for operations of one argument. */
export function operate(
  machine: MachineState,
  instruction: Instruction,
  call: number,
  x: Value,
  y: Value,
  site: Instruction,
): Value {
  const { row, flag } = instruction;
  const first = (x instanceof Traced ? x.primal : x) as LeafValue;
  const second = (y instanceof Traced ? y.primal : y) as LeafValue;
  const value = row.domain?.(first, second) === undefined ? row.evaluate(first, second) : Number.NaN;
  if (typeof value === 'number' && !(Math.abs(value) <= row.limit)) return refuse(machine, row.row, [first, second]);
  machine.decisions?.addOperation(row, first, second, value);
  const isTraced = x instanceof Traced || y instanceof Traced;
  const { stopsOnBoundary = false } = machine.options;
  if (!isTraced && !stopsOnBoundary) return value;
  if (!flag && row.boundary?.(first, second) === true) {
    if (!isTraced) {
      machine.failure = { code: ON_BOUNDARY, message: 'an operation is on a boundary' };
      return FAILED;
    }
    const place = instruction.readers ? instruction : site;
    const span = machine.executable.origins[place.origin] ?? NOWHERE;
    machine.warnings.boundary(span, row.row, first);
  }
  if (!isTraced || !row.isReal) return value;
  // Without the tree of calls, an entry of the prelude has the place of the reader's call.
  const place = instruction.readers || machine.recordsCalls || !site.readers ? instruction : site;
  return recordReal(machine.trace, row.index, row.isBinary, x, y, value as number, place.origin, call);
}

function refuse(machine: MachineState, row: Operation, given: readonly LeafValue[]): typeof FAILED {
  const values = given.slice(0, row.parameters.length);
  const applied = applyOperation(row, values);
  if (applied.tag === 'value') return internalError(`${row.name} was refused and is defined`);
  machine.failure = { code: applied.problem.code, message: withArguments(applied.problem.sentence, values) };
  return FAILED;
}
