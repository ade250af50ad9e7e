import { atomsIn, innerBlocks, visit, withBlocks } from '../../ir/blocks';
import { freeOf } from '../../ir/free';
import { liveAt } from '../../ir/live';
import { isArray } from '../../ir/roots';
import { blockOf, flatMapSame } from '../../ir/same';
import type { Atom, Block, Call, Item, Statement, Updated, Variable } from '../../ir/tree';
import { Classes, type Definition } from './update-classes';
import type { Copy } from './copies';
import type { OnlyRead } from './only-read';
import { type Known, Rows } from './rows';

/** A place in a block where an array gets another name, is updated or is read. */
interface Event {
  /** The place in the order of the block. */
  readonly order: number;
  readonly variable: Variable;
  readonly around: readonly Statement[];
}

/** An array gets another name. */
interface Escape extends Event {
  /** The name, which lasts if it is cut from what it joins; undefined if the name lasts in any case. */
  readonly joint: Variable | undefined;
}

/**
 * Which copies of arrays of a block need not be made: nothing uses the array afterwards by another name. It begins with
 * all of them, and gives up one after the other.
 */
export class Ownership {
  private readonly copies: Map<number, Copy>;
  private readonly inPlace: Map<number, Copy>;
  private readonly cut = new Set<number>();
  /** The variables that are used after a copy, by its target. */
  private readonly live: ReadonlyMap<number, ReadonlySet<number>>;
  private readonly builds = new Map<number, Event>();
  /** Where arrays are read, by the place of the argument if a call does. */
  private readonly reads = new Map<Item | Call, readonly (Event | undefined)[]>();
  /** The arrays that calls update. */
  private readonly called: (Event & { readonly isDeep: boolean })[] = [];
  private readonly owned: readonly Variable[];
  private readonly onlyRead: OnlyRead | undefined;
  private readonly escapes: Escape[] = [];
  private order = 0;
  private classes: Classes;
  private readonly rows: Rows;
  private readonly makers = new Set<number>();
  private readonly known: Known = {
    classOf: (variable) => this.classes.of(variable),
    originOf: (own) => {
      const [only, ...more] = this.originsOf(own);
      return only?.isFresh === true && more.length === 0 ? only.variable : undefined;
    },
    isInPlace: (copy) => this.isInPlace(copy),
  };

  /**
   * `owned` are the parameters of a function that it may update in place, and `onlyRead` knows the arrays that calls only
   * read.
   */
  constructor(block: Block, copies: readonly Copy[], owned: readonly Variable[] = [], onlyRead?: OnlyRead) {
    this.onlyRead = onlyRead;
    this.owned = owned;
    this.copies = new Map(copies.map((copy) => [copy.target.id, copy]));
    this.inPlace = new Map(this.copies);
    this.rows = new Rows(block, copies, owned, onlyRead);
    this.see(block, []);
    const idOf = ({ targets: [target] }: Statement): number => target?.id ?? -1;
    const live = liveAt(withoutLengths(block), (statement) => this.builds.has(idOf(statement)));
    this.live = new Map([...live].map(([statement, ids]) => [idOf(statement), ids]));
    do this.classes = new Classes(block, [...this.inPlace.values()], this.cut, owned);
    while (this.givesUp());
    this.dropUseless();
    for (const copy of this.inPlace.values()) {
      const around = copy.array.tag === 'variable' ? this.rows.around(copy.array) : undefined;
      if (around === undefined) continue;
      for (const { id } of this.rows.makers(this.classes.of(around), this.known)) this.makers.add(id);
    }
    for (const { variable, isDeep } of this.called) {
      if (!isDeep) continue;
      for (const { id } of this.rows.makers(this.classes.of(variable), this.known)) this.makers.add(id);
    }
  }

  copy({ id }: Variable): Copy | undefined {
    return this.copies.get(id);
  }

  /** Whether a copy is not made. */
  isInPlace({ target }: Copy): boolean {
    return this.inPlace.has(target.id);
  }

  /** Whether an array that a loop makes is updated later. */
  isUpdated(array: Variable): boolean {
    return this.makers.has(array.id) || this.updatesOf(this.classes.of(array)).length > 0;
  }

