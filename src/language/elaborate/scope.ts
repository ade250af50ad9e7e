import type { Span } from '../source/span';
import type { Type } from '../types/type';
import type { DraftBinder } from './draft';

/** What a name in scope stands for. */
export type Meaning =
  /** `type` is common to all instances: it contains the group's quantified variables. */
  | {
      readonly tag: 'bound';
      readonly binder: DraftBinder;
      readonly type: Type;
      readonly span: Span;
      readonly isLocal: boolean;
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
  private readonly meanings = new Map<string, Meaning[]>();
  private readonly trail: string[] = [];
  /** The names in scope at the beginning of the program. */
  private readonly given: ReadonlyMap<string, Meaning>;

  constructor(given: ReadonlyMap<string, Meaning> = new Map()) {
    this.given = given;
  }

  lookup(name: string): Meaning | undefined {
    return this.meanings.get(name)?.at(-1) ?? this.given.get(name);
  }

  enter(name: string, meaning: Meaning): void {
    const stack = this.meanings.get(name);
    if (stack === undefined) this.meanings.set(name, [meaning]);
    else stack.push(meaning);
    this.trail.push(name);
  }

  /** Returns a mark for `leave`, which removes everything entered since. */
  mark(): number {
    return this.trail.length;
  }

  leave(mark: number): void {
    while (this.trail.length > mark) {
      const name = this.trail.pop();
      if (name !== undefined) this.meanings.get(name)?.pop();
    }
  }

  /** Returns all names in scope with their meanings, from the innermost on. */
  entries(): (readonly [name: string, meaning: Meaning])[] {
    const entered = [...new Set(this.trail.toReversed())];
    const names = new Set([...entered, ...this.given.keys()]);
    return [...names].flatMap((name) => {
      const meaning = this.lookup(name);
      return meaning === undefined ? [] : [[name, meaning] as const];
    });
  }

  /** Yields all names in scope, for suggestions. A name that hides a given one is yielded twice. */
  *names(): Generator<string> {
    for (const [name, stack] of this.meanings) if (stack.length > 0) yield name;
    yield* this.given.keys();
  }
}
