import type { CoreInput } from '../core/tree';
import type { OperationName } from '../operations/names';
import type { Span } from '../source/span';
import type { Type, TypeVariable } from '../types/type';

/**
 * What inference produces: the core's terms before monomorphisation. They differ from the core in that types may hold
 * variables, a definition may be polymorphic, operators may be overloaded, and names are binders rather than strings.
 * Drafts never leave this folder; `monomorphise.ts` turns them into the core.
 */
export type Draft =
  | DraftVariable
  | DraftLiteral
  | DraftTuple
  | DraftProjection
  | DraftLambda
  | DraftApply
  | DraftLet
  | DraftIf
  | DraftOperation
  | DraftStructural
  | DraftDerivative
  | DraftWatch;

interface Node {
  readonly type: Type;
  readonly origin: Span;
}

/** A bound name. `name` is unique in the program and is what the core calls it (or its first instance). */
export interface Binder {
  readonly name: string;
  readonly group: Group;
}

/**
 * Names that are generalised together: the functions of a `let rec ... and ...`, or one definition. `quantified` is
 * empty for what is monomorphic, and set once, when the definition is generalised.
 */
export interface Group {
  quantified: readonly TypeVariable[];
}

export interface DraftVariable extends Node {
  readonly tag: 'variable';
  readonly binder: Binder;
  /** What the group's quantified variables stand for here; undefined within the group's own definition. */
  readonly instance: readonly Type[] | undefined;
}

/** A number may still become a real or an int. */
export interface DraftLiteral extends Node {
  readonly tag: 'literal';
  readonly value: number | boolean | string | undefined;
}

export interface DraftTuple extends Node {
  readonly tag: 'tuple';
  readonly items: readonly Draft[];
}

export interface DraftProjection extends Node {
  readonly tag: 'projection';
  readonly tuple: Draft;
  /** From 0. */
  readonly index: number;
}

export interface DraftLambda extends Node {
  readonly tag: 'lambda';
  readonly parameter: DraftPattern;
  readonly body: Draft;
}

export interface DraftApply extends Node {
  readonly tag: 'apply';
  readonly function: Draft;
  readonly argument: Draft;
}

export interface DraftLet extends Node {
  readonly tag: 'let';
  readonly definition: Definition;
  readonly body: Draft;
}

export interface DraftIf extends Node {
  readonly tag: 'if';
  readonly condition: Draft;
  readonly consequent: Draft;
  readonly alternative: Draft;
}

/** Operators that mean different operations at different types. */
export type Overloaded = '+' | '-' | '*' | '^' | 'negate' | '<' | '<=' | '>' | '>=' | '=' | '/=';

export interface DraftOperation extends Node {
  readonly tag: 'operation';
  readonly operation:
    | { readonly tag: 'fixed'; readonly name: OperationName }
    /** Chosen by the type `at`: of the operands, for `^` of the exponent. */
    | { readonly tag: 'overloaded'; readonly operator: Overloaded; readonly at: Type };
  readonly arguments: readonly Draft[];
}

/** `zeroLike v`, `add u v`, `scale r v`, `dot u v`, by induction on the type `at` of `v`. */
export type StructuralName = 'zeroLike' | 'add' | 'scale' | 'dot';

export interface DraftStructural extends Node {
  readonly tag: 'structural';
  readonly operation: StructuralName;
  readonly at: Type;
  readonly arguments: readonly Draft[];
}

export interface DraftDerivative extends Node {
  readonly tag: 'derivative';
  readonly operator: 'rd' | 'fd';
  readonly sugar: 'grad' | 'deriv' | undefined;
  readonly function: Draft;
  readonly point: Draft;
  readonly direction: Draft;
}

export interface DraftWatch extends Node {
  readonly tag: 'watch';
  readonly name: Draft;
  readonly value: Draft;
}

export type DraftPattern =
  | { readonly tag: 'variable'; readonly binder: Binder; readonly type: Type; readonly origin: Span }
  | { readonly tag: 'wildcard'; readonly type: Type; readonly origin: Span }
  | { readonly tag: 'tuple'; readonly items: readonly DraftPattern[]; readonly type: Type; readonly origin: Span };

/** A `let`, at the top or inside. Only a pattern that is one variable may have a group with quantified variables. */
export type Definition =
  | {
      readonly tag: 'value';
      readonly pattern: DraftPattern;
      readonly group: Group;
      readonly value: Draft;
      readonly origin: Span;
    }
  | {
      readonly tag: 'functions';
      readonly functions: readonly DraftFunction[];
      readonly group: Group;
      readonly origin: Span;
    };

export interface DraftFunction {
  readonly binder: Binder;
  readonly function: DraftLambda;
  readonly origin: Span;
}

export type DraftItem =
  | { readonly tag: 'definition'; readonly definition: Definition }
  | {
      readonly tag: 'input';
      /** The name as written. */
      readonly label: string;
      readonly nameSpan: Span;
      readonly binder: Binder;
      readonly type: Type;
      readonly value: Draft;
      readonly range: CoreInput['range'];
      readonly origin: Span;
    }
  | { readonly tag: 'output'; readonly term: Draft; readonly origin: Span };

/**
 * Whether evaluating the term does nothing but make a value: then it may be polymorphic, may be evaluated again or never,
 * and its evaluation may be moved.
 */
export function isValue(draft: Draft): boolean {
  switch (draft.tag) {
    case 'variable':
    case 'literal':
    case 'lambda':
      return true;
    case 'tuple':
      return draft.items.every(isValue);
    case 'operation':
      return draft.operation.tag === 'overloaded' && isArithmetic(draft.operation.operator)
        ? draft.arguments.every(isNumeral)
        : false;
    default:
      return false;
  }
}

/** Arithmetic on literals, and on names of such, generalises like a literal. */
function isNumeral(draft: Draft): boolean {
  return draft.tag !== 'lambda' && draft.tag !== 'tuple' && isValue(draft);
}

function isArithmetic(operator: Overloaded): boolean {
  return operator === '+' || operator === '-' || operator === '*' || operator === 'negate';
}
