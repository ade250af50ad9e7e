import { error } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import { resolve } from '../../types/resolve';
import { product } from '../../types/type';
import type { Type } from '../../types/type';
import { DEPTH_LIMIT, freshVariable, report } from '../context';
import type { Context, PendingProjection } from '../context';
import type { Draft } from '../draft';
import { keepOpen } from '../types/generalise';
import { describe, mismatch } from '../messages/messages';
import { FREE } from '../messages/reason';
import { closest, didYouMean } from '../messages/suggest';
import { unify } from '../types/unify';

/**
 * Infers `tuple.index`, counted from 1. If the type of the tuple is unknown, the rest of the item may still determine
 * it.
 */
export function inferProjection(context: Context, tuple: Draft, index: number, origin: Span): Draft {
  const type = partType(context, tuple, index, origin);
  return { tag: 'projection', tuple, index: index - 1, type, origin };
}

/** Infers `record.name`. If the type of the record is unknown, the rest of the item may still determine it. */
export function inferField(context: Context, record: Draft, name: string, origin: Span): Draft {
  return { tag: 'field', record, name, type: partType(context, record, name, origin), origin };
}

/** Returns the type of a part, which may not be known yet. */
export function partType(context: Context, whole: Draft, part: number | string, span: Span): Type {
  const result = freshVariable(context);
  const name = whole.tag === 'variable' ? whole.binder.text : undefined;
  const pending: PendingProjection = { whole: whole.type, name, part, result, place: whole.origin, span };
  if (!attempt(context, pending)) context.projections.push(pending);
  return result;
}

/**
 * Solves the projections whose types have become known. The type variables of the others must not be generalised here.
 */
export function attemptProjections(context: Context): void {
  context.projections = context.projections.filter((pending) => {
    if (attempt(context, pending)) return false;
    keepOpen(context, pending.whole);
    keepOpen(context, pending.result);
    return true;
  });
}

/**
 * Ends the projections of an item. A projection that is still open is an error, unless the item contains another error,
 * which is the likely cause. The whole is then assumed to have exactly the parts that are used. Returns the projections
 * to report once the types of the item are settled; for nested projections, the outermost whole.
 */
export function finishProjections(context: Context): readonly PendingProjection[] {
  attemptProjections(context);
  const open = context.projections;
  context.projections = [];
  const results = new Set(open.map(({ result }) => resolve(result)));
  const outermost = open.filter(({ whole }) => !results.has(resolve(whole)));
  const unknown: PendingProjection[] = [];
  for (const pending of open) {
    const { whole, part } = pending;
    if (resolve(whole).tag === 'variable') {
      const parts = open.filter((other) => resolve(other.whole) === resolve(whole)).map((other) => other.part);
      unify(context, whole, typeof part === 'number' ? tupleWith(context, parts) : recordWith(context, parts));
      if (outermost.includes(pending)) unknown.push(pending);
    }
    attempt(context, pending);
  }
  return unknown;
}

type Parts = readonly (number | string)[];

function tupleWith(context: Context, parts: Parts): Type {
  const size = Math.max(2, ...parts.filter((part) => typeof part === 'number'));
  return product(Array.from({ length: Math.min(size, DEPTH_LIMIT) }, () => freshVariable(context)));
}

function recordWith(context: Context, parts: Parts): Type {
  const names = [...new Set(parts.filter((part) => typeof part === 'string'))].toSorted();
  return { tag: 'record', fields: names.map((name) => ({ name, type: freshVariable(context) })) };
}

/** Returns whether the projection is settled, by success or by an error. */
function attempt(context: Context, { whole, part, result, place, span }: PendingProjection): boolean {
  const type: Type = resolve(whole);
  if (type.tag === 'variable' && type.variable.kind !== 'eq' && type.variable.kind !== 'num') return false;
  const found = typeof part === 'number' ? component(type, part, place, span) : fieldType(type, part, place, span);
  if ('severity' in found) {
    report(context, found);
    return true;
  }
  const conflict = unify(context, result, found);
  if (conflict !== undefined) {
    report(context, mismatch({ place: span, expected: result, found, conflict, reason: FREE }));
  }
  return true;
}

function component(type: Type, index: number, place: Span, span: Span): Type | ReturnType<typeof error> {
  if (type.tag !== 'product') {
    const message = `\`.${index}\` selects a component of a tuple, but this is ${describe(type)}`;
    return error('projection-of-no-tuple', place, message);
  }
  const item = index === 0 ? undefined : type.items[index - 1];
  if (item !== undefined) return item;
  return error('projection-out-of-range', span, `there is no component ${index} in ${describe(type)}`, {
    hint: `its components are \`.1\` to \`.${type.items.length}\``,
  });
}

/** Returns the type of a field of a known type. */
export function fieldType(type: Type, name: string, place: Span, span: Span): Type | ReturnType<typeof error> {
  if (type.tag !== 'record') {
    return error(
      'field-of-no-record',
      place,
      `\`.${name}\` selects a field of a record, but this is ${describe(type)}`,
    );
  }
  const found = type.fields.find((candidate) => candidate.name === name);
  if (found !== undefined) return found.type;
  const names = type.fields.map((candidate) => candidate.name);
  // A selection `record.name` ends with the name.
  const advice = didYouMean({ ...span, start: span.end - name.length }, closest(name, names));
  return error('unknown-field', span, `there is no field \`${name}\` in ${describe(type)}`, {
    hint: `its fields are ${names.map((each) => `\`${each}\``).join(', ')}`,
    ...advice,
  });
}
