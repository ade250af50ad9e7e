import { warning } from '../../source/diagnostic';
import { PRELUDE_CELL, type Span } from '../../source/span';
import { report } from '../context';
import type { Context } from '../context';
import { patternVariables } from '../draft';
import type { DraftBinder, DraftDefinition, DraftPattern } from '../draft';

/*
 * Names that are never used, and names that hide others. A parameter need not be used: who calls a function says what it
 * is given. At the top level a name may hide one of the prelude, and inside a definition one of the top level.
 */

export function warnOfShadow(context: Context, name: string, span: Span, isLocal: boolean): void {
  if (span.cell === PRELUDE_CELL || name.startsWith('_')) return;
  const hidden = context.scope.lookup(name);
  if (hidden?.tag !== 'bound' || hidden.isLocal !== isLocal || hidden.span.cell === PRELUDE_CELL) return;
  report(
    context,
    warning('shadowed-name', span, `this \`${name}\` hides another \`${name}\``, {
      hint: 'give one of them another name, so that each name means one thing',
      related: [{ message: `the \`${name}\` that is hidden`, span: hidden.span }],
    }),
  );
}

/** Of local definitions: where none of the names of one is used. */
export function warnOfUnused(context: Context, definitions: readonly DraftDefinition[]): void {
  for (const definition of definitions) {
    const named =
      definition.tag === 'functions'
        ? definition.functions.map(({ binder, nameSpan }) => ({ binder, span: nameSpan }))
        : patternVariables(definition.pattern).map(({ binder, origin }) => ({ binder, span: origin }));
    if (named.some(({ binder }) => context.used.has(binder))) continue;
    for (const { binder, span } of named)
      warn(context, binder, span, 'leave the definition out, or begin the name with `_`', `_${binder.text}`);
  }
}

/** Of the pattern of an arm: any name. */
export function warnOfUnusedParts(context: Context, pattern: DraftPattern): void {
  for (const { binder, origin } of patternVariables(pattern)) {
    if (!context.used.has(binder)) warn(context, binder, origin, 'write `_` in its place', '_');
  }
}

function warn(context: Context, { text }: DraftBinder, span: Span, hint: string, name: string): void {
  if (span.cell === PRELUDE_CELL || text.startsWith('_')) return;
  report(
    context,
    warning('unused-name', span, `\`${text}\` is not used`, { hint, fix: { tag: 'rename-binding', name } }),
  );
}
