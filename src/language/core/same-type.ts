import { assertNever } from '../source/internal-error';
import type { Type } from '../types/type';

/** Whether two monomorphic types are one. Types with variables are equal to nothing: the core has none. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  switch (a.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'deltaMap':
      return a.tag === b.tag;
    case 'product':
      return b.tag === 'product' && sameTypes(a.items, b.items);
    case 'sum':
      return b.tag === 'sum' && sameType(a.left, b.left) && sameType(a.right, b.right);
    case 'record':
      return (
        b.tag === 'record' &&
        a.fields.length === b.fields.length &&
        a.fields.every((field, i) => {
          const other = b.fields[i];
          return other !== undefined && field.name === other.name && sameType(field.type, other.type);
        })
      );
    case 'named':
      return b.tag === 'named' && a.name === b.name && sameTypes(a.arguments, b.arguments);
    case 'sequence':
      return b.tag === 'sequence' && a.container === b.container && sameType(a.item, b.item);
    case 'function':
      return b.tag === 'function' && sameType(a.parameter, b.parameter) && sameType(a.result, b.result);
    case 'monad':
      return b.tag === 'monad' && sameType(a.result, b.result);
    case 'variable':
      return false;
    default:
      return assertNever(a);
  }
}

export function sameTypes(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((item, i) => sameType(item, b[i] ?? item));
}

/** The types a type is made of, one level down. */
export function typeParts(type: Type): readonly Type[] {
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'deltaMap':
    case 'variable':
      return [];
    case 'product':
      return type.items;
    case 'sum':
      return [type.left, type.right];
    case 'record':
      return type.fields.map((field) => field.type);
    case 'named':
      return type.arguments;
    case 'sequence':
      return [type.item];
    case 'function':
      return [type.parameter, type.result];
    case 'monad':
      return [type.result];
    default:
      return assertNever(type);
  }
}

/** No type variable and no container variable anywhere: a type of the core. */
export function isMonomorphic(type: Type): boolean {
  if (type.tag === 'variable') return false;
  if (type.tag === 'sequence' && typeof type.container !== 'string') return false;
  return typeParts(type).every(isMonomorphic);
}

/**
 * No function, action or Delta map inside: what may be differentiated, watched, or be an input. A declared variant type
 * counts by its arguments; what its constructors hold is the checker's business.
 */
export function isFirstOrder(type: Type): boolean {
  if (type.tag === 'function' || type.tag === 'monad' || type.tag === 'deltaMap') return false;
  return typeParts(type).every(isFirstOrder);
}