  /** Whether an array may be updated after one of its items is read, or after a call reads the array at a place. */
  changesAfter(reader: Item | Call, place = 0): boolean {
    const read = this.reads.get(reader)?.[place];
    if (read === undefined) return false;
    const around = this.rows.around(read.variable);
    const own = this.classes.of(around ?? read.variable);
    // Who calls the function updates the array later.
    if (this.owned.some((each) => this.classes.of(each) === own)) return true;
    const origin = this.originsOf(own)[0];
    const updates = around === undefined ? this.updatesOf(own) : this.updatesOfRows(own);
    return updates.some((update) => origin === undefined || mayFollow(update, read, origin));
  }

  /** Returns the updates in place of the rows of the arrays of a class. */
  private updatesOfRows(own: number): readonly Event[] {
    const events = [...this.inPlace.values()].flatMap(({ target, array }) => {
      const around = array.tag === 'variable' ? this.rows.around(array) : undefined;
      const event = around !== undefined && this.classes.of(around) === own ? this.builds.get(target.id) : undefined;
      return event ?? [];
    });
    return [...events, ...this.called.filter(({ variable, isDeep }) => isDeep && this.classes.of(variable) === own)];
  }

  /** Returns the updates in place of the arrays of a class. */
  private updatesOf(own: number): readonly Event[] {
    const events = [...this.inPlace.values()].flatMap(({ target, change }) => {
      const event = change !== undefined && this.classes.of(target) === own ? this.builds.get(target.id) : undefined;
      return event ?? [];
    });
    return [...events, ...this.called.filter(({ variable }) => this.classes.of(variable) === own)];
  }

  /**
   * Whether a function gives a parameter that it owns back as one of its results, and nowhere else, and no name of it lasts
   * otherwise.
   */
  givesBack(parameter: Variable, results: readonly Atom[], { result: place, isDeep }: Updated): boolean {
    const own = this.classes.of(parameter);
    const isOwn = (atom: Atom): boolean =>
      atom.tag === 'variable' && isArray(atom.kind) && this.classes.of(atom) === own;
    const lasts = ({ variable, joint }: Escape): boolean =>
      (joint === undefined || this.cut.has(joint.id)) && this.classes.of(variable) === own;
    return (
      this.originsOf(own).length === 1 &&
      results.every((result, i) => isOwn(result) === (i === place)) &&
      (!isDeep || this.rows.areOwn(own, this.known)) &&
      !this.escapes.some(lasts)
    );
  }

  /** A copy is another name if nothing updates it, or what it copies, which can be a row of an array. */
  private dropUseless(): void {
    const isUpdated = (atom: Atom): boolean => {
      if (atom.tag !== 'variable') return false;
      if (this.updatesOf(this.classes.of(atom)).length > 0) return true;
      const around = this.rows.around(atom);
      return around !== undefined && this.updatesOfRows(this.classes.of(around)).length > 0;
    };
    for (const copy of this.copies.values()) {
      if (copy.change === undefined && !isUpdated(copy.target) && !isUpdated(copy.array)) {
        this.inPlace.set(copy.target.id, copy);
      }
    }
  }

  /** Gives up a copy in place, or an array with several origins; says whether there was one. */
  private givesUp(): boolean {
    for (const copy of this.inPlace.values()) {
      const own = this.classes.of(copy.target);
      const live = this.live.get(copy.target.id);
      if (live !== undefined && this.rows.isOwned(copy, live, this.known)) continue;
      const origins = this.originsOf(own);
      const [only, ...more] = origins;
      if (only?.isFresh === true && more.length === 0) {
        if (!this.isShared(copy, own, only) && (!copy.isDeep || this.rows.areOwn(own, this.known))) continue;
      } else {
        const joint = this.jointOf(own, origins);
        if (joint !== undefined) {
          this.cut.add(joint.id);
          return true;
        }
      }
      this.inPlace.delete(copy.target.id);
      return true;
    }
    return false;
  }

  private originsOf(own: number): readonly Definition[] {
    return this.classes.definitions.filter(({ variable }) => this.classes.of(variable) === own);
  }

