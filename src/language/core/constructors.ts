import { DELTA_DECLARATION } from './delta';
import { PICTURE_VARIANTS } from './picture';
import { sameType } from '../types/structure';
import type { VariantDeclaration } from './tree';
import { product, type Type } from '../types/type';

/** The variant types that are declared in every program. */
export const BUILT_IN_VARIANTS: readonly VariantDeclaration[] = [DELTA_DECLARATION, ...PICTURE_VARIANTS];

/** A constructor of some type, with the type of its payload if it has one. */
export interface ConstructorSignature {
  readonly name: string;
  readonly payload: Type | undefined;
}

/** Returns the constructors of a sum, a list or a declared variant type; undefined for other types. */
export function constructorsOf(
  type: Type,
  variants: readonly VariantDeclaration[],
): readonly ConstructorSignature[] | undefined {
  switch (type.tag) {
    case 'sum':
      return [
        { name: 'inl', payload: type.left },
        { name: 'inr', payload: type.right },
      ];
    case 'sequence':
      return type.container === 'list'
        ? [
            { name: '[]', payload: undefined },
            { name: '::', payload: product([type.item, type]) },
          ]
        : undefined;
    case 'named':
      return [...BUILT_IN_VARIANTS, ...variants].find((variant) => sameType(variant.type, type))?.constructors;
    default:
      return undefined;
  }
}
