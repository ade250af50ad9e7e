import type { Span } from '../../source/span';
import type { Expression, SurfacePattern, TypeExpression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { functionType } from '../../types/type';
import type { Type } from '../../types/type';
import { failedDraft, freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';
import { argumentsApart, mismatch, type Argued } from '../messages/messages';
import { bindPatterns } from './pattern';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { readType } from '../types/type-expression';
import { unify } from '../types/unify';
import type { Conflict } from '../types/unify';

/** `fun p1 ... pn -> body`, or the corresponding parts of `f p1 ... pn : annotation = body`. */
export interface FunctionParts {
  /** The parameters, at least one. */
  readonly parameters: readonly SurfacePattern[];
  /** The annotated type of the body. */
  readonly annotation: TypeExpression | undefined;
  readonly body: Expression;
  readonly origin: Span;
}

export function checkFunction(
  context: Context,
  parts: FunctionParts,
  expected: Type,
  reason: Reason,
  expression: Expression | undefined,
): Draft {
  const [told, errors] = [context.diagnostics.length, context.errors];
  const isApart = reason.tag === 'argument' && takesTuple(expected, parts.parameters.length);
  const isMeant = !(reason.tag === 'argument' && hasUnmeantResult(reason, parts, expected));
  const draft = checkParts(context, parts, expected, reason, expression);
  if (!isApart || (isMeant && context.errors === errors)) return draft;
  // What is wrong inside follows from the parameters.
  context.diagnostics.splice(told);
  context.errors = errors;
  report(context, argumentsApart(reason, parts));
  return failedDraft(expected, parts.origin);
}

/** Whether a function of a tuple with so many items, more than one, is expected. */
function takesTuple(expected: Type, count: number): boolean {
  const type = resolve(expected);
  const parameter = type.tag === 'function' ? resolve(type.parameter) : type;
  return count > 1 && parameter.tag === 'product' && parameter.items.length === count;
}

/** The functions of the prelude whose results could be functions, but hardly are where a function of a pair is curried. */
const SELDOM_OF_FUNCTIONS: ReadonlySet<string> = new Set(['mapi', 'zipWith']);

/** Whether `fun a b -> ...` stands for a function of a pair, although it would fit: `mapi (fun i x -> x) xs`. */
function hasUnmeantResult({ callee, definition }: Argued, { parameters }: FunctionParts, expected: Type): boolean {
  if (callee === undefined || definition !== undefined || !SELDOM_OF_FUNCTIONS.has(callee)) return false;
  const type = resolve(expected);
  const isOpen = type.tag === 'function' && resolve(type.result).tag === 'variable';
  return isOpen && parameters.every(({ tag }) => tag === 'variable' || tag === 'wildcard');
}

function checkParts(
  context: Context,
  { parameters, annotation, body, origin }: FunctionParts,
  expected: Type,
  reason: Reason,
  expression: Expression | undefined,
): Draft {
  const types: Type[] = [];
  let conflict: Conflict | undefined;
  let rest = expected;
  for (let index = 0; index < parameters.length; index += 1) {
    const known = resolve(rest);
    if (known.tag === 'function') {
      types.push(known.parameter);
      rest = known.result;
      continue;
    }
    const parameter = freshVariable(context);
    const result = freshVariable(context);
    conflict ??= unify(context, known, functionType(parameter, result));
    types.push(parameter);
    rest = result;
  }

  const mark = context.scope.mark();
  const patterns = bindPatterns(
    context,
    parameters.map((pattern, index) => ({
      pattern,
      type: types[index] ?? freshVariable(context),
      reason: { tag: 'pattern', span: pattern.span },
    })),
  );
  const result = rest;
  let inner: Draft;
  if (annotation === undefined) {
    inner = context.check(context, body, result, conflict === undefined ? withinFunction(reason) : FREE);
  } else {
    const type = readType(context, annotation);
    const clash = unify(context, result, type);
    if (clash !== undefined) {
      report(context, mismatch({ place: annotation.span, expected: result, found: type, conflict: clash, reason }));
    }
    inner = context.check(context, body, type, { tag: 'annotation', span: annotation.span });
  }
  context.scope.leave(mark);

  let draft = inner;
  for (const parameter of patterns.toReversed()) {
    draft = { tag: 'lambda', parameter, body: draft, type: functionType(parameter.type, draft.type), origin };
  }
  if (conflict !== undefined) {
    report(context, mismatch({ place: origin, expected, found: draft.type, conflict, reason, expression }));
  }
  return draft;
}

/** Returns the reason for the body's expected type, given the reason for the function's. */
function withinFunction(reason: Reason): Reason {
  return reason.tag === 'argument' ? { ...reason, result: true } : reason;
}
