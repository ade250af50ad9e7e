import { int, let_, operation, projection, real, tuple, unit, variable } from '../../../language/core/builders';
import type { FreshNames } from '../../../language/core/fresh-names';
import { variablePattern } from '../../../language/core/patterns';
import type { Term } from '../../../language/core/tree';
import { operationRow } from '../../../language/operations/table';
import { assertNever, internalError } from '../../../language/source/internal-error';
import { expandReverse, expandSum, zeroValue } from './expand';
import type { TraceLet, TraceOperation, TraceTerm } from './term';
import { coreTypeOf } from './types';

/** Returns a trace term as a core term, to evaluate and type-check it. */
export function traceToCore(term: TraceTerm, fresh: FreshNames): Term {
  const { origin } = term;
  switch (term.tag) {
    case 'variable':
      return variable(term.name, coreTypeOf(term.type), origin);
    case 'constant':
      return real(term.value, origin);
    case 'unit':
      return unit(origin);
    case 'zero':
      return traceToCore(zeroValue(term.type, origin), fresh);
    case 'sum': {
      if (term.type.tag !== 'real') return traceToCore(expandSum(term.left, term.right, term.type, fresh), fresh);
      return operation('add', [traceToCore(term.left, fresh), traceToCore(term.right, fresh)], 'primal', origin);
    }
    case 'operation':
      return operationToCore(term, fresh);
    case 'reverse':
      return traceToCore(expandReverse(term, fresh), fresh);
    case 'let': {
      const lets: TraceLet[] = [];
      let body: TraceTerm = term;
      for (; body.tag === 'let'; { body } = body) lets.push(body);
      return lets.reduceRight<Term>(
        (rest, { name, type, value }) =>
          let_(variablePattern(name, coreTypeOf(type), value.origin), traceToCore(value, fresh), rest, value.origin),
        traceToCore(body, fresh),
      );
    }
    case 'pair':
      return tuple([traceToCore(term.first, fresh), traceToCore(term.second, fresh)], origin);
    case 'fst':
    case 'snd':
      return projection(traceToCore(term.pair, fresh), term.tag === 'fst' ? 0 : 1, origin);
    default:
      return assertNever(term);
  }
}

function operationToCore({ operation: name, leaves, argument, origin }: TraceOperation, fresh: FreshNames): Term {
  const row = operationRow(name);
  const build = (reals: readonly Term[]): Term => {
    let next = 0;
    const args = row.parameters.map((leaf, at) =>
      leaf === 'real'
        ? (reals[next++] ?? internalError('an operation without its real argument'))
        : // The leaves of operations to the reals are all ints.
          int(Number(leaves[at] ?? internalError('an operation without its leaf argument')), origin),
    );
    return operation(name, args, 'primal', origin);
  };
  if (argument.tag === 'pair') return build([traceToCore(argument.first, fresh), traceToCore(argument.second, fresh)]);
  const whole = traceToCore(argument, fresh);
  if (whole.type.tag !== 'product') return build([whole]);
  const pair = variable(fresh('s'), whole.type, origin);
  const applied = build([projection(pair, 0, origin), projection(pair, 1, origin)]);
  return let_(variablePattern(pair.name, pair.type, origin), whole, applied, origin);
}
