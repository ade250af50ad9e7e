import type { VariantDeclaration } from '../../language/core/tree';
import type { Type } from '../../language/types/type';

/** A family of types: those of the source language, or D{-} of them. */
export interface Side {
  readonly type: (type: Type) => Type;
  /** The name, on this side, of a constructor of the source type. */
  readonly constructorName: (type: Type, name: string) => string;
}

/** The source language's own types. */
export const PLAIN: Side = { type: (type) => type, constructorName: (_, name) => name };

/** D{-} for one program. */
export interface DualTypes extends Side {
  /** The declarations of what declared types have become that were asked for until now. */
  readonly copies: () => readonly VariantDeclaration[];
}
