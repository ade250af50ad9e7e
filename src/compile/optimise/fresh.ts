import { itemWidth } from '../ir/atoms';
import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers, realConstant } from '../ir/builder';
import { blockOf } from '../ir/same';
import type { Accumulate, Atom, Block, Build, For, Shadow, Statement, Variable } from '../ir/tree';
import { usesIn } from '../ir/uses';
import { combined, constantOf, plus, type Polynomial, polynomialOf, polynomialsIn } from './polynomials';

/**
 * Does without the zeros of a fresh shadow where the first loop that adds to it adds once to each item, but for a few at
 * its ends: the loop writes the items, and only the few are 0 before. It writes what the sums with 0 would be, so
 * -0 becomes 0.
 */
export function fresh(block: Block, numbers: Numbers): Block {
  return new Fresh(numbers).block(block);
}

/** The items at each end of a shadow that are written one by one at most. */
const MOST_SINGLE = 4;

class Fresh {
  private readonly numbers: Numbers;
  /** Ints as polynomials of others, and the lengths of arrays. */
  private readonly ints = new Map<number, Polynomial>();
  private readonly lengths = new Map<number, Polynomial>();

  constructor(numbers: Numbers) {
    this.numbers = numbers;
  }

  private readonly inside = (block: Block): Block => this.block(block);

  block(block: Block): Block {
    const made: Statement[] = [];
    /** The shadows that nothing has used yet, and their place. */
    const unused = new Map<number, { readonly at: number; readonly shadow: Shadow }>();
    const filled = new Map<number, readonly Statement[]>();
    for (const given of block.statements) {
      let statement = withBlocks(given, this.inside);
      for (const id of unused.size === 0 ? [] : usedIn(given)) {
        const found = unused.get(id);
        unused.delete(id);
        const target = found?.shadow.targets[0];
        if (found === undefined || target === undefined) continue;
        if (statement.tag !== 'for' && statement.tag !== 'build') continue;
        const writing = this.writing(statement, found.shadow, target);
        if (writing === undefined) continue;
        statement = writing.loop;
        filled.set(found.at, writing.made);
        made.push(...writing.zeros);
      }
      this.remember(statement);
      if (statement.tag === 'shadow') {
        const [target] = statement.targets;
        if (target !== undefined) unused.set(target.id, { at: made.length, shadow: statement });
      }
      made.push(statement);
    }
    if (filled.size === 0) {
      const isSame = made.every((statement, i) => statement === block.statements[i]);
      return blockOf(block, isSame ? block.statements : made, block.results);
    }
    return { statements: made.flatMap((statement, i) => filled.get(i) ?? [statement]), results: block.results };
  }

  private polynomial(atom: Atom): Polynomial | undefined {
    return (atom.tag === 'variable' ? this.ints.get(atom.id) : undefined) ?? polynomialOf(atom);
  }

  private length(array: Atom): Polynomial | undefined {
    return array.tag === 'variable' ? this.lengths.get(array.id) : undefined;
  }

  /** Records what a statement tells of ints and of lengths. */
  private remember(statement: Statement): void {
    const [target] = statement.targets;
    if (target === undefined) return;
    switch (statement.tag) {
      case 'operation': {
        if (target.kind !== 'int') return;
        const known = statement.arguments.map((each) => this.polynomial(each));
        const made = combined(statement.operation, known);
        if (made !== undefined) this.ints.set(target.id, made);
        return;
      }
      case 'length': {
        const known = this.length(statement.array) ?? polynomialOf(target);
        if (known === undefined || statement.array.tag !== 'variable') return;
        this.ints.set(target.id, known);
        this.lengths.set(statement.array.id, known);
        return;
      }
      case 'build': {
        const count = this.polynomial(statement.count);
        if (count !== undefined) for (const { id } of statement.targets) this.lengths.set(id, count);
        return;
      }
      default:
    }
  }

