import { applyOperation } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { isNumber, sameAtom } from '../ir/atoms';
import { boolConstant, realConstant } from '../ir/builder';
import type { Atom, Operation } from '../ir/tree';

/** Returns the value of an operation, if it is known before the run. */
export function valueOf(statement: Operation): Atom | undefined {
  return constantOf(statement) ?? plain(statement);
}

/** Returns the value of an operation on constants. */
function constantOf({ operation, arguments: given }: Operation): Atom | undefined {
  // Most operations have a variable among their arguments.
  for (let i = 0; i < given.length; i++) if (given[i]?.tag === 'variable') return undefined;
  const values: (number | boolean)[] = [];
  for (const each of given) {
    if (each.tag !== 'constant' || typeof each.value === 'object') return undefined;
    values.push(each.value);
  }
  const row = operationRow(operation);
  const applied = applyOperation(row, values);
  if (applied.tag === 'problem' || row.result === 'string' || typeof applied.value === 'string') return undefined;
  return { tag: 'constant', kind: row.result, value: applied.value };
}

/** Whether an operation stops the run unless its two ints are equal, and returns the first. */
export function checksInts(operation: OperationName): boolean {
  return operation === 'checkSide' || operation === 'checkRow' || operation === 'checkLength';
}

/** Returns the argument that an operation returns as it is: x + 0 of ints, x * 1, x ^ 1; in derivatives also x + 0 of reals. */
function plain({ operation, arguments: given, derivative }: Operation): Atom | undefined {
  const first = given[0];
  const second = given[1];
  if (first === undefined || second === undefined) return undefined;
  // Two different variables tell nothing.
  if (first.tag === 'variable' && second.tag === 'variable' && first.id !== second.id) return undefined;
  if (checksInts(operation)) return sameAtom(first, second) ? first : undefined;
  switch (operation) {
    case 'equalInt':
    case 'lessEqualInt':
    case 'greaterEqualInt':
      return sameAtom(first, second) ? boolConstant(true) : undefined;
    case 'addInt':
      if (isNumber(second, 0)) return first;
      return isNumber(first, 0) ? second : undefined;
    case 'subtractInt':
      return isNumber(second, 0) ? first : undefined;
    case 'multiply':
    case 'multiplyInt':
      if (derivative && (isNumber(first, 0) || isNumber(second, 0))) return isNumber(first, 0) ? first : second;
      if (isNumber(second, 1)) return first;
      return isNumber(first, 1) ? second : undefined;
    case 'div':
    case 'divide':
      return isNumber(second, 1) ? first : undefined;
    case 'powerInt':
      if (isNumber(second, 1)) return first;
      return derivative && isNumber(second, 0) ? realConstant(1) : undefined;
    case 'add':
      if (!derivative) return undefined;
      if (isNumber(second, 0)) return first;
      return isNumber(first, 0) ? second : undefined;
    case 'subtract':
      return derivative && isNumber(second, 0) ? first : undefined;
    default:
      return undefined;
  }
}
