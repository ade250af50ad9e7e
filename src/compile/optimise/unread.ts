import { atomsIn, innerBlocks, rebuilt, withBlocks } from '../ir/blocks';
import { updatesArrays } from '../ir/roots';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Statement } from '../ir/tree';

/**
 * Drops what is added to shadows of which nothing is read, as second derivatives leave them: they need the tangent of an
 * adjoint, but not the adjoint. What needs the shape of a shadow takes it from the data that the shadow is of.
 */
export function withoutUnread(body: Block): Block {
  const uses = new Uses(body);
  return uses.shadows.size === 0 ? body : without(body, uses);
}

class Uses {
  /** The shadows that the body makes, and what each is of. */
  readonly shadows = new Map<number, Atom>();
  /** The shadow of which a variable is a part, or the whole. */
  private readonly whole = new Map<number, number>();
  /** The shadows of which something is added to a shadow: they are read if that is. */
  private readonly added = new Map<number, number[]>();
  private readonly read = new Set<number>();
  /** Whether an array is updated in place: then its rows, and so its shape, can be others later. */
  private updates = false;

  constructor(body: Block) {
    this.block(body);
  }

  /** Whether something reads of the shadow of which an atom is a part; also of what is no such shadow. */
  isRead(atom: Atom): boolean {
    const shadow = this.shadowOf(atom);
    return shadow === undefined || this.read.has(shadow);
  }

  /** Returns the data that has the shape of an atom. */
  readonly shapeOf = (atom: Atom): Atom => {
    if (this.updates) return atom;
    const of = atom.tag === 'variable' ? this.shadows.get(atom.id) : undefined;
    return of === undefined ? atom : this.shapeOf(of);
  };

  private shadowOf(atom: Atom): number | undefined {
    return atom.tag === 'variable' ? this.whole.get(atom.id) : undefined;
  }

  private readAll(atoms: readonly Atom[]): void {
    for (const atom of atoms) {
      const shadow = this.shadowOf(atom);
      if (shadow !== undefined) this.reads(shadow);
    }
  }

  private reads(shadow: number): void {
    if (this.read.has(shadow)) return;
    this.read.add(shadow);
    for (const each of this.added.get(shadow) ?? []) this.reads(each);
  }

  private adds(shadow: Atom, value: Atom): void {
    const [to, from] = [this.shadowOf(shadow), this.shadowOf(value)];
    if (from === undefined) return;
    if (to === undefined || this.read.has(to)) this.reads(from);
    else this.added.set(to, [...(this.added.get(to) ?? []), from]);
  }

  /** The results of a block come last: by then it is known to which shadows they belong. */
  private block({ statements, results }: Block): void {
    for (const statement of statements) {
      if (updatesArrays(statement)) this.updates = true;
      this.statement(statement);
      if (statement.tag !== 'operation') for (const inner of innerBlocks(statement)) this.block(inner.block);
    }
    this.readAll(results);
  }

  private statement(statement: Statement): void {
    switch (statement.tag) {
      case 'length':
        return;
      case 'shadow': {
        const [target] = statement.targets;
        if (target === undefined) return;
        this.shadows.set(target.id, statement.of);
        this.whole.set(target.id, target.id);
        return;
      }
      case 'item':
      case 'field':
      case 'spine':
      case 'rest': {
        const [whole] = atomsIn(statement);
        const shadow = whole && this.shadowOf(whole);
        if (shadow !== undefined) for (const { id } of statement.targets) this.whole.set(id, shadow);
        return;
      }
      case 'accumulate':
        this.adds(statement.shadow, statement.amount);
        return;
      case 'addAll':
        // Shapes are compared.
        if (statement.lenient) this.adds(statement.shadow, statement.value);
        else this.readAll([statement.value]);
        return;
      default:
        this.readAll(atomsIn(statement));
    }
  }
}

function without(block: Block, uses: Uses): Block {
  const shapes = { atom: uses.shapeOf, bind: same, block: same };
  const statements = flatMapSame(block.statements, (statement): Statement | readonly Statement[] => {
    switch (statement.tag) {
      case 'operation':
        return statement;
      case 'accumulate':
        return uses.isRead(statement.shadow) ? statement : [];
      case 'addAll': {
        if (statement.lenient && !uses.isRead(statement.shadow)) return [];
        const like = uses.shapeOf(statement.like);
        return like === statement.like ? statement : { ...statement, like };
      }
      case 'shadow':
      case 'length':
        return rebuilt(statement, shapes);
      default:
        return withBlocks(statement, (inner) => without(inner, uses));
    }
  });
  return blockOf(block, statements, block.results);
}

function same<T>(each: T): T {
  return each;
}
