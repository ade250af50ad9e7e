import type { Span } from '../source/span';
import { resolve } from '../types/resolve';
import { product } from '../types/type';
import type { Type } from '../types/type';
import { DEPTH_LIMIT, freshVariable, report } from './context';
import type { Context, PendingProjection } from './context';
import type { Draft } from './draft';
import { hold } from './generalise';
import { describe, error, mismatch } from './messages';
import { FREE } from './reason';
import { unify } from './unify';

/** `tuple.index`, counted from 1. If the tuple's type is not known yet, the rest of the item may still fix it. */
export function projection(context: Context, tuple: Draft, index: number, origin: Span): Draft {
  const result = freshVariable(context);
  const pending: PendingProjection = { tuple: tuple.type, index, result, place: tuple.origin, span: origin };
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

/**
 * At the end of an item, what is still open is an error, unless something else is wrong with the item: then that is the
 * likely cause. To go on, the tuple is taken to have as many components as are asked for.
 */
export function finishProjections(context: Context, sound: boolean): void {
  attemptProjections(context);
  const open = context.projections;
  context.projections = [];
  for (const pending of open) {
    const { tuple, place } = pending;
    const together = open.filter((other) => resolve(other.tuple) === resolve(tuple));
    if (together.length > 0 && resolve(tuple).tag === 'variable') {
      const size = Math.max(2, ...together.map(({ index }) => index));
      const components = Array.from({ length: Math.min(size, DEPTH_LIMIT) }, () => freshVariable(context));
      const example = size === 2 ? ', as in `(p : real * real)`' : '';
      if (sound) {
        report(
          context,
          error('projection-unknown', place, 'nothing here says how many components this has', {
            hint: `write its type${example}, or take it apart by a pattern, as in \`(x, y)\``,
          }),
        );
      }
      unify(context, tuple, product(components));
    }
    attempt(context, pending);
  }
}

/** Whether it is settled, for good or ill. */
function attempt(context: Context, { tuple, index, result, place, span }: PendingProjection): boolean {
  const type: Type = resolve(tuple);
  if (type.tag === 'variable' && type.variable.kind !== 'eq' && type.variable.kind !== 'num') return false;
  if (type.tag !== 'product') {
    const message = `\`.${index}\` takes a component of a tuple, but this is ${describe(type)}`;
    report(context, error('projection-of-no-tuple', place, message));
    return true;
  }
  const item = index === 0 ? undefined : type.items[index - 1];
  if (item === undefined) {
    report(
      context,
      error('projection-out-of-range', span, `there is no component ${index} in ${describe(type)}`, {
        hint: `its components are \`.1\` to \`.${type.items.length}\``,
      }),
    );
    return true;
  }
  const conflict = unify(context, result, item);
  if (conflict !== undefined) {
    report(context, mismatch({ place: span, expected: result, found: item, conflict, reason: FREE }));
  }
  return true;
}
