import { assertNever, internalError } from '../source/internal-error';
import { NOWHERE } from '../source/span';
import type { Identifier, TypeExpression } from '../syntax/tree';
import { variableName } from '../types/print';
import { resolve, resolveContainer } from '../types/resolve';
import type { Type, TypeVariable } from '../types/type';

/** Returns a core type as the reader would write it. */
export function toSurfaceType(type: Type): TypeExpression {
  return write(type, () => internalError('a type variable in the core'));
}

/** Returns a printer for the types of a declaration with parameters. */
export function typePrinting(parameters: readonly TypeVariable[]): {
  readonly nameOf: (parameter: TypeVariable) => string;
  readonly type: (type: Type) => TypeExpression;
} {
  const nameOf = (parameter: TypeVariable): string => variableName(parameters.indexOf(parameter));
  return { nameOf, type: (type) => write(type, nameOf) };
}

function write(open: Type, nameOf: (variable: TypeVariable) => string): TypeExpression {
  const span = NOWHERE;
  const type = resolve(open);
  const inner = (part: Type): TypeExpression => write(part, nameOf);
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
      return { tag: 'base', name: type.tag, span };
    case 'product':
      return { tag: 'product', items: type.items.map(inner), span };
    case 'sum':
      return { tag: 'sum', left: inner(type.left), right: inner(type.right), span };
    case 'record': {
      const fields = type.fields.map((field) => ({ name: identifier(field.name), type: inner(field.type) }));
      return { tag: 'record', fields, span };
    }
    case 'named':
      return { tag: 'name', name: identifier(type.name), arguments: type.arguments.map(inner), span };
    case 'sequence': {
      const container = resolveContainer(type.container);
      if (typeof container !== 'string') return internalError('an unsolved container in the core');
      return { tag: 'sequence', container, item: inner(type.item), span };
    }
    case 'function':
      return { tag: 'function', parameter: inner(type.parameter), result: inner(type.result), span };
    case 'monad':
      return { tag: 'name', name: identifier('Delta.M'), arguments: [inner(type.result)], span };
    case 'deltaMap':
      return { tag: 'name', name: identifier('Delta.Map'), arguments: [], span };
    case 'variable':
      return { tag: 'variable', name: nameOf(type.variable), span };
    default:
      return assertNever(type);
  }
}

export function identifier(text: string): Identifier {
  return { text, span: NOWHERE };
}
