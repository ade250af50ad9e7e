import { evaluator } from '../../../language/operations/apply';
import type { LeafValue, PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import { internalError } from '../../../language/source/internal-error';
import type { Span } from '../../../language/source/span';
import type { FreshNames } from '../../../language/core/fresh-names';
import {
  traceConstant,
  iteratedPair,
  letIn,
  traceVariable,
  type TraceReverse,
  type TraceTerm,
  type TraceType,
} from './term';
import { argumentType } from './types';

/** 0_T: 0_real = 0, 0_unit = *, 0_{T x U} = <0_T, 0_U>. */
export function zeroValue(type: TraceType, origin: Span): TraceTerm {
  switch (type.tag) {
    case 'real':
      return traceConstant(0, origin);
    case 'unit':
      return { tag: 'unit', origin };
    case 'pair':
      return {
        tag: 'pair',
        first: zeroValue(type.first, origin),
        second: zeroValue(type.second, origin),
        origin,
      };
  }
}

/** M +_T N at T other than real, by the definitions of section 2. */
export function expandSum(left: TraceTerm, right: TraceTerm, type: TraceType, fresh: FreshNames): TraceTerm {
  const { origin } = right;
  switch (type.tag) {
    case 'real':
      return { tag: 'sum', type, left, right, origin };
    case 'unit':
      return letIn(fresh('x'), type, left, letIn(fresh('y'), type, right, { tag: 'unit', origin }));
    case 'pair': {
      const { first, second } = type;
      return letPair(left, first, second, fresh, ['x1', 'x2'], (x1, x2) =>
        letPair(right, first, second, fresh, ['y1', 'y2'], (y1, y2) => ({
          tag: 'pair',
          first: expandSum(x1, y1, first, fresh),
          second: expandSum(x2, y2, second, fresh),
          origin,
        })),
      );
    }
  }
}

/** The abbreviation let <x : T, y : U> = M in N of section 2: let z : T x U = M in let x : T = fst(z) in let y : U = snd(z) in N. */
export function letPair(
  value: TraceTerm,
  first: TraceType,
  second: TraceType,
  fresh: FreshNames,
  [x, y]: readonly [string, string],
  body: (first: TraceTerm, second: TraceTerm) => TraceTerm,
): TraceTerm {
  const { origin } = value;
  const z = traceVariable(fresh('z'), { tag: 'pair', first, second }, origin);
  const left = traceVariable(fresh(x), first, origin);
  const right = traceVariable(fresh(y), second, origin);
  return letIn(
    z.name,
    z.type,
    value,
    letIn(
      left.name,
      first,
      { tag: 'fst', pair: z, origin },
      letIn(right.name, second, { tag: 'snd', pair: z, origin }, body(left, right)),
    ),
  );
}

/** W.op_r(D): for each real argument of op, W times op's partial derivative by it at D (the operations table's term). */
export function expandReverse(
  { operation: name, leaves, cotangent, argument, origin }: TraceReverse,
  fresh: FreshNames,
): TraceTerm {
  const row = operationRow(name);
  const places = row.parameters.flatMap((leaf, at) => (leaf === 'real' ? [at] : []));
  const amounts = (reals: readonly TraceTerm[]): TraceTerm => {
    const values = row.parameters.map((_, at): TraceTerm | LeafValue => {
      const real = reals[places.indexOf(at)];
      return real ?? leaves[at] ?? internalError('an argument without a value');
    });
    const products = places.map((at): TraceTerm => {
      const partial = row.partials[at] ?? internalError(`${name} has no partial derivative by a real argument`);
      return product(cotangent, asReal(partialAt(partial, values, origin), origin), origin);
    });
    return iteratedPair(products, origin);
  };
  const type = argumentType(name);
  switch (type.tag) {
    case 'unit':
    case 'real': {
      const s = traceVariable(fresh('s'), type, origin);
      return letIn(s.name, type, argument, amounts([s]));
    }
    case 'pair':
      return letPair(argument, type.first, type.second, fresh, ['s', 's'], (first, second) => amounts([first, second]));
  }
}

function product(left: TraceTerm, right: TraceTerm, origin: Span): TraceTerm {
  const argument: TraceTerm = { tag: 'pair', first: left, second: right, origin };
  return { tag: 'operation', operation: 'multiply', leaves: [undefined, undefined], argument, origin };
}

function asReal(value: TraceTerm | LeafValue, origin: Span): TraceTerm {
  return typeof value === 'object' ? value : traceConstant(Number(value), origin);
}

/**
 * Returns a partial derivative at its arguments. One that mentions no real argument is a number and is computed at
 * once.
 */
function partialAt(
  partial: PartialTerm,
  values: readonly (TraceTerm | LeafValue)[],
  origin: Span,
): TraceTerm | LeafValue {
  switch (partial.tag) {
    case 'argument':
      return values[partial.index] ?? internalError('a partial derivative of a missing argument');
    case 'real':
    case 'int':
      return partial.value;
    case 'operation': {
      const row = operationRow(partial.operation);
      const given = partial.arguments.map((argument) => partialAt(argument, values, origin));
      const known = given.flatMap((value) => (typeof value === 'object' ? [] : [value]));
      if (known.length === given.length) return evaluator(row)(...known);
      const leaves = given.map((value) => (typeof value === 'object' ? undefined : value));
      const reals = given.flatMap((value, at) => (row.parameters[at] === 'real' ? [asReal(value, origin)] : []));
      return { tag: 'operation', operation: partial.operation, leaves, argument: iteratedPair(reals, origin), origin };
    }
  }
}
