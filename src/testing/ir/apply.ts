import { evaluator, problemBefore, problemOfResult } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import type { LeafValue } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { boolOf, broken, intOf, type IrValue, present, realOf, Stop } from './data';

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Beyond this, an int that is not tested is wrong: the distance of two ints is below it. */
const FARTHEST = 4n * LARGEST;

/** Returns the value of an operation, or stops the run. Operations of derivatives are not tested. */
export function applyIr(operation: OperationName, given: readonly IrValue[], derivative: boolean): IrValue {
  const row = operationRow(operation);
  if (row.result === 'int') return int(operation, given, derivative);
  const [left, right] = given;
  const compared =
    row.parameters[0] === 'int' && row.result === 'bool' ? comparison(operation, left, right) : undefined;
  if (compared !== undefined) return compared;
  const values = given.map((value, i): LeafValue => {
    switch (row.parameters[i]) {
      case 'real':
        return realOf(value);
      case 'int':
        return Number(intOf(value));
      case 'bool':
        return boolOf(value);
      default: {
        const text = present(value);
        return text.tag === 'string' ? text.text : broken('no string');
      }
    }
  });
  if (!derivative && problemBefore(row, values) !== undefined) throw new Stop('fault');
  const result = evaluator(row)(...values);
  if (!derivative && problemOfResult(row, result) !== undefined) throw new Stop('fault');
  return typeof result === 'string' ? broken('an operation that gives a string') : result;
}

function comparison(
  operation: OperationName,
  left: IrValue | undefined,
  right: IrValue | undefined,
): boolean | undefined {
  const [a, b] = [intOf(left), intOf(right)];
  switch (operation) {
    case 'lessInt':
      return a < b;
    case 'lessEqualInt':
      return a <= b;
    case 'greaterInt':
      return a > b;
    case 'greaterEqualInt':
      return a >= b;
    case 'equalInt':
      return a === b;
    case 'notEqualInt':
      return a !== b;
    default:
      return undefined;
  }
}

function int(operation: OperationName, [left, right]: readonly IrValue[], derivative: boolean): bigint {
  const result = ((): bigint => {
    if (operation === 'floor') return floor(realOf(left), derivative);
    const a = intOf(left);
    if (operation === 'negateInt') return -a;
    if (operation === 'checkItems') return a > 0n ? a : derivative ? broken('an untested length') : fault();
    const b = intOf(right);
    switch (operation) {
      case 'addInt':
        return a + b;
      case 'subtractInt':
        return a - b;
      case 'multiplyInt':
        return a * b;
      case 'maxInt':
        return a > b ? a : b;
      case 'minInt':
        return a < b ? a : b;
      case 'checkSide':
      case 'checkRow':
      case 'checkLength':
        if (a === b) return a;
        return derivative ? broken('an untested length') : fault();
      case 'div':
      case 'mod': {
        if (b === 0n) return derivative ? broken('an untested division by 0') : fault();
        const rest = ((a % b) + b) % b;
        return operation === 'mod' ? rest : (a - rest) / b;
      }
      default:
        return broken(`${operation} gives an int`);
    }
  })();
  const size = result < 0n ? -result : result;
  if (derivative) return size < FARTHEST ? result : broken(`an untested int overflows in ${operation}`);
  return size <= LARGEST ? result : fault();
}

function floor(value: number, derivative: boolean): bigint {
  const whole = Math.floor(value);
  if (Number.isSafeInteger(whole)) return BigInt(whole);
  return derivative ? broken('an untested floor overflows') : fault();
}

function fault(): never {
  throw new Stop('fault');
}
