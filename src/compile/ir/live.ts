import { assertNever } from '../../language/source/internal-error';
import { atomsIn } from './blocks';
import { freeOf } from './free';
import type { Atom, Block, Call, Statement, Variable } from './tree';

/** Returns for each call in a block the numbers of the variables that are used after it, other than its targets. */
export function liveAtCalls(block: Block): ReadonlyMap<Call, ReadonlySet<number>> {
  const found = new Map<Call, ReadonlySet<number>>();
  before(block, new Set(), found);
  return found;
}

/** Turns the variables that are used after a block into those that are used from its beginning on. */
function before({ statements, results }: Block, live: Set<number>, found: Map<Call, ReadonlySet<number>>): void {
  use(results, live);
  for (const statement of statements.toReversed()) {
    for (const { id } of statement.targets) live.delete(id);
    inside(statement, live, found);
    use(atomsIn(statement), live);
  }
}

function inside(statement: Statement, live: Set<number>, found: Map<Call, ReadonlySet<number>>): void {
  switch (statement.tag) {
    case 'call':
      found.set(statement, new Set(live));
      return;
    case 'if': {
      const other = new Set(live);
      before(statement.consequent, live, found);
      before(statement.alternative, other, found);
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
      before(body, live, found);
      for (const { id } of [...own, index]) live.delete(id);
      return;
    }
    case 'while': {
      const { header, exit, body, parameters } = statement;
      const after = new Set(live);
      nextRound([header, exit, body], parameters, live);
      const round = new Set(live);
      before(body, round, found);
      before(exit, after, found);
      for (const id of [...round, ...after]) live.add(id);
      before(header, live, found);
      for (const { id } of parameters) live.delete(id);
      return;
    }
    case 'derivative':
    case 'move':
    case 'operation':
    case 'construct':
    case 'tag':
    case 'field':
    case 'array':
    case 'length':
    case 'item':
    case 'append':
    case 'spine':
    case 'steps':
    case 'fail':
    case 'note':
    case 'shadow':
    case 'accumulate':
    case 'addAll':
    case 'push':
    case 'pop':
    case 'mark':
    case 'tape':
    case 'keep':
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
