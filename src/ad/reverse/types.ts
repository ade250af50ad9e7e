/**
 * Krawiec et al., Figure 9, on types:
 *
 *   D{A * B}  = D{A} * D{B}          D{real}   = real * Delta
 *   D{A + B}  = D{A} + D{B}          D{L}      = L                    (leaf types)
 *   D{A -> B} = D{A} -> M D{B}
 *
 * and, by the same homomorphism, on records, variants, lists and arrays (their 10.2, 10.3).
 */
import { assertNever, internalError } from '../../language/source/internal-error';
import { DUAL, functionType, monad, product, type Type } from '../../language/types/type';
import type { VariantDeclaration } from '../../language/core/tree';

/** Types are shared between terms, so each is translated once. */
const translated = new WeakMap<Type, Type>();

export function translateType(type: Type): Type {
  const known = translated.get(type);
  if (known !== undefined) return known;
  const result = translateNewType(type);
  translated.set(type, result);
  return result;
}

function translateNewType(type: Type): Type {
  switch (type.tag) {
    case 'real':
      return DUAL;
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
      return type;
    case 'product':
      return product(type.items.map(translateType));
    case 'sum':
      return { tag: 'sum', left: translateType(type.left), right: translateType(type.right) };
    case 'record':
      return { tag: 'record', fields: type.fields.map(({ name, type: of }) => ({ name, type: translateType(of) })) };
    case 'named':
      return { tag: 'named', name: type.name, arguments: type.arguments.map(translateType) };
    case 'sequence':
      return { tag: 'sequence', container: type.container, item: translateType(type.item) };
    case 'function':
      return functionType(translateType(type.parameter), monad(translateType(type.result)));
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return internalError(`D{${type.tag}}: not a type of the source language`);
    default:
      return assertNever(type);
  }
}

/** A declared variant type at one instance, with dual numbers in its constructors. */
export function translateVariant({ type, constructors }: VariantDeclaration): VariantDeclaration {
  return {
    type: translateType(type),
    constructors: constructors.map(({ name, payload }) => ({
      name,
      payload: payload === undefined ? undefined : translateType(payload),
    })),
  };
}
