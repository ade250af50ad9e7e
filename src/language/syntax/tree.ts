import type { Span } from '../source/span';

/**
 * The surface tree: the whole grammar of the language, as the reader wrote it.
 *
 *   program  ::= item*
 *   item     ::= 'type' Name tyvar* '=' (type | variants)
 *              | 'let' ['rec'] binding ('and' binding)*
 *              | 'input' name ':' type '=' expr ['in' number '..' number ['step' number]]
 *              | 'data' name ':' type ['=' expr]
 *              | 'import' string
 *              | expr
 *   binding  ::= name param* [':' type] '=' expr | pattern '=' expr
 */
export interface SurfaceProgram {
  readonly items: readonly Item[];
  /** Comments in order of appearance, kept for the formatter. */
  readonly comments: readonly Comment[];
}

export interface Comment {
  /** The comment with its delimiters. */
  readonly text: string;
  readonly span: Span;
}

/**
 * A name as written; qualified names keep their dot (`Delta.Add`), and Unicode keyword spellings are already resolved.
 */
export interface Identifier {
  readonly text: string;
  readonly span: Span;
}

export type Item =
  | {
      readonly tag: 'type';
      readonly name: Identifier;
      readonly parameters: readonly Identifier[];
      readonly definition: TypeDefinition;
      readonly span: Span;
    }
  | {
      readonly tag: 'let';
      readonly recursive: boolean;
      readonly bindings: readonly Binding[];
      readonly span: Span;
    }
  | {
      readonly tag: 'input';
      readonly name: Identifier;
      readonly type: TypeExpression;
      readonly value: Expression;
      readonly range: InputRange | undefined;
      readonly span: Span;
    }
  /** A value that is never differentiated; without one in the program, it is set from outside. */
  | {
      readonly tag: 'data';
      readonly name: Identifier;
      readonly type: TypeExpression;
      readonly value: Expression | undefined;
      /** A value of the machine in place of `value`, for tables that are too large to write as an expression. */
      readonly given?: { readonly value: unknown };
      readonly span: Span;
    }
  /** The definitions of another file or notebook. `source` is the text of the string, with its place. */
  | { readonly tag: 'import'; readonly source: Identifier; readonly span: Span }
  | { readonly tag: 'expression'; readonly expression: Expression; readonly span: Span }
  /** An item that did not parse, with the names and types that could still be read from it. */
  | {
      readonly tag: 'broken';
      readonly names: readonly Identifier[];
      readonly types: readonly Identifier[];
      readonly span: Span;
    };

export interface InputRange {
  readonly low: number;
  readonly high: number;
  readonly step: number | undefined;
  readonly span: Span;
}

export type TypeDefinition =
  | { readonly tag: 'alias'; readonly type: TypeExpression }
  | { readonly tag: 'variants'; readonly constructors: readonly ConstructorDeclaration[] };

export interface ConstructorDeclaration {
  readonly name: Identifier;
  readonly payload: TypeExpression | undefined;
  readonly span: Span;
}

/** `f p1 ... pn : T = body` (with at least one parameter, or a plain name without any), or `pattern = body`. */
export type Binding =
  | {
      readonly tag: 'function';
      readonly name: Identifier;
      /** Empty for `name = body`. */
      readonly parameters: readonly SurfacePattern[];
      readonly annotation: TypeExpression | undefined;
      readonly body: Expression;
      readonly span: Span;
    }
  | {
      readonly tag: 'pattern';
      readonly pattern: SurfacePattern;
      readonly body: Expression;
      readonly span: Span;
    };

/** A pattern of a parameter or an arm; the parser allows refutable ones only in `match`. */
export type SurfacePattern =
  | { readonly tag: 'variable'; readonly name: string; readonly span: Span }
  | { readonly tag: 'wildcard'; readonly span: Span }
  | { readonly tag: 'unit'; readonly span: Span }
  | { readonly tag: 'tuple'; readonly items: readonly SurfacePattern[]; readonly span: Span }
  | { readonly tag: 'record'; readonly fields: readonly FieldPattern[]; readonly span: Span }
  | {
      readonly tag: 'annotated';
      readonly pattern: SurfacePattern;
      readonly type: TypeExpression;
      readonly span: Span;
    }
  | { readonly tag: 'literal'; readonly literal: SurfaceLiteral; readonly span: Span }
  | {
      readonly tag: 'constructor';
      /** The constructor's name, which can be `inl` or `inr`. */
      readonly name: Identifier;
      readonly payload: SurfacePattern | undefined;
      readonly span: Span;
    }
  | { readonly tag: 'list'; readonly items: readonly SurfacePattern[]; readonly span: Span }
  | { readonly tag: 'cons'; readonly head: SurfacePattern; readonly tail: SurfacePattern; readonly span: Span };

/** A field of a record pattern. `field` alone is short for `field = field`. */
export interface FieldPattern {
  readonly name: Identifier;
  readonly pattern: SurfacePattern;
}

