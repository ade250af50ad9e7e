import { assertNever } from '../source/internal-error';
import type { Type } from '../types/type';

/** A core type in the surface's notation, on one line. */
export function showType(type: Type): string {
  return show(type, 0);
}

/** Levels as in the grammar: 0 `->`, 1 `+`, 2 `*`, 3 application, 4 atoms. */
function show(type: Type, level: number): string {
  const [text, own] = showOpen(type);
  return own < level ? `(${text})` : text;
}

function showOpen(type: Type): readonly [string, number] {
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
      return [type.tag, 4];
    case 'product':
      return [type.items.map((item) => show(item, 3)).join(' * '), 2];
    case 'sum':
      return [`${show(type.left, 1)} + ${show(type.right, 2)}`, 1];
    case 'record':
      return [`{${type.fields.map((field) => `${field.name} : ${show(field.type, 0)}`).join(', ')}}`, 4];
    case 'named':
      return type.arguments.length === 0
        ? [type.name, 4]
        : [[type.name, ...type.arguments.map((argument) => show(argument, 4))].join(' '), 3];
    case 'sequence':
      return [`${typeof type.container === 'string' ? type.container : 'sequence'} ${show(type.item, 4)}`, 3];
    case 'function':
      return [`${show(type.parameter, 1)} -> ${show(type.result, 0)}`, 0];
    case 'monad':
      return [`Delta.M ${show(type.result, 4)}`, 3];
    case 'deltaMap':
      return ['Delta.Map', 4];
    case 'variable':
      return [`?${type.variable.id}`, 4];
    default:
      return assertNever(type);
  }
}
