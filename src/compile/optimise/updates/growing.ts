import type { Span } from '../../../language/source/span';
import { MOST_ITEMS } from '../../ir/atoms';
import { atomsIn, mapInner, withBlocks } from '../../ir/blocks';
import { Builder, intConstant, type Numbers } from '../../ir/builder';
import { copyBlock } from '../../ir/copy';
import { freeOf } from '../../ir/free';
import { blockOf, flatMapSame } from '../../ir/same';
import type { ArrayLayout } from '../../ir/kind';
import type { Atom, Block, Build, For, If, Item, Statement, Variable, While } from '../../ir/tree';
import { countsCheaply } from '../counting';
import { type Append, appendsIn } from './appends';
import { replacing } from './copies';
import { withoutDead } from '../dead';
import { placeholder } from '../tail-calls';

/**
 * An array to which the rounds of a loop append items gets all its room before the loop, and a round replaces the next
 * items, which the pass `updates` does in place. What reads the array in a round tests its index against the number of items
 * so far. If that number is not known from the loop's index, the loop carries it, and another loop before it counts the
 * items, unless that would cost more than a few operations a round.
 */
export function growing(block: Block, numbers: Numbers): Block {
  const appends = appendsIn(block);
  return appends.size === 0 ? block : inside(block, appends, numbers);
}

function inside(block: Block, appends: ReadonlyMap<Statement, Append>, numbers: Numbers): Block {
  const inner = mapInner(block.statements, (each) => inside(each, appends, numbers));
  const statements = flatMapSame(inner, (statement): Statement | readonly Statement[] => {
    if (statement.tag !== 'for' && statement.tag !== 'while') return statement;
    const before: Statement[] = [];
    let loop: For | While = statement;
    for (let i = 0; i < statement.parameters.length; i++) {
      const made = grown(loop, i, appends, numbers);
      if (made === undefined) continue;
      before.push(...made.before);
      ({ loop } = made);
    }
    return loop === statement ? statement : [...before, loop];
  });
  return blockOf(block, statements, block.results);
}

/** A loop, and what comes before it. */
interface Grown {
  readonly before: readonly Statement[];
  readonly loop: For | While;
}

/** Returns a loop whose parameter has all its room before it; undefined if it does not grow. */
function grown(
  loop: For | While,
  at: number,
  appends: ReadonlyMap<Statement, Append>,
  numbers: Numbers,
): Grown | undefined {
  const [parameter, first] = [loop.parameters[at], loop.initial[at]];
  if (parameter === undefined || first === undefined) return undefined;
  const { kind } = parameter;
  if (typeof kind !== 'object' || kind.tag !== 'array') return undefined;
  const before = new Builder(numbers, loop.origin, true);
  const length = before.one('int', { tag: 'length', array: first });
  const growth = (how: How): Growth => new Growth(how, parameter, appends, numbers);
  const indexed = loop.tag === 'for' ? growth('by index').byIndex(loop, at, length) : undefined;
  let total: Atom;
  let made: For | While;
  if (loop.tag === 'for' && indexed !== undefined) {
    made = indexed.loop;
    total = before.operation('addInt', length, times(before, loop.count, indexed.added));
  } else {
    const counting = growth('counting');
    const count = counting.carrying(loop, at, length);
    const carrying = growth('carrying').carrying(loop, at, length);
    const found = count && counted(count, counting, numbers);
    if (carrying === undefined || found === undefined) return undefined;
    before.statements.push(...found.statements);
    total = found.count;
    made = carrying;
  }
  const place = numbers.variable(kind);
  before.statements.push(room(place, kind, first, length, total, before));
  const initial = made.initial.map((each, i) => (i === at ? place : each));
  return { before: before.statements, loop: { ...made, initial } };
}

/**
 * Returns a loop that only counts, with its result; undefined if a round of it costs more than a few operations, or if it
 * needs what is not known without the array.
 */
function counted(
  loop: For | While,
  growth: Growth,
  numbers: Numbers,
): { readonly statements: readonly Statement[]; readonly count: Atom } | undefined {
  const { unknown } = growth;
  // The other loop makes all tests. This one ends without them if it has an index, or if its rounds add items up to a limit.
  const isFinite = loop.tag === 'for' || growth.isSteady;
  if (!isFinite && unknown.size > 0) return undefined;
  const ending = loop.tag === 'while' && isFinite ? stopping(loop, numbers) : loop;
  const copy = copyBlock({ statements: [ending], results: loop.targets.slice(-1) }, numbers, new Map());
  const { statements, results } = withoutDead(isFinite ? untested(copy) : copy);
  const [count] = results;
  const isKnown = freeOf(statements).every(({ id }) => !unknown.has(id));
  return count === undefined || !countsCheaply(statements) || !isKnown ? undefined : { statements, count };
}