  /**
   * Returns a loop that writes the items of a shadow, what stands in the place of the shadow, and what sets the other items
   * to 0. That comes right before the loop, where the count is known not to be negative: that of a `build` is tested later.
   */
  private writing(
    loop: For | Build,
    { of, origin }: Shadow,
    shadow: Variable,
  ):
    | { readonly loop: For | Build; readonly made: readonly Statement[]; readonly zeros: readonly Statement[] }
    | undefined {
    const additions = additionsIn(loop, shadow);
    const [length, count] = [this.length(of), this.polynomial(loop.count)];
    if (additions === undefined || length === undefined || count === undefined) return undefined;
    const before = this.distance(loop, additions) ?? NaN;
    const after = (constantOf(plus(length, count, -1)) ?? NaN) - before;
    // A distance that is not known is NaN here.
    if (!(after >= 0) || after > MOST_SINGLE) return undefined;
    if (loop.tag === 'build' && before + after > 0) return undefined;
    const own = new Set<Statement>(additions);
    const statements = loop.body.statements.flatMap((statement): readonly Statement[] => {
      if (statement.tag !== 'accumulate' || !own.has(statement)) return [statement];
      const sum = new Builder(this.numbers, statement.origin, true);
      const amount = sum.operation('add', statement.amount, realConstant(0));
      return [...sum.statements, { ...statement, amount, replaces: true }];
    });
    const start = new Builder(this.numbers, origin);
    const items = start.one('int', { tag: 'length', array: of });
    start.statements.push({ tag: 'tape', count: items, targets: [shadow], origin });
    const ends = new Builder(this.numbers, origin, true);
    const clear = (index: Atom): void => {
      for (let part = 0; part < itemWidth(shadow.kind); part++) {
        ends.add([], {
          tag: 'accumulate',
          shadow,
          place: { tag: 'item', index, part },
          amount: realConstant(0),
          present: true,
          replaces: true,
        });
      }
    };
    for (let i = 0; i < before; i++) clear(intConstant(i));
    for (let i = 1; i <= after; i++) clear(ends.operation('addInt', items, intConstant(-i)));
    return {
      loop: { ...loop, body: { ...loop.body, statements } },
      made: start.statements,
      zeros: ends.statements,
    };
  }

  /** Returns how many items lie before those that a loop adds to, if it adds once to each of as many as it has rounds. */
  private distance(loop: For | Build, additions: readonly Accumulate[]): number | undefined {
    const polynomial = polynomialsIn(loop, [], (atom) => this.polynomial(atom));
    const distances = additions.map(({ place }) => {
      const at = place.tag === 'item' ? polynomial(place.index) : undefined;
      const index = polynomialOf(loop.index);
      return at === undefined || index === undefined ? undefined : constantOf(plus(at, index, -1));
    });
    const [first] = distances;
    if (first === undefined || first < 0 || first > MOST_SINGLE) return undefined;
    return distances.every((each) => each === first) ? first : undefined;
  }
}

/** Returns the additions of each round to a shadow: one to each part of an item, if the loop does nothing else with it. */
function additionsIn({ body }: For | Build, shadow: Variable): readonly Accumulate[] | undefined {
  const additions = body.statements.filter(
    (statement): statement is Accumulate =>
      statement.tag === 'accumulate' && statement.shadow.tag === 'variable' && statement.shadow.id === shadow.id,
  );
  const parts = new Set(additions.map(({ place }) => place.tag === 'item' && place.part));
  const width = itemWidth(shadow.kind);
  const areSums = additions.every(
    ({ present, ordered, replaces }) => present === true && ordered !== true && replaces !== true,
  );
  return parts.size === width && areSums && usesIn(body, shadow) === width ? additions : undefined;
}

/** Returns the variables that a statement uses, in the blocks inside it too. */
function usedIn(statement: Statement): ReadonlySet<number> {
  const used = new Set<number>();
  const use = (atoms: readonly Atom[]): void => {
    for (const atom of atoms) if (atom.tag === 'variable') used.add(atom.id);
  };
  const see = (each: Statement): void => {
    use(atomsIn(each));
    for (const { block } of innerBlocks(each)) {
      block.statements.forEach(see);
      use(block.results);
    }
  };
  see(statement);
  return used;
}
