import { patternBinders } from '../language/core/children';
import { wildcardPattern } from '../language/core/patterns';
import { itemTerms, mapTerm, walk } from '../language/core/traverse';
import type { CoreItem, CoreProgram, Pattern, RecursiveFunction, Term } from '../language/core/tree';
import { assertNever, internalError } from '../language/source/internal-error';

/**
 * Returns a program that checks without diagnostics when it is printed and pasted into a cell, and computes the same:
 * unused parts lose their names.
 */
export function pasteable(program: CoreProgram): CoreProgram {
  const used = usedNames(program.items);
  const change = (term: Term): Term => mapTerm(term, (node) => withoutWarnings(node, used));
  return { ...program, items: program.items.map((item) => mapItem(item, change)) };
}

function usedNames(items: readonly CoreItem[]): ReadonlySet<string> {
  const used = new Set<string>();
  const enter = (term: Term): void => {
    if (term.tag === 'variable') used.add(term.name);
  };
  for (const item of items) for (const term of itemTerms(item)) walk(term, { enter });
  return used;
}

function withoutWarnings(term: Term, used: ReadonlySet<string>): Term {
  switch (term.tag) {
    case 'let':
      return patternBinders(term.pattern).some(({ name }) => used.has(name))
        ? term
        : { ...term, pattern: wildcardPattern(term.pattern.type, term.pattern.origin) };
    case 'match':
      return {
        ...term,
        arms: term.arms.map((arm) => ({ ...arm, payload: arm.payload && onlyUsed(arm.payload, used) })),
      };
    default:
      return term;
  }
}

function onlyUsed(pattern: Pattern, used: ReadonlySet<string>): Pattern {
  switch (pattern.tag) {
    case 'variable':
      return used.has(pattern.name) ? pattern : wildcardPattern(pattern.type, pattern.origin);
    case 'wildcard':
      return pattern;
    case 'tuple':
      return { ...pattern, items: pattern.items.map((item) => onlyUsed(item, used)) };
    case 'record':
      return {
        ...pattern,
        fields: pattern.fields.map((field) => ({ ...field, pattern: onlyUsed(field.pattern, used) })),
      };
    default:
      return assertNever(pattern);
  }
}

function mapItem(item: CoreItem, change: (term: Term) => Term): CoreItem {
  switch (item.tag) {
    case 'let':
    case 'input':
      return { ...item, value: change(item.value) };
    case 'data':
      return { ...item, value: item.value && change(item.value) };
    case 'letrec':
      return { ...item, functions: item.functions.map((recursive) => mapFunction(recursive, change)) };
    case 'output':
      return { ...item, term: change(item.term) };
    default:
      return assertNever(item);
  }
}

function mapFunction(recursive: RecursiveFunction, change: (term: Term) => Term): RecursiveFunction {
  const changed = change(recursive.function);
  return changed.tag === 'lambda' ? { ...recursive, function: changed } : internalError('let rec binds functions');
}