/** Returns a loop, which carries the number of items last, that stops the run when there are more than an array can have. */
function stopping(loop: While, numbers: Numbers): While {
  const builder = new Builder(numbers, loop.origin, true);
  const items = loop.parameters.at(-1) ?? intConstant(0);
  const condition = builder.operation('lessInt', intConstant(MOST_ITEMS), items);
  const consequent = builder.inner();
  consequent.add([], { tag: 'fail' });
  const alternative = { statements: [], results: [] };
  builder.add([], { tag: 'if', condition, consequent: consequent.block([]), alternative });
  const { statements, results } = loop.body;
  return { ...loop, body: { statements: [...builder.statements, ...statements], results } };
}

/** Returns a block whose operations on reals are not tested; they have the same bits. */
function untested(block: Block): Block {
  const statements = mapInner(block.statements, untested).map((each) =>
    each.tag === 'operation' && each.targets[0]?.kind === 'real' ? { ...each, derivative: true, exact: true } : each,
  );
  return { statements, results: block.results };
}

/**
 * How a round knows the number of items so far: from the loop's index, or because the loop carries it. A loop that only
 * counts has no array.
 */
type How = 'by index' | 'carrying' | 'counting';

/** The items of an array under one of its names. */
interface Items {
  /** How many of them the round has appended; undefined if that depends on the round. */
  readonly added: number | undefined;
  /** Their number, if the loop carries it. */
  readonly length: Atom | undefined;
}

/** Gives the array that a loop carries all its room before the loop. */
class Growth {
  private readonly how: How;
  private readonly appends: ReadonlyMap<Statement, Append>;
  private readonly numbers: Numbers;
  /** The names of the array in a round. */
  private readonly names = new Map<number, Items>();
  /** The number of items at the beginning of a round. */
  private readonly length: Variable;
  /** Whether the array is used in a way that needs it whole. */
  private isUsed = false;
  /** The longest of its names so far, on the way that is looked at. */
  private newest: number;
  /** Variables that are bound nowhere: they stand for the items of the array in a loop that only counts. */
  readonly unknown = new Set<number>();
  /** Whether each round appends as many items as the others. */
  isSteady = false;
  /** How many loops append to it. */
  private found = 0;
  /** How many loops are around what is looked at, inside the round. */
  private depth = 0;

  constructor(how: How, parameter: Variable, appends: ReadonlyMap<Statement, Append>, numbers: Numbers) {
    this.how = how;
    this.appends = appends;
    this.numbers = numbers;
    this.length = numbers.variable('int');
    this.newest = parameter.id;
    this.names.set(parameter.id, { added: 0, length: how === 'by index' ? undefined : this.length });
  }

  /** Returns a loop each round of which appends equally many items, and how many. */
  byIndex(loop: For, at: number, begins: Atom): { readonly loop: For; readonly added: number } | undefined {
    const { body, index, count, down, origin } = loop;
    const round = this.block(body);
    const added = this.itemsOf(body.results[at])?.added ?? 0;
    const others = body.results.filter((_, i) => i !== at);
    if (this.isUsed || added === 0 || !this.isNewest(body.results[at]) || this.isAny(others)) return undefined;
    const start = new Builder(this.numbers, origin, true);
    const done = down
      ? start.operation('subtractInt', start.operation('subtractInt', count, intConstant(1)), index)
      : index;
    const length: Statement = {
      tag: 'operation',
      operation: 'addInt',
      arguments: [begins, times(start, done, added)],
      derivative: true,
      targets: [this.length],
      origin,
    };
    return { loop: { ...loop, body: { ...body, statements: [...start.statements, length, ...round] } }, added };
  }

