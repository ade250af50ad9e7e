import { resolve, resolveContainer } from '../types/resolve';
import { typeParts } from '../types/structure';
import { INT, REAL, sequenceType, UNIT } from '../types/type';
import type { Container, ContainerVariable, Type, TypeVariable } from '../types/type';
import { freshContainer, freshVariable, GENERIC_LEVEL } from './context';
import type { Context } from './context';
import { isPolymorphic } from './draft';
import type { Group } from './draft';
import { lowerContainer } from './unify';

/**
 * Quantifies what is left open in the types of a definition that was inferred one level deeper than where we are now.
 */
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
      return;
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
  group.quantified = quantified;
  group.containers = containers;
}

/** Keeps what is open in a type from being generalised where we are now: something outside may still fix it. */
export function hold(context: Context, open: Type): void {
  const type = resolve(open);
  if (type.tag === 'variable') {
    type.variable.level = Math.min(type.variable.level, context.level);
    return;
  }
  if (type.tag === 'sequence') lowerContainer(type.container, context.level);
  for (const part of typeParts(type)) hold(context, part);
}

export interface Instance {
  readonly type: Type;
  readonly arguments: readonly Type[];
}

/** The type with fresh variables for the quantified ones, of the same kinds. */
export function instantiate(context: Context, group: Group, type: Type): Instance {
  if (!isPolymorphic(group)) return { type, arguments: [] };
  const fresh = new Map<TypeVariable, Type>();
  const containers = new Map<ContainerVariable, Container>();
  for (const variable of group.quantified) {
    const instance = freshVariable(context, variable.kind);
    if (instance.tag === 'variable' && context.exponents.has(variable)) context.exponents.add(instance.variable);
    fresh.set(variable, instance);
  }
  for (const container of group.containers) containers.set(container, freshContainer(context));
  const passed = [...containers.values()].map((container) => sequenceType(container, UNIT));
  return { type: substitute(fresh, type, containers), arguments: [...fresh.values(), ...passed] };
}

export function substitute(
  solutions: ReadonlyMap<TypeVariable, Type>,
  open: Type,
  containers: ReadonlyMap<ContainerVariable, Container> = NO_CONTAINERS,
): Type {
  const type = resolve(open);
  if (type.tag === 'variable') return solutions.get(type.variable) ?? type;
  const inner = mapParts(type, (part) => substitute(solutions, part, containers));
  if (inner.tag !== 'sequence') return inner;
  const container = resolveContainer(inner.container);
  const solution = typeof container === 'string' ? container : containers.get(container);
  return solution === undefined ? inner : { ...inner, container: solution };
}

const NO_CONTAINERS: ReadonlyMap<ContainerVariable, Container> = new Map();

/** The type with its direct parts replaced; the same object where nothing changes. */
export function mapParts(type: Type, change: (part: Type) => Type): Type {
  switch (type.tag) {
    case 'product':
      return { tag: 'product', items: type.items.map(change) };
    case 'sum':
      return { tag: 'sum', left: change(type.left), right: change(type.right) };
    case 'record':
      return {
        tag: 'record',
        fields: type.fields.map((field) => ({ name: field.name, type: change(field.type) })),
      };
    case 'named':
      return type.arguments.length === 0 ? type : { ...type, arguments: type.arguments.map(change) };
    case 'sequence':
      return { ...type, item: change(type.item) };
    case 'function':
      return { tag: 'function', parameter: change(type.parameter), result: change(type.result) };
    case 'monad':
      return { tag: 'monad', result: change(type.result) };
    default:
      return type;
  }
}

/** At the end of an item: whatever nothing fixed becomes real (an exponent: int; a container: list), so that later items cannot change it. */
export function settle(context: Context): void {
  for (const variable of context.exponents) {
    if (variable.solution === undefined && variable.level !== GENERIC_LEVEL) variable.solution = INT;
    if (variable.solution !== undefined) context.exponents.delete(variable);
  }
  for (const variable of context.variables) {
    if (variable.solution === undefined && variable.level !== GENERIC_LEVEL) variable.solution = REAL;
  }
  for (const container of context.containers) {
    if (container.solution === undefined && container.level !== GENERIC_LEVEL) container.solution = 'list';
  }
  context.variables = [];
  context.containers = [];
}
