import { sameAtom } from '../ir/atoms';
import { contains, withBlocks, watches } from '../ir/blocks';
import { substituted } from '../ir/copy';
import { freeOf } from '../ir/free';
import { blockOf, mapSame } from '../ir/same';
import type { Block, Constant, For, Statement } from '../ir/tree';
import { Slots } from './slots';

/** A variable's number, or constant data. */
type ArrayKey = number | Constant['value'];

/**
 * Makes one loop of two that read the same array in the same order, where neither needs the other: two filters of a list,
 * two sums over data. Its rounds read the array once, and so do those of the way back. The loop runs where the earlier one
 * was if the later one needs nothing from between them, or where the later one was if nothing between them needs the
 * earlier.
 */
export function merge(block: Block): Block {
  const statements = mapSame(merged(block.statements), (statement) => withBlocks(statement, merge));
  return blockOf(block, statements, block.results);
}

function merged(statements: readonly Statement[]): readonly Statement[] {
  const places = new Places(statements);
  /** The slot of the last loop that reads an array. */
  const readers = new Map<ArrayKey, number>();
  statements.forEach((loop, slot) => {
    if (!isMovable(loop)) return;
    const arrays = arraysOf(loop);
    const earlier = arrays.map((array) => readers.get(array)).find((each) => each !== undefined);
    const place = earlier === undefined ? undefined : places.merge(earlier, slot);
    for (const array of arrays) readers.set(array, place ?? slot);
  });
  return places.slots?.all() ?? statements;
}

/** The statements of a block, with the slots in which variables are bound and used. */
class Places {
  slots: Slots | undefined;
  private readonly statements: readonly Statement[];
  private readonly bound = new Map<number, number>();

  constructor(statements: readonly Statement[]) {
    this.statements = statements;
    statements.forEach(({ targets }, slot) => {
      for (const { id } of targets) this.bound.set(id, slot);
    });
  }

  /** Makes one loop of those in two slots, and returns its slot; undefined if that cannot be. */
  merge(first: number, last: number): number | undefined {
    this.slots ??= new Slots(this.statements);
    const [earlier, later] = [this.slots.one(first), this.slots.one(last)];
    if (earlier?.tag !== 'for' || later?.tag !== 'for') return undefined;
    const made = oneOf(earlier, later);
    const place = made === undefined ? undefined : this.placeOf(earlier, later, first, last);
    if (made === undefined || place === undefined) return undefined;
    this.slots.put(first, []);
    this.slots.put(last, []);
    this.slots.put(place, [made]);
    for (const { id } of made.targets) this.bound.set(id, place);
    return place;
  }

  private placeOf(earlier: For, later: For, first: number, last: number): number | undefined {
    if (freeOf([later]).every(({ id }) => (this.bound.get(id) ?? -1) < first)) return first;
    // What uses the earlier loop comes after it, also where it has been moved.
    const isUsedBetween = earlier.targets.some(({ id }) => this.slots?.usersOf(id).some((user) => user <= last));
    return isUsedBetween ? undefined : last;
  }
}

/** Whether a statement is a loop that works on no memory that changes, and is not half of a pair. */
function isMovable(statement: Statement): statement is For {
  if (statement.tag !== 'for' || statement.pair !== undefined) return false;
  if (watches(statement.body)) return false;
  return !contains(statement.body, (each) => each.tag === 'update' || (each.tag === 'item' && each.changes === true));
}

/** Returns the arrays whose items the rounds of a loop read at its index. */
function arraysOf({ index, body }: For): readonly ArrayKey[] {
  return body.statements.flatMap((each) =>
    each.tag === 'item' && sameAtom(each.index, index)
      ? [each.array.tag === 'variable' ? each.array.id : each.array.value]
      : [],
  );
}

/** Returns a loop whose rounds do what those of two loops do, if these have equally many in the same order. */
function oneOf(earlier: For, later: For): For | undefined {
  if (!sameAtom(earlier.count, later.count) || earlier.down !== later.down) return undefined;
  const own = substituted(later.body, new Map([[later.index.id, earlier.index]]));
  return {
    ...earlier,
    parameters: [...earlier.parameters, ...later.parameters],
    initial: [...earlier.initial, ...later.initial],
    body: {
      statements: [...earlier.body.statements, ...own.statements],
      results: [...earlier.body.results, ...own.results],
    },
    forgets: earlier.forgets && later.forgets,
    targets: [...earlier.targets, ...later.targets],
  };
}