  /** Returns a variable that joins arrays of a class of which one is made inside the statement that joins them. */
  private jointOf(own: number, origins: readonly Definition[]): Variable | undefined {
    const joints = this.classes.joints.filter(({ variable }) => this.classes.of(variable) === own);
    return joints.find(({ statement }) => origins.some(({ around }) => around.includes(statement)))?.variable;
  }

  /** Whether something may use an array by another name after a copy of it. */
  private isShared({ target, isDeep }: Copy, own: number, origin: Definition): boolean {
    const made = this.builds.get(target.id);
    if (made === undefined) return true;
    for (const id of this.live.get(target.id) ?? []) {
      const row = isDeep ? this.rows.around({ id }) : undefined;
      if (this.classes.of({ id }) === own || (row !== undefined && this.classes.of(row) === own)) return true;
    }
    return this.escapes.some((escape) => {
      if (this.classes.of(escape.variable) !== own) return false;
      if (escape.joint !== undefined && !this.cut.has(escape.joint.id)) return false;
      return mayFollow(made, escape, origin);
    });
  }

  private see({ statements, results }: Block, around: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement, around);
    const last = around.at(-1);
    if (last?.tag === 'build') this.escape(results, around);
    else if (last !== undefined) this.escape(results, around, this.namesOf(last, results));
  }

  private statement(statement: Statement, around: readonly Statement[]): void {
    this.order++;
    const event = (variable: Variable): Event => ({ order: this.order, variable, around });
    const [target] = statement.targets;
    const copy = target && this.copies.get(target.id);
    if (copy !== undefined) {
      this.builds.set(copy.target.id, event(copy.target));
      this.escape(copy.change?.values ?? [], around);
      for (const { block } of innerBlocks(statement)) {
        visit(block, (each) => {
          if (each.tag === 'item' && each.array.tag === 'variable') this.reads.set(each, [event(each.array)]);
        });
      }
      return;
    }
    if (statement.tag === 'item' && statement.array.tag === 'variable') {
      this.reads.set(statement, [event(statement.array)]);
      return;
    }
    if (statement.tag === 'derivative') {
      this.escape(freeOf([statement]), around);
      return;
    }
    if (statement.tag === 'call') {
      const reads = statement.arguments.map((array, place) => {
        const updated = statement.updates?.find(({ argument }) => argument === place);
        if (array.tag !== 'variable') return undefined;
        if (updated !== undefined) this.called.push({ ...event(array), isDeep: updated.isDeep });
        else if (this.onlyRead?.has(statement, place) === true) return event(array);
        else this.escape([array], around);
        return undefined;
      });
      this.reads.set(statement, reads);
      return;
    }
    if (!PASSES.has(statement.tag)) this.escape(atomsIn(statement), around);
    if (statement.tag === 'for' || statement.tag === 'while') {
      this.escape(statement.initial, around, statement.parameters);
    }
    for (const { block } of innerBlocks(statement)) this.see(block, [...around, statement]);
  }

  /** Returns the names that the results of a block inside a statement get. */
  private namesOf(statement: Statement, results: readonly Atom[]): readonly Variable[] {
    const isRound = (statement.tag === 'for' || statement.tag === 'while') && statement.body.results === results;
    return isRound ? statement.parameters : statement.targets;
  }

  private escape(atoms: readonly Atom[], around: readonly Statement[], joints?: readonly Variable[]): void {
    atoms.forEach((variable, i) => {
      if (variable.tag !== 'variable' || !isArray(variable.kind)) return;
      this.escapes.push({ order: this.order, variable, around, joint: joints?.[i] });
    });
  }
}

/** An update changes no length, so an array whose length alone is used later is not in use. */
function withoutLengths(block: Block): Block {
  const statements = flatMapSame(block.statements, (statement) => {
    if (statement.tag === 'length') return [];
    return withBlocks(statement, withoutLengths);
  });
  return blockOf(block, statements, block.results);
}

/** Statements whose atoms are no arrays that get another name, but for what loops carry. */
const PASSES: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>(['length', 'if', 'for', 'while']);

/** Whether something may happen to an array after something else. A round that makes the array begins anew. */
function mayFollow(later: Event, earlier: Event, origin: Definition): boolean {
  if (later.order > earlier.order) return true;
  const begun = origin.around.length;
  return earlier.around.some((each, i) => i >= begun && each.tag !== 'if' && later.around[i] === each);
}
