import type { Span } from '../source/span';
import { printType, resolve } from '../types/print';
import type { Type } from '../types/type';
import { freshVariable, report } from './context';
import type { Context, PendingProjection } from './context';
import type { Draft } from './draft';
import { hold } from './generalise';
import { describe, mismatch } from './messages';
import { FREE } from './reason';
import { unify } from './unify';

/** `tuple.index`, counted from 1. If the tuple's type is not known yet, the rest of the item may still fix it. */
export function projection(context: Context, tuple: Draft, index: number, origin: Span): Draft {
  const result = freshVariable(context);
  const pending: PendingProjection = { tuple: tuple.type, index, result, span: origin };
  if (!attempt(context, pending)) context.projections.push(pending);
  return { tag: 'projection', tuple, index: index - 1, type: result, origin };
}

/** Solves the projections whose tuples have become known; what the others touch must not be generalised here. */
export function attemptProjections(context: Context): void {
  context.projections = context.projections.filter((pending) => {
    if (attempt(context, pending)) return false;
    hold(context, pending.tuple);
    hold(context, pending.result);
    return true;
  });
}

/** At the end of an item, what is still open is an error. */
export function finishProjections(context: Context): void {
  attemptProjections(context);
  for (const { span, index } of context.projections) {
    report(context, {
      severity: 'error',
      code: 'projection-unknown',
      message: `the type of what \`.${index}\` is taken of is not known: nothing here says how many components it has`,
      hint: 'write its type, as in `(p : real * real)`, or take it apart by a pattern, as in `(x, y)`',
      span,
      related: [],
    });
  }
  context.projections = [];
}

/** Whether it is settled, for good or ill. */
function attempt(context: Context, { tuple, index, result, span }: PendingProjection): boolean {
  const type: Type = resolve(tuple);
  if (type.tag === 'variable' && type.variable.kind !== 'eq' && type.variable.kind !== 'num') return false;
  if (type.tag !== 'product') {
    report(context, {
      severity: 'error',
      code: 'projection-of-no-tuple',
      message: `\`.${index}\` takes a component of a tuple, but this is ${describe(type)}`,
      span,
      related: [],
    });
    return true;
  }
  const item = index === 0 ? undefined : type.items[index - 1];
  if (item === undefined) {
    report(context, {
      severity: 'error',
      code: 'projection-out-of-range',
      message: `there is no component ${index} in ${printType(type)}`,
      hint: `its components are \`.1\` to \`.${type.items.length}\``,
      span,
      related: [],
    });
    return true;
  }
  const conflict = unify(context, result, item);
  if (conflict !== undefined) {
    report(context, mismatch({ place: span, expected: result, found: item, conflict, reason: FREE }));
  }
  return true;
}
