import type { Span } from '../source/span';
import type { Type } from '../types/type';
import type { DraftBinder } from './draft';

/** What a name means where it stands. */
export type Meaning =
  /** `type` is that of all instances: its group's quantified variables stand in it. */
  | {
      readonly tag: 'bound';
      readonly binder: DraftBinder;
      readonly type: Type;
      readonly span: Span;
      readonly isLocal: boolean;
      /** Of the prelude's names. */
      readonly documentation?: string;
    }
  /** A name of what did not parse or check: anything may be done with it. */
  | { readonly tag: 'unknown'; readonly span: Span };

/**
 * The names in scope. One table with a trail of what was entered, so that entering, leaving and looking up take constant
 * time however deeply definitions nest.
 */
export class Scope {
  private readonly meanings = new Map<string, Meaning[]>();
  private readonly trail: string[] = [];
  /** The names that are in scope where the program begins. */
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

  /** To be given to `leave`, which forgets all that was entered since. */
  mark(): number {
    return this.trail.length;
  }

  leave(mark: number): void {
    while (this.trail.length > mark) {
      const name = this.trail.pop();
      if (name !== undefined) this.meanings.get(name)?.pop();
    }
  }

  /** All that is in scope, from the innermost name on. */
  entries(): (readonly [name: string, meaning: Meaning])[] {
    const entered = [...new Set(this.trail.toReversed())];
    const names = new Set([...entered, ...this.given.keys()]);
    return [...names].flatMap((name) => {
      const meaning = this.lookup(name);
      return meaning === undefined ? [] : [[name, meaning] as const];
    });
  }

  /** All names in scope, for suggestions; a name that hides one that is given comes twice. */
  *names(): Generator<string> {
    for (const [name, stack] of this.meanings) if (stack.length > 0) yield name;
    yield* this.given.keys();
  }
}
