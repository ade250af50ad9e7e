import type { Diagnostic } from '../source/diagnostic';
import type { Span } from '../source/span';
import type { Expression, Identifier, TypeExpression } from '../syntax/tree';
import type { Container, ContainerVariable, Kind, Type, TypeVariable } from '../types/type';
import type { VariantType } from './types/variant-type';
import type { DraftBinder, Draft, DraftPattern, Group } from './draft';
import type { PendingMention } from './mention';
import type { Reason } from './messages/reason';
import { Scope, type Meaning } from './scope';
import { Table } from './table';

/** Type variables at this level are quantified in the type of some definition. */
export const GENERIC_LEVEL = Number.POSITIVE_INFINITY;

/** Expressions and types nested deeper than this are refused (`too-deep`), so that no pass overflows its stack. */
export const DEPTH_LIMIT = 1000;

export interface TypeAlias {
  /** The span of the name. */
  readonly span: Span;
  readonly parameters: readonly string[];
  /** Undefined if the declaration was rejected: then uses of the type report nothing more. */
  readonly type: TypeExpression | undefined;
  /** What it stands for, if it has no parameters. */
  readonly known?: Type | undefined;
}

/**
 * A product `c * v`, or a quotient `v / c`, of which it is not known whether `v` is a number or made of reals. If nothing
 * determines it, it is a number.
 */
export interface PendingProduct {
  /** The type of `c`. */
  readonly scalar: Type;
  /** The type of `v`. */
  readonly at: Type;
  readonly operator: '*' | '/';
  /** The left operand's span, and the right operand. */
  readonly left: Span;
  readonly right: Expression;
}

/** A `match` without an arm for some values, while types are still open. */
export interface PendingIncomplete {
  readonly span: Span;
  readonly patterns: readonly DraftPattern[];
  readonly type: Type;
  /** Names in scope at the match, innermost first, whose types may be the type of the result. */
  readonly names: readonly { readonly name: string; readonly type: Type }[];
}

/** A place that an editor asks about, and what the checker found there. */
export interface Probe {
  readonly at: Span;
  found:
    | { readonly tag: 'scope'; readonly entries: readonly (readonly [name: string, meaning: Meaning])[] }
    | { readonly tag: 'record'; readonly type: Type }
    | undefined;
}

/** What a cell defines, by name. */
export interface Defined {
  readonly meanings: ReadonlyMap<string, Meaning>;
  readonly aliases: ReadonlyMap<string, TypeAlias>;
  readonly variants: ReadonlyMap<string, VariantType>;
  /** The declared constructors' types, by constructor name. */
  readonly constructors: ReadonlyMap<string, VariantType>;
  /** The names of the inputs, hidden ones included, because inputs are set by name. */
  readonly inputs: ReadonlyMap<string, Span>;
}

/** What the cells before a cell define. */
export interface Earlier {
  readonly meanings: Map<string, Meaning>;
  readonly aliases: Map<string, TypeAlias>;
  readonly variants: Map<string, VariantType>;
  readonly constructors: Map<string, VariantType>;
  readonly inputs: Map<string, Span>;
  /** The number of errors in them. */
  errors: number;
  /** An import that failed: any name that is not known may come from it. */
  failedImport: Span | undefined;
}

export function nothingEarlier(): Earlier {
  const [aliases, meanings] = [new Map<string, TypeAlias>(), new Map<string, Meaning>()];
  const types = { aliases, variants: new Map(), constructors: new Map() };
  return { meanings, ...types, inputs: new Map(), errors: 0, failedImport: undefined };
}

/** Past this many errors, no names are suggested: comparing names takes time, and nobody reads that many messages. */
const MOST_SUGGESTIONS = 100;

/** The state of type inference for one cell. */
export interface Context {
  readonly diagnostics: Diagnostic[];
  /** The number of errors among the diagnostics. */
  errors: number;
  /** How many more errors can suggest names, at the start of the cell; and whether that was asked. */
  readonly suggestions: number;
  isSuggesting: boolean;
  /** An earlier import that failed, and whether a name is unknown that may come from it. */
  readonly failedImport: Span | undefined;
  missesImport: boolean;
  /**
   * The number of errors, plus the number of uses of names and types whose definition failed. If it grows while
   * something is checked, the result is doubtful: consequences are not reported, and the names that it defines fail
   * too.
   */
  doubts: number;
  /** Whether some pattern that binds a name does not match every value. */
  isRefutable: boolean;
  readonly mentions: PendingMention[];
  /** The matches that do not cover all values. */
  readonly incomplete: PendingIncomplete[];
  /** The editor's question, if there is one. */
  readonly probe: Probe | undefined;
  readonly scope: Scope;
  /** The names that this cell uses somewhere. */
  readonly used: Set<DraftBinder>;
  /** The names that this cell binds, in order. */
  readonly binders: DraftBinder[];
  readonly inputs: Table<Span>;
  readonly aliases: Table<TypeAlias>;
  readonly variants: Table<VariantType>;
  readonly constructors: Table<VariantType>;
  readonly isPrelude: boolean;
  /**
   * How many right-hand sides of definitions enclose this point. Variables of a deeper level are generalised on leaving
   * it.
   */
  level: number;
  /** Whether a type abbreviation is being read. */
  declaring: boolean;
  depth: number;
  /** Variables made in this item, which get a default at its end. */
  variables: TypeVariable[];
  /** Containers made in this item, which get a default at its end. */
  containers: ContainerVariable[];
  /** The products of this item that are still open. */
  products: PendingProduct[];
  /** The type variables written in this item's annotations. */
  annotationVariables: Map<string, Type>;
  /**
   * Infers the term of an expression that should have type `expected`. The parts of inference call each other through
   * this rule alone.
   */
  readonly check: (context: Context, expression: Expression, expected: Type, reason: Reason) => Draft;
}

