import { error, type Diagnostic } from '../../source/diagnostic';
import { printType, typePrinter } from '../../types/print';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import { canSuggest } from '../context';
import type { Context, PendingProjection } from '../context';

/**
 * Returns the error for a tuple or record whose type is unknown, with the annotation to write. By now the type has the
 * parts that the program uses; the real type may have more.
 */
export function unknownParts(context: Context, { whole, name = '...', part, place }: PendingProjection): Diagnostic {
  const type = resolve(whole);
  const message = `the type of ${name === '...' ? 'this' : `\`${name}\``} is unknown`;
  if (typeof part === 'number') {
    return error('projection-unknown', place, message, {
      hint: `annotate it with all its components: \`(${name} : ${printType(type)})\`, or use a pattern: \`(x, y)\``,
    });
  }
  const known = knownRecord(context, type);
  const written =
    known === undefined
      ? ` with all its fields: \`(${name} : ${printType(type)})\``
      : `: \`(${name} : ${known.type})\`${known.of === undefined ? '' : `, if it is ${known.of}`}`;
  return error('projection-unknown', place, message, { hint: `annotate it${written}` });
}

/**
 * Returns a known record type with at least these fields: a declared type, or the type of a definition or of its items.
 */
function knownRecord(
  context: Context,
  wanted: Type,
): { readonly type: string; readonly of: string | undefined } | undefined {
  const names = wanted.tag === 'record' ? wanted.fields.map(({ name }) => name) : [];
  const hasAll = (fields: readonly string[]): boolean => {
    const known = new Set(fields);
    return names.every((name) => known.has(name));
  };
  if (!canSuggest(context)) return undefined;
  for (const [name, { type, parameters }] of context.aliases.entries().reverse()) {
    if (type?.tag !== 'record' || parameters.length > 0) continue;
    if (hasAll(type.fields.map((field) => field.name.text))) return { type: name, of: undefined };
  }
  for (const [name, meaning] of context.scope.entries()) {
    const type = meaning.tag === 'bound' ? resolve(meaning.type) : undefined;
    const isRow = type?.tag === 'sequence';
    const record = isRow ? resolve(type.item) : type;
    if (record?.tag === 'record' && hasAll(record.fields.map((field) => field.name)))
      return { type: example(record), of: `${isRow ? 'an item of' : 'like'} \`${name}\`` };
  }
  return undefined;
}

/** Prints a type for an annotation, with real for numbers of either type. */
function example(type: Type): string {
  return typePrinter(({ kind }) => (kind === 'num' ? 'real' : undefined))(type);
}
