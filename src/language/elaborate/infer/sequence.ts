import type { Span } from '../../source/span';
import { END } from '../../syntax/foreign-words';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { INT, sequenceType, STRING } from '../../types/type';
import type { Type } from '../../types/type';
import { failedDraft, freshContainer, freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';
import { isKnown, lastItem } from '../messages/foreign';
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
  // If an item does not fit what is expected of all, the later ones are part of this mistake.
  let isMisfit = false;
  const items = written.map((each) => {
    if (isMisfit) return context.check(context, each, freshVariable(context), FREE);
    const why: Reason = isKnown ? reason : each === first ? FREE : { tag: 'item', first: first?.span };
    const told = context.diagnostics.length;
    const draft = context.check(context, each, item, why);
    isMisfit = isKnown && context.diagnostics.slice(told).some(({ code, span }) => isMismatchAt(each.span, code, span));
    return draft;
  });
  return { tag: 'sequence', items, type: sequenceType(container, item), origin };
}

function isMismatchAt(item: Span, code: string, { start, end }: Span): boolean {
  return code === 'type-mismatch' && start === item.start && end === item.end;
}

/** Infers `array[index]`. */
export function inferIndex(
  context: Context,
  { sequence, index, span: origin }: Extract<Expression, { tag: 'index' }>,
): Draft {
  const item = freshVariable(context);
  const before = context.doubts;
  const array = context.check(context, sequence, sequenceType('array', item), { tag: 'indexed' });
  // A string selects from a record or a table in other languages, which was reported.
  if (context.doubts > before && index.tag === 'literal' && index.literal.tag === 'string')
    return failedDraft(item, origin);
  if (index.tag === 'variable' && index.name === END && !isKnown(context, END)) {
    report(context, lastItem(sequence, index.span));
    return failedDraft(item, origin);
  }
  const at = context.check(context, index, INT, { tag: 'index' });
  return { tag: 'intrinsic', intrinsic: 'index', arguments: [array, at], type: item, origin };
}

type Append = Extract<Expression, { tag: 'binary' }>;

/**
 * Infers `a ++ b ++ ...`: of lists or arrays if an operand, or what is expected of the result, is known to be one. If
 * all are open, later uses say whether they are strings or sequences. Otherwise they are strings.
 */
export function inferAppend(context: Context, expression: Append, expected: Type): Draft {
  const appends = [expression];
  for (let left = expression.left; left.tag === 'binary' && left.operator === '++'; left = left.left)
    appends.unshift(left);
  const [{ left: first } = expression] = appends;
  const operands = [first, ...appends.map(({ right }) => right)].map((each) =>
    context.check(context, each, freshVariable(context), FREE),
  );
  const known = [expected, ...operands.map((operand) => operand.type)].map(resolve);
  const type = known.some(({ tag }) => tag === 'sequence')
    ? sequenceType(freshContainer(context), freshVariable(context))
    : known.every(canBeSequence)
      ? freshVariable(context, 'joined')
      : STRING;
  for (const [index, { type: found }] of operands.entries()) {
    const conflict = unify(context, type, found);
    if (conflict === undefined) continue;
    const before = appends[index - 1];
    const place = before?.right ?? first;
    const reason = { tag: 'operand', operator: '++', other: before?.left.span } as const;
    report(context, mismatch({ place: place.span, expected: type, found, conflict, reason, expression: place }));
  }
  return operands.reduce((joined, operand, index) => {
    const origin = appends[index - 1]?.span ?? expression.span;
    return { tag: 'intrinsic', intrinsic: 'append', arguments: [joined, operand], type, origin };
  });
}

/** Whether the type is open and can become a sequence, which a literal such as `1` cannot. */
function canBeSequence(type: Type): boolean {
  return type.tag === 'variable' && type.variable.kind !== 'num' && type.variable.kind !== 'eq';
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
