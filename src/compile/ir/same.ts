import type { Block } from './tree';

/* Passes return the block that they were given where they changed nothing in it, so that most of a program is not copied. */

/** Returns the items that `change` makes; `all` itself if it makes the same ones. */
export function mapSame<T>(all: readonly T[], change: (each: T) => T): readonly T[] {
  let made: T[] | undefined;
  for (let at = 0; at < all.length; at++) {
    const each = all[at] as T; // `noUncheckedIndexedAccess` does not see the bound
    const next = change(each);
    if (next === each) continue;
    // A list that grows by a push would get room for many more items than most of these have.
    made ??= all.slice();
    made[at] = next;
  }
  return made ?? all;
}

/** Returns the items that `change` makes, one after the other; `all` itself if it makes the same ones. */
export function flatMapSame<T>(all: readonly T[], change: (each: T) => T | readonly T[]): readonly T[] {
  let made: T[] | undefined;
  let at = 0;
  for (const each of all) {
    const next = change(each);
    if (made === undefined && next !== each) made = all.slice(0, at);
    if (made !== undefined) {
      if (isList(next)) for (const one of next) made.push(one);
      else made.push(next);
    }
    at++;
  }
  return made ?? all;
}

/** Returns the items of lists, one after the other; the methods `flat` and `flatMap` take several times as long. */
export function joined<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const all: T[] = [];
  for (const list of lists) for (const each of list) all.push(each);
  return all;
}

function isList<T>(found: T | readonly T[]): found is readonly T[] {
  return Array.isArray(found);
}

/** Returns a block of these statements and results; the block itself if it has them. */
export function blockOf(block: Block, statements: Block['statements'], results: Block['results']): Block {
  return statements === block.statements && results === block.results ? block : { statements, results };
}
