// @ts-check
/** The sparse Jacobian of bundle adjustment, and which part of it GradBench asks for. */

const CAMERA = 11;
const POINT = 3;
/** The derivatives of one coordinate: by the camera, the point and the weight. */
const ROW = CAMERA + POINT + 1;
/** Where the first observation's derivatives end. */
const FIRST = 2 * ROW;

/**
 * Returns the Jacobian by rows: where each begins, and the columns and values of its entries. The rows are the two
 * coordinates of each observation, then the weight errors; the columns are cameras, points and weights.
 * @param {Float64Array} vals
 * @param {{ cameras: Float64Array, points: Float64Array, weights: Float64Array, observed: readonly number[] }} inputs
 */
export function sparseJacobian(vals, { cameras, points, weights, observed }) {
  const count = weights.length;
  const rows = new Int32Array(3 * count + 1);
  const cols = new Int32Array(vals.length);
  const pointsFrom = cameras.length;
  const weightsFrom = pointsFrom + points.length;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const camera = CAMERA * (observed[2 * i] ?? 0);
    const point = pointsFrom + POINT * (observed[2 * i + 1] ?? 0);
    for (let row = 2 * i + 1; row <= 2 * i + 2; row++) {
      for (let j = 0; j < CAMERA; j++) cols[at++] = camera + j;
      for (let j = 0; j < POINT; j++) cols[at++] = point + j;
      cols[at++] = weightsFrom + i;
      rows[row] = at;
    }
  }
  for (let i = 0; i < count; i++) {
    cols[at++] = weightsFrom + i;
    rows[2 * count + 1 + i] = at;
  }
  return { rows, cols, vals };
}

/**
 * Returns the first entries and the last, as GradBench asks for: its observations are equal.
 * @param {ReturnType<typeof sparseJacobian>} jacobian
 */
export function excerpt({ rows, cols, vals }) {
  return { rows: ends(rows), cols: ends(cols), vals: ends(vals) };
}

/** @param {Int32Array | Float64Array} items */
const ends = (items) => [...items.subarray(0, FIRST), items.at(-1)];
