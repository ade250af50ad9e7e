import type { OperationName } from '../../operations/names';
import { internalError } from '../../source/internal-error';
import type { Type } from '../../types/type';
import type { Overloaded } from '../draft';

type LeafName = 'real' | 'int' | 'bool' | 'string';

const OVERLOADS: Readonly<Record<Overloaded, Readonly<Partial<Record<LeafName, OperationName>>>>> = {
  '+': { real: 'add', int: 'addInt' },
  '-': { real: 'subtract', int: 'subtractInt' },
  '*': { real: 'multiply', int: 'multiplyInt' },
  '/': { real: 'divide' },
  '^': { real: 'power', int: 'powerInt' },
  negate: { real: 'negate', int: 'negateInt' },
  max: { real: 'max', int: 'maxInt' },
  min: { real: 'min', int: 'minInt' },
  show: { real: 'showReal', int: 'showInt' },
  '<': { real: 'less', int: 'lessInt' },
  '<=': { real: 'lessEqual', int: 'lessEqualInt' },
  '>': { real: 'greater', int: 'greaterInt' },
  '>=': { real: 'greaterEqual', int: 'greaterEqualInt' },
  '=': { real: 'equal', int: 'equalInt', bool: 'equalBool', string: 'equalString' },
  '/=': { real: 'notEqual', int: 'notEqualInt', bool: 'notEqualBool', string: 'notEqualString' },
};

/** Returns the operation that an operator stands for at a type. */
export function overloadedAt(operator: Overloaded, at: Type): OperationName {
  switch (at.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
      return OVERLOADS[operator][at.tag] ?? internalError(`${operator} at ${at.tag}`);
    default:
      return internalError(`${operator} at ${at.tag}`);
  }
}
