/**
 * The rules of a reader's engine E, a record: D{real} = N, D{r} = E.constant r, and for any operation op that takes reals
 * to a real, D{op (x, y)} = E.op (x, y). Any other operation takes the primals of its reals, E.primal x.
 */
import * as core from '../../language/core/builders';
import type { Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import { nameDualResult, nameOfResult } from '../translation/context';
import { DELTA_MONAD } from '../translation/delta-monad';
import { NO_MONAD } from '../translation/no-monad';
import type { Rules } from '../translation/rules';
import type { OwnSignature } from './signature';

/** Returns the rules of an engine; `record` stands for it in the translated program. */
export function ownRules(record: Term, { number, operations, isMonadic }: OwnSignature): Rules {
  return {
    parts: [number],
    names: (name) => [name],
    constant: (real) => call(record, 'constant', real, real.origin),
    primal: (x) => call(record, 'primal', x, x.origin),
    operation: (translation, { term: { operation, origin }, values, name }, block) => {
      const [only, ...more] = values;
      const argument = only !== undefined && more.length === 0 ? only : core.tuple(values, origin);
      const result = call(record, operation, argument, origin);
      if (operations.get(operation)?.isAction !== true) return result;
      return nameDualResult(translation, result, block, name ?? nameOfResult(translation));
    },
    monad: isMonadic ? DELTA_MONAD : NO_MONAD,
  };
}

function call(record: Term, field: string, argument: Term, origin: Span): Term {
  return core.apply(core.field({ ...record, origin }, field, origin), argument, origin);
}
