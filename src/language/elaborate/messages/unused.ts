import { warning } from '../../source/diagnostic';
import { PRELUDE_CELL, type Span } from '../../source/span';
import { report } from '../context';
import type { Context } from '../context';
import { patternVariables } from '../pattern-variables';
import type { DraftBinder, DraftDefinition, DraftPattern } from '../draft';

/*
 * Warnings about names that are never used, and names that hide others. A parameter can be unused, because the caller
 * decides what to pass. A name at the top level can hide a name of the prelude, and a local name can hide one at the
 * top level.
 */

export function warnOfShadow(context: Context, name: string, span: Span, isLocal: boolean): void {
  if (span.cell === PRELUDE_CELL || name.startsWith('_')) return;
  const hidden = context.scope.lookup(name);
  if (hidden?.tag !== 'bound' || hidden.isLocal !== isLocal || hidden.span.cell === PRELUDE_CELL) return;
  report(
    context,
    warning('shadowed-name', span, `this \`${name}\` hides another \`${name}\``, {
      hint: 'rename one of them, so that each name means one thing',
      related: [{ message: `the hidden \`${name}\``, span: hidden.span }],
    }),
  );
}

/** Warns of local definitions that have no used name. */
export function warnOfUnused(context: Context, definitions: readonly DraftDefinition[]): void {
  for (const definition of definitions) {
    const named =
      definition.tag === 'functions'
        ? definition.functions.map(({ binder, nameSpan }) => ({ binder, span: nameSpan }))
        : patternVariables(definition.pattern).map(({ binder, origin }) => ({ binder, span: origin }));
    if (named.some(({ binder }) => context.used.has(binder))) continue;
    for (const { binder, span } of named)
      warn(context, binder, span, 'remove the definition, or start its name with `_`', `_${binder.text}`);
  }
}

/** Warns of every unused name in the pattern of an arm. */
export function warnOfUnusedParts(context: Context, pattern: DraftPattern): void {
  for (const { binder, origin } of patternVariables(pattern)) {
    if (!context.used.has(binder)) warn(context, binder, origin, 'replace it with `_`', '_');
  }
}

function warn(context: Context, { text }: DraftBinder, span: Span, hint: string, name: string): void {
  if (span.cell === PRELUDE_CELL || text.startsWith('_')) return;
  report(
    context,
    warning('unused-name', span, `\`${text}\` is not used`, { hint, fix: { tag: 'rename-binding', name } }),
  );
}
