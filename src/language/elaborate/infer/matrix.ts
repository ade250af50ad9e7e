import { error } from '../../source/diagnostic';
import type { Expression, TypeExpression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { functionType, REAL, sequenceType, type Type } from '../../types/type';
import { failedDraft, freshVariable, monomorphicGroup, newBinder, report } from '../context';
import type { Context } from '../context';
import type { Draft, DraftPattern } from '../draft';
import { FREE } from '../messages/reason';

/** The field of a table that is its numeric columns. */
export const MATRIX_FIELD = 'matrix';

export const MATRIX = sequenceType('array', sequenceType('array', REAL));

const DOCUMENTATION = 'the numeric columns of the table, in order: an array of its rows';

/** Returns the columns, in order, of a type that is written as an array of records; undefined for other types. */
export function writtenColumns(type: TypeExpression | undefined): readonly string[] | undefined {
  if (type?.tag !== 'sequence' || type.container !== 'array' || type.item.tag !== 'record') return undefined;
  return type.item.fields.map(({ name }) => name.text);
}

/** Infers `table.matrix`; undefined if it is not that of a name with columns. */
export function inferMatrix(
  context: Context,
  { record, field, span: origin }: Extract<Expression, { tag: 'field' }>,
): Draft | undefined {
  if (field.text !== MATRIX_FIELD || record.tag !== 'variable') return undefined;
  const meaning = context.scope.lookup(record.name);
  const columns = meaning?.tag === 'bound' ? meaning.columns : undefined;
  if (columns === undefined) return undefined;
  const table = context.check(context, record, freshVariable(context), FREE);
  const type = resolve(table.type);
  const item = type.tag === 'sequence' ? resolve(type.item) : type;
  if (item.tag !== 'record') return failedDraft(MATRIX, origin);
  const binder = newBinder(context, 'row', monomorphicGroup(), false);
  const parameter: DraftPattern = { tag: 'variable', binder, type: item, origin };
  const row: Draft = { tag: 'variable', binder, instance: undefined, type: item, origin };
  const cell = (name: string): readonly Draft[] => {
    const found = resolve(item.fields.find((each) => each.name === name)?.type ?? item);
    const part: Draft = { tag: 'field', record: row, name, type: found, origin };
    if (found.tag === 'real') return [part];
    if (found.tag !== 'int') return [];
    return [{ tag: 'operation', operation: { tag: 'fixed', name: 'toReal' }, arguments: [part], type: REAL, origin }];
  };
  const items = columns.flatMap(cell);
  if (items.length === 0) {
    report(context, error('no-numeric-column', field.span, `\`${record.name}\` has no numeric columns`));
    return failedDraft(MATRIX, origin);
  }
  const { span } = field;
  context.mentions.push({
    span,
    name: MATRIX_FIELD,
    kind: 'value',
    definition: undefined,
    type: MATRIX,
    documentation: DOCUMENTATION,
  });
  const line: Type = sequenceType('array', REAL);
  const body: Draft = { tag: 'sequence', items, type: line, origin };
  const callee: Draft = { tag: 'lambda', parameter, body, type: functionType(item, line), origin };
  return { tag: 'map', function: callee, sequence: table, type: MATRIX, origin };
}
