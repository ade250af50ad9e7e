import { NOWHERE } from '../../language/source/span';
import type { Builder, Numbers } from '../ir/builder';
import type { Atom, Block, Statement, Variable } from '../ir/tree';
import type { Adjoints } from './adjoints';

/** Writes the part of the way back that belongs to one statement. */
export type WayBack = (adjoints: Adjoints, back: Builder) => void;

/** The way back of a statement that has none. */
export const nothing: WayBack = () => undefined;

/** A block, as the way back of a statement inside it needs it. */
export interface Scope {
  readonly numbers: Numbers;
  readonly active: Set<number>;
  isActive(atom: Atom): boolean;
  setShadow(variable: Variable, shadow: Atom): void;
  /** Records that a variable is the copy of another; `atoms` says what stands in the copy for variables that are bound before it. */
  copied(variable: Variable, copy: Variable, atoms: ReadonlyMap<number, Atom>): void;
  /** Writes the way there of a block, and returns its way back. */
  block(block: Pick<Block, 'statements'>, there: Builder): WayBack;
  /** Returns variables for the shadows of those variables that have one, and records them. */
  shadowVariables(variables: readonly Variable[]): {
    readonly of: readonly number[];
    readonly made: readonly Variable[];
  };
  /** Returns the shadows of the atoms at these places. */
  pick(atoms: readonly Atom[], of: readonly number[]): readonly Atom[];
  /** Returns what the shadow of data has in place of a part. */
  part(part: Atom): Atom;
}

/** Returns statements that also use results, so that these count as needed. */
export function withResults(
  statements: readonly Statement[],
  results: readonly (Atom | undefined)[],
): readonly Statement[] {
  const values = results.flatMap((each) => each ?? []);
  return [...statements, { tag: 'push', values, targets: [], origin: NOWHERE }];
}
