import type { IntrinsicName } from '../../language/core/intrinsics';
import type { Fail, Literal, Variable } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import type { OperationName } from '../../language/operations/names';
import type { Span } from '../../language/source/span';
import type { Container, Type } from '../../language/types/type';

/**
 * The point-free terms of "The Differentiable Curry", section 2: each is a rep-function of type source ⇝ target.
 *
 *   b ::= id | proj_i | const v | prod b ... b | b ∘ b | curry b | eval | op                    (∘ is diagrammatic)
 *       | if b b b | C | case b {C: b; ...} | list b ... b | fold b b b | rec b ... b            (ours)
 *       | length | index | append | build | toArray | update | fail
 *
 * Where b : (Δ, A) ⇝ B stands under `curry`, a case or a fold, (Δ, A) is the context with one entry more.
 */
export type Combinator =
  | Identity
  | ProjectionOf
  | Constant
  | ProductOf
  | Composition
  | Curry
  | Eval
  | Primitive
  | Conditional
  | Injection
  | CaseOf
  | SequenceOf
  | FoldOf
  | Recursion
  | IntrinsicOf
  | Failing;

interface Node {
  readonly source: Space;
  readonly target: Type;
  readonly origin: Span;
}

/** A type, or the context Δ: the tuple of the types of its entries. */
export type Space = Type | ContextSpace;

/** One entry per binder: a pattern is one entry, and its variables are projections of it. */
export interface ContextSpace {
  readonly tag: 'context';
  readonly width: number;
  readonly rest: ContextSpace | undefined;
  readonly entry: ContextEntry | undefined;
}

export interface ContextEntry {
  /** The name shown in the panel: the variable, or the pattern's variables. */
  readonly name: string;
  readonly type: Type;
}

export interface Identity extends Node {
  readonly tag: 'id';
}

export interface ProjectionOf extends Node {
  readonly tag: 'proj';
  /** Counted from 0. */
  readonly index: number;
  /** The number of components of the tuple. */
  readonly width: number;
}

export interface Constant extends Node {
  readonly tag: 'const';
  /** A literal, or the name of a closed definition, which is translated separately. */
  readonly constant: Literal | Variable;
}

export interface ProductOf extends Node {
  readonly tag: 'prod';
  readonly parts: readonly Combinator[];
}

/** `first ∘ second`: first, then second. */
export interface Composition extends Node {
  readonly tag: 'compose';
  readonly first: Combinator;
  readonly second: Combinator;
}

export interface Curry extends Node {
  readonly tag: 'curry';
  readonly body: Combinator;
}

export interface Eval extends Node {
  readonly tag: 'eval';
}

export interface Primitive extends Node {
  readonly tag: 'operation';
  readonly operation: OperationName;
}

export interface Conditional extends Node {
  readonly tag: 'if';
  readonly condition: Combinator;
  readonly consequent: Combinator;
  readonly alternative: Combinator;
}

/** A constructor: a function of its payload, or of anything if it has none. */
export interface Injection extends Node {
  readonly tag: 'inject';
  readonly constructorName: string;
  readonly hasPayload: boolean;
}

export interface CaseOf extends Node {
  readonly tag: 'case';
  readonly scrutinee: Combinator;
  readonly arms: readonly CaseArm[];
  readonly otherwise: Combinator | undefined;
}

export interface CaseArm {
  readonly constructorName: string;
  readonly hasPayload: boolean;
  /** A function of the context, extended by the payload if there is one. */
  readonly body: Combinator;
}

export interface SequenceOf extends Node {
  readonly tag: 'list';
  readonly container: Container;
  readonly items: readonly Combinator[];
}

/** The right fold: `body` : (Δ, item, accumulator) ⇝ accumulator. */
export interface FoldOf extends Node {
  readonly tag: 'fold';
  readonly body: Combinator;
  readonly sequence: Combinator;
  readonly start: Combinator;
}

/** Functions that call each other: body i : (Δ, (f_1, ..., f_n), A_i) ⇝ B_i; a single function is the entry itself. */
export interface Recursion extends Node {
  readonly tag: 'rec';
  readonly functions: readonly { readonly name: string; readonly body: Combinator }[];
}

export interface IntrinsicOf extends Node {
  readonly tag: 'intrinsic';
  readonly intrinsic: SequenceIntrinsic;
}

export type SequenceIntrinsic = Extract<IntrinsicName, 'length' | 'index' | 'append' | 'build' | 'toArray' | 'update'>;

export interface Failing extends Node {
  readonly tag: 'fail';
  readonly code: Fail['code'];
  readonly message: string;
}

/** A main expression S ⇝ T, and the closed definitions that it uses, in order. */
export interface Combinators {
  readonly definitions: readonly CombinatorDefinition[];
  readonly main: Combinator;
}

export interface CombinatorDefinition {
  /** The names that it binds, each with its path in the value: `let (f, g) = ...`. */
  readonly names: readonly { readonly name: string; readonly path: readonly number[] }[];
  readonly term: Combinator;
}

export const EMPTY: ContextSpace = { tag: 'context', width: 0, rest: undefined, entry: undefined };

export function extendedContext(context: ContextSpace, entry: ContextEntry): ContextSpace {
  return { tag: 'context', width: context.width + 1, rest: context, entry };
}

/** Returns the number of entries of a context, or of components of a product. */
export function widthOfSpace(space: Space): number {
  if (space.tag === 'context') return space.width;
  return space.tag === 'product' ? space.items.length : internalError(`a context that is a ${space.tag}`);
}

/** Returns the context's entries in order. */
export function entriesOf(context: ContextSpace): readonly ContextEntry[] {
  const entries: ContextEntry[] = [];
  for (let at: ContextSpace | undefined = context; at?.entry !== undefined; at = at.rest) entries.push(at.entry);
  return entries.reverse();
}
