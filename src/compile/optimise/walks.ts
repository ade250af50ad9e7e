import { internalError } from '../../language/source/internal-error';
import { contains, rebuilt, withBlocks, visit } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { substituted } from '../ir/copy';
import { blockOf, mapSame } from '../ir/same';
import type { Atom, Block, Field, For, Item, Statement, Variable, While } from '../ir/tree';
import { usesInside } from '../ir/uses';

/**
 * Lets loops that go through a list from its first cell follow it from cell to cell, where nothing else needs the array of
 * its cells or their number. Another list that the loop reads in step, like a shadow, is followed beside it.
 */
export function followLists(body: Block, numbers: Numbers): Block {
  if (!contains(body, ({ tag }) => tag === 'spine')) return body;
  const uses = usesInside(body);
  const inside = (block: Block): Block => {
    const made = new Map<number, Statement>();
    const unused = new Set<Statement>();
    const statements = mapSame(block.statements, (given) => {
      const statement = withBlocks(given, inside);
      for (const { id } of statement.targets) made.set(id, statement);
      const found = statement.tag === 'for' && !statement.down ? listsOf(statement, made, uses, numbers) : undefined;
      if (statement.tag !== 'for' || found === undefined) return statement;
      for (const each of found.unused) unused.add(each);
      return followed(statement, found, numbers);
    });
    const left = unused.size === 0 ? statements : statements.filter((statement) => !unused.has(statement));
    return blockOf(block, left, block.results);
  };
  return inside(body);
}

/** A list that a loop goes through, and the cell at which it is. */
interface List {
  readonly first: Atom;
  readonly cell: Variable;
}

/** The lists that a loop goes through. */
interface Lists {
  /** The list whose end is that of the loop is the first. */
  readonly lists: readonly List[];
  /** The names that the body has for their cells. */
  readonly cells: ReadonlyMap<number, Atom>;
  readonly items: readonly Statement[];
  /** What is not needed if the lists are followed. */
  readonly unused: readonly Statement[];
}

function listsOf(
  { index, count, body }: For,
  made: ReadonlyMap<number, Statement>,
  uses: ReadonlyMap<number, number>,
  numbers: Numbers,
): Lists | undefined {
  const madeBy = (atom: Atom): Statement | undefined => (atom.tag === 'variable' ? made.get(atom.id) : undefined);
  const usesOf = (atom: Atom): number => (atom.tag === 'variable' ? (uses.get(atom.id) ?? 0) : 0);
  const length = madeBy(count);
  if (length?.tag !== 'length' || usesOf(count) !== 1) return undefined;
  const items = itemsAt(index, body);
  if (usesOf(index) !== items.length) return undefined;
  const lists: List[] = [];
  const cells = new Map<number, Atom>();
  const unused: Statement[] = [length];
  for (const array of new Set([length.array, ...items.map((item) => item.array)])) {
    const spine = madeBy(array);
    const own = items.filter((item) => item.array === array);
    if (spine?.tag !== 'spine' || usesOf(array) !== own.length + (array === length.array ? 1 : 0)) return undefined;
    const cell = numbers.variable(spine.list.kind);
    lists.push({ first: spine.list, cell });
    unused.push(spine);
    for (const { id } of own.flatMap(({ targets }) => targets)) cells.set(id, cell);
  }
  return { lists, cells, items, unused };
}

function followed(loop: For, { lists, cells, items }: Lists, numbers: Numbers): While {
  const header = new Builder(numbers, loop.origin);
  const [{ cell } = internalError('a list')] = lists;
  const isEnd = header.operation('equalInt', header.one('int', { tag: 'tag', value: cell }), intConstant(0));
  const body = substituted(without(loop.body, items), cells);
  const rests = lists.map((list) => restOf(list, numbers, loop));
  return {
    tag: 'while',
    parameters: [...loop.parameters, ...lists.map((list) => list.cell)],
    initial: [...loop.initial, ...lists.map((list) => list.first)],
    header: header.block([isEnd]),
    exit: { statements: [], results: loop.parameters },
    body: {
      statements: [...body.statements, ...rests],
      results: [...body.results, ...rests.flatMap(({ targets }) => targets)],
    },
    forgets: loop.forgets,
    targets: loop.targets,
    origin: loop.origin,
  };
}

/** Returns the items that a block reads at an index. */
function itemsAt(index: Variable, body: Block): readonly Item[] {
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
function restOf({ cell }: List, numbers: Numbers, { origin }: For): Field {
  const { kind } = cell;
  const fields = typeof kind === 'object' && kind.tag === 'variant' ? kind.constructors[1]?.fields : undefined;
  const index = (fields?.length ?? internalError('a cell')) - 1;
  return { tag: 'field', value: cell, constructor_: 1, index, targets: [numbers.variable(kind)], origin };
}
