import { joined, mapSame } from './same';
import type { Accumulate, Atom, Block, Operation, Statement, Variable } from './tree';

/* What passes need to know of every form of statement: its atoms, and the blocks inside it. */

/** A block inside a statement, with the variables that are bound on entry. */
export interface Inner {
  readonly block: Block;
  readonly binds: readonly Variable[];
}

/** Returns the blocks inside a statement, in the order of their first run. */
export function innerBlocks(statement: Statement): readonly Inner[] {
  switch (statement.tag) {
    case 'if':
      return [
        { block: statement.consequent, binds: [] },
        { block: statement.alternative, binds: [] },
      ];
    case 'build':
      return [{ block: statement.body, binds: [statement.index] }];
    case 'for':
      return [{ block: statement.body, binds: [statement.index, ...statement.parameters] }];
    case 'while':
      return [
        { block: statement.header, binds: statement.parameters },
        { block: statement.exit, binds: [] },
        { block: statement.body, binds: [] },
      ];
    case 'derivative':
      return [{ block: statement.body, binds: statement.parameters }];
    default:
      return NO_BLOCKS;
  }
}

const NO_BLOCKS: readonly Inner[] = [];

/** Returns the atoms that a statement itself uses, without those of the blocks inside it. */
export function atomsIn(statement: Statement): readonly Atom[] {
  switch (statement.tag) {
    case 'move':
      return statement.values;
    case 'operation':
    case 'call':
      return statement.arguments;
    case 'construct':
      return statement.fields;
    case 'tag':
    case 'field':
      return [statement.value];
    case 'array':
      return joined(statement.items);
    case 'length':
      return [statement.array];
    case 'item':
      return [statement.array, statement.index];
    case 'build':
      return [statement.count];
    case 'append':
      return [statement.left, statement.right];
    case 'show':
      return [statement.number];
    case 'spine':
      return [statement.list, ...(statement.most === undefined ? [] : [statement.most])];
    case 'spines':
      return [...statement.lists, statement.count];
    case 'steps':
      return [...statement.lists.map(({ list }) => list), ...(statement.most === undefined ? [] : [statement.most])];
    case 'rest':
      return [statement.list, statement.after];
    case 'link':
      return [statement.cell, statement.rest];
    case 'if':
      return [statement.condition];
    case 'for':
      return [statement.count, ...statement.initial];
    case 'while':
      return statement.initial;
    case 'derivative':
      return [...statement.point, ...statement.direction];
    case 'shadow':
      return [statement.of];
    case 'accumulate':
      return [statement.shadow, ...(statement.place.tag === 'item' ? [statement.place.index] : []), statement.amount];
    case 'addAll':
      return [statement.shadow, statement.value, statement.like];
    case 'push':
    case 'watched':
      return statement.values;
    case 'release':
      return [statement.mark];
    case 'tape':
      return [statement.count];
    case 'keep':
    case 'update':
      return [statement.array, statement.index, ...statement.values];
    case 'note':
      return [...(statement.caller === undefined ? [] : [statement.caller]), ...statement.values];
    case 'fail':
    case 'pop':
    case 'mark':
      return [];
  }
}

/** Returns the statement with other blocks inside it; the statement itself if they are the same, or if it has none. */
export function withBlocks(statement: Statement, block: (inner: Block) => Block): Statement {
  return innerBlocks(statement).length === 0 ? statement : withoutTargets(statement, { atom: same, bind: same, block });
}

/** Returns statements with other blocks inside them; `block` gets each with the statement around it. */
export function mapInner(
  statements: readonly Statement[],
  block: (inner: Block, around: Statement) => Block,
): readonly Statement[] {
  return mapSame(statements, (statement) => (statement.tag === 'operation' ? statement : withInner(statement, block)));
}

function withInner(statement: Statement, block: (inner: Block, around: Statement) => Block): Statement {
  return withBlocks(statement, (inner) => block(inner, statement));
}

function same<T>(each: T): T {
  return each;
}

/** Returns the statement with other atoms, blocks, targets and bound variables; the statement itself if they are the same. */
export function rebuilt(statement: Statement, change: Change): Statement {
  if (statement.tag === 'operation') return rebuiltOperation(statement, change);
  // The atoms and blocks are changed before the targets are bound.
  const made = withoutTargets(statement, change);
  const targets = mapSame(statement.targets, change.bind);
  if (targets === made.targets) return made;
  if (made === statement) return { ...made, targets };
  // It is a copy already.
  const own: { targets: readonly Variable[] } = made;
  own.targets = targets;
  return made;
}

