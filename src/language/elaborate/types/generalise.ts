import { resolve, resolveContainer } from '../../types/resolve';
import { typeParts } from '../../types/structure';
import { INT, REAL, sequenceType, STRING, UNIT } from '../../types/type';
import type { Container, ContainerVariable, Type, TypeVariable } from '../../types/type';
import { freshContainer, freshVariable, GENERIC_LEVEL } from '../context';
import type { Context } from '../context';
import { isPolymorphic } from '../draft';
import type { Group } from '../draft';
import { lower } from './unify';

/** Quantifies the variables left open in the types of a definition that was inferred one level deeper. */
export function generalise(context: Context, group: Group, types: readonly Type[]): void {
  const quantified: TypeVariable[] = [];
  const containers: ContainerVariable[] = [];
  const visit = (open: Type): void => {
    const type = resolve(open);
    if (type.tag === 'variable') {
      const { variable } = type;
      if (variable.level <= context.level || variable.level === GENERIC_LEVEL) return;
      variable.level = GENERIC_LEVEL;
      quantified.push(variable);
    }
    if (type.tag === 'sequence') visitContainer(resolveContainer(type.container));
    typeParts(type).forEach(visit);
  };
  const visitContainer = (container: Exclude<Container, object> | ContainerVariable): void => {
    if (typeof container === 'string' || container.level <= context.level || container.level === GENERIC_LEVEL) return;
    container.level = GENERIC_LEVEL;
    containers.push(container);
  };
  types.forEach(visit);
  for (const container of containers) {
    container.follows = leaderOf(context, containers, container);
  }
  group.quantified = quantified;
  group.containers = containers;
}

/**
 * Prevents the open type variables of a type from being generalised at this level, because an outer place may still
 * determine them. Containers are generalised all the same: each use of a sequence asks for a list or an array.
 */
export function keepOpen(context: Context, open: Type): void {
  const type = resolve(open);
  if (type.tag === 'variable') lower(type, context.level);
  for (const part of typeParts(type)) keepOpen(context, part);
}

export interface Instantiated {
  readonly type: Type;
  readonly arguments: readonly Type[];
}

/** Returns the type with fresh variables, of the same kinds, for the quantified ones. */
export function instantiate(context: Context, group: Group, type: Type): Instantiated {
  if (!isPolymorphic(group)) return { type, arguments: [] };
  const fresh = new Map<TypeVariable, Type>();
  const containers = new Map<ContainerVariable, Container>();
  for (const variable of group.quantified) {
    const instance = freshVariable(context, variable.kind);
    if (instance.tag === 'variable') instance.variable.isExponent = variable.isExponent;
    fresh.set(variable, instance);
  }
  // Calls of a function are made one by one anyway.
  const isShared = resolve(type).tag !== 'function';
  for (const container of group.containers) {
    containers.set(container, freshContainer(context, undefined, isShared ? container : undefined));
  }
  for (const [{ follows }, instance] of containers) {
    if (follows === undefined || typeof instance !== 'object') continue;
    const leader = resolveContainer(follows);
    instance.variable.follows = (typeof leader === 'object' ? containers.get(leader) : undefined) ?? follows;
  }
  for (const [{ parts }, instance] of fresh) {
    if (parts === undefined || instance.tag !== 'variable') continue;
    instance.variable.parts = new Map(
      [...parts].map(([part, required]) => {
        const type = substituteTypes(fresh, required.type, containers);
        return [part, { ...required, type, isInstance: true }];
      }),
    );
  }
  const passed = [...containers.values()].map((container) => sequenceType(container, UNIT));
  return { type: substituteTypes(fresh, type, containers), arguments: [...fresh.values(), ...passed] };
}

export function substituteTypes(
  solutions: ReadonlyMap<TypeVariable, Type>,
  open: Type,
  containers: ReadonlyMap<ContainerVariable, Container> = NO_CONTAINERS,
): Type {
  const type = resolve(open);
  if (type.tag === 'variable') return solutions.get(type.variable) ?? type;
  const inner = mapParts(type, (part) => substituteTypes(solutions, part, containers));
  if (inner.tag !== 'sequence') return inner;
  const container = resolveContainer(inner.container);
  const solution = typeof container === 'string' ? container : containers.get(container);
  return solution === undefined ? inner : { ...inner, container: solution };
}

