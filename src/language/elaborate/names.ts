/**
 * Gives every bound name of a program a unique name: `x`, then `x_1`, `x_2`... The names of built-ins are never reused,
 * so a printed core means what it says. Names at the top level keep their spelling where possible.
 */
export class Names {
  private readonly taken: Set<string>;
  private readonly next = new Map<string, number>();
  private readonly reserved: Set<string>;

  constructor(taken: Iterable<string>, reserved: Iterable<string>) {
    this.taken = new Set(taken);
    this.reserved = new Set(reserved);
  }

  /** Returns a name for the top level: the first one of each spelling is unchanged. */
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
