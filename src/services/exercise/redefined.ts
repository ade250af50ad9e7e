import { BUILTINS } from '../../language/elaborate/infer/builtins';
import { prelude } from '../../language/elaborate/prelude';
import type { Task } from '../../semantics/task';
import type { FrontEnd } from '../front-end';
import type { Loader } from '../loader';

/** The words of a text that can be names. */
export const WORD = /[\p{L}_][\p{L}\p{N}_']*/gu;

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

/** Returns which names in a text a cell redefines. The program may have errors. */
export function* redefinedIn(
  load: Loader,
  cells: readonly string[],
  cell: number,
  text: string,
): Task<readonly string[]> {
  const loaded = yield* load({ cells, cell });
  const frontEnd = loaded.tag === 'ok' ? loaded.program.frontEnd : loaded.frontEnd;
  return redefinedNames(frontEnd, cell, new Set(text.match(WORD)));
}
