import { freeVariables, itemBinders, itemTerms } from '../language/core/traverse';
import type { CoreItem, CoreProgram } from '../language/core/tree';

/** Returns the wanted items, and the items before them that they mention, directly or through others. */
export function needed(core: CoreProgram, isWanted: (item: CoreItem) => boolean): CoreProgram {
  const names = new Set<string>();
  const kept: CoreItem[] = [];
  for (const item of core.items.toReversed()) {
    if (!isWanted(item) && !bindersOf(item).some((name) => names.has(name))) continue;
    for (const term of itemTerms(item)) for (const name of freeVariables(term)) names.add(name);
    kept.push(item);
  }
  return { ...core, items: kept.reverse() };
}

/** Returns the names that an item binds. */
export function bindersOf(item: CoreItem): readonly string[] {
  return item.tag === 'input' ? [item.name] : itemBinders(item).map(({ name }) => name);
}
