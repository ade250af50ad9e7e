import { internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { contains, innerBlocks, rebuilt, visit, withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import type { Kind } from '../ir/kind';
import { substituted } from '../ir/copy';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Field, For, Item, Length, Spine, Statement, Variable, While } from '../ir/tree';
import { usesInside } from '../ir/uses';

/**
 * Lets loops that go through lists from their first cells, in step, follow them from cell to cell, where nothing else needs the
 * arrays of their cells. A loop that ends with its list needs no number of rounds.
 */
export function followLists(body: Block, numbers: Numbers): Block {
  if (!contains(body, ({ tag }) => tag === 'spine')) return body;
  const { spines, ended } = waysOf(body);
  const inside = (block: Block): Block => {
    const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
      const statement = withBlocks(given, inside);
      switch (statement.tag) {
        case 'spine':
          return statement.targets.some(({ id }) => spines.has(id)) ? [] : statement;
        case 'length':
          return counted(statement, spines.get(idOf(statement.array)), ended);
        case 'for':
          return followed(statement, spines, ended.get(idOf(statement.count)), numbers);
        default:
          return statement;
      }
    });
    return blockOf(block, statements, block.results);
  };
  return spines.size === 0 ? body : inside(body);
}

interface Ways {
  /** The arrays of cells that are not needed. */
  readonly spines: ReadonlyMap<number, Spine>;
  /** The lengths that nothing but a loop needs, which can end with the list instead, each with the array of its cells. */
  readonly ended: ReadonlyMap<number, number>;
}

/** Finds the arrays of cells that only loops in the block of the array, or in its branches, go through. */
function waysOf(body: Block): Ways {
  const uses = usesInside(body);
  const spines = new Map<number, Spine>();
  /** Loops that read each item at the index, and whose number of rounds nothing else needs: their counts, items and lists. */
  const whole: { readonly count: number; readonly items: readonly Item[]; readonly array: number }[] = [];
  /** How many uses of an array are not needed if the list is followed. */
  const gone = new Map<number, number>();
  const goes = (atom: Atom): void => {
    gone.set(idOf(atom), (gone.get(idOf(atom)) ?? 0) + 1);
  };
  const lengths = new Map<number, Length>();
  /** `near` are the arrays that a run of the block reads at most once in each loop. */
  const find = (block: Block, near: ReadonlySet<number>): void => {
    const own = new Set(near);
    for (const statement of block.statements) {
      const id = idOf(statement.targets[0]);
      if (statement.tag === 'spine') {
        own.add(id);
        spines.set(id, statement);
      }
      if (statement.tag === 'length' && own.has(idOf(statement.array))) {
        lengths.set(id, statement);
        goes(statement.array);
      }
      if (statement.tag === 'for' && !statement.down) {
        const { index, count } = statement;
        const items = itemsOf(statement).filter(({ array }) => own.has(idOf(array)));
        for (const { array } of items) goes(array);
        const array = lengths.get(idOf(count))?.array;
        const isWhole = array !== undefined && spines.get(idOf(array))?.most === undefined;
        const isOnly = uses.get(idOf(count)) === 1 && uses.get(index.id) === items.length;
        if (isWhole && isOnly && items.some((item) => item.array === array))
          whole.push({ count: idOf(count), items, array: idOf(array) });
      }
      for (const inner of innerBlocks(statement)) find(inner.block, statement.tag === 'if' ? own : NONE);
    }
  };
  find(body, NONE);
  for (const id of [...spines.keys()]) if (gone.get(id) !== uses.get(id)) spines.delete(id);
  // A loop without an index reads no array.
  const ending = whole.filter(({ items }) => items.every(({ array }) => spines.has(idOf(array))));
  return { spines, ended: new Map(ending.map(({ count, array }) => [count, array])) };
}

const NONE: ReadonlySet<number> = new Set();

