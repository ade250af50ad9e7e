import { internalError } from '../../source/internal-error';
import type { Expression } from '../../syntax/tree';
import { BOOL, product, sequenceType } from '../../types/type';
import type { Type } from '../../types/type';
import { failedDraft, freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';
import { mismatch } from '../messages/messages';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { unify } from '../types/unify';
import { inferPipe } from './application';
import { inferBase, inferExponent, inferOperator, type Binary, type Left } from './operator';
import { inferAppend } from './sequence';

/*
 * Operators. A chain such as `a + b + c` is nested along its left operands, `a :: b :: c` and `a ^ b ^ c` along the right
 * ones. Both are inferred iteratively, because chains can be long.
 */

/** Infers an operation on two operands. */
export function inferBinary(context: Context, outermost: Binary, expected: Type): Draft {
  if (outermost.operator === '::') return inferCons(context, outermost);
  if (outermost.operator === '^') return inferPower(context, outermost);
  if (outermost.operator === '++') return inferAppend(context, outermost, expected);
  const chain: Binary[] = [outermost];
  let innermost = outermost;
  for (let next = chainedLeft(innermost); next !== undefined; next = chainedLeft(innermost)) {
    innermost = next;
    chain.push(next);
  }
  const doubts = context.doubts;
  let draft = isLogical(innermost.operator)
    ? context.check(context, innermost.left, BOOL, logicalOperand(innermost.operator))
    : context.check(context, innermost.left, freshVariable(context), FREE);
  for (const each of chain.reverse())
    draft = inferWithLeft(context, each, { draft, doubts }, each === outermost ? expected : freshVariable(context));
  return draft;
}

/** Returns the left operand if it continues the chain: nothing is expected of it that its operator does not give. */
function chainedLeft({ left, operator }: Binary): Binary | undefined {
  if (left.tag !== 'binary' || ['::', '^', '++'].includes(left.operator)) return undefined;
  return !isLogical(operator) || isLogical(left.operator) ? left : undefined;
}

function isLogical(operator: string): boolean {
  return operator === '&&' || operator === '||';
}

function logicalOperand(operator: string): Reason {
  return { tag: 'operand', operator, other: undefined };
}

function inferWithLeft(context: Context, expression: Binary, first: Left, expected: Type): Draft {
  const { left, right, operator, span: origin } = expression;
  switch (operator) {
    case '|>': {
      const argument = { expression: left, span: left.span, inferred: first.draft };
      return inferPipe(context, argument, right, origin, expected);
    }
    case '&&':
    case '||': {
      const second = context.check(context, right, BOOL, logicalOperand(operator));
      const constant: Draft = { tag: 'literal', value: operator === '||', type: BOOL, origin };
      const branches =
        operator === '&&'
          ? { consequent: second, alternative: constant }
          : { consequent: constant, alternative: second };
      return { tag: 'if', condition: first.draft, ...branches, type: BOOL, origin };
    }
    case '::':
    case '^':
    case '++':
      return internalError(`${operator} is not inferred after its left operand`);
    default:
      return inferOperator(context, expression, operator, first);
  }
}

/** Infers `head :: tail`. */
function inferCons(context: Context, outermost: Binary): Draft {
  const cells: { readonly cell: Binary; readonly type: Type; readonly item: Type; readonly first: Draft }[] = [];
  let rest: Expression = outermost;
  while (rest.tag === 'binary' && rest.operator === '::') {
    const item = freshVariable(context);
    const first = context.check(context, rest.left, item, FREE);
    cells.push({ cell: rest, type: sequenceType('list', item), item, first });
    rest = rest.right;
  }
  const reason: Reason = { tag: 'operand', operator: '::', other: undefined };
  let draft: Draft | undefined;
  for (const { cell, type, item, first } of cells.reverse()) {
    const place = cell.right;
    if (draft === undefined) draft = context.check(context, place, type, reason);
    else {
      const found = draft.type;
      const conflict = unify(context, type, found);
      if (conflict !== undefined)
        report(context, mismatch({ place: place.span, expected: type, found, conflict, reason, expression: place }));
    }
    const payload: Draft = { tag: 'tuple', items: [first, draft], type: product([item, type]), origin: cell.span };
    draft = { tag: 'construct', constructorName: '::', payload, type, origin: cell.span };
  }
  return draft ?? failedDraft(freshVariable(context), outermost.span);
}

/** Infers `base ^ exponent`. */
function inferPower(context: Context, outermost: Binary): Draft {
  const powers: { readonly power: Binary; readonly base: Draft }[] = [];
  let last: Expression = outermost;
  while (last.tag === 'binary' && last.operator === '^') {
    powers.push({ power: last, base: inferBase(context, last) });
    last = last.right;
  }
  let draft = context.check(context, last, freshVariable(context), FREE);
  for (const { power, base } of powers.reverse()) draft = inferExponent(context, power, base, draft);
  return draft;
}