/** As `rebuilt`. Most statements are operations, and a literal is made ten times as fast as a copy of a statement of any form. */
export function rebuiltOperation(given: Operation, { atom, bind }: Change): Operation {
  const values = mapSame(given.arguments, atom);
  const targets = mapSame(given.targets, bind);
  return values === given.arguments && targets === given.targets ? given : operationWith(given, values, targets);
}

/** Returns the operation with other arguments; the operation itself if they are the same. */
export function withArguments(given: Operation, atom: Change['atom']): Operation {
  const values = mapSame(given.arguments, atom);
  return values === given.arguments ? given : operationWith(given, values, given.targets);
}

function operationWith(given: Operation, values: readonly Atom[], targets: readonly Variable[]): Operation {
  const { tag, operation, derivative, exact, origin } = given;
  return exact === undefined
    ? { tag, operation, arguments: values, derivative, targets, origin }
    : { tag, operation, arguments: values, derivative, targets, origin, exact };
}

function withoutTargets(statement: Statement, { atom, bind, block }: Change): Statement {
  switch (statement.tag) {
    case 'move': {
      const values = mapSame(statement.values, atom);
      return values === statement.values ? statement : { ...statement, values };
    }
    case 'operation':
    case 'call': {
      const given = mapSame(statement.arguments, atom);
      return given === statement.arguments ? statement : { ...statement, arguments: given };
    }
    case 'construct': {
      const fields = mapSame(statement.fields, atom);
      return fields === statement.fields ? statement : { ...statement, fields };
    }
    case 'tag':
    case 'field': {
      const value = atom(statement.value);
      return value === statement.value ? statement : { ...statement, value };
    }
    case 'array': {
      const items = mapSame(statement.items, (item) => mapSame(item, atom));
      if (items === statement.items) return statement;
      const { tag, targets, origin } = statement;
      return { tag, items, targets, origin };
    }
    case 'length': {
      const array = atom(statement.array);
      if (array === statement.array) return statement;
      const { tag, targets, origin } = statement;
      return { tag, array, targets, origin };
    }
    case 'item': {
      const [array, index] = [atom(statement.array), atom(statement.index)];
      if (array === statement.array && index === statement.index) return statement;
      const { tag, checked, absentIsZero, changes, targets, origin } = statement;
      return { tag, array, index, checked, absentIsZero, changes, targets, origin };
    }
    case 'build': {
      const count = atom(statement.count);
      const index = bind(statement.index);
      const body = block(statement.body);
      const isSame = count === statement.count && index === statement.index && body === statement.body;
      if (isSame) return statement;
      const { tag, pair, copies, updated, targets, origin } = statement;
      return { tag, count, index, body, pair, copies, updated, targets, origin };
    }
    case 'append': {
      const [left, right] = [atom(statement.left), atom(statement.right)];
      return left === statement.left && right === statement.right ? statement : { ...statement, left, right };
    }
    case 'show': {
      const number = atom(statement.number);
      return number === statement.number ? statement : { ...statement, number };
    }
    case 'spine': {
      const list = atom(statement.list);
      const most = statement.most && atom(statement.most);
      return list === statement.list && most === statement.most ? statement : { ...statement, list, most };
    }
    case 'spines': {
      const lists = mapSame(statement.lists, atom);
      const count = atom(statement.count);
      return lists === statement.lists && count === statement.count ? statement : { ...statement, lists, count };
    }
    case 'steps': {
      const lists = mapSame(statement.lists, (each) => {
        const list = atom(each.list);
        return list === each.list ? each : { ...each, list };
      });
      const most = statement.most && atom(statement.most);
      return lists === statement.lists && most === statement.most ? statement : { ...statement, lists, most };
    }
    case 'rest': {
      const [list, after] = [atom(statement.list), atom(statement.after)];
      return list === statement.list && after === statement.after ? statement : { ...statement, list, after };
    }
    case 'link': {
      const [cell, rest] = [atom(statement.cell), atom(statement.rest)];
      return cell === statement.cell && rest === statement.rest ? statement : { ...statement, cell, rest };
    }
    case 'if': {
      const condition = atom(statement.condition);
      const consequent = block(statement.consequent);
      const alternative = block(statement.alternative);
      const isSame =
        condition === statement.condition &&
        consequent === statement.consequent &&
        alternative === statement.alternative;
      if (isSame) return statement;
      const { tag, targets, origin } = statement;
      return { tag, condition, consequent, alternative, targets, origin };
    }
    case 'for': {
      const count = atom(statement.count);
      const initial = mapSame(statement.initial, atom);
      const index = bind(statement.index);
      const parameters = mapSame(statement.parameters, bind);
      const body = block(statement.body);
      const isSame =
        count === statement.count &&
        initial === statement.initial &&
        index === statement.index &&
        parameters === statement.parameters &&
        body === statement.body;
      if (isSame) return statement;
      const { tag, down, forgets, pair, targets, origin } = statement;
      return { tag, index, count, down, parameters, initial, body, forgets, pair, targets, origin };
    }
    case 'while': {
      const initial = mapSame(statement.initial, atom);
      const parameters = mapSame(statement.parameters, bind);
      const header = block(statement.header);
      const exit = block(statement.exit);
      const body = block(statement.body);
      const isSame =
        initial === statement.initial &&
        parameters === statement.parameters &&
        header === statement.header &&
        exit === statement.exit &&
        body === statement.body;
      if (isSame) return statement;
      const { tag, forgets, pair, targets, origin } = statement;
      return { tag, parameters, initial, header, exit, body, forgets, pair, targets, origin };
    }
    case 'derivative': {
      const point = mapSame(statement.point, atom);
      const direction = mapSame(statement.direction, atom);
      const parameters = mapSame(statement.parameters, bind);
      const body = block(statement.body);
      const isSame =
        point === statement.point &&
        direction === statement.direction &&
        parameters === statement.parameters &&
        body === statement.body;
      return isSame ? statement : { ...statement, point, direction, parameters, body };
    }
    case 'shadow': {
      const of = atom(statement.of);
      return of === statement.of ? statement : { ...statement, of };
    }
    case 'accumulate': {
      const shadow = atom(statement.shadow);
      const place = placeWith(statement.place, atom);
      const amount = atom(statement.amount);
      const isSame = shadow === statement.shadow && place === statement.place && amount === statement.amount;
      return isSame ? statement : { ...statement, shadow, place, amount };
    }
    case 'addAll': {
      const [shadow, value, like] = [atom(statement.shadow), atom(statement.value), atom(statement.like)];
      const isSame = shadow === statement.shadow && value === statement.value && like === statement.like;
      return isSame ? statement : { ...statement, shadow, value, like };
    }
    case 'push':
    case 'watched': {
      const values = mapSame(statement.values, atom);
      return values === statement.values ? statement : { ...statement, values };
    }
    case 'release': {
      const mark = atom(statement.mark);
      return mark === statement.mark ? statement : { ...statement, mark };
    }
    case 'tape': {
      const count = atom(statement.count);
      return count === statement.count ? statement : { ...statement, count };
    }
    case 'keep':
    case 'update': {
      const [array, index, values] = [atom(statement.array), atom(statement.index), mapSame(statement.values, atom)];
      const isSame = array === statement.array && index === statement.index && values === statement.values;
      return isSame ? statement : { ...statement, array, index, values };
    }
    case 'note': {
      const caller = statement.caller === undefined ? undefined : atom(statement.caller);
      const values = mapSame(statement.values, atom);
      return caller === statement.caller && values === statement.values ? statement : { ...statement, caller, values };
    }
    case 'fail':
    case 'pop':
    case 'mark':
      return statement;
  }
}

