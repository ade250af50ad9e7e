import { internalError } from '../../language/source/internal-error';
import { positionIn, type JetShape, type MultiIndex } from './multi-index';

/**
 * The terms of a product's coefficients: (x y)_α = Σ x_β y_γ over the pairs β + γ = α. Those of α are the positions
 * [starts[α], starts[α + 1]) of `left` and `right`, from (0, α) to (α, 0).
 */
export interface Products {
  readonly starts: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /**
   * β_i / α_i for the first direction i with α_i > 0: if ∂_i v = a ∂_i u, then v_α = Σ weight u_β a_γ. The weight is 0
   * at β = 0.
   */
  readonly weights: Float64Array;
}

const PRODUCTS = new WeakMap<JetShape, Products>();

export function productsOf(shape: JetShape): Products {
  const known = PRODUCTS.get(shape);
  if (known !== undefined) return known;
  const made = make(shape);
  PRODUCTS.set(shape, made);
  return made;
}

function make(shape: JetShape): Products {
  const starts = [0];
  const left: number[] = [];
  const right: number[] = [];
  const weights: number[] = [];
  const position = (index: MultiIndex): number =>
    positionIn(shape, index) ?? internalError('a jet has all derivatives below those it has');
  for (const index of shape.indices) {
    const first = index.findIndex((n) => n > 0);
    for (const below of indicesBelow(index)) {
      left.push(position(below));
      right.push(position(index.map((n, i) => n - (below[i] ?? 0))));
      weights.push(first < 0 ? 0 : (below[first] ?? 0) / (index[first] ?? 1));
    }
    starts.push(left.length);
  }
  return {
    starts: Int32Array.from(starts),
    left: Int32Array.from(left),
    right: Int32Array.from(right),
    weights: Float64Array.from(weights),
  };
}

/** Returns all indices that are component-wise at most this one, in lexicographic order. */
function indicesBelow(index: MultiIndex): readonly MultiIndex[] {
  return index.reduce<readonly MultiIndex[]>(
    (found, n) => found.flatMap((start) => Array.from({ length: n + 1 }, (_, i) => [...start, i])),
    [[]],
  );
}
