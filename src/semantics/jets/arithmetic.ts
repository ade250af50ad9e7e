import type { JetShape } from './multi-index';
import { productsOf, type Products } from './products';

/**
 * Jets in one array, each identified by its start. They hold Taylor coefficients, which are derivatives divided by α!.
 * A rule of `rules.ts` gets the value of its result at `out` and the jets of its arguments, and writes the rest of the
 * result.
 */
export interface Jets {
  readonly shape: JetShape;
  /** The numbers in a jet. */
  readonly size: number;
  readonly products: Products;
  readonly coefficients: Float64Array;
  /** The start of the jets of two constants, followed by SCRATCH jets for intermediate results of rules. */
  readonly constants: number;
  /** The number of operations done. */
  work: number;
}

const CONSTANTS = 2;
const SCRATCH = 4;

export function newJets(shape: JetShape, count: number): Jets {
  const size = shape.indices.length;
  return {
    shape,
    size,
    products: productsOf(shape),
    coefficients: new Float64Array((count + CONSTANTS + SCRATCH) * size),
    constants: count * size,
    work: 0,
  };
}

/** Returns the bytes that so many jets take. */
export function bytesOfJets(shape: JetShape, count: number): number {
  return (count + CONSTANTS + SCRATCH) * shape.indices.length * Float64Array.BYTES_PER_ELEMENT;
}

/** Writes and returns the jet of a constant operand; there are two such jets. */
export function constantJet(jets: Jets, which: 0 | 1, value: number): number {
  const start = jets.constants + which * jets.size;
  jets.coefficients[start] = value;
  return start;
}

/** Whether an operand of a rule is a constant: constants come after the jets of entries. */
export function isConstant(jets: Jets, operand: number): boolean {
  return operand >= jets.constants;
}

export function scratch(jets: Jets, which: 0 | 1 | 2 | 3): number {
  return jets.constants + (CONSTANTS + which) * jets.size;
}

/** out = a x + b y, except for the value. */
export function combine(jets: Jets, out: number, a: number, x: number, b: number, y: number): void {
  const { coefficients: c, size } = jets;
  for (let i = 1; i < size; i++) c[out + i] = a * at(c, x + i) + b * at(c, y + i);
  jets.work += size - 1;
}

/** out = a x, except for the value. */
export function scale(jets: Jets, out: number, a: number, x: number): void {
  const { coefficients: c, size } = jets;
  for (let i = 1; i < size; i++) c[out + i] = a * at(c, x + i);
  jets.work += size - 1;
}

/** out = x y, including the value. */
export function multiply(jets: Jets, out: number, x: number, y: number): void {
  for (let i = 0; i < jets.size; i++) jets.coefficients[out + i] = productAt(jets, i, x, y);
}

/** Returns (x y)_α, optionally without the first (x_0 y_α) or the last (x_α y_0) term. */
export function productAt(jets: Jets, index: number, x: number, y: number, first = 0, last = 0): number {
  const { coefficients: c, products } = jets;
  const { starts, left, right } = products;
  const end = at(starts, index + 1) - last;
  let sum = 0;
  for (let pair = at(starts, index) + first; pair < end; pair++) {
    sum += at(c, x + at(left, pair)) * at(c, y + at(right, pair));
  }
  jets.work += 2 * (end - at(starts, index) - first);
  return sum;
}

/** Returns v_α for ∂v = a ∂u, from u and the a_γ with γ below α, optionally without the term of u_α. */
export function integralAt(jets: Jets, index: number, a: number, u: number, last = 0): number {
  const { coefficients: c, products } = jets;
  const { starts, left, right, weights } = products;
  const start = at(starts, index) + 1;
  const end = at(starts, index + 1) - last;
  let sum = 0;
  for (let pair = start; pair < end; pair++) {
    sum += at(weights, pair) * at(c, u + at(left, pair)) * at(c, a + at(right, pair));
  }
  jets.work += 2 * (end - start);
  return sum;
}

/** Returns v_α for u ∂v = n v ∂u, from u and the v_γ with γ below α. */
export function powerAt(jets: Jets, index: number, n: number, u: number, v: number): number {
  const { coefficients: c, products } = jets;
  const { starts, left, right, weights } = products;
  const start = at(starts, index) + 1;
  const end = at(starts, index + 1);
  let sum = 0;
  for (let pair = start; pair < end; pair++) {
    const weight = at(weights, pair);
    sum += (n * weight - (1 - weight)) * at(c, u + at(left, pair)) * at(c, v + at(right, pair));
  }
  jets.work += 2 * (end - start);
  return sum / at(c, u);
}

export function at(numbers: Float64Array | Int32Array, index: number): number {
  return numbers[index] ?? 0;
}

/** Calls `write` for each index above 0, after all indices below it. */
export function forEachAbove({ size }: Jets, write: (index: number) => void): void {
  for (let i = 1; i < size; i++) write(i);
}
