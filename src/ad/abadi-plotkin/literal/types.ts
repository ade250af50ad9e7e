import { internalError } from '../../../language/source/internal-error';
import { type Type, product, REAL, UNIT } from '../../../language/types/type';
import { operationRow } from '../../../language/operations/table';
import type { OperationName } from '../../../language/operations/names';
import { iteratedProduct, TRACE_REAL, TRACE_UNIT, type TraceTerm, type TraceType } from './term';

/**
 * Returns how a type of the language is represented in traces, which hold only reals and tuples of reals. Leaf types,
 * which are not differentiated, and functions, which are in φ, have no reals and are unit. Undefined if the number of
 * reals depends on the value: `representation.ts`.
 */
export function traceTypeOf(type: Type): TraceType | undefined {
  switch (type.tag) {
    case 'real':
      return TRACE_REAL;
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'function':
      return TRACE_UNIT;
    case 'product':
      return iterated(type.items);
    case 'record':
      return iterated(type.fields.map((field) => field.type));
    default:
      return undefined;
  }
}

function iterated(types: readonly Type[]): TraceType | undefined {
  const parts: TraceType[] = [];
  for (const type of types) {
    const part = traceTypeOf(type);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return iteratedProduct(parts);
}

/** Returns the core type of a trace type. */
export function coreTypeOf(type: TraceType): Type {
  switch (type.tag) {
    case 'real':
      return REAL;
    case 'unit':
      return UNIT;
    case 'pair':
      return product([coreTypeOf(type.first), coreTypeOf(type.second)]);
  }
}

/** Returns the type of a term, by the rules of Figure 1. */
export function typeOfTrace(root: TraceTerm): TraceType {
  let term = root;
  while (term.tag === 'let') term = term.body;
  switch (term.tag) {
    case 'variable':
    case 'sum':
    case 'zero':
      return term.type;
    case 'constant':
    case 'operation':
      return TRACE_REAL;
    case 'reverse':
      return argumentType(term.operation);
    case 'unit':
      return TRACE_UNIT;
    case 'pair':
      return { tag: 'pair', first: typeOfTrace(term.first), second: typeOfTrace(term.second) };
    case 'fst':
    case 'snd': {
      const pair = typeOfTrace(term.pair);
      if (pair.tag !== 'pair') return internalError(`${term.tag} of no pair`);
      return term.tag === 'fst' ? pair.first : pair.second;
    }
  }
}

/** S of op : S -> real: the iterated product of its real parameters. */
export function argumentType(name: OperationName): TraceType {
  return iteratedProduct(operationRow(name).parameters.flatMap((leaf) => (leaf === 'real' ? [TRACE_REAL] : [])));
}
