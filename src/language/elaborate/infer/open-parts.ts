import { resolve } from '../../types/resolve';
import { product } from '../../types/type';
import type { Part, RequiredPart, Type } from '../../types/type';
import { DEPTH_LIMIT, freshVariable, GENERIC_LEVEL } from '../context';
import type { Context } from '../context';
import { knownRecords } from '../messages/known-records';
import type { KnownRecord } from '../messages/known-records';
import { unify } from '../types/unify';
import { recordType } from './record';

/** A selection from a record that can have several known types. */
export interface AmbiguousRecord {
  readonly selection: RequiredPart;
  readonly candidates: readonly KnownRecord[];
}

interface OpenWhole {
  readonly type: Extract<Type, { tag: 'variable' }>;
  readonly parts: ReadonlyMap<Part, RequiredPart>;
}

/**
 * Chooses the types that are still open at the end of an item, and that have parts: the known record type with these
 * fields, or else a record or tuple of just these parts. Returns the selections where several known types fit.
 */
export function settleParts(context: Context): readonly AmbiguousRecord[] {
  const ambiguous: AmbiguousRecord[] = [];
  let open = context.variables.flatMap((variable): OpenWhole[] => {
    const { parts, level, solution } = variable;
    if (parts === undefined || solution !== undefined || level === GENERIC_LEVEL) return [];
    return [{ type: { tag: 'variable', variable }, parts }];
  });
  while (open.length > 0) {
    // The type of an outer value can determine those of its parts.
    const inner = new Set(open.flatMap(({ parts }) => [...parts.values()].map(({ type }) => variableOf(type))));
    for (const { type, parts } of open) {
      const [selection] = parts.values();
      if (selection === undefined || inner.has(type.variable)) continue;
      const candidates = knownRecords(context, [...parts.keys()]);
      const [candidate] = candidates;
      if (candidates.length > 1) ambiguous.push({ selection, candidates });
      if (candidates.length !== 1 || candidate === undefined || unify(context, type, candidate.type) !== undefined)
        type.variable.solution = exactly(context, parts);
    }
    open = open.filter(({ type }) => type.variable.solution === undefined);
  }
  return ambiguous;
}

function variableOf(open: Type): unknown {
  const type = resolve(open);
  return type.tag === 'variable' ? type.variable : undefined;
}

/** Returns the type of the record or tuple that has these parts and no others. */
function exactly(context: Context, parts: ReadonlyMap<Part, RequiredPart>): Type {
  const numbers = [...parts.keys()].filter((part) => typeof part === 'number');
  if (numbers.length === 0) return recordType([...parts].map(([name, { type }]) => ({ name: String(name), type })));
  const size = Math.min(Math.max(2, ...numbers), DEPTH_LIMIT);
  return product(Array.from({ length: size }, (_, index) => parts.get(index + 1)?.type ?? freshVariable(context)));
}
