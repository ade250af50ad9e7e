import { atomsIn, innerBlocks } from './blocks';
import type { Atom, Block, Statement, Variable } from './tree';

/**
 * Returns what other blocks of a statement use beside the results of one of its blocks: the exit and the body of a loop
 * know what its header binds.
 */
export function usedBeside(statement: Statement, block: Block): readonly Variable[] {
  if (statement.tag !== 'while' || block !== statement.header) return [];
  return [statement.exit, statement.body].flatMap(({ statements, results }) => freeOf(statements, results));
}

/** Returns the variables that statements use and do not bind, each once, in the order of their first use. */
export function freeOf(statements: readonly Statement[], results: readonly Atom[] = []): readonly Variable[] {
  const bound = new Set<number>();
  const free = new Map<number, Variable>();
  const use = (atom: Atom): void => {
    if (atom.tag === 'variable' && !bound.has(atom.id)) free.set(atom.id, atom);
  };
  const seeBlock = (block: Block): void => {
    for (const statement of block.statements) see(statement);
    block.results.forEach(use);
  };
  const see = (statement: Statement): void => {
    atomsIn(statement).forEach(use);
    for (const inner of innerBlocks(statement)) {
      for (const { id } of inner.binds) bound.add(id);
      seeBlock(inner.block);
    }
    for (const { id } of statement.targets) bound.add(id);
  };
  statements.forEach(see);
  results.forEach(use);
  return [...free.values()];
}

/** Returns the numbers of some variables and of those that the statements bind, without those inside them. */
export function boundIn(variables: readonly Variable[], statements: readonly Statement[]): ReadonlySet<number> {
  const bound = new Set<number>();
  for (const { id } of variables) bound.add(id);
  for (const { targets } of statements) for (const { id } of targets) bound.add(id);
  return bound;
}
