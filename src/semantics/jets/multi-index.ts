import { internalError } from '../../language/source/internal-error';

/** (α_1, ..., α_k): the number of derivatives along each of k directions. */
export type MultiIndex = readonly number[];

/**
 * The derivatives that a jet contains. The indices are in lexicographic order (Huot, Staton & Vákár, 2.2), starting
 * with (0, ..., 0), and downward closed: with an index come all that are component-wise smaller. So a product's
 * derivatives follow from those of its factors.
 */
export interface JetShape {
  readonly directions: number;
  /** The largest sum of an index. */
  readonly order: number;
  readonly indices: readonly MultiIndex[];
  /** α! = α_1! ... α_k! for each index. */
  readonly factorials: Float64Array;
}

/** Returns the number of indices of the (k,R) jet: the binomial coefficient of R + k and k. */
export function sizeOfJet(directions: number, order: number): number {
  let size = 1;
  for (let i = 1; i <= directions; i++) size = (size * (order + i)) / i;
  return Math.round(size);
}

const SHAPES = new Map<string, JetShape>();

/** Returns the shape of all partial derivatives up to an order, from (0, ..., 0) to (R, 0, ..., 0). */
export function jetShape(directions: number, order: number): JetShape {
  const key = `${directions},${order}`;
  const known = SHAPES.get(key);
  if (known !== undefined) return known;
  const made = shapeOf(indicesUpTo(directions, order));
  SHAPES.set(key, made);
  return made;
}

/** The restricted (2,2)' of section 2.3: (y00, y01, y10, y11), without second derivatives in the same direction. */
export const MIXED_SECOND: JetShape = shapeOf([
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
]);

function shapeOf(indices: readonly MultiIndex[]): JetShape {
  return {
    directions: (indices[0] ?? internalError('a jet has a value')).length,
    order: Math.max(...indices.map(degree)),
    indices,
    factorials: Float64Array.from(indices, (index) => index.reduce((all, n) => all * factorial(n), 1)),
  };
}

function indicesUpTo(directions: number, order: number): readonly MultiIndex[] {
  if (directions === 0) return [[]];
  return Array.from({ length: order + 1 }, (_, first) =>
    indicesUpTo(directions - 1, order - first).map((rest) => [first, ...rest]),
  ).flat();
}

export function degree(index: MultiIndex): number {
  return index.reduce((sum, n) => sum + n, 0);
}

/** Returns the position of an index in the shape; undefined if it is not there. */
export function positionIn({ indices }: JetShape, wanted: MultiIndex): number | undefined {
  let [low, high] = [0, indices.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compare(indices[middle] ?? [], wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Compares indices lexicographically. */
function compare(left: MultiIndex, right: MultiIndex): number {
  for (let i = 0; i < left.length; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function factorial(n: number): number {
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}
