/** What a variable holds: a number, or the address of data. */
export type Kind = 'real' | 'int' | 'bool' | Layout;

/**
 * Data in memory. Values are immutable, except for arrays that are updated in place, and for shadows: data of the same
 * layout that holds the adjoints of the reals of a value, in which they add up.
 */
export type Layout = ArrayLayout | VariantLayout | StringLayout;

/** An array of items of the same kinds, one after the other. */
export interface ArrayLayout {
  readonly tag: 'array';
  readonly id: number;
  /** Filled in after the layout exists, because a layout can contain itself. */
  item: readonly Kind[];
}

/** A sum, a variant, a list, or the closures of a function type. */
export interface VariantLayout {
  readonly tag: 'variant';
  readonly id: number;
  readonly name: string;
  constructors: readonly Constructor[];
}

export interface Constructor {
  readonly name: string;
  readonly fields: readonly Kind[];
}

export interface StringLayout {
  readonly tag: 'string';
}
