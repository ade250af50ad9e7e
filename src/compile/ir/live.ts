import { assertNever } from '../../language/source/internal-error';
import { atomsIn } from './blocks';
import { freeOf } from './free';
import type { Atom, Block, Statement, Variable } from './tree';

/** Returns for some statements of a block the numbers of the variables that are used after them, other than their targets. */
export function liveAt(
  block: Block,
  isWanted: (statement: Statement) => boolean,
): ReadonlyMap<Statement, ReadonlySet<number>> {
  const found = new Map<Statement, ReadonlySet<number>>();
  before(block, new Set(), { isWanted, found });
  return found;
}

interface Search {
  readonly isWanted: (statement: Statement) => boolean;
  readonly found: Map<Statement, ReadonlySet<number>>;
}

/** Turns the variables that are used after a block into those that are used from its beginning on. */
function before({ statements, results }: Block, live: Set<number>, search: Search): void {
  use(results, live);
  for (const statement of statements.toReversed()) {
    for (const { id } of statement.targets) live.delete(id);
    if (search.isWanted(statement)) search.found.set(statement, new Set(live));
    inside(statement, live, search);
    use(atomsIn(statement), live);
  }
}

function inside(statement: Statement, live: Set<number>, search: Search): void {
  switch (statement.tag) {
    case 'if': {
      const other = new Set(live);
      before(statement.consequent, live, search);
      before(statement.alternative, other, search);
      for (const id of other) live.add(id);
      return;
    }
    case 'for':
    case 'build': {
      const { body, index } = statement;
      const own = statement.tag === 'for' ? statement.parameters : statement.targets;
      nextRound([body], own, live);
      // The arrays that a loop builds exist before its rounds.
      use([index, statement.count, ...(statement.tag === 'build' ? statement.targets : [])], live);
      before(body, live, search);
      for (const { id } of [...own, index]) live.delete(id);
      return;
    }
    case 'while': {
      const { header, exit, body, parameters } = statement;
      const after = new Set(live);
      nextRound([header, exit, body], parameters, live);
      const round = new Set(live);
      before(body, round, search);
      before(exit, after, search);
      for (const id of [...round, ...after]) live.add(id);
      before(header, live, search);
      for (const { id } of parameters) live.delete(id);
      return;
    }
    case 'derivative':
      use(freeOf([statement]), live);
      return;
    case 'call':
    case 'move':
    case 'operation':
    case 'construct':
    case 'tag':
    case 'field':
    case 'array':
    case 'length':
    case 'item':
    case 'append':
    case 'show':
    case 'spine':
    case 'spines':
    case 'steps':
    case 'rest':
    case 'link':
    case 'fail':
    case 'note':
    case 'watched':
    case 'shadow':
    case 'accumulate':
    case 'addAll':
    case 'push':
    case 'pop':
    case 'mark':
    case 'tape':
    case 'keep':
    case 'update':
    case 'release':
      return;
    default:
      assertNever(statement);
  }
}

/** Adds what another round of a loop uses. Its parameters get their values at the end of a round. */
function nextRound(blocks: readonly Block[], parameters: readonly Variable[], live: Set<number>): void {
  const own = new Set(parameters.map(({ id }) => id));
  const free = freeOf(
    blocks.flatMap(({ statements }) => statements),
    blocks.flatMap(({ results }) => results),
  );
  for (const { id } of free) if (!own.has(id)) live.add(id);
}

function use(atoms: readonly Atom[], live: Set<number>): void {
  for (const atom of atoms) if (atom.tag === 'variable') live.add(atom.id);
}
