import type { Span } from '../source/span';
import type { IntrinsicName } from './intrinsics';
import type { OperationName } from '../operations/names';
import type { Type, TypeVariable } from '../types/type';

/**
 * The core: what engines see. Monomorphic, explicitly typed, call by value, left to right.
 *
 *   t ::= x | k | (t, ..., t) | t.i | {l = t, ...} | t.l | C t | match t with C p -> t | ... [| _ -> t]
 *       | fun p -> t | t t | let p = t in t | let rec f = fun p -> t and ... in t | if t then t else t
 *       | op(t, ..., t) | intrinsic(t, ..., t) | [t, ...] | fold (p, p) -> t over t from t
 *       | rd t t t | fd t t t | watch t t
 *       | fail
 *       | pure t | do { p <- t; t }                               (Krawiec et al., Figures 9 and 10)
 *   p ::= x : A | _ : A | (p, ..., p) | {l = p, ...}              (irrefutable)
 *
 * Invariants, kept by every pass and checked by `check.ts`:
 * - every bound name of a program is bound once: no shadowing, so substitution needs no renaming;
 * - every term carries its `type` and its `origin`, the place in the reader's text that it stands for.
 */
export type Term =
  | Variable
  | Literal
  | Tuple
  | Projection
  | RecordTerm
  | FieldTerm
  | Construct
  | Match
  | Lambda
  | Apply
  | Let
  | LetRec
  | If
  | OperationTerm
  | IntrinsicTerm
  | Sequence
  | Fold
  | Derivative
  | Watch
  | Fail
  | Pure
  | Bind;

interface Node {
  readonly type: Type;
  readonly origin: Span;
}

export interface Variable extends Node {
  readonly tag: 'variable';
  readonly name: string;
}

/** A literal of type real, int, bool, string or unit; for unit, `value` is undefined. */
export interface Literal extends Node {
  readonly tag: 'literal';
  readonly value: number | boolean | string | undefined;
}

export interface Tuple extends Node {
  readonly tag: 'tuple';
  readonly items: readonly Term[];
}

export interface Projection extends Node {
  readonly tag: 'projection';
  readonly tuple: Term;
  /** The component's index from 0. The surface syntax counts from 1. */
  readonly index: number;
}

export interface RecordTerm extends Node {
  readonly tag: 'record';
  /** The fields in the order of evaluation, as written; the fields of the type are sorted. */
  readonly fields: readonly { readonly name: string; readonly value: Term }[];
}

export interface FieldTerm extends Node {
  readonly tag: 'field';
  readonly record: Term;
  readonly name: string;
}

/**
 * `C` or `C t`. The constructors of sums are `inl` and `inr`, those of lists `[]` and `::` (with a pair as payload).
 */
export interface Construct extends Node {
  readonly tag: 'construct';
  readonly constructorName: string;
  readonly payload: Term | undefined;
}

/** A match one level deep: nested patterns become nested matches. The constructors of the arms are distinct. */
export interface Match extends Node {
  readonly tag: 'match';
  readonly scrutinee: Term;
  readonly arms: readonly MatchArm[];
  /** The result if no arm matches, possibly a `fail`; absent if the arms are exhaustive. */
  readonly otherwise: Term | undefined;
}

export interface MatchArm {
  readonly constructorName: string;
  readonly payload: Pattern | undefined;
  readonly body: Term;
}

export interface Lambda extends Node {
  readonly tag: 'lambda';
  readonly parameter: Pattern;
  readonly body: Term;
  /** The name of the prelude function that this is a copy of. */
  readonly prelude?: string;
}

export interface Apply extends Node {
  readonly tag: 'apply';
  readonly function: Term;
  readonly argument: Term;
}

export interface Let extends Node {
  readonly tag: 'let';
  readonly pattern: Pattern;
  readonly value: Term;
  readonly body: Term;
}

export interface LetRec extends Node {
  readonly tag: 'letrec';
  readonly functions: readonly RecursiveFunction[];
  readonly body: Term;
}

export interface RecursiveFunction {
  readonly name: string;
  readonly function: Lambda;
  readonly origin: Span;
}

export interface If extends Node {
  readonly tag: 'if';
  readonly condition: Term;
  readonly consequent: Term;
  readonly alternative: Term;
}

/** An operation of the table with all its arguments. */
export interface OperationTerm extends Node {
  readonly tag: 'operation';
  readonly operation: OperationName;
  readonly arguments: readonly Term[];
  /** Which count of the meter it adds to: the program's own work, or work added by a translation. */
  readonly role: 'primal' | 'derivative';
}

