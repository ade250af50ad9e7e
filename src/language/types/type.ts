import type { Span } from '../source/span';

/**
 * Types, of the checker and of the core.
 *
 *   A, B ::= real | int | bool | string | unit | A * ... * A | A + B | {l : A, ...} | Name A ... | list A | array A | A -> B
 *          | Delta.M A | Delta.Map                      (what reverse translations are written in, Krawiec et al. Figure 10)
 *          | a                                          (while checking: a type variable)
 *
 * The core after monomorphisation has no `variable`.
 */
export type Type =
  | { readonly tag: 'real' }
  | { readonly tag: 'int' }
  | { readonly tag: 'bool' }
  | { readonly tag: 'string' }
  | { readonly tag: 'unit' }
  /** At least two items. */
  | { readonly tag: 'product'; readonly items: readonly Type[] }
  | { readonly tag: 'sum'; readonly left: Type; readonly right: Type }
  /** Fields sorted by name, so that equal record types are equal field by field. */
  | { readonly tag: 'record'; readonly fields: readonly RecordField[] }
  /** A declared variant type; `Delta.Delta` is one. `carriesFunctions` whatever its arguments are. */
  | {
      readonly tag: 'named';
      readonly name: string;
      readonly arguments: readonly Type[];
      readonly carriesFunctions?: true;
    }
  | { readonly tag: 'sequence'; readonly container: Container; readonly item: Type }
  | { readonly tag: 'function'; readonly parameter: Type; readonly result: Type }
  | { readonly tag: 'monad'; readonly result: Type }
  | { readonly tag: 'deltaMap' }
  | { readonly tag: 'variable'; readonly variable: TypeVariable };

export interface RecordField {
  readonly name: string;
  readonly type: Type;
}

export type Container = 'list' | 'array' | { readonly tag: 'variable'; readonly variable: ContainerVariable };

/**
 * Which types a variable can stand for: any ⊃ watched (a picture, or first order) ⊃ diff (first order) ⊃ eq (real, int, bool, string) ⊃ num (real, int), and diff
 * ⊃ additive (num, and arrays, lists, tuples and records of vectors) ⊃ num; additive ⊃ vector (real, and arrays, lists,
 * tuples and records of vectors); diff ⊃ joined (string, and arrays and lists of diff), what `++` joins.
 */
export type Kind = 'any' | 'watched' | 'diff' | 'joined' | 'eq' | 'num' | 'additive' | 'vector';

/** A variable that the checker owns and solves; `solution` is set at most once. */
export interface TypeVariable {
  kind: Kind;
  level: number;
  /**
   * The fields, by name, and components, by number from 1, that programs select from values of this type (record kinds:
   * Ohori, A polymorphic record calculus and its compilation, 1995). Their variables have at most this level.
   */
  parts: Map<Part, RequiredPart> | undefined;
  /** Whether it is the type of an exponent, which is an int if nothing else determines it. */
  isExponent: boolean;
  solution: Type | undefined;
}

/** The name of a field, or the number of a component, from 1. */
export type Part = string | number;

/** A part that the values of an open type must have. */
export interface RequiredPart {
  readonly type: Type;
  /** The selection `p.x`, and `p` within it. */
  readonly span: Span;
  readonly place: Span;
  /** The name of `p`, if `p` is a name. */
  readonly name: string | undefined;
  /** Whether the selection is in a definition, and the type belongs to a use of it. */
  readonly isInstance: boolean;
}

export interface ContainerVariable {
  level: number;
  /** The container that this one is if nothing else determines it; without one, an array. */
  follows: Container | undefined;
  solution: Container | undefined;
  /** The container of a definition, not a function, that this is a use of. */
  useOf: ContainerVariable | undefined;
}

export const REAL: Type = { tag: 'real' };
export const INT: Type = { tag: 'int' };
export const BOOL: Type = { tag: 'bool' };
export const STRING: Type = { tag: 'string' };
export const UNIT: Type = { tag: 'unit' };
export const DELTA: Type = { tag: 'named', name: 'Delta.Delta', arguments: [] };
/** What pictures are made of, and pictures: data with functions inside. */
export const MARK: Type = { tag: 'named', name: 'Draw.Mark', arguments: [], carriesFunctions: true };
export const PICTURE: Type = { tag: 'named', name: 'Draw.Picture', arguments: [], carriesFunctions: true };
/** Stands for `PICTURE` where a value is written and its pictures are drawn. */
export const DRAWN: Type = { tag: 'named', name: 'picture', arguments: [], carriesFunctions: true };
export const DELTA_MAP: Type = { tag: 'deltaMap' };
/** D{real} in the reverse translations. */
export const DUAL: Type = { tag: 'product', items: [REAL, DELTA] };

export function product(items: readonly Type[]): Type {
  return { tag: 'product', items };
}

export function sequenceType(container: Container, item: Type): Type {
  return { tag: 'sequence', container, item };
}

export function functionType(parameter: Type, result: Type): Type {
  return { tag: 'function', parameter, result };
}

export function monad(result: Type): Type {
  return { tag: 'monad', result };
}
