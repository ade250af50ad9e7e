import { innerBlocks } from '../../ir/blocks';
import { isNoArray, isArray } from '../../ir/roots';
import type { Atom, Block, Statement, Variable } from '../../ir/tree';
import type { Copy } from './copies';

/** Where a variable is bound: by which statement, and inside which ones. */
export interface Definition {
  readonly variable: Variable;
  /** Whether a loop makes a fresh array there; otherwise the array may have other names. */
  readonly isFresh: boolean;
  /** The statements around, the outermost first. */
  readonly around: readonly Statement[];
}

/** A variable that gets its array from several places: a parameter of a loop, or a result of a branch or a tail recursion. */
export interface Joint {
  readonly variable: Variable;
  /** The statement that joins them. */
  readonly statement: Statement;
}

/**
 * The variables of a block that may be names of the same array, if some copies of arrays are made in place. Variables
 * that are `cut` count as arrays of their own.
 */
export class Classes {
  readonly definitions: Definition[] = [];
  readonly joints: Joint[] = [];
  private readonly parents = new Map<number, number>();
  private readonly bound = new Set<number>();
  private readonly copies: ReadonlyMap<number, Copy>;
  private readonly cut: ReadonlySet<number>;

  /** `copies` are those that are made in place, and `owned` are parameters that count as fresh arrays. */
  constructor(
    block: Block,
    copies: readonly Copy[],
    cut: ReadonlySet<number> = new Set(),
    owned: readonly Variable[] = [],
  ) {
    this.copies = new Map(copies.map((copy) => [copy.target.id, copy]));
    this.cut = cut;
    for (const each of owned) this.define(each, true, []);
    this.block(block, []);
  }

  /** Returns the number of the class of a variable. */
  of({ id }: { readonly id: number }): number {
    let root = id;
    for (let next = this.parents.get(root); next !== undefined; next = this.parents.get(root)) root = next;
    return root;
  }

  private same(variable: Variable, atom: Atom | undefined, around: readonly Statement[]): void {
    if (atom === undefined || !isArray(variable.kind)) return;
    this.bound.add(variable.id);
    if (atom.tag === 'constant') {
      this.definitions.push({ variable, isFresh: false, around });
      return;
    }
    if (!this.bound.has(atom.id)) {
      // It is bound outside the block.
      this.bound.add(atom.id);
      this.definitions.push({ variable: atom, isFresh: false, around: [] });
    }
    const [left, right] = [this.of(variable), this.of(atom)];
    if (left !== right) this.parents.set(left, right);
  }

  /** Whether an array may be one that is bound inside a statement. */
  private isOf(atom: Atom | undefined, statement: Statement): boolean {
    if (atom?.tag !== 'variable') return false;
    const own = this.of(atom);
    return this.definitions.some(({ variable, around }) => this.of(variable) === own && around.includes(statement));
  }

  private define(variable: Variable, isFresh: boolean, around: readonly Statement[]): void {
    if (!isArray(variable.kind)) return;
    this.bound.add(variable.id);
    this.definitions.push({ variable, isFresh, around });
  }

  private join(
    variable: Variable,
    atoms: readonly (Atom | undefined)[],
    at: Joint,
    around: readonly Statement[],
  ): void {
    if (!isArray(variable.kind)) return;
    if (this.cut.has(variable.id)) {
      this.define(variable, false, around);
      return;
    }
    const arrays = atoms.filter((atom) => !isNoArray(atom));
    if (arrays.length < atoms.length && arrays.some((atom) => this.isOf(atom, at.statement))) {
      // One arm makes the array, the other has none.
      this.define(variable, false, around);
      return;
    }
    this.joints.push(at);
    this.bound.add(variable.id);
    for (const atom of arrays) this.same(variable, atom, around);
  }

  private block({ statements }: Block, around: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement, around);
  }

  private statement(statement: Statement, around: readonly Statement[]): void {
    const { targets } = statement;
    const inside = [...around, statement];
    switch (statement.tag) {
      case 'build': {
        const copy = this.copies.get(targets[0]?.id ?? -1);
        this.block(statement.body, inside);
        for (const target of targets) {
          if (copy === undefined) this.define(target, true, around);
          else this.same(target, copy.array, around);
        }
        return;
      }
      case 'if':
        for (const { block } of innerBlocks(statement)) this.block(block, inside);
        targets.forEach((variable, i) => {
          const results = [statement.consequent.results[i], statement.alternative.results[i]];
          this.join(variable, results, { variable, statement }, around);
        });
        return;
      case 'for':
      case 'while': {
        const { parameters, initial, body } = statement;
        parameters.forEach((variable, i) => {
          this.join(variable, [initial[i]], { variable, statement }, around);
        });
        for (const { block } of innerBlocks(statement)) this.block(block, inside);
        parameters.forEach((variable, i) => {
          if (!this.cut.has(variable.id)) this.same(variable, body.results[i], inside);
        });
        targets.forEach((variable, i) => {
          if (statement.tag === 'for') this.same(variable, parameters[i], around);
          else this.join(variable, [statement.exit.results[i]], { variable, statement }, around);
        });
        return;
      }
      case 'call':
        for (const [place, target] of targets.entries()) {
          const updated = statement.updates?.find(({ result }) => result === place);
          if (updated === undefined) this.define(target, false, around);
          else this.same(target, statement.arguments[updated.argument], around);
        }
        return;
      default:
        for (const target of targets) this.define(target, false, around);
    }
  }
}
