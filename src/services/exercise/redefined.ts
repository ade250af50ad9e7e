import { BUILTINS } from '../../language/elaborate/infer/builtins';
import { prelude } from '../../language/elaborate/prelude';
import type { FrontEnd } from '../front-end';

/**
 * Returns which names have a meaning before an exercise's cell, and another one after it. A check that uses such a name
 * would be about the answer's own, and an answer could pass by making `abs` always 0.
 */
export function redefinedNames(frontEnd: FrontEnd, cell: number, names: ReadonlySet<string>): readonly string[] {
  const isKnown = (name: string): boolean =>
    BUILTINS.has(name) ||
    prelude().meanings.has(name) ||
    frontEnd.trees.some((_, other) => other < cell && frontEnd.definedIn(other, name) !== undefined);
  return [...names].filter((name) => frontEnd.definedIn(cell, name) !== undefined && isKnown(name));
}