/** An intrinsic with all its arguments: sequences, and the module Delta. */
export interface IntrinsicTerm extends Node {
  readonly tag: 'intrinsic';
  readonly intrinsic: IntrinsicName;
  readonly arguments: readonly Term[];
}

export interface Sequence extends Node {
  readonly tag: 'sequence';
  readonly items: readonly Term[];
}

/** The right fold of Huot et al.: `fold (item, accumulator) -> body over sequence from start`. */
export interface Fold extends Node {
  readonly tag: 'fold';
  readonly item: Pattern;
  readonly accumulator: Pattern;
  readonly body: Term;
  readonly sequence: Term;
  readonly start: Term;
}

/**
 * `rd f x w : A` with f : A -> B, x : A, w : B (w.rd_x(f)), or `fd f x v : B` with v : A.
 * `grad f x` and `deriv f x` are `rd f x 1`; `sugar` remembers the spelling for printing.
 * Evaluated in the order function, point, direction.
 */
export interface Derivative extends Node {
  readonly tag: 'derivative';
  readonly operator: 'rd' | 'fd';
  readonly sugar: 'grad' | 'deriv' | undefined;
  readonly function: Term;
  readonly point: Term;
  readonly direction: Term;
}

export interface Watch extends Node {
  readonly tag: 'watch';
  readonly name: Term;
  readonly value: Term;
}

/** Why a `fail` stops: no arm of a match fits, two values differ in shape, or data has no value. */
export const FAIL_CODES = ['no-match', 'shape', 'no-value'] as const;

export type FailCode = (typeof FAIL_CODES)[number];

/** Stops the evaluation. It can have any type. Programs write it `fail "code" "message"`. */
export interface Fail extends Node {
  readonly tag: 'fail';
  readonly code: FailCode;
  /** The message for the reader. */
  readonly message: string;
}

/** `Delta.pure t : M A`. */
export interface Pure extends Node {
  readonly tag: 'pure';
  readonly value: Term;
}

/** `do { pattern <- action; body } : M B`. */
export interface Bind extends Node {
  readonly tag: 'bind';
  readonly pattern: Pattern;
  readonly action: Term;
  readonly body: Term;
}

export type Pattern =
  | { readonly tag: 'variable'; readonly name: string; readonly type: Type; readonly origin: Span }
  | { readonly tag: 'wildcard'; readonly type: Type; readonly origin: Span }
  | {
      readonly tag: 'tuple';
      readonly items: readonly Pattern[];
      readonly type: Type;
      readonly origin: Span;
    }
  | {
      readonly tag: 'record';
      readonly fields: readonly { readonly name: string; readonly pattern: Pattern }[];
      readonly type: Type;
      readonly origin: Span;
    };

/** An instance of a declared variant type, such as `Maybe real`. */
export interface VariantDeclaration {
  readonly type: Type;
  readonly constructors: readonly { readonly name: string; readonly payload: Type | undefined }[];
  /** The declaration that this is an instance of, if it has parameters. */
  readonly generic?: {
    readonly parameters: readonly TypeVariable[];
    readonly constructors: readonly { readonly name: string; readonly payload: Type | undefined }[];
  };
}

/** An item at the top level of a program, in the order of evaluation. */
export type CoreItem =
  | {
      readonly tag: 'let';
      readonly pattern: Pattern;
      readonly value: Term;
      readonly origin: Span;
    }
  | { readonly tag: 'letrec'; readonly functions: readonly RecursiveFunction[]; readonly origin: Span }
  | CoreInput
  | CoreData
  | { readonly tag: 'output'; readonly term: Term; readonly origin: Span };

export interface CoreInput {
  readonly tag: 'input';
  readonly name: string;
  /** The name as the reader wrote it, if the core has another. */
  readonly label?: string;
  readonly type: Type;
  /** The input's value unless the caller sets another; it can use earlier definitions only. */
  readonly value: Term;
  readonly range: { readonly low: number; readonly high: number; readonly step: number | undefined } | undefined;
  readonly origin: Span;
}

/** A value that is never differentiated. */
export interface CoreData {
  readonly tag: 'data';
  readonly name: string;
  /** The name as the reader wrote it, if the core has another. */
  readonly label?: string;
  readonly type: Type;
  /** The value unless the caller sets another; undefined if the caller must set one. */
  readonly value: Term | undefined;
  /** A value of the machine that takes the place of `value`. It can be too large to write as a term. */
  readonly given?: { readonly value: unknown };
  readonly origin: Span;
}

export interface CoreProgram {
  readonly variants: readonly VariantDeclaration[];
  readonly items: readonly CoreItem[];
}
