import { error } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import type { Expression, Identifier } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import type { RecordField, Type } from '../../types/type';
import { freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft, DraftFieldValue } from '../draft';
import { partType } from './projection';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';

/** Returns the record type with these fields sorted, each name once. */
export function recordType(fields: readonly RecordField[]): Type {
  const named = new Map(fields.map((each) => [each.name, each]));
  return { tag: 'record', fields: [...named.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

export function reportTwice(context: Context, names: readonly Identifier[]): void {
  const seen = new Map<string, Span>();
  for (const { text, span } of names) {
    const first = seen.get(text);
    if (first === undefined) seen.set(text, span);
    else {
      report(
        context,
        error('field-twice', span, `duplicate field \`${text}\``, {
          hint: 'remove one of them',
          related: [{ message: 'first given here', span: first }],
        }),
      );
    }
  }
}

/** Infers `{ name = value, ... }`, whose values are evaluated in the order written. */
export function inferRecord(
  context: Context,
  { fields, span: origin }: Extract<Expression, { tag: 'record' }>,
  expected: Type,
  reason: Reason,
): Draft {
  reportTwice(
    context,
    fields.map(({ name }) => name),
  );
  const known = resolve(expected);
  const types = new Map(known.tag === 'record' ? known.fields.map(({ name, type }) => [name, type]) : []);
  const fits = types.size === fields.length && fields.every(({ name }) => types.has(name.text));
  const values = fields.map(({ name, value }): DraftFieldValue => {
    const type = (fits ? types.get(name.text) : undefined) ?? freshVariable(context);
    return { name: name.text, value: context.check(context, value, type, fits ? reason : FREE) };
  });
  const type = recordType(values.map(({ name, value }) => ({ name, type: value.type })));
  return { tag: 'record', fields: values, type, origin };
}

/** Infers `{ record with name = value, ... }`. The record is evaluated first, then the values in the order written. */
export function inferUpdate(
  context: Context,
  { record: updated, fields, span: origin }: Extract<Expression, { tag: 'update' }>,
): Draft {
  reportTwice(
    context,
    fields.map(({ name }) => name),
  );
  const record = context.check(context, updated, freshVariable(context), FREE);
  const values = fields.map(({ name, value }): DraftFieldValue => {
    const type = partType(context, record, name.text, name.span);
    return { name: name.text, value: context.check(context, value, type, { tag: 'field', name: name.text }) };
  });
  return { tag: 'update', record, fields: values, type: record.type, origin };
}
