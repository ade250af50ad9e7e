import { internalError } from '../../../language/source/internal-error';
import { innerBlocks, withBlocks } from '../../ir/blocks';
import { Builder, type Numbers } from '../../ir/builder';
import { isArray, isNoArray } from '../../ir/roots';
import { blockOf, mapSame } from '../../ir/same';
import type { Atom, Block, If, Statement, Variable } from '../../ir/tree';
import { copiesIn, copyOf, replacing, visitOwn } from './copies';
import { Classes } from './update-classes';

/** A block in which arms of branches write the items of an array into another one. */
export interface Overwritten {
  readonly block: Block;
  readonly overwrites: readonly Overwrite[];
}

/** A loop that writes all items of an array into another one. */
export interface Overwrite {
  /** What it carries. */
  readonly parameter: Variable;
  /** The copy of an array that stands for an item that is written. */
  readonly copy: Variable;
  /** The result of a branch for which it does. */
  readonly result: Variable;
}

/**
 * An arm of a branch that gives another array of the same length, where the other arm gives the array that is updated, writes
 * all items of the former into the latter: `if a { update xs i v } else { map f xs }`. So the branch gives one array, which
 * can change in place. Results of branches that are in `without` stay.
 */
export function overwritten(block: Block, without: ReadonlySet<number>, numbers: Numbers): Overwritten {
  const writer = new Overwriter(block, without, numbers);
  return { block: writer.block(block), overwrites: writer.overwrites };
}

/** An array outside a branch from which the result of an arm comes, and whether the arm updates it. */
interface Origin {
  readonly array: Variable;
  readonly isUpdated: boolean;
}

/** Where the result of an arm comes from: the arm can make it, have none, or have it from several places. */
type From = Origin | 'made' | 'none' | 'several';

class Overwriter {
  readonly overwrites: Overwrite[] = [];
  private readonly without: ReadonlySet<number>;
  private readonly numbers: Numbers;
  private readonly definitions = new Map<number, Definition>();
  /** The number of a variable in the order of the block, and for what a statement binds, the numbers of what is inside it. */
  private readonly orders = new Map<number, number>();
  private readonly ranges = new Map<number, { readonly from: number; readonly to: number }>();
  private count = 0;
  private readonly classes: Classes;
  /** The classes of the arrays that are updated. */
  private readonly updated = new Set<number>();
  private readonly lengths = new Map<number, string>();
  /** What is assumed, or known to be wrong, of the length of a loop's parameter. */
  private readonly assumed = new Map<number, string>();

  constructor(block: Block, without: ReadonlySet<number>, numbers: Numbers) {
    this.without = without;
    this.numbers = numbers;
    const copies = copiesIn(block);
    this.classes = new Classes(block, copies);
    for (const { target } of copies) this.updated.add(this.classes.of(target));
    visitOwn(block, (statement) => {
      this.define(statement);
    });
    this.order(block);
  }

  /** Numbers the variables of a block in its order. */
  private order({ statements }: Block): void {
    for (const statement of statements) {
      const from = this.count++;
      if (statement.tag !== 'derivative') {
        for (const { binds, block } of innerBlocks(statement)) {
          for (const { id } of binds) this.orders.set(id, this.count++);
          this.order(block);
        }
      }
      for (const { id } of statement.targets) {
        this.ranges.set(id, { from, to: this.count });
        this.orders.set(id, this.count);
      }
      this.count++;
    }
  }

  /** Whether a variable is bound inside a branch. */
  private isInside({ id }: Variable, { targets: [result] }: If): boolean {
    const order = this.orders.get(id);
    const range = result && this.ranges.get(result.id);
    return order !== undefined && range !== undefined && order >= range.from && order < range.to;
  }

  private define(statement: Statement): void {
    for (const [at, { id }] of statement.targets.entries()) this.definitions.set(id, { statement, at });
    if (statement.tag !== 'for' && statement.tag !== 'while') return;
    for (const [at, { id }] of statement.parameters.entries()) {
      this.definitions.set(id, { statement, at, isParameter: true });
    }
  }

  /** Outside loops, an array is copied once at most. */
  block(block: Block, isInLoop = false): Block {
    const statements = mapSame(block.statements, (given) => {
      if (given.tag === 'derivative') return given;
      const isRound = isInLoop || given.tag === 'for' || given.tag === 'while';
      const inside = withBlocks(given, (inner) => this.block(inner, isRound));
      const statement = isInLoop && inside.tag === 'if' ? this.branch(inside) : inside;
      if (statement !== given) this.define(statement);
      return statement;
    });
    return blockOf(block, statements, block.results);
  }

  private branch(given: If): If {
    let branch = given;
    for (const [at, target] of given.targets.entries()) {
      if (!isArray(target.kind) || this.without.has(target.id)) continue;
      const arms = [branch.consequent, branch.alternative] as const;
      const [first, second] = arms.map((arm) => this.originOf(arm.results[at], given));
      const into = this.into(first, second) ?? this.into(second, first);
      if (into === undefined) continue;
      const isFirst = into === first;
      const made = this.written(isFirst ? branch.alternative : branch.consequent, at, into.array, given);
      if (made === undefined) continue;
      branch = isFirst ? { ...branch, alternative: made } : { ...branch, consequent: made };
    }
    return branch;
  }

