import { holdsReal } from '../differentiate/reals';
import { itemWidth } from '../ir/atoms';
import { visit, withBlocks } from '../ir/blocks';
import { blockOf, mapSame } from '../ir/same';
import type { Atom, Block, Pair, Statement, Variable } from '../ir/tree';

/**
 * Drops the tests whether a shadow, or the part of it that is added to, is there. The shadows of some data lack parts that
 * nothing needs; those made of whole parts are whole.
 */
export function withoutAbsence(block: Block): Block {
  const written = new Set<number>();
  visit(block, (statement) => {
    if (statement.tag === 'keep' && statement.array.tag === 'variable') written.add(statement.array.id);
  });
  return new Whole(written).block(block);
}

class Whole {
  private readonly whole = new Set<number>();
  /** Which of the values that a round keeps are whole, by the loops' pair number. */
  private readonly kept = new Map<Pair | undefined, readonly boolean[]>();
  /** The arrays of which items are replaced: parts of the new ones may be absent. */
  private readonly written: ReadonlySet<number>;

  constructor(written: ReadonlySet<number>) {
    this.written = written;
  }

  block(block: Block): Block {
    return blockOf(
      block,
      mapSame(block.statements, (statement) => this.statement(statement)),
      block.results,
    );
  }

  private is(atom: Atom | undefined): boolean {
    return atom?.tag === 'variable' && this.whole.has(atom.id);
  }

  /** Whether a part of a shadow is whole: it holds no reals, is itself one, or is whole data. */
  private readonly isPart = (atom: Atom): boolean => atom.kind === 'real' || !holdsReal(atom.kind) || this.is(atom);

  private mark(variable: Variable, isWhole: boolean): void {
    if (isWhole && !this.written.has(variable.id)) this.whole.add(variable.id);
    else this.whole.delete(variable.id);
  }

  private statement(given: Statement): Statement {
    const { targets } = given;
    switch (given.tag) {
      case 'for':
      case 'while': {
        given.parameters.forEach((parameter, i) => {
          this.mark(parameter, this.is(given.initial[i]));
        });
        this.take(given.pair, given.body);
        let made = this.inside(given);
        // A parameter that does not stay whole was not whole inside.
        for (;;) {
          const lost = given.parameters.filter((each, i) => this.is(each) && !this.is(given.body.results[i]));
          if (lost.length === 0) break;
          for (const each of lost) this.mark(each, false);
          made = this.inside(given);
        }
        this.keep(given.pair, given.body);
        const ends = given.tag === 'for' ? given.parameters : given.exit.results;
        targets.forEach((target, i) => {
          this.mark(target, this.is(ends[i]));
        });
        return made;
      }
      case 'build': {
        const made = this.inside(given);
        this.keep(given.pair, given.body);
        let part = 0;
        for (const target of targets) {
          const parts = given.body.results.slice(part, (part += itemWidth(target.kind)));
          this.mark(target, parts.every(this.isPart));
        }
        return made;
      }
      case 'if': {
        const made = this.inside(given);
        targets.forEach((target, i) => {
          this.mark(target, this.is(given.consequent.results[i]) && this.is(given.alternative.results[i]));
        });
        return made;
      }
      case 'move':
        targets.forEach((target, i) => {
          this.mark(target, this.is(given.values[i]));
        });
        return given;
      case 'shadow':
        for (const target of targets) this.mark(target, true);
        return given;
      case 'construct':
        for (const target of targets) this.mark(target, given.fields.every(this.isPart));
        return given;
      case 'array':
        for (const target of targets) this.mark(target, given.items.flat().every(this.isPart));
        return given;
      case 'spine':
      case 'rest':
        for (const target of targets) this.mark(target, this.is(given.list));
        return given;
      case 'field':
        for (const target of targets) this.mark(target, this.is(given.value));
        return given;
      case 'item': {
        const isWhole = this.is(given.array);
        for (const target of targets) this.mark(target, isWhole);
        return isWhole && given.absentIsZero === true ? { ...given, absentIsZero: false } : given;
      }
      case 'accumulate':
        return this.is(given.shadow) ? { ...given, present: true } : given;
      default:
        return given;
    }
  }

  private inside(statement: Statement): Statement {
    return withBlocks(statement, (inner) => this.block(inner));
  }

  /** Remembers which of the values that a round keeps at its end are whole. */
  private keep(pair: Pair | undefined, body: Block): void {
    const last = body.statements.at(-1);
    if (last?.tag === 'push') {
      // Where code was copied, two loops have the same number: then nothing is known.
      const isKnown = this.kept.has(pair);
      this.kept.set(
        pair,
        last.values.map((each) => !isKnown && this.is(each)),
      );
    }
  }

  /** Marks the values that a round takes at its beginning. */
  private take(pair: Pair | undefined, body: Block): void {
    const kept = pair === undefined ? undefined : this.kept.get(pair);
    const first = body.statements[0];
    if (kept === undefined || first?.tag !== 'pop') return;
    first.targets.forEach((target, i) => {
      this.mark(target, kept[i] === true);
    });
  }
}
