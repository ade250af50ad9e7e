import type { Span } from '../../language/source/span';
import { sameAtom } from '../ir/atoms';
import { atomsIn, mapInner, withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { freeOf } from '../ir/free';
import { blockOf, flatMapSame } from '../ir/same';
import type { ArrayLayout, Atom, Block, Build, For, If, Item, Statement, Variable } from '../ir/tree';
import { replacing } from './copies';
import { definitionsIn, distance } from './offsets';
import { placeholder } from './tail-calls';

/** A loop that makes an array of the items of another one and of some more. */
interface Append {
  readonly target: Variable;
  readonly array: Variable;
  readonly items: readonly (readonly Atom[])[];
}

/**
 * An array to which each round of a loop appends equally many items gets all its room before the loop, and a round
 * replaces the next items, which the pass `updates` does in place. What reads the array in a round tests its index
 * against the number of items so far.
 */
export function growing(block: Block, numbers: Numbers): Block {
  const definitions = definitionsIn(block);
  const appends = new Map<Statement, Append>();
  for (const each of definitions.values()) {
    const append = each.tag === 'build' ? appendOf(each, definitions) : undefined;
    if (append !== undefined) appends.set(each, append);
  }
  return appends.size === 0 ? block : inside(block, appends, numbers);
}

function inside(block: Block, appends: ReadonlyMap<Statement, Append>, numbers: Numbers): Block {
  const inner = mapInner(block.statements, (each) => inside(each, appends, numbers));
  const statements = flatMapSame(inner, (statement): Statement | readonly Statement[] => {
    if (statement.tag !== 'for') return statement;
    const before: Statement[] = [];
    let loop = statement;
    for (let i = 0; i < loop.parameters.length; i++) {
      const made = new Growth(appends, numbers).grown(loop, i);
      if (made === undefined) continue;
      before.push(...made.before);
      ({ loop } = made);
    }
    return loop === statement ? statement : [...before, loop];
  });
  return blockOf(block, statements, block.results);
}

/** Returns what a loop appends to an array. */
function appendOf(
  { targets: [target], count, index, body }: Build,
  definitions: ReadonlyMap<number, Statement>,
): Append | undefined {
  const definition = (atom: Atom | undefined): Statement | undefined =>
    atom?.tag === 'variable' ? definitions.get(atom.id) : undefined;
  const [test, branch, ...more] = body.statements;
  if (test?.tag !== 'operation' || branch?.tag !== 'if') return undefined;
  const length = test.arguments[1];
  if (target === undefined || length === undefined) return undefined;
  const isTest =
    test.operation === 'lessInt' &&
    sameAll(test.arguments, [index, length]) &&
    sameAll(test.targets, [branch.condition]);
  const { consequent, alternative } = branch;
  const [old, ...afterOld] = consequent.statements;
  const [rest, next, ...afterNext] = alternative.statements;
  const others = more.length + afterOld.length + afterNext.length;
  if (!isTest || !sameAll(body.results, branch.targets) || others > 0) return undefined;
  if (!readsAt(old, index, consequent) || old.array.tag !== 'variable') return undefined;
  const { array } = old;
  const made = definition(array);
  const measured = definition(length);
  const isLength =
    (measured?.tag === 'length' && sameAtom(measured.array, array)) ||
    (made?.tag === 'build' && sameAtom(made.count, length));
  const isRest =
    rest?.tag === 'operation' && rest.operation === 'subtractInt' && sameAll(rest.arguments, [index, length]);
  if (!isLength || !isRest) return undefined;
  if (!readsAt(next, rest.targets[0], alternative)) return undefined;
  const items = itemsOf(next.array, definition(next.array));
  const isAll = items !== undefined && distance(count, length, definitions) === items.length;
  return isAll && items.length > 0 ? { target, array, items } : undefined;
}

/** Whether a statement reads the item at an index without a test, and the results of its block are the parts of that item. */
function readsAt(statement: Statement | undefined, index: Atom | undefined, { results }: Block): statement is Item {
  if (statement?.tag !== 'item' || statement.checked || index === undefined) return false;
  return sameAtom(statement.index, index) && sameAll(results, statement.targets);
}

/** Returns the items of an array that is written out. */
function itemsOf(array: Atom, definition: Statement | undefined): readonly (readonly Atom[])[] | undefined {
  if (definition?.tag === 'array') return definition.items;
  if (array.tag === 'variable' || typeof array.value !== 'object') return undefined;
  const { count, parts } = array.value;
  if (count === undefined) return undefined;
  const width = parts.length / count;
  return Array.from({ length: count }, (_, i) => parts.slice(i * width, (i + 1) * width));
}

function sameAll(left: readonly Atom[], right: readonly Atom[]): boolean {
  return (
    left.length === right.length &&
    left.every((each, i) => {
      const other = right[i];
      return other !== undefined && sameAtom(each, other);
    })
  );
}

/** Gives the array that a loop carries all its room before the loop. */
class Growth {
  private readonly appends: ReadonlyMap<Statement, Append>;
  private readonly numbers: Numbers;
  /** The names of the array in a round, and how many items the round has appended to it by then. */
  private readonly names = new Map<number, number>();
  /** The number of items at the beginning of a round. */
  private readonly length: Variable;
  /** Whether the array is used in a way that needs it whole. */
  private isUsed = false;
  /** How many loops are around what is looked at, inside the round. */
  private depth = 0;

  constructor(appends: ReadonlyMap<Statement, Append>, numbers: Numbers) {
    this.appends = appends;
    this.numbers = numbers;
    this.length = numbers.variable('int');
  }

  /** Returns the loop with that array as its parameter, and what comes before it; undefined if it does not grow. */
  grown(loop: For, at: number): { readonly before: readonly Statement[]; readonly loop: For } | undefined {
    const { parameters, initial, body, index, count, down, origin } = loop;
    const [parameter, first, result] = [parameters[at], initial[at], body.results[at]];
    if (parameter === undefined || first === undefined || result === undefined) return undefined;
    const { kind } = parameter;
    if (typeof kind !== 'object' || kind.tag !== 'array') return undefined;
    this.names.set(parameter.id, 0);
    const round = this.block(body);
    const added = result.tag === 'variable' ? (this.names.get(result.id) ?? 0) : 0;
    const others = body.results.filter((_, i) => i !== at);
    if (this.isUsed || added === 0 || this.isAny(others)) return undefined;
    const before = new Builder(this.numbers, origin, true);
    const begins = before.one('int', { tag: 'length', array: first });
    const total = before.operation('addInt', begins, times(before, count, added));
    before.statements.push(room(kind, first, begins, total, before));
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
    const [place] = before.statements.at(-1)?.targets ?? [];
    if (place === undefined) return undefined;
    return {
      before: before.statements,
      loop: {
        ...loop,
        initial: initial.map((each, i) => (i === at ? place : each)),
        body: { ...body, statements: [...start.statements, length, ...round] },
      },
    };
  }

  private isAny(atoms: readonly Atom[]): boolean {
    return atoms.some((each) => each.tag === 'variable' && this.names.has(each.id));
  }

  private block({ statements }: Block): readonly Statement[] {
    return flatMapSame(statements, (statement) => this.statement(statement));
  }

  private statement(statement: Statement): Statement | readonly Statement[] {
    const append = this.depth === 0 ? this.appends.get(statement) : undefined;
    const before = append && this.names.get(append.array.id);
    if (append !== undefined && before !== undefined) return this.append(append, before, statement.origin);
    const array = statement.tag === 'length' || statement.tag === 'item' ? statement.array : undefined;
    const known = array?.tag === 'variable' ? this.names.get(array.id) : undefined;
    if (known !== undefined) {
      const builder = new Builder(this.numbers, statement.origin, true);
      const length = this.lengthOf(known, builder);
      if (statement.tag === 'length') {
        return [
          ...builder.statements,
          { tag: 'move', values: [length], finite: false, targets: statement.targets, origin: statement.origin },
        ];
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
    const { consequent, alternative, targets } = statement;
    const made = withBlocks(statement, (arm) => blockOf(arm, this.block(arm), arm.results));
    targets.forEach((target, i) => {
      const [first, second] = [consequent, alternative].map(({ results }) => this.addedTo(results[i]));
      if (first === undefined && second === undefined) return;
      if (first === second && first !== undefined) this.names.set(target.id, first);
      else this.isUsed = true;
    });
    return made;
  }

  /** Returns how many items a round has appended to what an atom stands for, if that is the array. */
  private addedTo(atom: Atom | undefined): number | undefined {
    return atom?.tag === 'variable' ? this.names.get(atom.id) : undefined;
  }

  private append({ target, array, items }: Append, added: number, origin: Span): readonly Statement[] {
    const builder = new Builder(this.numbers, origin, true);
    let last: Variable = array;
    items.forEach((values, i) => {
      const at = this.lengthOf(added + i, builder);
      const isLast = i === items.length - 1;
      const next = isLast ? target : this.numbers.variable(array.kind);
      builder.statements.push(replacing(next, last, at, values, builder));
      last = next;
    });
    this.names.set(target.id, added + items.length);
    return builder.statements;
  }

  private lengthOf(added: number, builder: Builder): Variable {
    return added === 0 ? this.length : builder.operation('addInt', this.length, intConstant(added));
  }
}

function times(builder: Builder, count: Atom, factor: number): Atom {
  return factor === 1 ? count : builder.operation('multiplyInt', count, intConstant(factor));
}

/** Returns a loop that makes an array of the items of another, and of items that are written later. */
function room(kind: ArrayLayout, array: Atom, length: Atom, total: Atom, builder: Builder): Build {
  const index = builder.numbers.variable('int');
  const [inner, old] = [builder.inner(), builder.inner()];
  const condition = inner.operation('lessInt', index, length);
  const consequent = old.block(old.add(kind.item, { tag: 'item', array, index, checked: false }));
  const alternative = { statements: [], results: kind.item.map(placeholder) };
  const body = inner.block(inner.add(kind.item, { tag: 'if', condition, consequent, alternative }));
  const target = builder.numbers.variable(kind);
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
