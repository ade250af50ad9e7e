import { error, type Diagnostic } from '../../source/diagnostic';
import { printType, typePrinter } from '../../types/print';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import type { Context, PendingProjection } from '../context';

/**
 * Where nothing says which parts a tuple or a record has: what to write. Its type has by now the parts that are asked for,
 * and there may be more of them.
 */
export function unknownParts(context: Context, { whole, name = '...', part, place }: PendingProjection): Diagnostic {
  const type = resolve(whole);
  const where = name === '...' ? '' : ` where \`${name}\` is bound`;
  if (typeof part === 'number') {
    return error('projection-unknown', place, 'nothing here says how many components this has', {
      hint: `write its type${where}, \`(${name} : ${printType(type)})\` if it has no more, or take it apart by a pattern, as in \`(x, y)\``,
    });
  }
  const known = knownRecord(context, type);
  const written =
    known === undefined
      ? ` with all its fields${where}: \`(${name} : ${printType(type)})\` if it has no others`
      : `${where}: \`(${name} : ${known.type})\`${known.of === undefined ? '' : `, if it is ${known.of}`}`;
  return error('projection-unknown', place, 'nothing here says which fields this record has', {
    hint: `write its type${written}`,
  });
}

/** A record type with these fields, and maybe others, that has a name, or is that of something the reader has defined, or of its items. */
function knownRecord(
  context: Context,
  wanted: Type,
): { readonly type: string; readonly of: string | undefined } | undefined {
  const names = wanted.tag === 'record' ? wanted.fields.map(({ name }) => name) : [];
  const hasAll = (fields: readonly string[]): boolean => names.every((name) => fields.includes(name));
  for (const [name, { type, parameters }] of [...context.aliases].toReversed()) {
    if (type?.tag !== 'record' || parameters.length > 0) continue;
    if (hasAll(type.fields.map((field) => field.name.text))) return { type: name, of: undefined };
  }
  for (const [name, meaning] of context.scope.entries()) {
    const type = meaning.tag === 'bound' ? resolve(meaning.type) : undefined;
    const isRow = type?.tag === 'sequence';
    const record = isRow ? resolve(type.item) : type;
    if (record?.tag === 'record' && hasAll(record.fields.map((field) => field.name)))
      return { type: example(record), of: `${isRow ? 'an item of' : 'one like'} \`${name}\`` };
  }
  return undefined;
}

/** What is a number of either type is taken for a real. */
function example(type: Type): string {
  return typePrinter(({ kind }) => (kind === 'num' ? 'real' : undefined))(type);
}
