import { children, patternBinders } from '../../language/core/children';
import { itemTerms, walk } from '../../language/core/traverse';
import type { CoreItem, RecursiveFunction, Pattern, Term } from '../../language/core/tree';

/** A definition, at the top level or inside a term. */
export type Binding =
  | { readonly tag: 'let'; readonly pattern: Pattern; readonly value: Term }
  | { readonly tag: 'letrec'; readonly functions: readonly RecursiveFunction[] };

export function bindingTerms(binding: Binding): readonly Term[] {
  return binding.tag === 'let' ? [binding.value] : binding.functions.map((each) => each.function);
}

export function bindingNames(binding: Binding): readonly string[] {
  return binding.tag === 'let'
    ? patternBinders(binding.pattern).map(({ name }) => name)
    : binding.functions.map(({ name }) => name);
}

/** Returns the bindings of items and of all terms in them, outer ones first. */
export function bindingsIn(items: readonly CoreItem[]): readonly Binding[] {
  const found: Binding[] = [];
  for (const item of items) {
    if (item.tag === 'let' || item.tag === 'letrec') found.push(item);
    for (const root of itemTerms(item)) {
      walk(root, {
        enter: (term) => {
          if (term.tag === 'let' || term.tag === 'letrec') found.push(term);
        },
      });
    }
  }
  return found;
}

/** Returns the names whose definition contains a term for which `is` holds, or mentions another such name, or a known one. */
export function namesReaching(
  bindings: readonly Binding[],
  is: (term: Term) => boolean,
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const names = new Set(known);
  const reaches = (term: Term): boolean => is(term) || (term.tag === 'variable' && names.has(term.name));
  let waiting = bindings;
  for (let size = -1; size !== names.size;) {
    size = names.size;
    waiting = waiting.filter((binding) => {
      if (!bindingTerms(binding).some((term) => contains(term, reaches))) return true;
      for (const name of bindingNames(binding)) names.add(name);
      return false;
    });
  }
  return names;
}

/**
 * Returns the names of functions that a program does not use, except in terms for which `isLeft` holds: those that its
 * other terms mention, and those that these mention, are used.
 */
export function unusedFunctions(items: readonly CoreItem[], isLeft: (term: Term) => boolean): Set<string> {
  // A function without a name stays, and so does what it mentions.
  const functions = bindingsIn(items).filter(
    (binding) => bindingNames(binding).length > 0 && bindingTerms(binding).every(({ tag }) => tag === 'lambda'),
  );
  const bodies = new Set(functions.flatMap(bindingTerms));
  const owners = new Map(functions.flatMap((binding) => bindingNames(binding).map((name) => [name, binding] as const)));
  const unused = new Set(owners.keys());
  const waiting = items.flatMap(itemTerms).filter((term) => !bodies.has(term));
  for (let term = waiting.pop(); term !== undefined; term = waiting.pop()) {
    if (isLeft(term)) continue;
    if (term.tag === 'variable' && unused.has(term.name)) {
      const binding = owners.get(term.name);
      for (const name of binding === undefined ? [] : bindingNames(binding)) unused.delete(name);
      if (binding !== undefined) waiting.push(...bindingTerms(binding).flatMap(directSubterms));
    }
    waiting.push(...directSubterms(term).filter((part) => !bodies.has(part)));
  }
  return unused;
}

/** Returns a change of terms that drops the definitions of functions with these names. */
export function dropping(names: ReadonlySet<string>): (term: Term) => Term {
  return (term) =>
    (term.tag === 'let' || term.tag === 'letrec') && bindingNames(term).some((name) => names.has(name))
      ? term.body
      : term;
}

function directSubterms(term: Term): readonly Term[] {
  return children(term).map((child) => child.term);
}

/** Returns whether `is` holds for a term or a part of it. */
export function contains(root: Term, is: (term: Term) => boolean): boolean {
  let found = false;
  walk(root, {
    enter: (term) => {
      found ||= is(term);
    },
  });
  return found;
}
