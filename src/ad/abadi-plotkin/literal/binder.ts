import type { FreshNames } from '../../../language/core/fresh-names';
import type { Span } from '../../../language/source/span';
import type { Type } from '../../../language/types/type';
import type { Value } from '../../../semantics/value';
import type { TraceBinder } from './differentiate';
import { type GivenTerms, represent, UNIT_TERM, type TraceTypes } from './representation';
import { TRACE_UNIT, type TraceTerm, traceVariable, type TraceVariable } from './term';
import { traceTypeOf } from './types';

/** Names the variables of a binder and gives their place in the text. */
interface Naming {
  readonly name: string;
  readonly origin: Span;
  readonly fresh: FreshNames;
}

/**
 * Returns x : T, and V if it is given, with one variable for each part of the value whose type tells its number of
 * reals. Undefined if the value is nested too deeply.
 */
export function binderOf(
  { name, origin, fresh }: Naming,
  value: Value,
  type: Type,
  types: TraceTypes,
  given?: GivenTerms,
): TraceBinder | undefined {
  const variables: TraceVariable[] = [];
  const at: TraceTerm[] = [];
  const isWhole = traceTypeOf(type) !== undefined;
  const part = (_: Value, fixed: Type, known: TraceTerm | undefined): TraceTerm => {
    const own = isWhole ? name : `${name}_${variables.length}`;
    const x = traceVariable(fresh(own), traceTypeOf(fixed) ?? TRACE_UNIT, origin);
    variables.push(x);
    at.push(known ?? UNIT_TERM);
    return x;
  };
  const pattern = represent(value, type, types, part, given);
  return pattern && { variables, at, pattern };
}