export type SurfaceLiteral =
  /** A number. `text` is as written, so that `2.50` prints unchanged; `real` is set if it has a dot or an exponent. */
  | { readonly tag: 'number'; readonly value: number; readonly text: string; readonly real: boolean }
  | { readonly tag: 'boolean'; readonly value: boolean }
  | { readonly tag: 'string'; readonly value: string };

/** Infix operators by their ASCII spelling. */
export type BinaryOperator =
  '|>' | '||' | '&&' | '<' | '<=' | '>' | '>=' | '=' | '/=' | '<.' | '>.' | '::' | '++' | '+' | '-' | '*' | '/' | '^';

export type Expression =
  | { readonly tag: 'variable'; readonly name: string; readonly span: Span }
  /** A constructor (`Just`, `Delta.Add`, `inl`) on its own; applied ones are `apply`. */
  | { readonly tag: 'constructor'; readonly name: string; readonly span: Span }
  | { readonly tag: 'literal'; readonly literal: SurfaceLiteral; readonly span: Span }
  | { readonly tag: 'unit'; readonly span: Span }
  | { readonly tag: 'tuple'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly tag: 'sequence'; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly tag: 'record'; readonly fields: readonly FieldExpression[]; readonly span: Span }
  | {
      readonly tag: 'update';
      readonly record: Expression;
      readonly fields: readonly FieldExpression[];
      readonly span: Span;
    }
  | {
      readonly tag: 'annotated';
      readonly expression: Expression;
      readonly type: TypeExpression;
      readonly span: Span;
    }
  | {
      readonly tag: 'let';
      readonly recursive: boolean;
      readonly bindings: readonly Binding[];
      readonly body: Expression;
      readonly span: Span;
    }
  | {
      readonly tag: 'function';
      readonly parameters: readonly SurfacePattern[];
      readonly body: Expression;
      readonly span: Span;
    }
  | {
      readonly tag: 'if';
      readonly condition: Expression;
      readonly consequent: Expression;
      readonly alternative: Expression;
      readonly span: Span;
    }
  /** `match`, or `case ... of inl ... | inr ...`, which is also a match. */
  | {
      readonly tag: 'match';
      readonly scrutinee: Expression;
      readonly arms: readonly Arm[];
      readonly span: Span;
    }
  | {
      readonly tag: 'fold';
      readonly item: SurfacePattern;
      readonly accumulator: SurfacePattern;
      readonly body: Expression;
      readonly over: Expression;
      readonly from: Expression;
      readonly span: Span;
    }
  | {
      readonly tag: 'do';
      /** The statements; the last one has no pattern. */
      readonly statements: readonly Statement[];
      readonly span: Span;
    }
  | {
      readonly tag: 'binary';
      readonly operator: BinaryOperator;
      readonly operatorSpan: Span;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | { readonly tag: 'negate'; readonly operand: Expression; readonly span: Span }
  | {
      readonly tag: 'apply';
      readonly function: Expression;
      readonly argument: Expression;
      readonly span: Span;
    }
  | {
      readonly tag: 'field';
      readonly record: Expression;
      readonly field: Identifier;
      readonly span: Span;
    }
  /** `e.1` is the first component: `index` counts from 1, as written. */
  | {
      readonly tag: 'projection';
      readonly tuple: Expression;
      readonly index: number;
      readonly span: Span;
    }
  | {
      readonly tag: 'index';
      readonly sequence: Expression;
      readonly index: Expression;
      readonly span: Span;
    };

export interface FieldExpression {
  readonly name: Identifier;
  readonly value: Expression;
}

export interface Arm {
  readonly pattern: SurfacePattern;
  readonly body: Expression;
  readonly span: Span;
}

export interface Statement {
  readonly pattern: SurfacePattern | undefined;
  readonly expression: Expression;
  readonly span: Span;
}

export type TypeExpression =
  | {
      readonly tag: 'base';
      readonly name: 'real' | 'int' | 'bool' | 'string' | 'unit';
      readonly span: Span;
    }
  | { readonly tag: 'variable'; readonly name: string; readonly span: Span }
  | {
      readonly tag: 'name';
      readonly name: Identifier;
      readonly arguments: readonly TypeExpression[];
      readonly span: Span;
    }
  | {
      readonly tag: 'sequence';
      readonly container: 'list' | 'array';
      readonly item: TypeExpression;
      readonly span: Span;
    }
  | {
      readonly tag: 'record';
      readonly fields: readonly { readonly name: Identifier; readonly type: TypeExpression }[];
      readonly span: Span;
    }
  | { readonly tag: 'product'; readonly items: readonly TypeExpression[]; readonly span: Span }
  | {
      readonly tag: 'sum';
      readonly left: TypeExpression;
      readonly right: TypeExpression;
      readonly span: Span;
    }
  | {
      readonly tag: 'function';
      readonly parameter: TypeExpression;
      readonly result: TypeExpression;
      readonly span: Span;
    };
