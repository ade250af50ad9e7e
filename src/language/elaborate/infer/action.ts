import type { Expression } from '../../syntax/tree';
import { monad } from '../../types/type';
import { freshVariable, failedDraft } from '../context';
import type { Context } from '../context';
import type { Draft, DraftPattern } from '../draft';
import { bindPatterns } from './pattern';

/** Infers `do { pattern <- action; ...; action }`, in the monad M of Krawiec et al., Figure 9. */
export function inferDo(context: Context, { statements, span }: Extract<Expression, { tag: 'do' }>): Draft {
  const mark = context.scope.mark();
  const actions = statements.map(({ pattern, expression, span: origin }) => {
    const result = freshVariable(context);
    const action = context.check(context, expression, monad(result), { tag: 'action' });
    const [bound] =
      pattern === undefined
        ? []
        : bindPatterns(context, [{ pattern, type: result, reason: { tag: 'pattern', span: pattern.span } }]);
    const ignored: DraftPattern = { tag: 'wildcard', type: result, origin };
    return { pattern: bound ?? ignored, action, origin };
  });
  context.scope.leave(mark);
  const last = actions.pop();
  return actions.reduceRight<Draft>(
    (body, { pattern, action, origin }) => ({ tag: 'bind', pattern, action, body, type: body.type, origin }),
    last?.action ?? failedDraft(monad(freshVariable(context)), span),
  );
}
