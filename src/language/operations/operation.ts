import type { OperationName } from './names';

export type Leaf = 'real' | 'int' | 'bool' | 'string';

/**
 * A partial derivative: a straight-line term over the operation's arguments that uses only operations of the table. So
 * it can be evaluated, emitted into a trace, turned into a core term, and differentiated again.
 */
export type PartialTerm =
  | { readonly tag: 'argument'; readonly index: number }
  | { readonly tag: 'real'; readonly value: number }
  | { readonly tag: 'int'; readonly value: number }
  | { readonly tag: 'operation'; readonly operation: OperationName; readonly arguments: readonly PartialTerm[] };

export type LeafValue = number | boolean | string;

/** One row of the table. */
export interface Operation {
  readonly name: OperationName;
  readonly parameters: readonly Leaf[];
  readonly result: Leaf;
  /** The value inside the domain. The caller reports results that are not finite (`apply.ts`). */
  readonly evaluate: (...values: never[]) => LeafValue;
  /** Returns the message for a violation (`log needs a positive argument`), or undefined inside the open domain. */
  readonly domain: ((...values: never[]) => string | undefined) | undefined;
  /** One entry per parameter: undefined if the parameter or the result is not real. */
  readonly partials: readonly (PartialTerm | undefined)[];
  /** For kinks and comparisons: whether the arguments lie on the boundary between two branches. */
  readonly boundary: ((...values: never[]) => boolean) | undefined;
  /** How the operation is spelt. `symbol` parses back; the precedence of infix symbols is in `syntax/precedence.ts`. */
  readonly notation: {
    readonly form: 'infix' | 'prefix' | 'function';
    readonly symbol: string;
    readonly unicode: string;
    /** TeX with `#1`, `#2` for the arguments. */
    readonly tex: string;
  };
  /** Hover text: what the operation computes and where it is defined. */
  readonly documentation: string;
}
