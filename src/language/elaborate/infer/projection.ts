import type { Span } from '../../source/span';
import { resolve } from '../../types/resolve';
import type { Part, Type } from '../../types/type';
import { freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';
import { noSuchPart } from '../messages/parts';
import { partOf, requirePart } from '../types/unify';

/** Infers `tuple.index`, counted from 1. */
export function inferProjection(context: Context, tuple: Draft, index: number, origin: Span): Draft {
  const type = partType(context, tuple, index, origin);
  return { tag: 'projection', tuple, index: index - 1, type, origin };
}

/** Infers `record.name`. */
export function inferField(context: Context, record: Draft, name: string, origin: Span): Draft {
  return { tag: 'field', record, name, type: partType(context, record, name, origin), origin };
}

/** Returns the type of a part. If the type of the whole is open, the whole must have that part from now on. */
export function partType(context: Context, whole: Draft, part: Part, span: Span): Type {
  const type = resolve(whole.type);
  const place = whole.origin;
  if (type.tag === 'variable') {
    const known = type.variable.parts?.get(part);
    if (known !== undefined) return known.type;
    const name = whole.tag === 'variable' ? whole.binder.text : undefined;
    const required = { type: freshVariable(context), span, place, name, isInstance: false };
    if (requirePart(context, type.variable, part, required) === undefined) return required.type;
  }
  const found = partOf(type, part);
  if (found !== undefined) return found;
  report(context, noSuchPart(type, part, place, span));
  return freshVariable(context);
}
