import { resolve } from '../types/resolve';
import { typeParts } from '../types/structure';
import { INT, REAL } from '../types/type';
import type { Type, TypeVariable } from '../types/type';
import { freshVariable, GENERIC_LEVEL } from './context';
import type { Context } from './context';
import type { Group } from './draft';

/**
 * Quantifies what is left open in the types of a definition that was inferred one level deeper than where we are now.
 */
export function generalise(context: Context, group: Group, types: readonly Type[]): void {
  const quantified: TypeVariable[] = [];
  const visit = (open: Type): void => {
    const type = resolve(open);
    if (type.tag === 'variable') {
      const { variable } = type;
      if (variable.level <= context.level || variable.level === GENERIC_LEVEL) return;
      variable.level = GENERIC_LEVEL;
      quantified.push(variable);
      return;
    }
    typeParts(type).forEach(visit);
  };
  types.forEach(visit);
  group.quantified = quantified;
}

/** Keeps what is open in a type from being generalised where we are now: something outside may still fix it. */
export function hold(context: Context, open: Type): void {
  const type = resolve(open);
  if (type.tag === 'variable') type.variable.level = Math.min(type.variable.level, context.level);
  else
    typeParts(type).forEach((part) => {
      hold(context, part);
    });
}

export interface Instance {
  readonly type: Type;
  readonly arguments: readonly Type[];
}

/** The type with fresh variables for the quantified ones, of the same kinds. */
export function instantiate(context: Context, group: Group, type: Type): Instance {
  if (group.quantified.length === 0) return { type, arguments: [] };
  const fresh = new Map<TypeVariable, Type>();
  for (const variable of group.quantified) {
    const instance = freshVariable(context, variable.kind);
    if (instance.tag === 'variable' && context.exponents.has(variable)) context.exponents.add(instance.variable);
    fresh.set(variable, instance);
  }
  return { type: substitute(fresh, type), arguments: [...fresh.values()] };
}

export function substitute(solutions: ReadonlyMap<TypeVariable, Type>, open: Type): Type {
  const type = resolve(open);
  if (type.tag === 'variable') return solutions.get(type.variable) ?? type;
  return mapParts(type, (part) => substitute(solutions, part));
}

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

/** At the end of an item: whatever nothing fixed becomes real (an exponent: int), so that later items cannot change it. */
export function settle(context: Context): void {
  for (const variable of context.exponents) {
    if (variable.solution === undefined && variable.level !== GENERIC_LEVEL) variable.solution = INT;
    if (variable.solution !== undefined) context.exponents.delete(variable);
  }
  for (const variable of context.variables) {
    if (variable.solution === undefined && variable.level !== GENERIC_LEVEL) variable.solution = REAL;
  }
  context.variables = [];
}
