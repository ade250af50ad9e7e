import type { IntrinsicName } from '../core/intrinsics';
import type { CoreInput, FailCode } from '../core/tree';
import type { OperationName } from '../operations/names';
import type { Span } from '../source/span';
import type { ContainerVariable, Type, TypeVariable } from '../types/type';

/**
 * The output of inference: the core's terms before monomorphisation. Unlike in the core, types may hold variables,
 * definitions may be polymorphic, operators may be overloaded, and names are binders instead of strings. Drafts never
 * leave this folder; `monomorphise.ts` turns them into the core.
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
  | DraftMap
  | DraftConvert
  | DraftListOrArray
  | DraftDerivative
  | DraftWatch
  | DraftFail
  | DraftRecord
  | DraftField
  | DraftUpdate
  | DraftConstruct
  | DraftMatch
  | DraftSequence
  | DraftFold
  | DraftIntrinsic
  | DraftPure
  | DraftBind;

interface Node {
  readonly type: Type;
  readonly origin: Span;
}

/** A bound name. Each is another name in the core, which the translation chooses. */
export interface DraftBinder {
  /** The name as written in the program. */
  readonly text: string;
  readonly group: Group;
  readonly place: 'prelude' | 'top' | 'local';
  /** Whether the definition failed. Each use of the name then gets a fresh type, so it causes no further error. */
  isFailed: boolean;
}

/**
 * Names that are generalised together: the functions of a `let rec ... and ...`, or one definition. The list of
 * quantified variables is empty if the group is monomorphic, and is set once, when the definition is generalised.
 */
export interface Group {
  quantified: readonly TypeVariable[];
  containers: readonly ContainerVariable[];
}

export function isPolymorphic({ quantified, containers }: Group): boolean {
  return quantified.length > 0 || containers.length > 0;
}

export interface DraftVariable extends Node {
  readonly tag: 'variable';
  readonly binder: DraftBinder;
  /**
   * The types that replace the group's quantified variables here, followed by its containers; `list` is passed as `list
   * unit`. Undefined within the group's own definition.
   */
  readonly instance: readonly Type[] | undefined;
}

/** A literal. A number may still become a real or an int. */
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
  /** The component's index, from 0. */
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
  readonly definition: DraftDefinition;
  readonly body: Draft;
}

export interface DraftIf extends Node {
  readonly tag: 'if';
  readonly condition: Draft;
  readonly consequent: Draft;
  readonly alternative: Draft;
}

/** Operators that stand for different operations at different types. */
export type Overloaded =
  '+' | '-' | '*' | '/' | '^' | 'negate' | '<' | '<=' | '>' | '>=' | '=' | '/=' | OverloadedFunction;

export type OverloadedFunction = 'max' | 'min' | 'show';

export interface DraftOperation extends Node {
  readonly tag: 'operation';
  readonly operation:
    | { readonly tag: 'fixed'; readonly name: OperationName }
    /**
     * The operation depends on the type `at`: that of the operands, for `^` that of the exponent, for `*` that of the right
     * operand, and for `/` that of the left one.
     */
    | { readonly tag: 'overloaded'; readonly operator: Overloaded; readonly at: Type };
  readonly arguments: readonly Draft[];
}

/** Operations that are defined by induction on the type `at` of their values. */
export type StructuralName =
  'zeroLike' | 'add' | 'subtract' | 'negate' | 'scale' | 'divide' | 'dot' | 'mapReals' | 'zipReals' | 'reals';

export interface DraftStructural extends Node {
  readonly tag: 'structural';
  readonly operation: StructuralName;
  readonly at: Type;
  readonly arguments: readonly Draft[];
}

/** A list or an array of the items of another. */
export interface DraftConvert extends Node {
  readonly tag: 'convert';
  readonly sequence: Draft;
}

/** One of two functions of a sequence: the first for a list, the second for an array. */
export interface DraftListOrArray extends Node {
  readonly tag: 'listOrArray';
  readonly list: Draft;
  readonly array: Draft;
  readonly sequence: Draft;
}

