import { sameAtom } from '../ir/atoms';
import { atomsIn, contains, innerBlocks, rebuilt, withBlocks } from '../ir/blocks';
import { updatesArrays } from '../ir/roots';
import { blockOf, joined, mapSame } from '../ir/same';
import type { Atom, Block, Statement, Variable } from '../ir/tree';
import { usesInside } from '../ir/uses';

/**
 * Replaces a shadow whose only use is a sum, which is added to another shadow as a whole, by that other shadow. A derivative in
 * each round of a loop then makes no table of adjoints in each round. The other shadow is not read meanwhile: the way back reads
 * an adjoint only after all that adds to it.
 */
export function addStraight(body: Block): Block {
  // Where arrays are updated in place, shadows are read between additions.
  if (!contains(body, ({ tag }) => tag === 'addAll') || contains(body, updatesArrays)) return body;
  return straight(body, new Shadows(body));
}

/** The parts, the sums and the readers of the shadows in a body. */
class Shadows {
  /** The data of which a variable is a part; a shadow that the body makes is part of itself. */
  private readonly whole = new Map<number, number>();
  /** How often a shadow is added to another one. */
  private readonly added = new Map<number, number>();
  /** The shadows of which something else is read, with the statements that read it; undefined for the results of the body. */
  private readonly readers = new Map<number, Set<Statement | undefined>>();
  private readonly uses: ReadonlyMap<number, number>;

  constructor(body: Block) {
    this.uses = usesInside(body);
    this.block(body);
  }

  /** Whether nothing is read of a shadow that the body makes, but its whole, once. */
  isSum({ id }: Variable): boolean {
    return this.added.get(id) === 1 && !this.readers.has(id);
  }

  /** Whether statements, and those inside them, read nothing of a shadow, or of one of which it is a part. */
  areBlind(statements: readonly Statement[], shadow: Variable): boolean {
    const readers = this.readers.get(this.wholeOf(shadow) ?? shadow.id);
    return readers === undefined || !contains({ statements, results: [] }, (each) => readers.has(each));
  }

  /** Whether statements, and those inside them, mention a shadow that the body makes, or a part of it. */
  mention(statements: readonly Statement[], { id }: Variable): boolean {
    const isPart = (atom: Atom): boolean => this.wholeOf(atom) === id;
    return contains({ statements, results: [] }, (each) => atomsIn(each).some(isPart));
  }

  /** Returns a statement that adds to another shadow, of which parts may be absent. */
  readonly elsewhere = (given: Statement, from: Variable, to: Atom): Statement => {
    const made = rebuilt(given, {
      atom: (atom) => (sameAtom(atom, from) ? to : atom),
      bind: (variable) => variable,
      block: (inner) =>
        blockOf(
          inner,
          mapSame(inner.statements, (each) => this.elsewhere(each, from, to)),
          inner.results,
        ),
    });
    const isPart = given.tag === 'item' && this.wholeOf(given.array) === from.id;
    return isPart && made.tag === 'item' ? { ...made, absentIsZero: true } : made;
  };

  private wholeOf(atom: Atom): number | undefined {
    return atom.tag === 'variable' ? this.whole.get(atom.id) : undefined;
  }

  private readsAll(atoms: readonly Atom[], reader: Statement | undefined): void {
    for (const atom of atoms) {
      if (atom.tag !== 'variable' || typeof atom.kind !== 'object') continue;
      const shadow = this.whole.get(atom.id) ?? atom.id;
      const readers = this.readers.get(shadow);
      if (readers === undefined) this.readers.set(shadow, new Set([reader]));
      else readers.add(reader);
    }
  }

  /** Parts are reals, which are read if they are used, or data that belongs to the whole. */
  private takes(statement: Statement, from: Atom): void {
    if (from.tag !== 'variable') return;
    for (const { id, kind } of statement.targets) {
      if (typeof kind === 'object') this.whole.set(id, this.whole.get(from.id) ?? from.id);
      else if (this.uses.has(id)) this.readsAll([from], statement);
    }
  }

  private block({ statements, results }: Block, around?: Statement): void {
    for (const statement of statements) {
      this.statement(statement);
      if (statement.tag !== 'operation') for (const inner of innerBlocks(statement)) this.block(inner.block, statement);
    }
    this.readsAll(results, around);
  }

  private statement(statement: Statement): void {
    switch (statement.tag) {
      case 'operation':
        return;
      case 'shadow':
        this.readsAll([statement.of], statement);
        for (const { id } of statement.targets) this.whole.set(id, id);
        return;
      case 'item':
        this.takes(statement, statement.array);
        return;
      case 'field':
        this.takes(statement, statement.value);
        return;
      case 'spine':
      case 'rest':
        this.takes(statement, statement.list);
        return;
      case 'accumulate':
        if (statement.ordered === true || statement.replaces === true) this.readsAll([statement.shadow], statement);
        return;
      case 'addAll': {
        const { value, like, lenient } = statement;
        this.readsAll([like], statement);
        // Shapes are compared unless it is lenient.
        const isWhole = value.tag === 'variable' && this.whole.get(value.id) === value.id;
        if (lenient && isWhole) this.added.set(value.id, (this.added.get(value.id) ?? 0) + 1);
        else this.readsAll([value], statement);
        return;
      }
      default:
        this.readsAll(atomsIn(statement), statement);
    }
  }
}

function straight(block: Block, shadows: Shadows): Block {
  let statements = mapSame(block.statements, (each) => withBlocks(each, (inner) => straight(inner, shadows)));
  // The last sum goes first: it can be part of one that began before it.
  for (const [first, making] of [...statements.entries()].toReversed()) {
    const [sum] = making.targets;
    if (making.tag !== 'shadow' || sum === undefined || !shadows.isSum(sum)) continue;
    const at = statements.findIndex((each) => each.tag === 'addAll' && sameAtom(each.value, sum));
    const adding = statements[at];
    if (adding?.tag !== 'addAll' || adding.shadow.tag !== 'variable' || !sameAtom(adding.like, making.of)) continue;
    const to = adding.shadow;
    const [between, after] = [statements.slice(first + 1, at), statements.slice(at + 1)];
    const isBound = !between.some(({ targets }) => targets.some(({ id }) => id === to.id));
    if (!isBound || !shadows.areBlind(between, to) || shadows.mention(after, sum)) continue;
    const moved = between.map((each) => shadows.elsewhere(each, sum, to));
    statements = joined([statements.slice(0, first), moved, after]);
  }
  return blockOf(block, statements, block.results);
}
