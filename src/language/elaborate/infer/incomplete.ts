import type { Span } from '../../source/span';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import type { Context, PendingIncomplete } from '../context';
import type { VariantType } from '../types/variant-type';
import { missingPatterns } from './coverage';
import type { DraftPattern } from '../draft';
import { isPolymorphic } from '../draft';
import { exampleOf } from './example';

/** A match that does not cover all values, and the arms to add. */
export interface IncompleteMatch {
  /** The span of the match. */
  readonly span: Span;
  readonly missing: readonly string[];
  /** An expression for the added arms; undefined if the type of the result has no example. */
  readonly result: string | undefined;
}

/** The number of names in scope that the result of an added arm is chosen from. */
const MOST_NAMES = 100;

export function incomplete(
  { scope }: Context,
  span: Span,
  patterns: readonly DraftPattern[],
  type: Type,
): PendingIncomplete {
  const names =
    resolve(type).tag !== 'variable'
      ? []
      : scope.innermost(MOST_NAMES).flatMap(([name, meaning]) => {
          const isLocal = meaning.tag === 'bound' && meaning.isLocal && !isPolymorphic(meaning.binder.group);
          return isLocal && resolve(meaning.type).tag === 'variable' ? [{ name, type: meaning.type }] : [];
        });
  return { span, patterns, type, names };
}

/** Completes the incomplete matches, once all types are known. */
export function finishIncomplete(
  variants: ReadonlyMap<string, VariantType>,
  { span, patterns, type: open, names }: PendingIncomplete,
): IncompleteMatch {
  const type = resolve(open);
  const same = type.tag === 'variable' ? names.find((each) => sameVariable(each.type, type)) : undefined;
  return { span, missing: missingPatterns(patterns), result: same?.name ?? exampleOf(variants, type) };
}

function sameVariable(open: Type, { variable }: Extract<Type, { tag: 'variable' }>): boolean {
  const type = resolve(open);
  return type.tag === 'variable' && type.variable === variable;
}
