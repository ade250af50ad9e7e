import { atomsIn, innerBlocks } from '../ir/blocks';
import { ById } from '../ir/by-id';
import type { Atom, Statement, Variable } from '../ir/tree';

/**
 * The statements of a block in slots, so that a pass can put others in the place of one, and find those that use a
 * variable, without going through the block again.
 */
export class Slots {
  private readonly statements: readonly Statement[];
  /** The statements of those slots that have got others than their first one. */
  private readonly changed = new Map<number, readonly Statement[]>();
  private readonly isFollowed: (variable: Variable) => boolean;
  private users: ById<number[]> | undefined;

  /** `isFollowed` tells of which variables the users are asked. */
  constructor(statements: readonly Statement[], isFollowed: (variable: Variable) => boolean = () => true) {
    this.isFollowed = isFollowed;
    this.statements = statements;
  }

  at(slot: number): readonly Statement[] {
    const first = this.statements[slot];
    return this.changed.get(slot) ?? (first === undefined ? [] : [first]);
  }

  /** Returns the statement of a slot that holds one. */
  one(slot: number): Statement | undefined {
    const changed = this.changed.get(slot);
    if (changed === undefined) return this.statements[slot];
    return changed.length === 1 ? changed[0] : undefined;
  }

  put(slot: number, statements: readonly Statement[]): void {
    this.changed.set(slot, statements);
  }

  all(): readonly Statement[] {
    if (this.changed.size === 0) return this.statements;
    const all: Statement[] = [];
    this.statements.forEach((first, slot) => {
      const changed = this.changed.get(slot);
      if (changed === undefined) all.push(first);
      else for (const each of changed) all.push(each);
    });
    return all;
  }

  /** Returns the slots that used a variable in the beginning, or were told to, in their order. */
  usersOf(id: number): readonly number[] {
    this.users ??= this.findUsers();
    return this.users.get(id) ?? [];
  }

  /** Tells that a slot uses what another used. */
  uses(slot: number, statements: readonly Statement[]): void {
    const users = (this.users ??= this.findUsers());
    this.eachUse(statements, (id) => {
      addTo(users, id, slot);
    });
  }

  private findUsers(): ById<number[]> {
    const users = new ById<number[]>();
    let slot = 0;
    const see = (id: number): void => {
      addTo(users, id, slot);
    };
    for (; slot < this.statements.length; slot++) this.eachUse(this.at(slot), see);
    return users;
  }

  /** Calls `see` with the number of each variable that statements use, in the blocks inside them too. */
  private eachUse(statements: readonly Statement[], see: (id: number) => void): void {
    const use = (atoms: readonly Atom[]): void => {
      for (const atom of atoms) if (atom.tag === 'variable' && this.isFollowed(atom)) see(atom.id);
    };
    for (const statement of statements) {
      use(atomsIn(statement));
      if (statement.tag === 'operation') continue;
      for (const { block } of innerBlocks(statement)) {
        this.eachUse(block.statements, see);
        use(block.results);
      }
    }
  }
}

function addTo(users: ById<number[]>, id: number, slot: number): void {
  const slots = users.get(id);
  if (slots === undefined) {
    users.set(id, [slot]);
    return;
  }
  const before = slots.findLastIndex((each) => each <= slot);
  if (slots[before] !== slot) slots.splice(before + 1, 0, slot);
}
