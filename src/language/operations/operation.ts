import type { OperationName } from './names';

export type Leaf = 'real' | 'int' | 'bool' | 'string';

/**
 * A partial derivative: a straight-line term over the operation's arguments, in the operations of the same table, so that
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
  /** The value inside the domain. Results that are not finite are reported by the caller (`apply.ts`). */
  readonly evaluate: (...values: never[]) => LeafValue;
  /** The sentence that a violation prints (`log needs a positive argument`), or undefined inside the open domain. */
  readonly domain: ((...values: never[]) => string | undefined) | undefined;
  /** One a parameter: undefined where the parameter is a leaf (not real) or the result is not real. */
  readonly partials: readonly (PartialTerm | undefined)[];
  /** Kinks and comparisons: whether the arguments lie on the boundary between two branches. */
  readonly boundary: ((...values: never[]) => boolean) | undefined;
  /** How it is spelt. `symbol` parses back; an infix symbol stands in `precedence.ts` of the syntax. */
  readonly notation: {
    readonly form: 'infix' | 'prefix' | 'function';
    readonly symbol: string;
    readonly unicode: string;
    /** TeX with `#1`, `#2` for the arguments. */
    readonly tex: string;
  };
  /** For hover: what it computes and where it is defined. */
  readonly documentation: string;
}
