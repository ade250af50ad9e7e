import type { Builder } from '../ir/builder';
import { isActive } from './activity';
import type { Atom } from '../ir/tree';

/** The adjoints of reals so far, in one block of the way back. */
export class Adjoints {
  private readonly known = new Map<number, Atom>();
  private readonly active: ReadonlySet<number>;

  constructor(active: ReadonlySet<number>) {
    this.active = active;
  }

  get(atom: Atom | undefined): Atom | undefined {
    return atom?.tag === 'variable' ? this.known.get(atom.id) : undefined;
  }

  set(id: number, amount: Atom): void {
    this.known.set(id, amount);
  }

  /** Adds to the adjoint of a real, unless it is not active. */
  add(atom: Atom | undefined, amount: Atom | undefined, builder: Builder): void {
    if (amount === undefined || !isActive(atom, this.active)) return;
    const before = this.known.get(atom.id);
    this.known.set(atom.id, before === undefined ? amount : builder.operation('add', before, amount));
  }

  /** Returns the numbers of the variables that have an adjoint. */
  keys(): Iterable<number> {
    return this.known.keys();
  }
}
