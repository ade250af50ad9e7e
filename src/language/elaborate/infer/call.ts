import type { Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';
import type { Type } from '../../types/type';
import { failedDraft, freshBinder, monomorphicGroup } from '../context';
import type { Context } from '../context';
import type { Draft, DraftPattern } from '../draft';
import type { BuiltinInstance } from './builtin';

/** An argument of an application. One that is `inferred` was inferred before the function, all others after it. */
export type Argument = { readonly expression: Expression; readonly span: Span; readonly inferred?: Draft };

export interface Step {
  readonly argument: Argument;
  /** The span of the application up to this argument. */
  readonly span: Span;
}

/** The function of an application. */
export interface Head {
  readonly type: Type;
  readonly value:
    { readonly tag: 'draft'; readonly draft: Draft } | { readonly tag: 'builtin'; readonly builtin: BuiltinInstance };
  readonly label: string | undefined;
  readonly definition: Span | undefined;
  readonly span: Span;
}

/** Returns a pattern that binds a new name. */
export function freshPattern(context: Context, type: Type, origin: Span): DraftPattern {
  return { tag: 'variable', binder: freshBinder(context, 'x'), type, origin };
}

export function variableOf(pattern: DraftPattern): Draft {
  const { type, origin } = pattern;
  return pattern.tag === 'variable'
    ? { tag: 'variable', binder: pattern.binder, instance: undefined, type, origin }
    : failedDraft(type, origin);
}

/** Evaluates a term now and names its value, for use in the body passed to `wrap`. */
export function holdValue(
  context: Context,
  value: Draft,
): { readonly use: Draft; readonly wrap: (body: Draft) => Draft } {
  const { type, origin } = value;
  const pattern = freshPattern(context, type, origin);
  const definition = { tag: 'value', pattern, group: monomorphicGroup(), value, origin } as const;
  return {
    use: variableOf(pattern),
    wrap: (body) => ({ tag: 'let', definition, body, type: body.type, origin: body.origin }),
  };
}
