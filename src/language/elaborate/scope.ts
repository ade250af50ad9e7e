import type { Span } from '../source/span';
import type { Type } from '../types/type';
import type { DraftBinder } from './draft';
import { Table } from './table';

/** What a name in scope stands for. */
export type Meaning =
  /** `type` is common to all instances: it contains the group's quantified variables. */
  | {
      readonly tag: 'bound';
      readonly binder: DraftBinder;
      readonly type: Type;
      readonly span: Span;
      readonly isLocal: boolean;
      /** The columns of a table in order: the fields of a type that is written as an array of records. */
      readonly columns?: readonly string[];
      /** The documentation of a prelude name. */
      readonly documentation?: string;
    }
  /** A name whose definition did not parse or check. Any use of it is accepted. */
  | { readonly tag: 'unknown'; readonly span: Span };

/**
 * The names in scope: one table with an undo trail, so entering, leaving and looking up take constant time however
 * deeply definitions nest.
 */
export class Scope {
  readonly #meanings = new Map<string, Meaning[]>();
  readonly #trail: string[] = [];
  /** The names that earlier cells define. */
  readonly earlier: Table<Meaning>;
  /** The names in scope at the beginning of the program. */
  readonly #given: ReadonlyMap<string, Meaning>;

  constructor(earlier: ReadonlyMap<string, Meaning>, given: ReadonlyMap<string, Meaning>) {
    this.earlier = new Table(earlier);
    this.#given = given;
  }

  lookup(name: string): Meaning | undefined {
    return this.#meanings.get(name)?.at(-1) ?? this.earlier.get(name) ?? this.#given.get(name);
  }

  enter(name: string, meaning: Meaning): void {
    const stack = this.#meanings.get(name);
    if (stack === undefined) this.#meanings.set(name, [meaning]);
    else stack.push(meaning);
    this.#trail.push(name);
  }

  /** Returns a mark for `leave`, which removes everything entered since. */
  mark(): number {
    return this.#trail.length;
  }

  leave(mark: number): void {
    while (this.#trail.length > mark) {
      const name = this.#trail.pop();
      if (name !== undefined) this.#meanings.get(name)?.pop();
    }
  }

  /** Returns the names that are entered and not left. */
  defined(): ReadonlyMap<string, Meaning> {
    const defined = new Map<string, Meaning>();
    for (const [name, stack] of this.#meanings) {
      const meaning = stack.at(-1);
      if (meaning !== undefined) defined.set(name, meaning);
    }
    return defined;
  }

  /** Returns what was entered last, and is still in scope, from the innermost on. */
  innermost(count: number): (readonly [name: string, meaning: Meaning])[] {
    return this.#meant(this.#trail.slice(-count).reverse());
  }

  /** Returns all names in scope with their meanings, from the innermost on. */
  entries(): (readonly [name: string, meaning: Meaning])[] {
    const before = this.earlier.entries().map(([name]) => name);
    return this.#meant([...this.#trail.toReversed(), ...before.reverse(), ...this.#given.keys()]);
  }

  #meant(names: readonly string[]): (readonly [name: string, meaning: Meaning])[] {
    return [...new Set(names)].flatMap((name) => {
      const meaning = this.lookup(name);
      return meaning === undefined ? [] : [[name, meaning] as const];
    });
  }

  /** Yields all names in scope, for suggestions. A name that hides another is yielded twice. */
  *names(): Generator<string> {
    for (const [name, stack] of this.#meanings) if (stack.length > 0) yield name;
    for (const [name] of this.earlier.entries()) yield name;
    yield* this.#given.keys();
  }
}
