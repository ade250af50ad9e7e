import { assertNever } from '../source/internal-error';
import { resolve, resolveContainer } from './resolve';
import type { Type } from './type';

/** Whether two types are equal, looking through solved variables. Unsolved variables equal only themselves. */
export function sameType(a: Type, b: Type): boolean {
  const left = resolve(a);
  const right = resolve(b);
  if (left === right) return true;
  switch (left.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'deltaMap':
      return left.tag === right.tag;
    case 'product':
      return right.tag === 'product' && sameTypes(left.items, right.items);
    case 'sum':
      return right.tag === 'sum' && sameType(left.left, right.left) && sameType(left.right, right.right);
    case 'record':
      return (
        right.tag === 'record' &&
        left.fields.length === right.fields.length &&
        left.fields.every((field, index) => {
          const other = right.fields[index];
          return other?.name === field.name && sameType(field.type, other.type);
        })
      );
    case 'named':
      return right.tag === 'named' && left.name === right.name && sameTypes(left.arguments, right.arguments);
    case 'sequence':
      return (
        right.tag === 'sequence' &&
        resolveContainer(left.container) === resolveContainer(right.container) &&
        sameType(left.item, right.item)
      );
    case 'function':
      return (
        right.tag === 'function' && sameType(left.parameter, right.parameter) && sameType(left.result, right.result)
      );
    case 'monad':
      return right.tag === 'monad' && sameType(left.result, right.result);
    case 'variable':
      return right.tag === 'variable' && left.variable === right.variable;
    default:
      return assertNever(left);
  }
}

export function sameTypes(left: readonly Type[], right: readonly Type[]): boolean {
  return (
    left.length === right.length &&
    left.every((item, index) => {
      const other = right[index];
      return other !== undefined && sameType(item, other);
    })
  );
}

/** Returns the types directly inside a type, in the order written; of an open type, those of the parts that it must have. */
export function typeParts(type: Type): readonly Type[] {
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
    case 'deltaMap':
      return [];
    case 'variable':
      return type.variable.parts === undefined ? [] : [...type.variable.parts.values()].map((part) => part.type);
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

/** Whether the type has no type or container variable, solved or not, as core types do. */
export function isMonomorphic(type: Type): boolean {
  if (type.tag === 'variable') return false;
  if (type.tag === 'sequence' && typeof type.container !== 'string') return false;
  return typeParts(type).every(isMonomorphic);
}

/**
 * Whether the type contains no function, action or Delta map. Only such data can be differentiated, watched, or be an
 * input.
 */
export function isFirstOrder(open: Type): boolean {
  const type = resolve(open);
  return !carriesFunctions(type) && typeParts(type).every(isFirstOrder);
}

/** Whether the type itself is not first order, whatever its direct parts are. */
export function carriesFunctions(type: Type): boolean {
  switch (type.tag) {
    case 'function':
    case 'monad':
    case 'deltaMap':
      return true;
    case 'named':
      return type.carriesFunctions === true;
    default:
      return false;
  }
}