/** `given` are the names of the prelude; undefined while the prelude itself is checked. */
export function newContext(
  check: Context['check'],
  earlier: Earlier,
  given?: ReadonlyMap<string, Meaning>,
  probe?: Probe,
): Context {
  return {
    diagnostics: [],
    isRefutable: false,
    errors: 0,
    suggestions: suggestionsAfter(earlier),
    isSuggesting: false,
    failedImport: earlier.failedImport,
    missesImport: false,
    doubts: 0,
    mentions: [],
    incomplete: [],
    probe,
    used: new Set(),
    binders: [],
    scope: new Scope(earlier.meanings, given ?? new Map()),
    aliases: new Table(earlier.aliases),
    variants: new Table(earlier.variants),
    constructors: new Table(earlier.constructors),
    inputs: new Table(earlier.inputs),
    isPrelude: given === undefined,
    level: 0,
    declaring: false,
    depth: 0,
    variables: [],
    containers: [],
    products: [],
    annotationVariables: new Map(),
    check,
  };
}

/** Returns how many more errors can suggest names. */
export function suggestionsAfter({ errors }: Earlier): number {
  return Math.max(0, MOST_SUGGESTIONS - errors);
}

/** Whether an error that is about to be reported can suggest names. */
export function canSuggest(context: Context): boolean {
  context.isSuggesting = true;
  return context.errors < context.suggestions;
}

export function freshVariable(context: Context, kind: Kind = 'any'): Type {
  const { level } = context;
  const variable: TypeVariable = { kind, level, parts: undefined, isExponent: false, solution: undefined };
  context.variables.push(variable);
  return { tag: 'variable', variable };
}

/**
 * Returns a container that is `list` or `array`, depending on its uses; if nothing determines it, it is what `follows` is,
 * or an array.
 */
export function freshContainer(context: Context, follows?: Container, useOf?: ContainerVariable): Container {
  const variable: ContainerVariable = { level: context.level, follows, solution: undefined, useOf };
  context.containers.push(variable);
  return { tag: 'variable', variable };
}

/** Returns the group of a name that is not generalised: a parameter, an input, or a part of a pattern. */
export function monomorphicGroup(): Group {
  return { quantified: [], containers: [] };
}

/** Returns a binder for a name that the compiler introduces. */
export function freshBinder(context: Context, base: string): DraftBinder {
  return newBinder(context, base, monomorphicGroup(), false);
}

/** Returns a binder for a name of the reader's program or of the prelude. */
export function newBinder(context: Context, text: string, group: Group, topLevel: boolean): DraftBinder {
  const place = context.isPrelude ? 'prelude' : topLevel ? 'top' : 'local';
  const binder: DraftBinder = { text, group, place, isFailed: false };
  context.binders.push(binder);
  return binder;
}

/** Adds a name to the scope. */
export function enter(
  context: Context,
  bound: DraftBinder,
  type: Type,
  span: Span,
  isLocal: boolean,
  columns?: readonly string[],
): void {
  const { text } = bound;
  context.scope.enter(text, { tag: 'bound', binder: bound, type, span, isLocal, ...(columns && { columns }) });
  context.mentions.push({ span, name: text, kind: 'value', definition: span, type, documentation: undefined });
}

/** Records a use of a name whose definition did not parse or check. */
export function mentionUnknown(context: Context, { text: name, span }: Identifier, definition: Span): void {
  context.doubts += 1;
  const type = freshVariable(context);
  context.mentions.push({ span, name, kind: 'value', definition, type, documentation: undefined });
}

/** The errors that follow from an import that failed. */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown-name', 'unknown-constructor', 'unknown-type']);

export function report(context: Context, diagnostic: Diagnostic): void {
  if (context.failedImport !== undefined && UNKNOWN.has(diagnostic.code)) {
    context.missesImport = true;
    context.doubts += 1;
    return;
  }
  context.diagnostics.push(diagnostic);
  if (diagnostic.severity !== 'error') return;
  context.errors += 1;
  context.doubts += 1;
}

/** Returns a stand-in for a term with an error. It accepts any type, and no core is made of it. */
export function failedDraft(type: Type, origin: Span): Draft {
  return { tag: 'literal', value: undefined, type, origin };
}
