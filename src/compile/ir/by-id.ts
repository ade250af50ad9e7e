import type { Atom } from './tree';

/** The numbers of variables that a page holds, as a power of two. */
const BITS = 8;
const MASK = 2 ** BITS - 1;

/**
 * A map from the numbers of variables. They are dense, so it is a list of pages, which is read and written several times as
 * fast as a `Map` and needs no copy to grow.
 */
export class ById<T> {
  private readonly pages: (T | undefined)[][] = [];

  get(id: number): T | undefined {
    const page = this.pages[id >> BITS];
    return page === undefined ? undefined : page[id & MASK];
  }

  /** Returns what an atom has: a constant has nothing. */
  of(atom: Atom): T | undefined {
    return atom.tag === 'variable' ? this.get(atom.id) : undefined;
  }

  set(id: number, value: T | undefined): void {
    const at = id >> BITS;
    while (this.pages.length <= at) this.pages.push(EMPTY);
    let page = this.pages[at];
    if (page === undefined || page === EMPTY) {
      page = new Array<T | undefined>(MASK + 1);
      this.pages[at] = page;
    }
    page[id & MASK] = value;
  }

  /** Returns the numbers that have a value, with it, in their order. */
  *entries(): Generator<readonly [number, T]> {
    for (const [at, page] of this.pages.entries()) {
      for (const [low, value] of page.entries()) if (value !== undefined) yield [(at << BITS) + low, value];
    }
  }
}

const EMPTY: undefined[] = [];
