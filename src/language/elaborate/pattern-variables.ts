import type { DraftBinder, DraftPattern } from './draft';

/** Returns the variables that a pattern binds, left to right. */
export function patternVariables(pattern: DraftPattern): readonly Extract<DraftPattern, { tag: 'variable' }>[] {
  switch (pattern.tag) {
    case 'variable':
      return [pattern];
    case 'wildcard':
    case 'literal':
      return [];
    case 'tuple':
      return pattern.items.flatMap(patternVariables);
    case 'record':
      return pattern.fields.flatMap((field) => patternVariables(field.pattern));
    case 'constructor':
      return pattern.payload === undefined ? [] : patternVariables(pattern.payload);
  }
}

/** Returns the names that a pattern binds, left to right. */
export function draftBinders(pattern: DraftPattern): readonly DraftBinder[] {
  return patternVariables(pattern).map(({ binder }) => binder);
}
