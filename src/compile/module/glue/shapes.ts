/**
 * A type, as values of it are read and written. Types are numbers: indices into a table. A part takes as many words as
 * its type has kinds.
 */
export type Shape =
  | { readonly kind: 'real' | 'int' | 'bool' | 'string' }
  /** An array of values; unit is the empty product. */
  | { readonly kind: 'product'; readonly parts: readonly number[] }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [name: string, type: number])[] }
  /** A Float64Array. */
  | { readonly kind: 'reals' }
  | { readonly kind: 'array' | 'list'; readonly item: number }
  /** `{ tag, value }`. With a header, values begin with the index of their constructor. */
  | {
      readonly kind: 'variant';
      readonly constructors: readonly (readonly [tag: string, type?: number])[];
      readonly header: boolean;
    };

export type ShapeKind = Shape['kind'];
export type ShapeOf<Kind extends ShapeKind> = Extract<Shape, { readonly kind: Kind }>;
