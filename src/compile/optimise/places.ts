import { atomsIn } from '../ir/blocks';
import { freeOf } from '../ir/free';
import type { Atom, For, Statement } from '../ir/tree';
import { MAKES } from './accesses';
import { Slots } from './slots';

/** The statements of a block in slots, and the slots in which its variables are bound. */
export class Places {
  readonly slots: Slots;
  private readonly bound = new Map<number, { readonly statement: Statement; readonly slot: number }>();

  constructor(statements: readonly Statement[]) {
    this.slots = new Slots(statements);
    statements.forEach((statement, slot) => {
      this.bind(statement, slot);
    });
  }

  private bind(statement: Statement, slot: number): void {
    for (const { id } of statement.targets) this.bound.set(id, { statement, slot });
  }

  /** Puts another statement in a slot, which binds the same variables. */
  replace(slot: number, statement: Statement): void {
    this.slots.put(slot, [statement]);
    this.slots.uses(slot, [statement]);
    this.bind(statement, slot);
  }

  /** Returns the loop of a slot; it is the last statement there. */
  loopAt(slot: number): For | undefined {
    const last = this.slots.at(slot).at(-1);
    return last?.tag === 'for' ? last : undefined;
  }

  /** Returns the statement that binds a variable, if it is between two slots. */
  boundBetween(id: number, first: number, last: number): Statement | undefined {
    const found = this.bound.get(id);
    return found !== undefined && found.slot > first && found.slot < last ? found.statement : undefined;
  }

  /** Returns the statements between two slots. */
  between(first: number, last: number): readonly Statement[] {
    return Array.from({ length: last - first - 1 }, (_, i) => this.slots.at(first + 1 + i)).flat();
  }

  /** Whether two variables certainly stand for different data: the block makes both. */
  areApart(one: number, other: number): boolean {
    return [one, other].every((id) => MAKES.has(this.bound.get(id)?.statement.tag ?? 'move'));
  }

  /**
   * Returns the statements between two slots that the loop of the second one needs, if they can run before the loop of
   * the first one: that is so for those that `isPure` takes, if they need nothing from the first loop.
   */
  movable(first: number, last: number, isPure: (statement: Statement) => boolean): ReadonlySet<Statement> | undefined {
    const [there, back] = [this.loopAt(first), this.loopAt(last)];
    if (there === undefined || back === undefined) return undefined;
    const ofLoop = new Set(there.targets.map(({ id }) => id));
    const needed = new Set<Statement>();
    const pending: Atom[] = [...freeOf([back])];
    for (let atom = pending.pop(); atom !== undefined; atom = pending.pop()) {
      if (atom.tag !== 'variable') continue;
      if (ofLoop.has(atom.id)) return undefined;
      const statement = this.boundBetween(atom.id, first, last);
      if (statement === undefined || needed.has(statement)) continue;
      if (!isPure(statement)) return undefined;
      needed.add(statement);
      pending.push(...atomsIn(statement));
    }
    return needed;
  }

  /** Puts one loop in the place of the first of two, after the statements between them that it needs. */
  join(needed: ReadonlySet<Statement>, made: For, first: number, last: number): void {
    const from = new Set<number>();
    for (const { targets } of needed) for (const { id } of targets) from.add(this.bound.get(id)?.slot ?? -1);
    const moved: Statement[] = [];
    for (const slot of [...from].sort((a, b) => a - b)) {
      const all = this.slots.at(slot);
      moved.push(...all.filter((statement) => needed.has(statement)));
      this.slots.put(
        slot,
        all.filter((statement) => !needed.has(statement)),
      );
    }
    this.slots.put(last, []);
    this.put(first, [...moved, made]);
  }

  /** Puts one loop in the place of the second of two. */
  joinAtEnd(made: For, first: number, last: number): void {
    this.slots.put(first, this.slots.at(first).slice(0, -1));
    this.put(last, [made]);
  }

  /** Puts statements, the last of which is a loop, in the place of the loop of a slot. */
  private put(slot: number, statements: readonly Statement[]): void {
    this.slots.put(slot, [...this.slots.at(slot).slice(0, -1), ...statements]);
    for (const statement of statements) this.bind(statement, slot);
  }
}
