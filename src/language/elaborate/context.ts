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

/** Variables at this level are quantified in some definition's type. */
export const GENERIC_LEVEL = Number.POSITIVE_INFINITY;

/** Expressions and types nested deeper than this are refused (`too-deep`), so that no pass overflows its stack. */
export const DEPTH_LIMIT = 1000;

export interface TypeAlias {
  /** Of the name. */
  readonly span: Span;
  readonly parameters: readonly string[];
  /** Undefined for a declaration that is not taken, so that its uses say nothing more. */
  readonly type: TypeExpression | undefined;
}

/** `p.1` or `p.field` where the type of `p` is not known yet. */
export interface PendingProjection {
  readonly whole: Type;
  /** What `p` is called, if that is a name. */
  readonly name: string | undefined;
  /** A component, from 1, or a field. */
  readonly part: number | string;
  readonly result: Type;
  /** Of `p`. */
  readonly place: Span;
  readonly span: Span;
}

/** A `match` without an arm for some values, while types are still open. */
export interface PendingIncomplete {
  readonly span: Span;
  readonly patterns: readonly DraftPattern[];
  readonly type: Type;
  /** Names of values that are around the match, innermost first, if by their types they may be of the result's. */
  readonly names: readonly { readonly name: string; readonly type: Type }[];
}

/** A place that an editor asks about, and what the checker has found there. */
export interface Probe {
  readonly at: Span;
  found:
    | { readonly tag: 'scope'; readonly entries: readonly (readonly [name: string, meaning: Meaning])[] }
    | { readonly tag: 'record'; readonly type: Type }
    | undefined;
}

/** The names that a program may use without binding them. */
export interface GivenNames {
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** The exponents in the types of these names. */
  readonly exponents: ReadonlySet<TypeVariable>;
}

/** The state of the inference of one program. */
export interface Context {
  readonly diagnostics: Diagnostic[];
  /** The number of errors among them. */
  errors: number;
  /**
   * The number of errors, plus that of uses of names and types whose definition failed. What is checked while it grows is
   * doubtful: it is not reported that something follows from it, and the names that it defines fail too.
   */
  doubts: number;
  /** A name is bound by a pattern that some values do not match. */
  isRefutable: boolean;
  readonly mentions: PendingMention[];
  /** The matches that do not fit all values. */
  readonly incomplete: PendingIncomplete[];
  /** What an editor asks about, if anything. */
  readonly probe: Probe | undefined;
  readonly scope: Scope;
  /** The names whose definition failed: each use has a type of its own, so that it causes no further error. */
  readonly failed: Set<DraftBinder>;
  /** The names that are used somewhere. */
  readonly used: Set<DraftBinder>;
  /** The names of the inputs so far, also of those that are hidden by now: inputs are set by name. */
  readonly inputs: Map<string, Span>;
  readonly aliases: Map<string, TypeAlias>;
  readonly variants: Map<string, VariantType>;
  /** The types of the declared constructors, by their names. */
  readonly constructors: Map<string, VariantType>;
  readonly names: Naming;
  /** How many definitions' right-hand sides we are in: variables of a deeper level generalise when it is left. */
  level: number;
  /** Whether an abbreviation of a type is being read. */
  declaring: boolean;
  depth: number;
  nextVariable: number;
  /** Variables made in this item, to be given a default at its end. */
  variables: TypeVariable[];
  /** Likewise. */
  containers: ContainerVariable[];
  /** Exponents: they default to int, not to real. Quantified ones stay, for their instances. */
  readonly exponents: Set<TypeVariable>;
  /** In this item. */
  projections: PendingProjection[];
  /** Type variables as written in this item's annotations. */
  annotationVariables: Map<string, Type>;
  /** The one rule that the parts of inference call each other by: the term of type `expected` for an expression. */
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

/** `list` or `array`, as what it is used for says. */
export function freshContainer(context: Context): Container {
  const variable: ContainerVariable = { id: context.nextVariable, level: context.level, solution: undefined };
  context.nextVariable += 1;
  context.containers.push(variable);
  return { tag: 'variable', variable };
}

/** The group of a name that is not generalised: parameters, inputs, parts of patterns. */
export function monomorphicGroup(): Group {
  return { quantified: [], containers: [] };
}

/** A name that we bind ourselves. */
export function freshBinder(context: Context, base: string): DraftBinder {
  return newBinder(context, base, monomorphicGroup(), false);
}

/** A name of the reader's, or of the prelude's. */
export function newBinder(context: Context, text: string, group: Group, topLevel: boolean): DraftBinder {
  const name = topLevel ? context.names.topLevel(text) : context.names.fresh(text);
  return context.names === AS_SPELLED ? { name, text, group, isPrelude: true } : { name, text, group };
}

/** Puts a name in scope. */
export function enter(context: Context, bound: DraftBinder, type: Type, span: Span, isLocal: boolean): void {
  const { text } = bound;
  context.scope.enter(text, { tag: 'bound', binder: bound, type, span, isLocal });
  context.mentions.push({ span, name: text, kind: 'value', definition: span, type, documentation: undefined });
}

/** A use of a name that did not parse or check where it is bound. */
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

/** Stands for a term that is in error: any type will do, and no core is made of it. */
export function failedDraft(type: Type, origin: Span): Draft {
  return { tag: 'literal', value: undefined, type, origin };
}
