import type { Diagnostic } from '../source/diagnostic';
import type { Span } from '../source/span';
import type { Expression, Identifier, TypeExpression } from '../syntax/tree';
import type { Container, ContainerVariable, Kind, Type, TypeVariable } from '../types/type';
import type { VariantType } from './types/variant-type';
import type { DraftBinder, Draft, DraftPattern, Group } from './draft';
import { AS_SPELLED } from './names';
import type { Naming } from './names';
import type { PendingMention } from './mention';
import type { Reason } from './messages/reason';
import { Scope, type Meaning } from './scope';

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
}

/** A projection `p.1` or `p.field` whose `p` has a type that is not known yet. */
export interface PendingProjection {
  readonly whole: Type;
  /** The name of `p`, if `p` is a name. */
  readonly name: string | undefined;
  /** The number of a component, from 1, or the name of a field. */
  readonly part: number | string;
  readonly result: Type;
  /** The span of `p`. */
  readonly place: Span;
  readonly span: Span;
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

/** The names that a program can use without defining them. */
export interface GivenNames {
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** The exponents in the types of these names. */
  readonly exponents: ReadonlySet<TypeVariable>;
}

/** The state of type inference for one program. */
export interface Context {
  readonly diagnostics: Diagnostic[];
  /** The number of errors among the diagnostics. */
  errors: number;
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
  /** The names whose definition failed. Each use gets a fresh type, so it causes no further error. */
  readonly failed: Set<DraftBinder>;
  /** The names that are used somewhere. */
  readonly used: Set<DraftBinder>;
  /** The names of the inputs so far, hidden ones included, because inputs are set by name. */
  readonly inputs: Map<string, Span>;
  readonly aliases: Map<string, TypeAlias>;
  readonly variants: Map<string, VariantType>;
  /** The declared constructors' types, by constructor name. */
  readonly constructors: Map<string, VariantType>;
  readonly names: Naming;
  /**
   * How many right-hand sides of definitions enclose this point. Variables of a deeper level are generalised on leaving
   * it.
   */
  level: number;
  /** Whether a type abbreviation is being read. */
  declaring: boolean;
  depth: number;
  nextVariable: number;
  /** Variables made in this item, which get a default at its end. */
  variables: TypeVariable[];
  /** Containers made in this item, which get a default at its end. */
  containers: ContainerVariable[];
  /**
   * The variables of exponents, which default to int instead of real. Quantified ones stay here for their instances.
   */
  readonly exponents: Set<TypeVariable>;
  /** The projections of this item that are still open. */
  projections: PendingProjection[];
  /** The type variables written in this item's annotations. */
  annotationVariables: Map<string, Type>;
  /**
   * Infers the term of an expression that should have type `expected`. The parts of inference call each other through
   * this rule alone.
   */
  readonly check: (context: Context, expression: Expression, expected: Type, reason: Reason) => Draft;
}

export function newContext(names: Naming, check: Context['check'], given?: GivenNames, probe?: Probe): Context {
  return {
    diagnostics: [],
    isRefutable: false,
    errors: 0,
    doubts: 0,
    failed: new Set(),
    mentions: [],
    incomplete: [],
    probe,
    used: new Set(),
    scope: new Scope(given?.meanings),
    aliases: new Map(),
    variants: new Map(),
    constructors: new Map(),
    inputs: new Map(),
    names,
    level: 0,
    declaring: false,
    depth: 0,
    nextVariable: 0,
    variables: [],
    containers: [],
    exponents: new Set(given?.exponents),
    projections: [],
    annotationVariables: new Map(),
    check,
  };
}

export function freshVariable(context: Context, kind: Kind = 'any'): Type {
  const variable: TypeVariable = { id: context.nextVariable, kind, level: context.level, solution: undefined };
  context.nextVariable += 1;
  context.variables.push(variable);
  return { tag: 'variable', variable };
}

/** Returns a container that is `list` or `array`, depending on its uses. */
export function freshContainer(context: Context): Container {
  const variable: ContainerVariable = { id: context.nextVariable, level: context.level, solution: undefined };
  context.nextVariable += 1;
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
  const name = topLevel ? context.names.topLevel(text) : context.names.fresh(text);
  return context.names === AS_SPELLED ? { name, text, group, isPrelude: true } : { name, text, group };
}

/** Adds a name to the scope. */
export function enter(context: Context, bound: DraftBinder, type: Type, span: Span, isLocal: boolean): void {
  const { text } = bound;
  context.scope.enter(text, { tag: 'bound', binder: bound, type, span, isLocal });
  context.mentions.push({ span, name: text, kind: 'value', definition: span, type, documentation: undefined });
}

/** Records a use of a name whose definition did not parse or check. */
export function mentionUnknown(context: Context, { text: name, span }: Identifier, definition: Span): void {
  context.doubts += 1;
  const type = freshVariable(context);
  context.mentions.push({ span, name, kind: 'value', definition, type, documentation: undefined });
}

export function report(context: Context, diagnostic: Diagnostic): void {
  context.diagnostics.push(diagnostic);
  if (diagnostic.severity === 'warning') return;
  context.errors += 1;
  context.doubts += 1;
}

/** Returns a stand-in for a term with an error. It accepts any type, and no core is made of it. */
export function failedDraft(type: Type, origin: Span): Draft {
  return { tag: 'literal', value: undefined, type, origin };
}
