/**
 * Krawiec et al., Figures 3 and 9, on types:
 *
 *   D{A * B}  = D{A} * D{B}          D{real}   = real * tangent
 *   D{A + B}  = D{A} + D{B}          D{L}      = L                    (leaf types)
 *   D{A -> B} = D{A} -> M D{B}
 *
 * and, by the same homomorphism, on records, variants, lists and arrays (their 10.2, 10.3).
 */
import { assertNever, internalError } from '../../language/source/internal-error';
import { functionType, product, type Type } from '../../language/types/type';
import type { VariantDeclaration } from '../../language/core/tree';

/** D{-} on types, for a D{real} and an M. */
export function typeTranslation(dual: Type, monad: (result: Type) => Type): (type: Type) => Type {
  // Types are shared between terms, so each is translated once.
  const translated = new WeakMap<Type, Type>();

  function translate(type: Type): Type {
    const known = translated.get(type);
    if (known !== undefined) return known;
    const result = translateNew(type);
    translated.set(type, result);
    return result;
  }

  function translateNew(type: Type): Type {
    switch (type.tag) {
      case 'real':
        return dual;
      case 'int':
      case 'bool':
      case 'string':
      case 'unit':
        return type;
      case 'product':
        return product(type.items.map(translate));
      case 'sum':
        return { tag: 'sum', left: translate(type.left), right: translate(type.right) };
      case 'record':
        return { tag: 'record', fields: type.fields.map(({ name, type: of }) => ({ name, type: translate(of) })) };
      case 'named':
        return { tag: 'named', name: type.name, arguments: type.arguments.map(translate) };
      case 'sequence':
        return { tag: 'sequence', container: type.container, item: translate(type.item) };
      case 'function':
        return functionType(translate(type.parameter), monad(translate(type.result)));
      case 'monad':
      case 'deltaMap':
      case 'variable':
        return internalError(`D{${type.tag}}: not a type of the source language`);
      default:
        return assertNever(type);
    }
  }

  return translate;
}

/** A declared variant type at one instance, with dual numbers in its constructors. */
export function translateVariant(
  translate: (type: Type) => Type,
  { type, constructors }: VariantDeclaration,
): VariantDeclaration {
  return {
    type: translate(type),
    constructors: constructors.map(({ name, payload }) => ({
      name,
      payload: payload === undefined ? undefined : translate(payload),
    })),
  };
}
