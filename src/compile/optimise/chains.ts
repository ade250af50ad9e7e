import { internalError } from '../../language/source/internal-error';
import { absent } from '../differentiate/reals';
import { contains, makesData, withBlocks } from '../ir/blocks';
import { boolConstant, Builder, type Numbers } from '../ir/builder';
import type { Kind, VariantLayout } from '../ir/kind';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Construct, For, Statement } from '../ir/tree';
import { usesInside } from '../ir/uses';

/**
 * Lets loops that make lists from their last cells on, as recursion does, make them from the first: each cell gets its rest when
 * the next one is made. Then lists that they go through are followed from their first cells.
 */
export function forwardLists(body: Block, numbers: Numbers): Block {
  const inside = (block: Block): Block => {
    const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
      const statement = withBlocks(given, inside);
      if (statement.tag !== 'for' || !statement.down || statement.parameters.length === 0) return statement;
      const cells = cellsOf(statement);
      return cells === undefined ? statement : forward(statement, cells, numbers);
    });
    return blockOf(block, statements, block.results);
  };
  return inside(body);
}

/**
 * Returns the cells that a round makes, one for each parameter; undefined if it does more with a parameter, or if the order of
 * rounds matters.
 */
function cellsOf({ index, parameters, body, forgets }: For): readonly Construct[] | undefined {
  const uses = usesInside(body);
  const cells = parameters.flatMap((parameter, i) => {
    const result = body.results[i];
    const cell = body.statements.find(({ tag, targets }) => tag === 'construct' && targets[0] === result);
    if (cell?.tag !== 'construct' || cell.constructor_ !== 1 || cell.fields.at(-1) !== parameter) return [];
    const isOnly = [parameter, ...cell.targets].every(({ id }) => uses.get(id) === 1);
    return isOnly ? [cell] : [];
  });
  if (cells.length < parameters.length) return undefined;
  if (contains(body, (each) => !isFree(each, index))) return undefined;
  const others: Block = {
    statements: body.statements.filter((each) => !cells.some((cell) => cell === each)),
    results: [],
  };
  return forgets && makesData(others) ? undefined : cells;
}

/** Whether a statement of a round does the same when the rounds run in another order. */
function isFree(statement: Statement, index: Atom): boolean {
  switch (statement.tag) {
    case 'keep':
      return statement.index === index;
    case 'call':
    case 'watched':
    case 'note':
    case 'update':
    case 'accumulate':
    case 'addAll':
    case 'push':
    case 'pop':
    case 'mark':
    case 'release':
    case 'link':
      return false;
    default:
      return true;
  }
}

function forward(loop: For, cells: readonly Construct[], numbers: Numbers): readonly Statement[] {
  const { body, initial, targets, origin } = loop;
  const builder = new Builder(numbers, origin);
  // Before the first cell there is one more, so that each round links a cell.
  const before = loop.parameters.map(({ kind }) => {
    const fields = fieldsOf(kind).map(nothing);
    return builder.one(kind, { tag: 'construct', constructor_: 1, fields });
  });
  const links: Statement[] = [];
  const statements = body.statements.map((statement) => {
    const at = cells.findIndex((cell) => cell === statement);
    const [cell, last, made] = [cells[at], loop.parameters[at], statement.targets[0]];
    if (cell === undefined || last === undefined || made === undefined) return statement;
    links.push({ tag: 'link', cell: last, rest: made, targets: [], origin: cell.origin });
    return { ...cell, fields: [...cell.fields.slice(0, -1), absent(made.kind)] };
  });
  const last = numbers.copies(targets);
  // All cells are needed, though the parameters lead to the last ones only.
  builder.statements.push({
    ...loop,
    down: false,
    forgets: false,
    initial: before,
    body: { ...body, statements: [...statements, ...links] },
    targets: last,
  });
  targets.forEach((target, i) => {
    const rest = initial[i] ?? missing();
    builder.add([], { tag: 'link', cell: last[i] ?? missing(), rest });
    const [value, index] = [before[i] ?? missing(), fieldsOf(target.kind).length - 1];
    builder.statements.push({ tag: 'field', value, constructor_: 1, index, targets: [target], origin });
  });
  return builder.statements;
}

function fieldsOf(kind: Kind): readonly Kind[] {
  return listOf(kind).constructors[1]?.fields ?? missing();
}

function listOf(kind: Kind): VariantLayout {
  return typeof kind === 'object' && kind.tag === 'variant' ? kind : missing();
}

function nothing(kind: Kind): Atom {
  return kind === 'bool' ? boolConstant(false) : absent(kind);
}

function missing(): never {
  return internalError('a list that a loop makes');
}
