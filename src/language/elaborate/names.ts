/** What the names that a program binds are called in the core. */
export interface Naming {
  /** For a name at the top level. */
  topLevel(name: string): string;
  fresh(name: string): string;
}

/** For the prelude, whose names are given when a program is made of those of its definitions that it uses. */
export const AS_SPELLED: Naming = { topLevel: (name) => name, fresh: (name) => name };

/**
 * Gives every bound name of a program a name of its own: `x`, then `x_1`, `x_2`... Names of built-ins are never given, so
 * that a printed core means what it says; a name at the top level is taken by the top level if it can be.
 */
export class Names implements Naming {
  private readonly taken: Set<string>;
  private readonly next = new Map<string, number>();
  private readonly reserved: Set<string>;

  constructor(taken: Iterable<string>, reserved: Iterable<string>) {
    this.taken = new Set(taken);
    this.reserved = new Set(reserved);
  }

  /** For a name at the top level: the first of its spelling gets it unchanged. */
  topLevel(name: string): string {
    this.reserved.delete(name);
    return this.fresh(name);
  }

  fresh(name: string): string {
    if (!this.taken.has(name) && !this.reserved.has(name)) {
      this.taken.add(name);
      return name;
    }
    for (let index = this.next.get(name) ?? 1; ; index += 1) {
      const candidate = `${name}_${index}`;
      if (this.taken.has(candidate) || this.reserved.has(candidate)) continue;
      this.next.set(name, index + 1);
      this.taken.add(candidate);
      return candidate;
    }
  }
}