/** `map f xs`. */
export interface DraftMap extends Node {
  readonly tag: 'map';
  readonly function: Draft;
  readonly sequence: Draft;
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

/** `fail "code" "message"`. */
export interface DraftFail extends Node {
  readonly tag: 'fail';
  readonly code: FailCode;
  readonly message: string;
}

export interface DraftRecord extends Node {
  readonly tag: 'record';
  readonly fields: readonly DraftFieldValue[];
}

export interface DraftFieldValue {
  readonly name: string;
  readonly value: Draft;
}

export interface DraftField extends Node {
  readonly tag: 'field';
  readonly record: Draft;
  readonly name: string;
}

/** `{ record with name = value, ... }` */
export interface DraftUpdate extends Node {
  readonly tag: 'update';
  readonly record: Draft;
  readonly fields: readonly DraftFieldValue[];
}

export interface DraftConstruct extends Node {
  readonly tag: 'construct';
  readonly constructorName: string;
  readonly payload: Draft | undefined;
}

export interface DraftMatch extends Node {
  readonly tag: 'match';
  readonly scrutinee: Draft;
  readonly arms: readonly DraftArm[];
  /** A pattern that no arm matches, as the reader would write it. */
  readonly missing: string | undefined;
}

export interface DraftArm {
  readonly pattern: DraftPattern;
  readonly body: Draft;
}

export interface DraftSequence extends Node {
  readonly tag: 'sequence';
  readonly items: readonly Draft[];
}

export interface DraftFold extends Node {
  readonly tag: 'fold';
  readonly item: DraftPattern;
  readonly accumulator: DraftPattern;
  readonly body: Draft;
  readonly over: Draft;
  readonly from: Draft;
}

export interface DraftIntrinsic extends Node {
  readonly tag: 'intrinsic';
  readonly intrinsic: IntrinsicName;
  readonly arguments: readonly Draft[];
}

export interface DraftPure extends Node {
  readonly tag: 'pure';
  readonly value: Draft;
}

export interface DraftBind extends Node {
  readonly tag: 'bind';
  readonly pattern: DraftPattern;
  readonly action: Draft;
  readonly body: Draft;
}

/** A pattern. Only the patterns of `match` may be refutable, that is, contain constructors and literals. */
export type DraftPattern =
  | { readonly tag: 'variable'; readonly binder: DraftBinder; readonly type: Type; readonly origin: Span }
  | { readonly tag: 'wildcard'; readonly type: Type; readonly origin: Span }
  | { readonly tag: 'tuple'; readonly items: readonly DraftPattern[]; readonly type: Type; readonly origin: Span }
  | {
      readonly tag: 'record';
      readonly fields: readonly { readonly name: string; readonly pattern: DraftPattern }[];
      readonly type: Type;
      readonly origin: Span;
    }
  | {
      readonly tag: 'literal';
      readonly value: number | boolean | string;
      readonly type: Type;
      readonly origin: Span;
    }
  | {
      readonly tag: 'constructor';
      readonly name: string;
      readonly family: Family;
      readonly payload: DraftPattern | undefined;
      readonly type: Type;
      readonly origin: Span;
    };

/** All constructors of one type. */
export type Family = readonly { readonly name: string; readonly hasPayload: boolean }[];

/** A `let`, at the top level or inside an expression. Only a pattern that is a single variable can be polymorphic. */
export type DraftDefinition =
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
  readonly binder: DraftBinder;
  readonly nameSpan: Span;
  readonly function: DraftLambda;
  readonly origin: Span;
}

export type DraftItem =
  | { readonly tag: 'definition'; readonly definition: DraftDefinition }
  | {
      readonly tag: 'input';
      /** The name as written in the program. */
      readonly label: string;
      readonly nameSpan: Span;
      readonly binder: DraftBinder;
      readonly type: Type;
      readonly value: Draft;
      readonly range: CoreInput['range'];
      readonly origin: Span;
    }
  | {
      readonly tag: 'data';
      /** The name as written in the program. */
      readonly label: string;
      readonly nameSpan: Span;
      readonly binder: DraftBinder;
      readonly type: Type;
      readonly value: Draft | undefined;
      /** A value of the machine in place of `value`. */
      readonly given: { readonly value: unknown } | undefined;
      readonly origin: Span;
    }
  | { readonly tag: 'output'; readonly term: Draft; readonly origin: Span };

/**
 * Whether evaluating the term only makes a value. Such a term can be polymorphic, and its evaluation can be repeated,
 * dropped or moved.
 */
export function isValue(outermost: Draft): boolean {
  const pending = [outermost];
  for (let draft = pending.pop(); draft !== undefined; draft = pending.pop()) {
    switch (draft.tag) {
      case 'variable':
      case 'literal':
      case 'lambda':
        break;
      case 'tuple':
      case 'sequence':
        for (const item of draft.items) pending.push(item);
        break;
      case 'record':
        pending.push(...draft.fields.map(({ value }) => value));
        break;
      case 'construct':
        if (draft.payload !== undefined) pending.push(draft.payload);
        break;
      case 'operation':
        // Arithmetic on literals and their names is generalised like a literal.
        if (draft.operation.tag !== 'overloaded' || !isArithmetic(draft.operation.operator)) return false;
        if (!draft.arguments.every(({ tag }) => NUMERAL.has(tag))) return false;
        pending.push(...draft.arguments);
        break;
      default:
        return false;
    }
  }
  return true;
}

const NUMERAL: ReadonlySet<Draft['tag']> = new Set(['variable', 'literal', 'operation']);

function isArithmetic(operator: Overloaded): boolean {
  return operator === '+' || operator === '-' || operator === '*' || operator === 'negate';
}
