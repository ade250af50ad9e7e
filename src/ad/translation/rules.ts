import type { FreshNames } from '../../language/core/fresh-names';
import type { OperationTerm, Pattern, Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { Type } from '../../language/types/type';
import type { DoBlock, Result } from './do-block';
import type { DualTypes } from './side';

/**
 * The dual-number translations of Krawiec et al. (Figures 3, 5, 7 and 9) and the Taylor macro of Huot, Staton & Vákár (3.2)
 * are homomorphic on all types and terms, except at reals, and at functions where they need a monad M. These are the rules
 * in which they differ; all else is `translate.ts`.
 */
export interface Rules {
  /** D{real} is the product of these: a real, the primal, and what follows it, one tangent or all derivatives of a jet. */
  readonly parts: readonly Type[];
  /** What the parts of x's dual number are called, the primal first: x itself, or a name of its own. */
  readonly names: (name: string) => readonly string[];
  /** What follows the primal of a literal r: D{r} = (r, zero, ...). Atoms. */
  readonly zeros: (origin: Span) => readonly Term[];
  /** D{f} at dual numbers, for an f whose result is a real that depends on reals: a dual number. */
  readonly operation: (translation: Translation, applied: AppliedOperation, block: DoBlock) => Term;
  readonly monad: Monad;
}

/** M of D{A -> B} = D{A} -> M D{B}. */
export interface Monad {
  /** M A; the very same type where there is no monad. */
  readonly type: (result: Type) => Type;
  readonly pure: (value: Term, origin: Span) => Term;
  readonly bind: (pattern: Pattern, action: Term, body: Term, origin: Span) => Term;
  /** What a term of type M A, a call or a branching, contributes to a block. */
  readonly result: (action: Term) => Result;
  /** The accumulator of a fold whose body is of type M: statements that bind the pattern go to the body's block. */
  readonly accumulator: (translation: Translation, pattern: Pattern, block: DoBlock) => Pattern;
  /** From an array of terms of type M A to M (array A), in the order of the index (10.2). */
  readonly sequence: (actions: Term, origin: Span) => Term;
}

/** (x, dx) for the real x. */
export function dualNames(name: string): readonly string[] {
  return [name, `d${name}`];
}

/** f at (x_1, dx_1), ..., and what D{f} is made of. */
export interface AppliedOperation {
  readonly term: OperationTerm;
  /** One an argument: of a real, its dual number of atoms; of all else, the translated term. */
  readonly values: readonly Term[];
  /** f (x_1, ...) */
  readonly primal: Term;
  /** One a real argument: the partial derivative df_i (undefined where Figure 9 writes no factor) and the atom dx_i. */
  readonly summands: readonly Summand[];
  /** The variable that the primal is about to be bound to. */
  readonly name: string | undefined;
}

export interface Summand {
  readonly coefficient: Term | undefined;
  readonly tangent: Term;
}

/** The state of one translation. Names are unique in a program, so one map serves all scopes. */
export interface Translation {
  readonly rules: Rules;
  readonly fresh: FreshNames;
  /** D{-} on types. */
  readonly types: DualTypes;
  /** What a source variable stands for, if not for itself: an atom, or for a real its dual number, a tuple of atoms. */
  readonly environment: Map<string, Term>;
  /** The names of all parts by that of a primal that was bound before the others. */
  readonly families: Map<string, readonly string[]>;
  /** How many families of names there are from one name. */
  readonly familyCounts: Map<string, number>;
}
