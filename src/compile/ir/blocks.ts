import { sameAtom } from './atoms';
import type { Atom, Block, Statement, Variable } from './tree';

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
      return [];
  }
}

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
      return statement.items.flat();
    case 'length':
      return [statement.array];
    case 'item':
      return [statement.array, statement.index];
    case 'build':
      return [statement.count];
    case 'append':
      return [statement.left, statement.right];
    case 'spine':
      return [statement.list];
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
      return statement.values;
    case 'release':
      return [statement.mark];
    case 'tape':
      return [statement.count];
    case 'keep':
      return [statement.array, statement.index, ...statement.values];
    case 'note':
      return [...(statement.caller === undefined ? [] : [statement.caller]), ...statement.values];
    case 'fail':
    case 'pop':
    case 'mark':
      return [];
  }
}

/** Returns the statement with other atoms, blocks, targets and bound variables. */
export function rebuilt(statement: Statement, change: Change): Statement {
  const { atom, bind, block } = change;
  const all = (atoms: readonly Atom[]): readonly Atom[] => atoms.map(atom);
  const { origin } = statement;
  // The atoms and blocks are changed before the targets are bound.
  const made = ((): WithoutTargets => {
    switch (statement.tag) {
      case 'move':
        return { ...statement, values: all(statement.values) };
      case 'operation':
      case 'call':
        return { ...statement, arguments: all(statement.arguments) };
      case 'construct':
        return { ...statement, fields: all(statement.fields) };
      case 'tag':
      case 'field':
        return { ...statement, value: atom(statement.value) };
      case 'array':
        return { ...statement, items: statement.items.map(all) };
      case 'length':
        return { ...statement, array: atom(statement.array) };
      case 'item':
        return { ...statement, array: atom(statement.array), index: atom(statement.index) };
      case 'build': {
        const count = atom(statement.count);
        const index = bind(statement.index);
        return { ...statement, count, index, body: block(statement.body) };
      }
      case 'append':
        return { ...statement, left: atom(statement.left), right: atom(statement.right) };
      case 'spine':
        return { ...statement, list: atom(statement.list) };
      case 'if':
        return {
          ...statement,
          condition: atom(statement.condition),
          consequent: block(statement.consequent),
          alternative: block(statement.alternative),
        };
      case 'for': {
        const count = atom(statement.count);
        const initial = all(statement.initial);
        const index = bind(statement.index);
        const parameters = statement.parameters.map(bind);
        return { ...statement, count, initial, index, parameters, body: block(statement.body) };
      }
      case 'while': {
        const initial = all(statement.initial);
        const parameters = statement.parameters.map(bind);
        const header = block(statement.header);
        const exit = block(statement.exit);
        return { ...statement, initial, parameters, header, exit, body: block(statement.body) };
      }
      case 'derivative': {
        const point = all(statement.point);
        const direction = all(statement.direction);
        const parameters = statement.parameters.map(bind);
        return { ...statement, point, direction, parameters, body: block(statement.body) };
      }
      case 'shadow':
        return { ...statement, of: atom(statement.of) };
      case 'accumulate': {
        const { place } = statement;
        return {
          ...statement,
          shadow: atom(statement.shadow),
          place: place.tag === 'item' ? { ...place, index: atom(place.index) } : place,
          amount: atom(statement.amount),
        };
      }
      case 'addAll': {
        const [shadow, value] = [atom(statement.shadow), atom(statement.value)];
        return { ...statement, shadow, value, like: atom(statement.like) };
      }
      case 'push':
        return { ...statement, values: all(statement.values) };
      case 'release':
        return { ...statement, mark: atom(statement.mark) };
      case 'tape':
        return { ...statement, count: atom(statement.count) };
      case 'keep': {
        const { array, index, values } = statement;
        return { ...statement, array: atom(array), index: atom(index), values: all(values) };
      }
      case 'note': {
        const { caller } = statement;
        return { ...statement, caller: caller === undefined ? undefined : atom(caller), values: all(statement.values) };
      }
      case 'fail':
      case 'pop':
      case 'mark':
        return statement;
    }
  })();
  return { ...made, targets: statement.targets.map(bind), origin };
}

type WithoutTargets = Statement;

export interface Change {
  readonly atom: (atom: Atom) => Atom;
  readonly bind: (variable: Variable) => Variable;
  readonly block: (block: Block) => Block;
}

/** Visits every statement of a block and of the blocks inside it, outer ones first. */
export function visit(block: Block, see: (statement: Statement) => void): void {
  for (const statement of block.statements) {
    see(statement);
    for (const inner of innerBlocks(statement)) visit(inner.block, see);
  }
}

/** Returns how many times a block uses an atom, in the blocks inside it too. */
export function usesIn({ statements, results }: Block, atom: Atom): number {
  let uses = results.filter((result) => sameAtom(result, atom)).length;
  for (const statement of statements) {
    uses += atomsIn(statement).filter((each) => sameAtom(each, atom)).length;
    for (const inner of innerBlocks(statement)) uses += usesIn(inner.block, atom);
  }
  return uses;
}
