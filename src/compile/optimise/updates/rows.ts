import { sameAtom } from '../../ir/atoms';
import { contains, innerBlocks } from '../../ir/blocks';
import type { Atom, Block, Build, Call, Statement, Variable } from '../../ir/tree';
import { usesInside } from '../../ir/uses';
import { type Copy, isRow } from './copies';
import { definitionsIn, distance } from './offsets';
import type { OnlyRead } from './only-read';

/** The knowledge of `Ownership` about arrays. */
export interface Known {
  /** Returns the number of the class of a variable. */
  readonly classOf: (variable: { readonly id: number }) => number;
  /** Returns the fresh array that all names of a class stand for, if there is one. */
  readonly originOf: (own: number) => Variable | undefined;
  readonly isInPlace: (copy: Copy) => boolean;
}

/** An array of reals that is read from the items of another array. */
interface Row {
  readonly array: Variable;
  readonly index: Atom;
  readonly part: number;
}

/** A loop that makes an array, and the block in which it stands. */
interface Made {
  readonly statement: Build;
  readonly around: Block;
}

/**
 * The rows of a block: arrays of reals in the items of other arrays. A row is updated in place if the array around it gets
 * it back at once, in place too, and if each row of that array is an array of its own, which has no other name.
 */
export class Rows {
  private readonly rows = new Map<number, Row>();
  /** The rows that copies read. */
  private readonly copied = new Map<number, Row>();
  private readonly builds = new Map<number, Made>();
  /** How often an array is used, and how often an item or the length of it is read. */
  private readonly uses: ReadonlyMap<number, number>;
  private readonly reads = new Map<number, number>();
  private readonly copies: readonly Copy[];
  /** The parameters whose rows are own arrays. */
  private readonly owned: ReadonlySet<number>;
  /** The arrays that calls update, but not the rows of these. */
  private readonly called: Variable[] = [];
  private readonly definitions: ReadonlyMap<number, Statement>;
  private readonly onlyRead: OnlyRead | undefined;

  constructor(block: Block, copies: readonly Copy[], owned: readonly Variable[], onlyRead?: OnlyRead) {
    this.onlyRead = onlyRead;
    this.copies = copies;
    this.owned = new Set(owned.map(({ id }) => id));
    this.uses = usesInside(block);
    this.definitions = definitionsIn(block);
    this.see(block, false);
  }

  /** Looks at a block. What a copy reads has no other name than that in the copy. */
  private see(block: Block, isCopy: boolean): void {
    for (const statement of block.statements) {
      if ((statement.tag === 'item' || statement.tag === 'length') && statement.array.tag === 'variable') {
        const { array, targets } = statement;
        this.reads.set(array.id, (this.reads.get(array.id) ?? 0) + 1);
        if (statement.tag === 'item') {
          targets.forEach(({ id, kind }, part) => {
            if (isRow(kind)) (isCopy ? this.copied : this.rows).set(id, { array, index: statement.index, part });
          });
        }
      }
      if (statement.tag === 'build') {
        for (const { id } of statement.targets) this.builds.set(id, { statement, around: block });
      }
      if (statement.tag === 'call') {
        for (const array of this.givenToRead(statement)) this.reads.set(array.id, (this.reads.get(array.id) ?? 0) + 1);
        for (const { argument, isDeep } of statement.updates ?? []) {
          const array = statement.arguments[argument];
          if (!isDeep && array?.tag === 'variable') this.called.push(array);
        }
      }
      if (statement.tag === 'derivative') continue;
      const isOther = this.copies.some(({ target }) => statement.targets[0]?.id === target.id);
      for (const inner of innerBlocks(statement)) this.see(inner.block, isCopy || isOther);
    }
  }

  /** Returns the array in whose items an array is. */
  around({ id }: { readonly id: number }): Variable | undefined {
    return (this.rows.get(id) ?? this.copied.get(id))?.array;
  }

  /** Whether a row may be updated in place where a copy of it is made, after which some variables are still in use. */
  isOwned(copy: Copy, live: ReadonlySet<number>, known: Known): boolean {
    const { target, array, change } = copy;
    const row = array.tag === 'variable' ? this.rows.get(array.id) : undefined;
    if (row === undefined || change === undefined) return false;
    const own = known.classOf(row.array);
    const mayBeRow = (id: number): boolean => {
      const other = this.rows.get(id);
      if (other === undefined || known.classOf(other.array) !== own) return false;
      return (distance(other.index, row.index, this.definitions) ?? 0) === 0;
    };
    if ([...live].some(mayBeRow)) return false;
    const back = this.copies.find((each) => each.change?.values.some((value) => sameAtom(value, target)));
    if (back === undefined || known.classOf(back.target) !== own || !this.isBack(back, target, row.part, known)) {
      return false;
    }
    return this.follows(copy, back, own, known) && this.areOwn(own, known);
  }

