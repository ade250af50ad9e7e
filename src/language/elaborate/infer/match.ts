import { warning } from '../../source/diagnostic';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import { freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft, DraftArm } from '../draft';
import { coverage } from './coverage';
import { incomplete } from './incomplete';
import { bindArm } from './pattern';
import { FREE } from '../messages/reason';
import type { Reason } from '../messages/reason';
import { warnOfUnusedParts } from '../messages/unused';

/** Infers a `match`, with warnings about missing and unreached arms. */
export function checkMatch(
  context: Context,
  { scrutinee: matched, arms, span: origin }: Extract<Expression, { tag: 'match' }>,
  expected: Type,
  reason: Reason,
): Draft {
  const before = context.doubts;
  const type = freshVariable(context);
  const scrutinee = context.check(context, matched, type, FREE);
  const open = resolve(expected).tag === 'variable';
  const [first] = arms;
  const drafts = arms.map((arm): DraftArm => {
    const mark = context.scope.mark();
    const why = { tag: 'pattern', span: arm.pattern.span } as const;
    const pattern = bindArm(context, arm.pattern, type, why);
    const same: Reason =
      open && first !== undefined && arm !== first ? { tag: 'arm', first: first.body.span } : open ? FREE : reason;
    const body = context.check(context, arm.body, expected, same);
    context.scope.leave(mark);
    warnOfUnusedParts(context, pattern);
    return { pattern, body };
  });
  if (context.doubts > before) {
    return { tag: 'match', scrutinee, arms: drafts, missing: undefined, type: expected, origin };
  }
  const { missing, unreached } = coverage(drafts.map(({ pattern }) => pattern));
  if (missing !== undefined) {
    const patterns = drafts.map(({ pattern }) => pattern);
    context.incomplete.push(incomplete(context, origin, patterns, expected));
    report(
      context,
      warning('missing-case', origin, `this \`match\` has no arm for \`${missing}\``, {
        hint: `add the arm \`| ${missing} -> ...\`; without it, the program fails on such a value`,
        fix: { tag: 'add-arms' },
      }),
    );
  }
  for (const index of unreached) {
    const span = arms[index]?.pattern.span ?? origin;
    report(
      context,
      warning('unreached-arm', span, 'this arm is never reached: the arms above it match everything that it matches', {
        hint: 'remove it, or move it up',
      }),
    );
  }
  return { tag: 'match', scrutinee, arms: drafts, missing, type: expected, origin };
}