/** Returns what counts the cells of a list that loops follow. */
function counted(
  length: Length,
  spine: Spine | undefined,
  ended: ReadonlyMap<number, number>,
): Statement | readonly Statement[] {
  if (spine === undefined) return length;
  const { targets, origin } = length;
  if (ended.has(idOf(targets[0]))) return [];
  return { tag: 'steps', lists: [{ list: spine.list, ahead: 0 }], most: spine.most, targets, origin };
}

/** A list that a loop goes through, and the cell at which it is. */
interface List {
  readonly first: Atom;
  readonly cell: Variable;
}

/** Returns a loop that follows lists. Where one `ends` it, it needs no number of rounds. */
function followed(
  loop: For,
  spines: ReadonlyMap<number, Spine>,
  ends: number | undefined,
  numbers: Numbers,
): For | While {
  const items = loop.down ? [] : itemsOf(loop).filter(({ array }) => spines.has(idOf(array)));
  if (items.length === 0) return loop;
  const lists = new Map<number, List>();
  const cells = new Map<number, Atom>();
  for (const { array, targets } of items) {
    const id = idOf(array);
    const { list: first } = spines.get(id) ?? missing();
    const list = lists.get(id) ?? { first, cell: numbers.variable(first.kind) };
    lists.set(id, list);
    for (const target of targets) cells.set(target.id, list.cell);
  }
  const all = [...lists.values()];
  const round = substituted(without(loop.body, items), cells);
  const rests = all.map(({ cell }) => restOf(cell, numbers, loop.origin));
  const parameters = [...loop.parameters, ...all.map(({ cell }) => cell)];
  const initial = [...loop.initial, ...all.map(({ first }) => first)];
  const body: Block = {
    statements: [...round.statements, ...rests],
    results: [...round.results, ...rests.flatMap(({ targets }) => targets)],
  };
  const { forgets, targets, origin } = loop;
  if (ends === undefined) {
    const left = numbers.copies(all.map(({ cell }) => cell));
    return { ...loop, parameters, initial, body, targets: [...targets, ...left] };
  }
  const header = new Builder(numbers, origin);
  const { cell } = lists.get(ends) ?? missing();
  const isEnd = header.operation('equalInt', header.one('int', { tag: 'tag', value: cell }), intConstant(0));
  const exit: Block = { statements: [], results: loop.parameters };
  return { tag: 'while', parameters, initial, header: header.block([isEnd]), exit, body, forgets, targets, origin };
}

/** Returns the items that the rounds of a loop read at its index. */
function itemsOf({ index, body }: For): readonly Item[] {
  const items: Item[] = [];
  visit(body, (statement) => {
    if (statement.tag === 'item' && !statement.checked && statement.index === index) items.push(statement);
  });
  return items;
}

/** Returns a block without statements that it or a block inside it has. */
function without(block: Block, statements: readonly Statement[]): Block {
  const change = {
    atom: (atom: Atom): Atom => atom,
    bind: (variable: Variable): Variable => variable,
    block: (inner: Block): Block => without(inner, statements),
  };
  const left = block.statements.flatMap((each) => (statements.includes(each) ? [] : [rebuilt(each, change)]));
  return { statements: left, results: block.results };
}

/** Returns the statement that reads the rest of a list from its cell. */
export function restOf(cell: Variable, numbers: Numbers, origin: Span): Field {
  const place = restPlace(cell.kind);
  return { tag: 'field', value: cell, ...place, targets: [numbers.variable(cell.kind)], origin };
}

/** Returns where a cell of a list has its rest. */
export function restPlace(list: Kind): Pick<Field, 'constructor_' | 'index'> {
  const fields = typeof list === 'object' && list.tag === 'variant' ? list.constructors[1]?.fields : undefined;
  return { constructor_: 1, index: (fields?.length ?? missing()) - 1 };
}

/** Returns the number of a variable; -1 for what is none. */
function idOf(atom: Atom | undefined): number {
  return atom?.tag === 'variable' ? atom.id : -1;
}

function missing(): never {
  return internalError('a list that is followed');
}