function placeWith(place: Accumulate['place'], atom: Change['atom']): Accumulate['place'] {
  if (place.tag !== 'item') return place;
  const index = atom(place.index);
  return index === place.index ? place : { ...place, index };
}

export interface Change {
  readonly atom: (atom: Atom) => Atom;
  readonly bind: (variable: Variable) => Variable;
  readonly block: (block: Block) => Block;
}

/** Visits every statement of a block and of the blocks inside it, outer ones first. */
export function visit(block: Block, see: (statement: Statement) => void): void {
  for (const statement of block.statements) {
    see(statement);
    if (statement.tag !== 'operation') for (const inner of innerBlocks(statement)) visit(inner.block, see);
  }
}

/** Whether a block takes memory. */
export function makesData(block: Block): boolean {
  return contains(block, ({ tag }) => MAKES_DATA.has(tag));
}

/** Whether a block evaluates a `watch`, itself or in what it calls. */
export function watches(block: Block): boolean {
  return contains(block, (each) => each.tag === 'watched' || (each.tag === 'call' && each.watches === true));
}

/** Whether a statement of a block, or of the blocks inside it, is a wanted one. */
export function contains({ statements }: Block, isWanted: (statement: Statement) => boolean): boolean {
  for (const each of statements) {
    if (isWanted(each)) return true;
    if (each.tag !== 'operation' && innerBlocks(each).some(({ block }) => contains(block, isWanted))) return true;
  }
  return false;
}

const MAKES_DATA: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'construct',
  'array',
  'build',
  'append',
  'show',
  'spine',
  'spines',
  'shadow',
  'addAll',
  'push',
  'tape',
  'call',
]);
