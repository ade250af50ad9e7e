import type { Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import type { RecordField, Type } from '../../types/type';
import { BUILTINS } from './builtins';
import type { Context, Probe } from '../context';
import { signature } from '../signature';
import { MATRIX, MATRIX_FIELD } from './matrix';

/** The candidates for the probed place. */
export type Probed =
  | { readonly tag: 'names'; readonly names: readonly NameInScope[] }
  | { readonly tag: 'fields'; readonly fields: readonly { readonly name: string; readonly signature: string }[] };

export interface NameInScope {
  readonly name: string;
  readonly signature: string | undefined;
  readonly documentation: string | undefined;
}

/** Records the scope if a name at this place, defined or not, is the one that the editor asks about. */
export function probeScope({ probe, scope }: Context, span: Span): void {
  if (probe !== undefined && isAt(probe, span)) probe.found = { tag: 'scope', entries: scope.entries() };
}

/**
 * Records the record's type if the editor asks about the field name at this place, and returns whether it does: the record
 * need not have the field. A record whose definition failed has the type inferred so far.
 */
export function probeRecord({ probe, scope }: Context, span: Span, record: Expression, found: Type): boolean {
  if (probe === undefined || !isAt(probe, span)) return false;
  const meaning = record.tag === 'variable' ? scope.lookup(record.name) : undefined;
  const isTable = meaning?.tag === 'bound' && meaning.columns !== undefined;
  probe.found = { tag: 'record', type: isTable ? TABLE : meaning?.tag === 'bound' ? meaning.type : found };
  return true;
}

/** The only field of a table as a whole. */
const TABLE: Type = { tag: 'record', fields: [{ name: MATRIX_FIELD, type: MATRIX }] };

function isAt({ at }: Probe, span: Span): boolean {
  return span.cell === at.cell && span.start === at.start && span.end === at.end;
}

/** Returns the answer once all types are known. Names are ordered from the innermost on, with built-in names last. */
export function finishProbe(context: Context): Probed | undefined {
  const found = context.probe?.found;
  if (found === undefined) return undefined;
  if (found.tag === 'record') {
    return {
      tag: 'fields',
      fields: fieldsOf(resolve(found.type)).map(({ name, type: of }) => ({ name, signature: signature(name, of) })),
    };
  }
  const names = found.entries.map(([name, meaning]): NameInScope => {
    if (meaning.tag === 'unknown') return { name, signature: undefined, documentation: undefined };
    return { name, signature: signature(name, meaning.type), documentation: meaning.documentation };
  });
  const taken = new Set(names.map(({ name }) => name));
  for (const [name, { instance, documentation }] of BUILTINS) {
    if (!taken.has(name)) names.push({ name, signature: signature(name, instance(context).type), documentation });
  }
  return { tag: 'names', names };
}

/** The fields of a record; those that the program selects, if nothing else is known about it. */
function fieldsOf(type: Type): readonly RecordField[] {
  if (type.tag === 'record') return type.fields;
  const parts = type.tag === 'variable' ? [...(type.variable.parts ?? [])] : [];
  return parts.flatMap(([name, part]) => (typeof name === 'string' ? [{ name, type: part.type }] : []));
}
