import { assertNever, internalError } from '../source/internal-error';
import { NOWHERE } from '../source/span';
import type { Identifier, TypeExpression } from '../syntax/tree';
import type { Type } from '../types/type';

/** A core type as the reader would write it. */
export function toSurfaceType(type: Type): TypeExpression {
  const span = NOWHERE;
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
      return { tag: 'base', name: type.tag, span };
    case 'product':
      return { tag: 'product', items: type.items.map(toSurfaceType), span };
    case 'sum':
      return { tag: 'sum', left: toSurfaceType(type.left), right: toSurfaceType(type.right), span };
    case 'record': {
      const fields = type.fields.map((field) => ({ name: identifier(field.name), type: toSurfaceType(field.type) }));
      return { tag: 'record', fields, span };
    }
    case 'named':
      return { tag: 'name', name: identifier(type.name), arguments: type.arguments.map(toSurfaceType), span };
    case 'sequence': {
      const { container } = type;
      if (typeof container !== 'string') return internalError('an unsolved container in the core');
      return { tag: 'sequence', container, item: toSurfaceType(type.item), span };
    }
    case 'function':
      return { tag: 'function', parameter: toSurfaceType(type.parameter), result: toSurfaceType(type.result), span };
    case 'monad':
      return { tag: 'name', name: identifier('Delta.M'), arguments: [toSurfaceType(type.result)], span };
    case 'deltaMap':
      return { tag: 'name', name: identifier('Delta.Map'), arguments: [], span };
    case 'variable':
      return internalError('a type variable in the core');
    default:
      return assertNever(type);
  }
}

export function identifier(text: string): Identifier {
  return { text, span: NOWHERE };
}
