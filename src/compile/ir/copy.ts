import type { Numbers } from './builder';
import { type Change, rebuilt } from './blocks';
import { ById } from './by-id';
import type { IrFunction } from './program';
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
    if (pairs !== undefined && 'pair' in made && made.pair !== undefined) return { ...made, pair: pairs(made.pair) };
    return made === statement ? { ...made } : made;
  };
  return change.block(block);
}

/**
 * Returns a function in which fresh variables stand for those that are in `bound`, or bound more than once; a use is of what
 * was bound last. The others stay and are added to `bound`. `see` gets each variable that is bound with the one in its place.
 */
export function withBoundOnce(
  { parameters, body, ...rest }: IrFunction,
  numbers: Numbers,
  bound: ById<true>,
  see: (variable: Variable, made: Variable) => void,
): IrFunction {
  const atoms = new ById<Atom>();
  const atom = (each: Atom): Atom => atoms.of(each) ?? each;
  const bind = (variable: Variable): Variable => {
    const isNew = bound.get(variable.id) === undefined;
    const made = isNew ? variable : numbers.variable(variable.kind);
    if (isNew) bound.set(variable.id, true);
    else atoms.set(variable.id, made);
    see(variable, made);
    return made;
  };
  const block = (inner: Block): Block =>
    blockOf(inner, mapSame(inner.statements, renamed), mapSame(inner.results, atom));
  const change: Change = { atom, bind, block };
  // A statement that binds nothing can be there twice, and passes tell statements apart by identity.
  const renamed = (statement: Statement): Statement => {
    const made = rebuilt(statement, change);
    return made === statement && statement.targets.length === 0 ? { ...made } : made;
  };
  return { ...rest, parameters: mapSame(parameters, bind), body: block(body) };
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
