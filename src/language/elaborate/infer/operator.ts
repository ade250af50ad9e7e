import type { Span } from '../../source/span';
import type { BinaryOperator, Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { BOOL, REAL } from '../../types/type';
import type { Type } from '../../types/type';
import { freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft, DraftOperation, Overloaded } from '../draft';
import { functionAsOperand, mismatch, subtractedFromFunction } from '../messages/messages';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { unify } from '../types/unify';
import { addProduct } from './product';

type Operator = Exclude<BinaryOperator, '|>' | '||' | '&&' | '::' | '++' | '^'>;
export type Binary = Extract<Expression, { tag: 'binary' }>;

/** A left operand that is inferred already, and how many doubts there were before it. */
export interface Left {
  readonly draft: Draft;
  readonly doubts: number;
}

/** Infers an operation on numbers or vectors, after its left operand. */
export function inferOperator(context: Context, expression: Binary, operator: Operator, given: Left): Draft {
  const { left, right, span: origin } = expression;
  const first = (type: Type): Draft =>
    fitOperand(context, expression, left, given.draft, type, { tag: 'operand', operator, other: undefined });
  // A wrong left operand says nothing about the right one.
  const second = (type: Type): Draft =>
    context.doubts === given.doubts
      ? operand(context, expression, right, type, { tag: 'operand', operator, other: left.span })
      : context.check(context, right, freshVariable(context), FREE);

  switch (operator) {
    case '+':
    case '-': {
      const at = freshVariable(context, 'additive');
      return overloaded(operator, at, [first(at), second(at)], at, origin);
    }
    case '*': {
      const scalar = freshVariable(context, 'num');
      const at = freshVariable(context, 'additive');
      const factor = first(scalar);
      const product = overloaded(operator, at, [factor, second(at)], at, origin);
      if (!isOpenLiteral(factor)) addProduct(context, { scalar, at, operator, left: left.span, right });
      return product;
    }
    case '/': {
      const at = freshVariable(context, 'vector');
      const dividend = first(at);
      const scalar = freshVariable(context);
      const divisor = second(scalar);
      // The dividend may be a vector only if the divisor was known to be real, and is not a literal.
      const isReal = resolve(scalar).tag === 'real' && divisor.tag !== 'literal';
      unifyOperand(context, right, REAL, scalar, { tag: 'operand', operator, other: left.span });
      if (!isReal) addProduct(context, { scalar: REAL, at, operator, left: left.span, right });
      return overloaded(operator, at, [dividend, divisor], at, origin);
    }
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const at = freshVariable(context, 'num');
      return overloaded(operator, at, [first(at), second(at)], BOOL, origin);
    }
    case '=':
    case '/=': {
      const at = freshVariable(context, 'eq');
      return overloaded(operator, at, [first(at), second(at)], BOOL, origin);
    }
    case '<.':
      return fixed('lessSmooth', [first(REAL), second(REAL)], BOOL, origin);
    case '>.':
      return fixed('greaterSmooth', [first(REAL), second(REAL)], BOOL, origin);
  }
}

/** Infers the base of a power. */
export function inferBase(context: Context, power: Binary): Draft {
  return operand(context, power, power.left, REAL, { tag: 'operand', operator: '^', other: undefined });
}

/** Infers a power after its base and exponent. */
export function inferExponent(context: Context, power: Binary, base: Draft, exponent: Draft): Draft {
  const at = freshVariable(context, 'num');
  if (at.tag === 'variable') at.variable.isExponent = true;
  fitOperand(context, power, power.right, exponent, at, { tag: 'exponent' });
  return overloaded('^', at, [base, exponent], REAL, power.span);
}

/** Infers `- e`. The negative of a literal is a literal. */
export function inferNegation(context: Context, negated: Expression, origin: Span): Draft {
  const at = freshVariable(context, 'additive');
  const draft = operand(context, undefined, negated, at, { tag: 'operand', operator: '-', other: undefined });
  if (draft.tag === 'literal' && typeof draft.value === 'number' && negated.tag === 'literal') {
    return { ...draft, value: -draft.value, origin };
  }
  return overloaded('negate', at, [draft], at, origin);
}

function operand(
  context: Context,
  operation: Binary | undefined,
  expression: Expression,
  expected: Type,
  reason: Reason,
): Draft {
  const draft = context.check(context, expression, freshVariable(context), FREE);
  return fitOperand(context, operation, expression, draft, expected, reason);
}

/** Makes the type of an operand that is inferred the expected one, or reports why it cannot be. */
function fitOperand(
  context: Context,
  operation: Binary | undefined,
  expression: Expression,
  draft: Draft,
  expected: Type,
  reason: Reason,
): Draft {
  const found = resolve(draft.type);
  if (found.tag === 'function' && reason.tag === 'operand') {
    const negative = operation?.operator === '-' && operation.left === expression && hugs(operation);
    report(
      context,
      negative ? subtractedFromFunction(operation, found) : functionAsOperand(expression, reason.operator, found),
    );
    return draft;
  }
  unifyOperand(context, expression, expected, found, reason);
  return draft;
}

/** Makes the type that is found for an operand the expected one, or reports why it cannot be. */
function unifyOperand(context: Context, expression: Expression, expected: Type, found: Type, reason: Reason): void {
  const conflict = unify(context, expected, found);
  if (conflict === undefined) return;
  report(context, mismatch({ place: expression.span, expected, found, conflict, reason, expression }));
}

/** Whether the draft is a number without a decimal point, which is a factor of a number or vector of any type. */
function isOpenLiteral(draft: Draft): boolean {
  return draft.tag === 'literal' && resolve(draft.type).tag === 'variable';
}

/** Whether the operation is spelled `f -1`, with a space before the minus and none after it. */
function hugs(operation: Binary): boolean {
  const { left, right, operatorSpan } = operation;
  return left.span.end < operatorSpan.start && operatorSpan.end === right.span.start;
}

function overloaded(operator: Overloaded, at: Type, given: readonly Draft[], type: Type, origin: Span): DraftOperation {
  return { tag: 'operation', operation: { tag: 'overloaded', operator, at }, arguments: given, type, origin };
}

function fixed(
  name: 'lessSmooth' | 'greaterSmooth',
  given: readonly Draft[],
  type: Type,
  origin: Span,
): DraftOperation {
  return { tag: 'operation', operation: { tag: 'fixed', name }, arguments: given, type, origin };
}
