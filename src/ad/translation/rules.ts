import * as core from '../../language/core/builders';
import type { FreshNames } from '../../language/core/fresh-names';
import type { OperationTerm, Pattern, Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { Type } from '../../language/types/type';
import type { DoBlock, Result } from './do-block';
import { component } from './polytypic/shapes';
import type { DualTypes } from './side';

/**
 * The dual-number translations of Krawiec et al. (Figures 3, 5, 7 and 9) and the Taylor macro of Huot, Staton & Vákár
 * (3.2) are homomorphic on all types and terms, except at reals, and at functions if they use a monad M. These are the
 * rules in which they differ; everything else is in `translate.ts`.
 */
export interface Rules {
  /**
   * D{real} is the product of these types: a real, the primal, followed by one tangent or by all derivatives of a jet. A
   * single part is D{real} itself, whatever it is.
   */
  readonly parts: readonly Type[];
  /** Returns the names of the parts of x's dual number, the primal first: x itself, or a name of its own. */
  readonly names: (name: string) => readonly string[];
  /** Returns D{r} of a real that depends on no input: a literal, or what an operation makes of ints. */
  readonly constant: (real: Term) => Term;
  /** Returns the real that a dual number stands for, for operations whose result is no real. */
  readonly primal: (dual: Term) => Term;
  /** D{f} at dual numbers, for an f whose result is a real that depends on reals: returns a dual number. */
  readonly operation: (translation: Translation, applied: AppliedOperation, block: DoBlock) => Term;
  readonly monad: Monad;
}

/** M of D{A -> B} = D{A} -> M D{B}. */
export interface Monad {
  /** Returns M A; the same object if there is no monad. */
  readonly type: (result: Type) => Type;
  readonly pure: (value: Term, origin: Span) => Term;
  readonly bind: (pattern: Pattern, action: Term, body: Term, origin: Span) => Term;
  /** Returns the result, in a block, of a term of type M A: a call or a branch. */
  readonly result: (action: Term) => Result;
  /**
   * Returns the accumulator of a fold whose body has type M; statements that bind the pattern are added to the body's
   * block.
   */
  readonly accumulator: (translation: Translation, pattern: Pattern, block: DoBlock) => Pattern;
  /**
   * Returns the action of type M (array A) that runs an array of terms of type M A in the order of the index (10.2).
   */
  readonly sequence: (actions: Term, origin: Span) => Term;
}

/** Returns the names x, dx for the real x. */
export function dualNames(name: string): readonly string[] {
  return [name, `d${name}`];
}

/** Returns D{r} = (r, zero, ...) and the primal of (x, dx, ...); `zeros` returns the parts after the primal, as atoms. */
export function tuples(zeros: (origin: Span) => readonly Term[]): Pick<Rules, 'constant' | 'primal'> {
  return {
    constant: (real) => core.tuple([real, ...zeros(real.origin)], real.origin),
    primal: (dual) => component(dual, 0),
  };
}

/** f at (x_1, dx_1), ..., with the parts of D{f}. */
export interface AppliedOperation {
  readonly term: OperationTerm;
  /** One per argument: the dual number of atoms for a real, the translated term for anything else. */
  readonly values: readonly Term[];
  /** f (x_1, ...) */
  readonly primal: Term;
  /**
   * One per real argument, if D{real} has a tangent: the partial derivative df_i (undefined if Figure 9 writes no factor) and
   * the atom dx_i.
   */
  readonly summands: readonly Summand[];
  /** The variable that the primal will be bound to. */
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
  /** Maps source variables to atoms, and real ones to dual numbers, which are tuples of atoms. Others stand for themselves. */
  readonly environment: Map<string, Term>;
  /** The names of all parts, by the name of a primal that was bound before the others. */
  readonly families: Map<string, readonly string[]>;
  /** The number of families made from each name. */
  readonly familyCounts: Map<string, number>;
}
