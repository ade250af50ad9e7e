import type { Numbers } from './builder';
import { type Change, rebuilt } from './blocks';
import { blockOf, mapSame } from './same';
import type { Atom, Block, Pair, Statement, Variable } from './tree';

/**
 * Returns a block with fresh variables; variables from outside become the atoms that `atoms` has for them. `see` gets each
 * variable that is bound with its copy: those that are bound in several places have several copies. Loops that belong
 * together keep their numbers, or get those that `pairs` has for them.
 */
export function copyBlock(
  block: Block,
  numbers: Numbers,
  atoms: Atoms,
  see?: (variable: Variable, copy: Variable) => void,
  pairs?: (pair: Pair) => Pair,
): Block {
  const atom = (each: Atom): Atom => (each.tag === 'variable' ? (atoms.get(each.id) ?? each) : each);
  const change: Change = {
    atom,
    bind: (variable) => {
      const fresh = numbers.variable(variable.kind);
      atoms.set(variable.id, fresh);
      see?.(variable, fresh);
      return fresh;
    },
    block: ({ statements, results }) => ({ statements: statements.map(copied), results: results.map(atom) }),
  };
  // Passes tell statements apart by identity: a copy never shares one with what it is a copy of.
  const copied = (statement: Statement): Statement => {
    const made = rebuilt(statement, change);
    if (pairs !== undefined && 'pair' in made) return { ...made, pair: pairs(made.pair) };
    return made === statement ? { ...made } : made;
  };
  return change.block(block);
}

/** Atoms by the numbers of the variables for which they stand. */
interface Atoms {
  get(id: number): Atom | undefined;
  set(id: number, atom: Atom): unknown;
}

/** Returns a block with other atoms in place of variables from outside; its own variables stay. */
export function substituted(block: Block, atoms: ReadonlyMap<number, Atom>): Block {
  const change = {
    atom: (atom: Atom): Atom => (atom.tag === 'variable' ? (atoms.get(atom.id) ?? atom) : atom),
    bind: (variable: Variable): Variable => variable,
    block: (inner: Block): Block => substituted(inner, atoms),
  };
  const statements = mapSame(block.statements, (statement) => rebuilt(statement, change));
  return blockOf(block, statements, mapSame(block.results, change.atom));
}