  /** Returns a loop that carries the number of items too; it is the last of its results. */
  carrying<Loop extends For | While>(loop: Loop, at: number, begins: Atom): Loop | undefined {
    const { parameters, initial, body, targets } = loop;
    const header = loop.tag === 'while' ? { ...loop.header, statements: this.block(loop.header) } : undefined;
    if (this.found > 0 || (header !== undefined && this.isAny(header.results))) return undefined;
    const round = this.block(body);
    const { length, added = 0 } = this.itemsOf(body.results[at]) ?? {};
    this.isSteady = added > 0;
    const others = body.results.filter((_, i) => i !== at);
    if (this.isUsed || this.found === 0 || length === undefined || this.isAny(others)) return undefined;
    if (!this.isNewest(body.results[at])) return undefined;
    const counts = this.how === 'counting';
    const without = (atoms: readonly Atom[]): readonly Atom[] =>
      counts ? atoms.map((each, i) => (i === at ? placeholder(each.kind) : each)) : atoms;
    const end = this.numbers.variable('int');
    const made = {
      ...loop,
      parameters: [...parameters, this.length],
      initial: [...without(initial), begins],
      body: { statements: round, results: [...without(body.results), length] },
    };
    if (loop.tag === 'for') return { ...made, targets: [...targets, end] };
    const exit = counts
      ? { statements: [], results: [this.length] }
      : { ...loop.exit, results: [...loop.exit.results, this.length] };
    return { ...made, header, exit, targets: counts ? [end] : [...targets, end] };
  }

  /** Whether an atom is the array with all that has been appended to it: there is no room for a longer one. */
  private isNewest(atom: Atom | undefined): boolean {
    return atom?.tag === 'variable' && atom.id === this.newest;
  }

  private isAny(atoms: readonly Atom[]): boolean {
    return atoms.some((each) => this.itemsOf(each) !== undefined);
  }

  /** Returns the items of an atom, if it is a name of the array. */
  private itemsOf(atom: Atom | undefined): Items | undefined {
    return atom?.tag === 'variable' ? this.names.get(atom.id) : undefined;
  }

  private block({ statements }: Block): readonly Statement[] {
    return flatMapSame(statements, (statement) => this.statement(statement));
  }

  private statement(statement: Statement): Statement | readonly Statement[] {
    const append = this.depth === 0 ? this.appends.get(statement) : undefined;
    const before = append && this.names.get(append.array.id);
    if (append !== undefined && before !== undefined) return this.append(append, before, statement.origin);
    // Another array does not matter for the number, unless it is used: then the loop costs too much.
    if (append !== undefined && statement.tag === 'build' && this.how === 'counting') {
      return { ...statement, count: intConstant(0) };
    }
    const array = statement.tag === 'length' || statement.tag === 'item' ? statement.array : undefined;
    const known = this.itemsOf(array);
    if (known !== undefined) {
      const builder = new Builder(this.numbers, statement.origin, true);
      const length = this.lengthOf(known, builder);
      if (statement.tag === 'length') {
        return [
          ...builder.statements,
          { tag: 'move', values: [length], finite: false, targets: statement.targets, origin: statement.origin },
        ];
      }
      if (this.how === 'counting') {
        const values = statement.targets.map(({ kind }) => this.numbers.variable(kind));
        for (const { id } of values) this.unknown.add(id);
        return { tag: 'move', values, finite: false, targets: statement.targets, origin: statement.origin };
      }
      return statement.tag === 'item' && statement.checked ? tested(statement, length, builder) : statement;
    }
    if (statement.tag === 'derivative') {
      if (this.isAny(freeOf([statement]))) this.isUsed = true;
      return statement;
    }
    if (this.isAny(atomsIn(statement))) this.isUsed = true;
    return statement.tag === 'if' ? this.branch(statement) : this.loop(statement);
  }

  /** In an inner loop the array stays the same. */
  private loop(statement: Statement): Statement {
    this.depth++;
    const made = withBlocks(statement, (inner) => {
      if (this.isAny(inner.results)) this.isUsed = true;
      return blockOf(inner, this.block(inner), inner.results);
    });
    this.depth--;
    return made;
  }

