import { withBlocks } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { isArray } from '../ir/roots';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Derivative, Statement, Variable } from '../ir/tree';

/** The most items of an array that become parameters or results of their own. */
const MOST_ITEMS = 8;

/**
 * Splits arrays of reals of a few known items, at which derivatives are taken or which their functions give, into their
 * items: the gradient of a function of `[x, y]` is that of a function of two reals, and needs no memory.
 */
export function splitPoints(block: Block, numbers: Numbers): Block {
  return new Splitter(numbers).block(block);
}

/** The items of an array, or undefined if it stays whole. */
type Parts<T> = readonly T[] | undefined;

class Splitter {
  private readonly literals = new Map<number, readonly Atom[]>();
  private readonly numbers: Numbers;

  constructor(numbers: Numbers) {
    this.numbers = numbers;
  }

  block(block: Block): Block {
    const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
      if (given.tag === 'derivative') return this.derivative(given);
      const statement = withBlocks(given, (inner) => this.block(inner));
      this.remember(statement);
      return statement;
    });
    return blockOf(block, statements, block.results);
  }

  private remember(statement: Statement): void {
    const [target] = statement.targets;
    if (statement.tag !== 'array' || target === undefined || !isReals(target)) return;
    if (statement.items.length <= MOST_ITEMS) this.literals.set(target.id, statement.items.flat());
  }

  private itemsOf(atom: Atom | undefined): Parts<Atom> {
    return atom?.tag === 'variable' ? this.literals.get(atom.id) : undefined;
  }

  /** Returns the items of arrays that have a partner of the same length. */
  private pairs(arrays: readonly Atom[], partners: readonly Atom[] | undefined): readonly Parts<Atom>[] {
    return arrays.map((array, i) => {
      const items = this.itemsOf(array);
      return partners === undefined || this.itemsOf(partners[i])?.length === items?.length ? items : undefined;
    });
  }

  private derivative(given: Derivative): Statement | readonly Statement[] {
    const { operator, parameters, point, direction, withValue, targets, origin } = given;
    const isForward = operator === 'fd';
    const points = this.pairs(point, isForward ? direction : undefined);
    const own = points.map((items) => items?.map(() => this.numbers.variable('real')));
    const whole = parameters.flatMap((parameter, i) => wholes(parameter, own[i], given));
    for (const each of whole) this.remember(each);
    const { body } = given;
    const inside = this.block(whole.length === 0 ? body : { ...body, statements: [...whole, ...body.statements] });
    const results = this.pairs(inside.results, isForward ? undefined : direction);
    if ([...points, ...results].every((items) => items === undefined)) {
      return inside === body ? given : { ...given, body: inside };
    }
    const ends = [...(isForward ? results : points), ...(withValue ? results : [])].map((items) =>
      items?.map(() => this.numbers.variable('real')),
    );
    const after = targets.flatMap((target, i) => wholes(target, ends[i], given));
    for (const each of after) this.remember(each);
    const along = (isForward ? points : results).map((items, i) => items && this.itemsOf(direction[i]));
    const made: Derivative = {
      ...given,
      parameters: parted<Variable>(parameters, own),
      point: parted(point, points),
      direction: parted(direction, along),
      body: { ...inside, results: parted(inside.results, results) },
      targets: parted<Variable>(targets, ends),
      origin,
    };
    return [made, ...after];
  }
}

/** Returns what makes an array of its items. */
function wholes(array: Variable, items: Parts<Variable>, { origin }: Derivative): readonly Statement[] {
  return items === undefined ? [] : [{ tag: 'array', items: items.map((item) => [item]), targets: [array], origin }];
}

/** Returns what stays whole, and the items of what does not. */
function parted<T>(all: readonly T[], parts: readonly Parts<T>[]): readonly T[] {
  return all.flatMap((each, i) => parts[i] ?? [each]);
}

function isReals({ kind }: Variable): boolean {
  return isArray(kind) && kind.item.length === 1 && kind.item[0] === 'real';
}
