import type { Span } from '../../source/span';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import type { Context, PendingIncomplete } from '../context';
import { missingPatterns } from './coverage';
import type { DraftPattern } from '../draft';
import { isPolymorphic } from '../draft';
import { exampleOf } from './example';

/** A match that some value fits no arm of, and what to add. */
export interface IncompleteMatch {
  /** Of the match. */
  readonly span: Span;
  readonly missing: readonly string[];
  /** An expression that may stand in the arms; undefined where there is none for every type that the result may have. */
  readonly result: string | undefined;
}

export function incomplete(
  { scope }: Context,
  span: Span,
  patterns: readonly DraftPattern[],
  type: Type,
): PendingIncomplete {
  const names =
    resolve(type).tag !== 'variable'
      ? []
      : scope.entries().flatMap(([name, meaning]) => {
          const isLocal = meaning.tag === 'bound' && meaning.isLocal && !isPolymorphic(meaning.binder.group);
          return isLocal && resolve(meaning.type).tag === 'variable' ? [{ name, type: meaning.type }] : [];
        });
  return { span, patterns, type, names };
}

/** When all types are known. */
export function finishIncomplete(
  context: Context,
  { span, patterns, type: open, names }: PendingIncomplete,
): IncompleteMatch {
  const type = resolve(open);
  const same = type.tag === 'variable' ? names.find((each) => sameVariable(each.type, type)) : undefined;
  return { span, missing: missingPatterns(patterns), result: same?.name ?? exampleOf(context.variants, type) };
}

function sameVariable(open: Type, { variable }: Extract<Type, { tag: 'variable' }>): boolean {
  const type = resolve(open);
  return type.tag === 'variable' && type.variable === variable;
}
