import type { Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { INT, product, sequenceType, STRING } from '../../types/type';
import type { Type } from '../../types/type';
import { freshContainer, freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';
import { mismatch } from '../messages/messages';
import { bindPatterns } from './pattern';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { unify } from '../types/unify';

/** Infers `[e, ...]`, a list or an array. */
export function inferSequence(
  context: Context,
  { items: written, span: origin }: Extract<Expression, { tag: 'sequence' }>,
  expected: Type,
  reason: Reason,
): Draft {
  const known = resolve(expected);
  const isKnown = known.tag === 'sequence';
  const item = isKnown ? known.item : freshVariable(context);
  const container = isKnown ? known.container : freshContainer(context);
  const [first] = written;
  const items = written.map((each) => {
    const why: Reason = isKnown ? reason : each === first ? FREE : { tag: 'item', first: first?.span };
    return context.check(context, each, item, why);
  });
  return { tag: 'sequence', items, type: sequenceType(container, item), origin };
}

/** Infers `array[index]`. */
export function inferIndex(
  context: Context,
  { sequence, index, span: origin }: Extract<Expression, { tag: 'index' }>,
): Draft {
  const item = freshVariable(context);
  const array = context.check(context, sequence, sequenceType('array', item), { tag: 'indexed' });
  const at = context.check(context, index, INT, { tag: 'index' });
  return { tag: 'intrinsic', intrinsic: 'index', arguments: [array, at], type: item, origin };
}

/** Infers `head :: tail`. */
export function inferCons(context: Context, head: Expression, tail: Expression, origin: Span): Draft {
  const item = freshVariable(context);
  const type = sequenceType('list', item);
  const operand = { tag: 'operand', operator: '::', other: undefined } as const;
  const first = context.check(context, head, item, FREE);
  const rest = context.check(context, tail, type, operand);
  const payload: Draft = { tag: 'tuple', items: [first, rest], type: product([item, type]), origin };
  return { tag: 'construct', constructorName: '::', payload, type, origin };
}

/** Infers `left ++ right`: of lists or arrays if one operand is known to be one, of strings otherwise. */
export function inferAppend(context: Context, left: Expression, right: Expression, origin: Span): Draft {
  const first = context.check(context, left, freshVariable(context), FREE);
  const second = context.check(context, right, freshVariable(context), FREE);
  const sequences = [first, second].some(({ type }) => resolve(type).tag === 'sequence');
  const type = sequences ? sequenceType(freshContainer(context), freshVariable(context)) : STRING;
  const operands = [
    { draft: first, expression: left, other: undefined },
    { draft: second, expression: right, other: left.span },
  ];
  for (const { draft, expression, other } of operands) {
    const conflict = unify(context, type, draft.type);
    if (conflict === undefined) continue;
    const reason = { tag: 'operand', operator: '++', other } as const;
    report(
      context,
      mismatch({ place: expression.span, expected: type, found: draft.type, conflict, reason, expression }),
    );
  }
  return { tag: 'intrinsic', intrinsic: 'append', arguments: [first, second], type, origin };
}

/**
 * Infers `fold (item, accumulator) -> body over sequence from start`. The sequence is evaluated first, then the start.
 */
export function checkFold(
  context: Context,
  { item, accumulator, body, over, from, span: origin }: Extract<Expression, { tag: 'fold' }>,
  expected: Type,
  reason: Reason,
): Draft {
  const each = freshVariable(context);
  const sequence = context.check(context, over, sequenceType(freshContainer(context), each), {
    tag: 'fold',
    part: 'sequence',
  });
  const start = context.check(context, from, expected, reason);
  const mark = context.scope.mark();
  const [first, second] = bindPatterns(context, [
    { pattern: item, type: each, reason: { tag: 'pattern', span: item.span } },
    { pattern: accumulator, type: expected, reason: { tag: 'pattern', span: accumulator.span } },
  ]);
  const step = context.check(context, body, expected, { tag: 'fold', part: 'body' });
  context.scope.leave(mark);
  return {
    tag: 'fold',
    item: first ?? { tag: 'wildcard', type: each, origin: item.span },
    accumulator: second ?? { tag: 'wildcard', type: expected, origin: accumulator.span },
    body: step,
    over: sequence,
    from: start,
    type: expected,
    origin,
  };
}