  private branch(statement: If): Statement {
    const before = this.newest;
    const arms = [statement.consequent, statement.alternative].map((arm) => {
      this.newest = before;
      const statements = this.block(arm);
      return { statements, newest: this.newest };
    });
    this.newest = before;
    if (arms.some(({ newest }) => newest !== before)) this.join(statement, arms);
    /** The numbers of items at the end of the arms, where these differ, and their names. */
    const lengths: { readonly target: Variable; readonly arms: readonly [Atom, Atom] }[] = [];
    statement.targets.forEach((target, i) => {
      const [first, second] = [statement.consequent, statement.alternative].map(({ results }) =>
        this.itemsOf(results[i]),
      );
      if (first === undefined && second === undefined) return;
      if (first?.added !== undefined && first.added === second?.added && this.how === 'by index') {
        this.names.set(target.id, first);
      } else if (first?.length !== undefined && second?.length !== undefined) {
        const length = this.numbers.variable('int');
        lengths.push({ target: length, arms: [first.length, second.length] });
        this.names.set(target.id, { added: undefined, length });
      } else this.isUsed = true;
    });
    const made = (block: Block, arm: 0 | 1): Block => {
      const statements = arms[arm]?.statements ?? block.statements;
      if (lengths.length === 0) return blockOf(block, statements, block.results);
      return { statements, results: [...block.results, ...lengths.map((each) => each.arms[arm])] };
    };
    const { targets } = statement;
    const consequent = made(statement.consequent, 0);
    const alternative = made(statement.alternative, 1);
    const isSame = consequent === statement.consequent && alternative === statement.alternative;
    if (isSame) return statement;
    return { ...statement, consequent, alternative, targets: [...targets, ...lengths.map((each) => each.target)] };
  }

  /** Finds the result of a branch that holds all that its arms append; without one, the array is used whole. */
  private join(
    { targets, consequent, alternative }: If,
    [first, second]: readonly { readonly newest: number }[],
  ): void {
    const isOf = (atom: Atom | undefined, newest: number | undefined): boolean =>
      atom?.tag === 'variable' && atom.id === newest;
    const joint = targets.find(
      (_, i) => isOf(consequent.results[i], first?.newest) && isOf(alternative.results[i], second?.newest),
    );
    if (joint === undefined) this.isUsed = true;
    else this.newest = joint.id;
  }

  private append({ target, array, items }: Append, before: Items, origin: Span): readonly Statement[] {
    this.found++;
    if (!this.isNewest(array)) this.isUsed = true;
    this.newest = target.id;
    const builder = new Builder(this.numbers, origin, true);
    const after = (more: number): Items => ({
      added: before.added === undefined ? undefined : before.added + more,
      length: before.length && (more === 0 ? before.length : plus(before.length, more, builder)),
    });
    if (this.how === 'counting') {
      const values = [placeholder(target.kind)];
      builder.statements.push({ tag: 'move', values, finite: false, targets: [target], origin });
    } else {
      let last: Variable = array;
      items.forEach((values, i) => {
        const next = i === items.length - 1 ? target : this.numbers.variable(array.kind);
        builder.statements.push(replacing(next, last, this.lengthOf(after(i), builder), values, builder));
        last = next;
      });
    }
    this.names.set(target.id, after(items.length));
    return builder.statements;
  }

  private lengthOf({ added, length }: Items, builder: Builder): Atom {
    if (length !== undefined) return length;
    return added === undefined || added === 0 ? this.length : plus(this.length, added, builder);
  }
}

function plus(length: Atom, more: number, builder: Builder): Atom {
  return builder.operation('addInt', length, intConstant(more));
}

function times(builder: Builder, count: Atom, factor: number): Atom {
  return factor === 1 ? count : builder.operation('multiplyInt', count, intConstant(factor));
}

/** Returns a loop that makes an array of the items of another, and of items that are written later. */
function room(target: Variable, kind: ArrayLayout, array: Atom, length: Atom, total: Atom, builder: Builder): Build {
  const index = builder.numbers.variable('int');
  const [inner, old] = [builder.inner(), builder.inner()];
  const condition = inner.operation('lessInt', index, length);
  const consequent = old.block(old.add(kind.item, { tag: 'item', array, index, checked: false }));
  const alternative = { statements: [], results: kind.item.map(placeholder) };
  const body = inner.block(inner.add(kind.item, { tag: 'if', condition, consequent, alternative }));
  return { tag: 'build', count: total, index, body, targets: [target], origin: builder.origin };
}

/** Returns an item that is read without a test of its own, after a test that its index is below a length. */
function tested(item: Item, length: Atom, builder: Builder): readonly Statement[] {
  const none = { statements: [], results: [] };
  const stop = (): Block => {
    const inner = builder.inner();
    inner.add([], { tag: 'fail' });
    return inner.block([]);
  };
  const isNegative = builder.operation('lessInt', item.index, intConstant(0));
  builder.add([], { tag: 'if', condition: isNegative, consequent: stop(), alternative: none });
  const isBelow = builder.operation('lessInt', item.index, length);
  builder.add([], { tag: 'if', condition: isBelow, consequent: none, alternative: stop() });
  return [...builder.statements, { ...item, checked: false }];
}