  /** Returns the arrays of a class of which rows are updated: those that make rows. */
  makers(own: number, known: Known): readonly Variable[] {
    const origin = known.originOf(own);
    const made = origin && this.builds.get(origin.id);
    const first = made?.statement.body.results ?? [];
    const later = this.copies.flatMap((copy) =>
      known.classOf(copy.target) === own && known.isInPlace(copy) ? (copy.change?.values ?? []) : [],
    );
    return [...first, ...later].flatMap((atom) =>
      atom.tag === 'variable' && isRow(atom.kind) && this.builds.has(atom.id) ? [atom] : [],
    );
  }

  /** Whether nothing reads the items of a class of arrays between two copies of one block. */
  private follows(first: Copy, second: Copy, own: number, known: Known): boolean {
    const [from, to] = [this.builds.get(first.target.id), this.builds.get(second.target.id)];
    if (from === undefined || to === undefined || from.around !== to.around) return false;
    const { statements } = from.around;
    const between = statements.slice(statements.indexOf(from.statement) + 1, statements.indexOf(to.statement));
    return !contains({ statements: between, results: [] }, (each) => {
      if (each.tag === 'derivative') return true;
      if (each.tag === 'call') return this.givenToRead(each).some((array) => known.classOf(array) === own);
      return each.tag === 'item' && each.array.tag === 'variable' && known.classOf(each.array) === own;
    });
  }

  /** Returns the arguments of a call that are arrays which it only reads. */
  private givenToRead(call: Call): readonly Variable[] {
    return call.arguments.flatMap((each, place) =>
      each.tag === 'variable' && this.onlyRead?.has(call, place) === true ? [each] : [],
    );
  }

  /** Whether an update puts an updated row back where it was read. */
  private isBack({ change }: Copy, target: Variable, part: number, known: Known): boolean {
    const copy = this.copies.find((each) => each.target.id === target.id);
    const value = change?.values[part];
    if (copy?.array.tag !== 'variable' || change === undefined || value === undefined) return false;
    const row = this.rows.get(copy.array.id);
    return (
      row?.part === part &&
      known.isInPlace(copy) &&
      sameAtom(value, target) &&
      sameAtom(row.index, change.index) &&
      this.uses.get(target.id) === 1
    );
  }

  /** Whether each row in the arrays of a class is an array of its own, without a name that lasts. */
  areOwn(own: number, known: Known): boolean {
    const origin = known.originOf(own);
    if (origin === undefined || this.called.some((array) => known.classOf(array) === own)) return false;
    const made = this.builds.get(origin.id)?.statement;
    const areFresh = made?.body.results.every((each) => this.isFresh(each, made.body, known));
    if (areFresh !== true && !this.owned.has(origin.id)) return false;
    /** How often rows are put back where they were read. */
    const kept = new Map<number, number>();
    for (const copy of this.copies) {
      const isOf = copy.array.tag === 'variable' && known.classOf(copy.array) === own;
      if (!isOf && known.classOf(copy.target) !== own) continue;
      if (!known.isInPlace(copy)) {
        if (!copy.isDeep) return false;
        continue;
      }
      const around = this.builds.get(copy.target.id)?.around;
      const { change } = copy;
      const areKnown = change?.values.every((value, part) => {
        if (!isRow(value.kind) || value.tag === 'constant') return !isRow(value.kind);
        const row = this.rows.get(value.id);
        if (row?.part === part && known.classOf(row.array) === own && sameAtom(row.index, change.index)) {
          kept.set(value.id, (kept.get(value.id) ?? 0) + 1);
          return true;
        }
        return this.isBack(copy, value, part, known) || (around !== undefined && this.isFresh(value, around, known));
      });
      if (areKnown === false) return false;
    }
    return [...this.rows].every(([id, { array }]) => {
      if (known.classOf(array) !== own) return true;
      return this.uses.get(id) === undefined || this.uses.get(id) === (this.reads.get(id) ?? 0) + (kept.get(id) ?? 0);
    });
  }

  /** Whether an atom is no row, or an array that its block makes each time, and that is used once. */
  private isFresh(atom: Atom, around: Block, known: Known): boolean {
    if (!isRow(atom.kind)) return true;
    if (atom.tag === 'constant') return false;
    const copy = this.copies.find((each) => each.target.id === atom.id);
    const isMade = copy === undefined || !known.isInPlace(copy);
    return isMade && this.builds.get(atom.id)?.around === around && this.uses.get(atom.id) === 1;
  }
}
