import type { VariantDeclaration } from '../../language/core/tree';
import type { Type } from '../../language/types/type';

/** A family of types: those of the source language, or their images under D{-}. */
export interface Side {
  readonly type: (type: Type) => Type;
  /** Returns this side's name of a constructor of the source type. */
  readonly constructorName: (type: Type, name: string) => string;
}

/** The source language's own types. */
export const SOURCE_SIDE: Side = { type: (type) => type, constructorName: (_, name) => name };

/** D{-} for one program. */
export interface DualTypes extends Side {
  /** Returns the declarations of the translated types that have been used so far. */
  readonly copies: () => readonly VariantDeclaration[];
  /** Returns the declaration of a translated type that is wanted, if one has been used. */
  readonly find: (isWanted: (type: Type) => boolean) => VariantDeclaration | undefined;
}