  /** Returns where the result of an arm comes from, if that is an array that is updated, and the other arm has another one. */
  private into(from: From | undefined, other: From | undefined): Origin | undefined {
    if (typeof from !== 'object' || !this.updated.has(this.classes.of(from.array))) return undefined;
    if (other === 'made') return from;
    const isOther = typeof other === 'object' && other.array !== from.array;
    return isOther && from.isUpdated && !other.isUpdated ? from : undefined;
  }

  private originOf(result: Atom | undefined, branch: If): From {
    if (result?.tag !== 'variable') return isNoArray(result) ? 'none' : 'made';
    const definition = this.definitions.get(result.id);
    if (definition === undefined || !this.isInside(result, branch)) return { array: result, isUpdated: false };
    const { statement, at } = definition;
    const copy = statement.tag === 'build' ? copyOf(statement) : undefined;
    if (copy !== undefined) {
      const from = this.originOf(copy.array, branch);
      return typeof from === 'object' ? { ...from, isUpdated: true } : from;
    }
    if (statement.tag === 'for') return this.originOf(statement.initial[at], branch);
    if (statement.tag !== 'if') return 'made';
    const [first = 'several', second = 'several'] = [statement.consequent, statement.alternative].map((arm) =>
      this.originOf(arm.results[at], branch),
    );
    return joint(first, second);
  }

  /** Returns an arm that writes the items of one of its results into an array of the same length. */
  private written(arm: Block, at: number, array: Variable, branch: If): Block | undefined {
    const items = arm.results[at];
    if (items === undefined || this.lengthOf(items) !== this.lengthOf(array)) return undefined;
    const { kind } = array;
    if (typeof kind !== 'object' || kind.tag !== 'array') return internalError('an array');
    const builder = new Builder(this.numbers, branch.origin);
    const count = builder.one('int', { tag: 'length', array: items });
    const index = this.numbers.variable('int');
    const parameter = this.numbers.variable(kind);
    const next = this.numbers.variable(kind);
    const inner = builder.inner();
    const values = inner.add(kind.item, { tag: 'item', array: items, index, checked: false });
    inner.statements.push(replacing(next, parameter, index, values, inner));
    this.overwrites.push({ parameter, copy: next, result: branch.targets[at] ?? internalError('a result') });
    const whole = builder.one(kind, {
      tag: 'for',
      index,
      count,
      down: false,
      parameters: [parameter],
      initial: [array],
      body: inner.block([next]),
      forgets: true,
    });
    const last = (this.ranges.get(branch.targets[at]?.id ?? -1)?.to ?? 0) - 1;
    for (const each of builder.statements) {
      this.define(each);
      for (const { id } of each.targets) this.orders.set(id, last);
    }
    return {
      statements: [...arm.statements, ...builder.statements],
      results: arm.results.map((each, i) => (i === at ? whole : each)),
    };
  }

  /** Returns a text that is the same for arrays that surely have the same length. */
  private lengthOf(atom: Atom): string {
    if (atom.tag === 'constant') return typeof atom.value === 'object' ? `${atom.value.count ?? 0}` : 'none';
    const known = this.assumed.get(atom.id) ?? this.lengths.get(atom.id);
    if (known !== undefined) return known;
    const found = this.lengthAt(atom, `length ${atom.id}`);
    this.lengths.set(atom.id, found);
    return found;
  }

  private lengthAt(array: Variable, own: string): string {
    const definition = this.definitions.get(array.id);
    if (definition === undefined) return own;
    const { statement, at, isParameter } = definition;
    const same = (atoms: readonly (Atom | undefined)[]): string => {
      const [first = own, ...more] = atoms
        .filter((each) => !isNoArray(each))
        .map((each) => each && this.lengthOf(each));
      return more.every((each) => each === first) ? first : own;
    };
    switch (statement.tag) {
      case 'build':
        return this.countOf(statement.count);
      case 'array':
        return `${statement.items.length}`;
      case 'if':
        return same([statement.consequent.results[at], statement.alternative.results[at]]);
      case 'for':
      case 'while': {
        const parameter = statement.parameters[at];
        if (isParameter !== true && statement.tag === 'while') return same([statement.exit.results[at]]);
        if (isParameter !== true) return parameter === undefined ? own : this.lengthOf(parameter);
        const [first, next] = [statement.initial[at], statement.body.results[at]];
        if (first === undefined || next === undefined) return own;
        // What a loop carries has the length that it begins with, if its rounds keep it.
        const begun = this.lengthOf(first);
        this.assumed.set(array.id, begun);
        const isKept = this.lengthOf(next) === begun;
        this.assumed.delete(array.id);
        if (isKept) return begun;
        this.assumed.set(array.id, own);
        this.lengths.clear();
        return own;
      }
      default:
        return own;
    }
  }

  private countOf(count: Atom): string {
    if (count.tag === 'constant') return `${Number(count.value)}`;
    const made = this.definitions.get(count.id)?.statement;
    return made?.tag === 'length' ? this.lengthOf(made.array) : `int ${count.id}`;
  }
}

/** Returns where a result comes from that has one of two origins. */
function joint(first: From, second: From): From {
  if (first === second) return first;
  if (typeof first === 'object' && typeof second === 'object') {
    return first.array === second.array ? { ...first, isUpdated: first.isUpdated || second.isUpdated } : 'several';
  }
  if (first === 'none' && typeof second === 'object') return second;
  return second === 'none' && typeof first === 'object' ? first : 'several';
}

interface Definition {
  readonly statement: Statement;
  /** The place among the targets, or among the parameters of a loop. */
  readonly at: number;
  readonly isParameter?: boolean;
}
