/**
 * A table by name of what cells define: what earlier cells do, and what this cell adds. It records what is read of the
 * earlier cells, so that the cell need not be checked again while that stays the same.
 */
export class Table<V> {
  /** What this cell has added. */
  readonly own = new Map<string, V>();
  #earlier: ReadonlyMap<string, V>;
  /** What was found in earlier cells, by each name that was looked up there. */
  readonly #read = new Map<string, V | undefined>();
  /** Whether the earlier cells' names were listed, so that every one of them matters. */
  #isListed = false;

  constructor(earlier: ReadonlyMap<string, V>) {
    this.#earlier = earlier;
  }

  get(name: string): V | undefined {
    const own = this.own.get(name);
    if (own !== undefined) return own;
    const found = this.#earlier.get(name);
    this.#read.set(name, found);
    return found;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, value: V): void {
    this.own.set(name, value);
  }

  /** Removes what this cell has added. */
  delete(name: string): void {
    this.own.delete(name);
  }

  /** Returns all names and what they stand for: those of earlier cells first. */
  entries(): (readonly [name: string, value: V])[] {
    this.#isListed = true;
    return [...[...this.#earlier].filter(([name]) => !this.own.has(name)), ...this.own];
  }

  /** Ends the cell: earlier cells are not read any more, and need not be kept. */
  close(): void {
    this.#earlier = new Map();
  }

  /** Whether the same would be read after these cells. `isSame` says that they are the cells that were read. */
  fits(earlier: ReadonlyMap<string, V>, isSame: boolean): boolean {
    if (isSame) return true;
    if (this.#isListed) return false;
    for (const [name, found] of this.#read) if (earlier.get(name) !== found) return false;
    return true;
  }
}
