import { internalError } from '../../source/internal-error';
import type { Span } from '../../source/span';
import { typePrinter } from '../../types/print';
import { resolve, resolveContainer } from '../../types/resolve';
import { REAL } from '../../types/type';
import type { ContainerVariable, Type, TypeVariable } from '../../types/type';
import type { DraftBinder, DraftDefinition, Group } from '../draft';
import { mapParts } from '../types/generalise';
import type { Names } from '../names';
import type { Conversions } from './conversions';
import type { StructuralFunctions } from './structural';
import type { VariantInstances } from './variant-instances';

/*
 * The copies of a program's definitions: the types of their variables, and their names in the core.
 */

/**
 * The limit on the work of making copies and decisions, in terms and rows: a program of a megabyte that needs none of
 * them twice has fewer.
 */
const WORK_LIMIT = 3_000_000;

/** The limit on the further instances of polymorphic definitions in a program, after the first of each. */
const INSTANCE_LIMIT = 10_000;

/** Why a program has no core. */
export interface Refusal {
  readonly tag: 'too-many' | 'too-large-match' | 'too-deep';
  /** The definition with too many instances, the match, or the term. */
  readonly place: Span;
}

/** A polymorphic group at one choice of types, with the names of this copy. */
export interface DefinitionCopy {
  readonly types: readonly Type[];
  readonly names: ReadonlyMap<DraftBinder, string>;
}

export interface State {
  readonly names: Names;
  /** The names of binders in their first copy. Those of the prelude get one at their first use. */
  readonly own: ReadonlyMap<DraftBinder, string>;
  readonly variants: VariantInstances;
  readonly structural: StructuralFunctions;
  readonly conversions: Conversions;
  /** Binders whose own name is taken: further copies get fresh names. */
  readonly used: Set<DraftBinder>;
  /** The names of monomorphic binders in the current copy. */
  readonly current: Map<DraftBinder, string>;
  /** The types of quantified variables in the current copies. */
  readonly solutions: Map<TypeVariable, Type>;
  readonly containers: Map<ContainerVariable, 'list' | 'array'>;
  /** A cache of types solved with `solutions`; cleared whenever `solutions` changes. */
  readonly solved: Map<Type, Type>;
  /** The copies of the groups in scope, by printed types. */
  readonly instances: Map<Group, Map<string, DefinitionCopy>>;
  readonly groups: Map<Group, DraftDefinition>;
  count: number;
  work: number;
  /** How many copies enclose this point. */
  copying: number;
  refusal: Refusal | undefined;
  /** The depth of the deepest draft so far. */
  deepest: number;
}

/** Counts work; returns false, and refuses the program for this reason, if it has been too much. */
export function spend(state: State, amount: number, tag: Refusal['tag'], place: Span): boolean {
  state.work += amount;
  if (state.work <= WORK_LIMIT) return true;
  state.refusal ??= { tag, place };
  return false;
}

export function copyName(state: State, binder: DraftBinder): string {
  const own = state.own.get(binder);
  const name = own === undefined || state.used.has(binder) ? state.names.fresh(own ?? memberOf(binder)) : own;
  state.used.add(binder);
  state.current.set(binder, name);
  return name;
}

/** Returns a name without its module: no name with one can be bound by a program. */
function memberOf({ text }: DraftBinder): string {
  return text.slice(text.lastIndexOf('.') + 1);
}

export function nameOf(state: State, binder: DraftBinder): string {
  const name = state.current.get(binder);
  if (name !== undefined) return name;
  // A definition of the prelude gets its name at its first use.
  return binder.place === 'prelude'
    ? copyName(state, binder)
    : internalError(`${binder.text} is used where it is not bound`);
}

/** Returns the name of a polymorphic binder at these types, and requests the copy. */
export function demand(state: State, binder: DraftBinder, types: readonly Type[]): string {
  const instances = state.instances.get(binder.group);
  const definition = state.groups.get(binder.group);
  if (instances === undefined || definition === undefined) return internalError(`${binder.text} is out of scope`);
  const key = types.map(keyOf).join(', ');
  const known = instances.get(key)?.names.get(binder);
  if (known !== undefined) return known;
  if (instances.size > 0) state.count += 1;
  if (state.count > INSTANCE_LIMIT) {
    state.refusal ??= { tag: 'too-many', place: definition.origin };
    return binder.text;
  }
  const names = new Map(bindersOf(definition).map((item) => [item, copyName(state, item)]));
  instances.set(key, { types, names });
  return names.get(binder) ?? internalError(`${binder.text} is not of its group`);
}

export function bindersOf(definition: DraftDefinition): DraftBinder[] {
  if (definition.tag === 'functions') return definition.functions.map(({ binder }) => binder);
  return definition.pattern.tag === 'variable' ? [definition.pattern.binder] : [];
}

/** Returns the type in the current copy, without variables. */
export function solve(state: State, open: Type): Type {
  const type = resolve(open);
  if (type.tag === 'variable') return state.solutions.get(type.variable) ?? REAL;
  const known = state.solved.get(type);
  if (known !== undefined) return known;
  const solved = solveContainer(
    state,
    mapParts(type, (part) => solve(state, part)),
  );
  if (solved.tag === 'named') state.variants.add(solved);
  state.solved.set(type, solved);
  return solved;
}

function solveContainer(state: State, type: Type): Type {
  if (type.tag !== 'sequence') return type;
  const container = resolveContainer(type.container);
  const name = typeof container === 'string' ? container : (state.containers.get(container) ?? 'array');
  return name === type.container ? type : { ...type, container: name };
}

/** Returns a key that distinguishes the types of instances. */
function keyOf(type: Type): string {
  return typePrinter(undefined, Number.POSITIVE_INFINITY)(type);
}