const NO_CONTAINERS: ReadonlyMap<ContainerVariable, Container> = new Map();

/** Returns the type with its direct parts replaced; the same object if nothing changes. */
export function mapParts(type: Type, change: (part: Type) => Type): Type {
  switch (type.tag) {
    case 'product': {
      const items = mapItems(type.items, change);
      return items === type.items ? type : { tag: 'product', items };
    }
    case 'sum': {
      const [left, right] = [change(type.left), change(type.right)];
      return left === type.left && right === type.right ? type : { tag: 'sum', left, right };
    }
    case 'record': {
      const fields = mapItems(type.fields, (field) => {
        const changed = change(field.type);
        return changed === field.type ? field : { name: field.name, type: changed };
      });
      return fields === type.fields ? type : { tag: 'record', fields };
    }
    case 'named': {
      const given = mapItems(type.arguments, change);
      return given === type.arguments ? type : { ...type, arguments: given };
    }
    case 'sequence': {
      const item = change(type.item);
      return item === type.item ? type : { ...type, item };
    }
    case 'function': {
      const [parameter, result] = [change(type.parameter), change(type.result)];
      return parameter === type.parameter && result === type.result ? type : { tag: 'function', parameter, result };
    }
    case 'monad': {
      const result = change(type.result);
      return result === type.result ? type : { tag: 'monad', result };
    }
    default:
      return type;
  }
}

/** Returns the mapped array; the same array if nothing changes. */
function mapItems<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (const [index, item] of items.entries()) {
    const made = change(item);
    if (made !== item) changed ??= [...items];
    if (changed !== undefined) changed[index] = made;
  }
  return changed ?? items;
}

/**
 * Defaults every variable left open at the end of an item to real (exponents to int, what `++` joins to string, containers to what they follow or to
 * array), so that later items cannot change it.
 */
export function settle(context: Context): void {
  for (const variable of context.variables) {
    if (variable.solution === undefined && variable.level !== GENERIC_LEVEL) variable.solution = defaultOf(variable);
  }
  // What the first use in the item asks for: uses that ask for nothing take it too, so that it is computed once.
  const asked = new Map<ContainerVariable, Container>();
  for (const container of context.containers) {
    const known = resolveContainer({ tag: 'variable', variable: container });
    const { useOf } = container;
    if (useOf !== undefined && typeof known === 'string' && !asked.has(useOf)) asked.set(useOf, known);
  }
  for (const container of context.containers) {
    if (container.solution === undefined && container.level !== GENERIC_LEVEL)
      container.solution = followed(asked, container, new Set());
  }
  context.variables = [];
  context.containers = [];
}

function defaultOf({ kind, isExponent }: TypeVariable): Type {
  if (kind === 'joined') return STRING;
  return isExponent ? INT : REAL;
}

/** Returns the container at the end of the chain that a container follows: a known one, or one of a definition. */
function followed(
  asked: ReadonlyMap<ContainerVariable, Container>,
  container: ContainerVariable,
  passed: Set<ContainerVariable>,
): Container {
  if (container.level === GENERIC_LEVEL) return { tag: 'variable', variable: container };
  const wanted = container.useOf && asked.get(container.useOf);
  if (wanted !== undefined) return wanted;
  if (container.follows === undefined || passed.has(container)) return 'array';
  passed.add(container);
  const leader = resolveContainer(container.follows);
  return typeof leader === 'string' ? leader : followed(asked, leader, passed);
}

/**
 * Returns the container that a container of a definition follows, through containers inside it: a known one, another of
 * the definition's, or one of what encloses it.
 */
function leaderOf(
  context: Context,
  containers: readonly ContainerVariable[],
  container: ContainerVariable,
): Container | undefined {
  const passed = new Set<ContainerVariable>();
  let current = container;
  while (current.follows !== undefined && !passed.has(current)) {
    passed.add(current);
    const leader = resolveContainer(current.follows);
    if (typeof leader === 'string') return leader;
    const isKept = leader.level <= context.level || (leader !== container && containers.includes(leader));
    if (isKept) return { tag: 'variable', variable: leader };
    current = leader;
  }
  return undefined;
}
