import { assertNever } from '../../source/internal-error';
import type { Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { BOOL, product, UNIT } from '../../types/type';
import type { Type } from '../../types/type';
import { inferApplication } from './application';
import { inferBindings } from './binding';
import { inferBinary } from './chain';
import { DEPTH_LIMIT, freshVariable, failedDraft, report } from '../context';
import type { Context } from '../context';
import type { DraftDefinition, Draft } from '../draft';
import { checkFunction } from './function';
import { inferDo } from './action';
import { checkMatch } from './match';
import { inferMatrix } from './matrix';
import { foreignMember } from '../messages/foreign';
import { mismatch, tooDeep } from '../messages/messages';
import { inferNegation } from './operator';
import { literalType } from './pattern';
import { probeRecord } from './probe';
import { inferField, inferProjection } from './projection';
import { inferRecord, inferUpdate } from './record';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { checkFold, inferIndex, inferSequence } from './sequence';
import { readType } from '../types/type-expression';
import { unify } from '../types/unify';
import { warnOfUnused } from '../messages/unused';

/** Returns the term of an expression that should have type `expected`, for `reason`; conflicts are reported here. */
export function checkExpression(context: Context, expression: Expression, expected: Type, reason: Reason): Draft {
  if (context.depth >= DEPTH_LIMIT) {
    report(context, tooDeep(expression.span));
    return failedDraft(expected, expression.span);
  }
  context.depth += 1;
  const draft = rule(context, expression, expected, reason);
  context.depth -= 1;
  return draft;
}

function rule(context: Context, expression: Expression, expected: Type, reason: Reason): Draft {
  const origin = expression.span;

  /** Returns the draft after comparing its type with the expected one, for rules that infer the type from the parts. */
  const found = (draft: Draft): Draft => {
    const conflict = unify(context, expected, draft.type);
    if (conflict !== undefined) {
      report(context, mismatch({ place: origin, expected, found: draft.type, conflict, reason, expression }));
    }
    return draft;
  };

  switch (expression.tag) {
    case 'variable':
    case 'constructor':
    case 'apply':
      return found(inferApplication(context, expression, expected));
    case 'literal':
      return found({
        tag: 'literal',
        value: expression.literal.value,
        type: literalType(context, expression.literal),
        origin,
      });
    case 'unit':
      return found({ tag: 'literal', value: undefined, type: UNIT, origin });
    case 'tuple': {
      const known = resolve(expected);
      const fits = known.tag === 'product' && known.items.length === expression.items.length;
      const types = fits ? known.items : expression.items.map(() => freshVariable(context));
      const within = fits ? reason : FREE;
      const items = expression.items.map((item, index) =>
        context.check(context, item, types[index] ?? freshVariable(context), within),
      );
      const draft: Draft = { tag: 'tuple', items, type: product(types), origin };
      return fits ? draft : found(draft);
    }
    case 'annotated': {
      const type = readType(context, expression.type);
      const because: Reason = { tag: 'annotation', span: expression.type.span };
      return found(context.check(context, expression.expression, type, because));
    }
    case 'let':
    case 'if':
      return checkSpine(context, expression, expected, reason);
    case 'function': {
      const { parameters, body } = expression;
      return checkFunction(context, { parameters, annotation: undefined, body, origin }, expected, reason, expression);
    }
    case 'binary':
      return found(inferBinary(context, expression, expected));
    case 'negate':
      return found(inferNegation(context, expression.operand, origin));
    case 'projection': {
      const tuple = context.check(context, expression.tuple, freshVariable(context), FREE);
      return found(inferProjection(context, tuple, expression.index, origin));
    }
    case 'field': {
      const foreign = foreignMember(context, expression.record, expression.field, origin);
      if (foreign !== undefined) {
        report(context, foreign);
        return failedDraft(expected, origin);
      }
      const matrix = inferMatrix(context, expression);
      if (matrix !== undefined) return found(matrix);
      const record = context.check(context, expression.record, freshVariable(context), FREE);
      if (probeRecord(context, expression.field.span, expression.record, record.type))
        return failedDraft(expected, origin);
      return found(inferField(context, record, expression.field.text, origin));
    }
    case 'index':
      return found(inferIndex(context, expression));
    case 'sequence':
      return found(inferSequence(context, expression, expected, reason));
    case 'record':
      return found(inferRecord(context, expression, expected, reason));
    case 'update':
      return found(inferUpdate(context, expression));
    case 'match':
      return checkMatch(context, expression, expected, reason);
    case 'fold':
      return checkFold(context, expression, expected, reason);
    case 'do':
      return found(inferDo(context, expression));
    default:
      return assertNever(expression);
  }
}

type Let = Extract<Expression, { tag: 'let' }>;
type If = Extract<Expression, { tag: 'if' }>;

/** A `let` or an `if` that encloses the last expression of a chain. */
type SpineStep =
  | { readonly tag: 'let'; readonly definitions: readonly DraftDefinition[]; readonly span: Span }
  | { readonly tag: 'if'; readonly condition: Draft; readonly consequent: Draft; readonly span: Span };

/** Infers a chain of `let ... in` and `else` iteratively, because chains can be long. */
function checkSpine(context: Context, outermost: Let | If, expected: Type, reason: Reason): Draft {
  const mark = context.scope.mark();
  const spine: SpineStep[] = [];
  let expression: Expression = outermost;
  let because = reason;
  while (expression.tag === 'let' || expression.tag === 'if') {
    const { span } = expression;
    if (expression.tag === 'let') {
      spine.push({ tag: 'let', definitions: inferBindings(context, expression, false), span });
      expression = expression.body;
      continue;
    }
    const condition = context.check(context, expression.condition, BOOL, { tag: 'condition' });
    const open = resolve(expected).tag === 'variable';
    const consequent = context.check(context, expression.consequent, expected, open ? FREE : because);
    if (open) because = { tag: 'branch', first: expression.consequent.span };
    spine.push({ tag: 'if', condition, consequent, span });
    expression = expression.alternative;
  }
  let draft = context.check(context, expression, expected, because);
  context.scope.leave(mark);
  warnOfUnused(
    context,
    spine.flatMap((step) => (step.tag === 'let' ? step.definitions : [])),
  );
  for (const step of spine.toReversed()) {
    const { span: origin } = step;
    if (step.tag === 'if') {
      const { condition, consequent } = step;
      draft = { tag: 'if', condition, consequent, alternative: draft, type: expected, origin };
      continue;
    }
    for (const definition of step.definitions.toReversed())
      draft = { tag: 'let', definition, body: draft, type: draft.type, origin };
  }
  return draft;
}
