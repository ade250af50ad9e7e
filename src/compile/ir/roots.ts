import { contains } from './blocks';
import type { ArrayLayout, Kind } from './kind';
import type { Atom, Block, For, Statement, Variable, While } from './tree';

/** Whether values of a kind are arrays. */
export function isArray(kind: Kind | undefined): kind is ArrayLayout {
  return typeof kind === 'object' && kind.tag === 'array';
}

/** Whether an atom stands for an array where there is none: what an arm of a loop's test leaves for the exit, or for the next round. */
export function isNoArray(atom: Atom | undefined): boolean {
  return atom?.tag === 'constant' && typeof atom.value === 'number';
}

/** Whether a statement updates an array in place, other than by the statements inside it. */
export function updatesArrays(statement: Statement): boolean {
  return statement.tag === 'update' || (statement.tag === 'call' && statement.updates !== undefined);
}

/** Whether a statement reads items of an array that may be updated later, other than by the statements inside it. */
export function readsChanging(statement: Statement): boolean {
  return (statement.tag === 'item' || statement.tag === 'call') && (statement.changes ?? false) !== false;
}

/**
 * Returns for the variables of a block that are other names of an array, and of what it becomes by updates, the variable
 * that is bound first. All of these lie at the same address. A block without updates has none.
 */
export function rootsOf(block: Block): ReadonlyMap<number, Variable> {
  const roots = new Roots();
  if (contains(block, updatesArrays)) roots.block(block);
  return roots.known;
}

class Roots {
  readonly known = new Map<number, Variable>();
  /** How many blocks are around what is looked at, and around what binds each array. */
  private depth = 0;
  private readonly depths = new Map<number, number>();

  block({ statements }: Block): void {
    this.depth++;
    for (const statement of statements) {
      this.bind(statement.targets);
      this.statement(statement);
    }
    this.depth--;
  }

  private bind(variables: readonly Variable[]): void {
    for (const { id, kind } of variables) if (isArray(kind)) this.depths.set(id, this.depth);
  }

  private of(atom: Atom | undefined): Variable | undefined {
    return atom?.tag === 'variable' ? (this.known.get(atom.id) ?? atom) : undefined;
  }

  private set(variable: Variable | undefined, root: Variable | undefined): void {
    if (variable === undefined || !isArray(variable.kind)) return;
    if (root === undefined) this.known.delete(variable.id);
    else this.known.set(variable.id, root);
  }

  /** Whether a variable is bound outside the statements of the block that is looked at. */
  private isOutside({ id }: Variable): boolean {
    return (this.depths.get(id) ?? 0) <= this.depth;
  }

  private statement(statement: Statement): void {
    const { targets } = statement;
    switch (statement.tag) {
      case 'update':
        this.set(targets[0], this.of(statement.array));
        return;
      case 'call':
        for (const { argument, result } of statement.updates ?? []) {
          this.set(targets[result], this.of(statement.arguments[argument]));
        }
        return;
      case 'move':
        targets.forEach((target, i) => {
          this.set(target, this.of(statement.values[i]));
        });
        return;
      case 'build':
        this.block(statement.body);
        return;
      case 'if': {
        const { consequent, alternative } = statement;
        this.block(consequent);
        this.block(alternative);
        targets.forEach((target, i) => {
          const results = [consequent.results[i], alternative.results[i]].filter((each) => !isNoArray(each));
          const [first, ...more] = results.map((each) => this.of(each));
          const isOne = first !== undefined && more.every((each) => each?.id === first.id);
          // An array of an arm alone has no name outside.
          this.set(target, isOne && this.isOutside(first) ? first : undefined);
        });
        return;
      }
      case 'for':
        this.loop(statement, () => {
          this.block(statement.body);
        });
        targets.forEach((target, i) => {
          this.set(target, this.known.get(statement.parameters[i]?.id ?? -1));
        });
        return;
      case 'while': {
        this.loop(statement, () => {
          this.block(statement.header);
          this.block(statement.body);
        });
        this.block(statement.exit);
        targets.forEach((target, i) => {
          const root = this.of(statement.exit.results[i]);
          this.set(target, root !== undefined && this.isOutside(root) ? root : undefined);
        });
        return;
      }
      default:
    }
  }

  /** Finds the parameters of a loop that stay the array that they are first. */
  private loop({ parameters, initial, body }: For | While, round: () => void): void {
    this.depth++;
    this.bind(parameters);
    this.depth--;
    parameters.forEach((parameter, i) => {
      this.set(parameter, this.of(initial[i]));
    });
    for (;;) {
      round();
      const lost = parameters.filter(
        ({ id }, i) => this.known.has(id) && this.of(body.results[i])?.id !== this.known.get(id)?.id,
      );
      if (lost.length === 0) return;
      for (const each of lost) this.set(each, undefined);
    }
  }
}
