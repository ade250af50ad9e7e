// @ts-check
/**
 * The evals: what GradBench's inputs are in the programs under evals/, and the expression that is each function. A
 * program is compiled once with each expression, which ends it.
 */

import { excerpt, sparseJacobian } from './sparse.mjs';

/**
 * @typedef {object} Fun
 * @property {string} expression
 * @property {(value: any, inputs: any) => any} [assemble] Completes the result. It is part of the time.
 * @property {(result: any) => any} [output] Returns the result in the form of GradBench's output.
 *
 * @typedef {object} Eval
 * @property {(input: any) => Record<string, any>} inputs
 * @property {Readonly<Record<string, Fun>>} functions
 */

/** @param {readonly number[]} numbers */
const vector = (numbers) => Float64Array.from(numbers);

/** @param {readonly (readonly number[])[]} rows */
const matrix = (rows) => rows.map(vector);

/**
 * Returns the numbers, so many times over.
 * @param {number} times
 * @param {readonly number[]} numbers
 */
const copies = (times, numbers) =>
  Float64Array.from({ length: times * numbers.length }, (_, i) => numbers[i % numbers.length] ?? 0);

/** @param {readonly Float64Array[]} columns */
const transpose = (columns) => Array.from(columns[0] ?? [], (_, i) => columns.map((column) => column[i]));

/** The saddle and the particle ask for the same in four ways: modes of the outer and of the inner derivative. */
const MODES = { r: 'reverse', f: 'forward' };

/** @type {Readonly<Record<string, Eval>>} */
export const EVALS = {
  hello: {
    inputs: (x) => ({ x }),
    functions: { square: { expression: 'square x' }, double: { expression: 'deriv square x' } },
  },
  llsq: {
    inputs: ({ x, n }) => ({ x: vector(x), n }),
    functions: { primal: { expression: 'loss x' }, gradient: { expression: 'grad loss x' } },
  },
  lse: {
    inputs: ({ x }) => ({ x: vector(x) }),
    functions: { primal: { expression: 'logSumExp x' }, gradient: { expression: 'grad logSumExp x' } },
  },
  ode: {
    inputs: ({ x, s }) => ({ x: vector(x), steps: s }),
    functions: { primal: { expression: 'solve x' }, gradient: { expression: 'rd solve x (basis n (n - 1))' } },
  },
  det: {
    inputs: ({ A, ell }) => ({ a: vector(A), size: ell }),
    functions: { primal: { expression: 'determinant a' }, gradient: { expression: 'grad determinant a' } },
  },
  kmeans: {
    inputs: ({ points, centroids }) => ({ points: matrix(points), centroids: matrix(centroids) }),
    functions: { cost: { expression: 'cost centroids' }, dir: { expression: 'direction centroids' } },
  },
  gmm: {
    inputs: ({ x, m, gamma, alpha, mu, q, l }) => ({
      x: matrix(x),
      m,
      gamma,
      alpha: vector(alpha),
      mu: matrix(mu),
      q: matrix(q),
      l: matrix(l),
    }),
    functions: { objective: { expression: 'objective mixture' }, jacobian: { expression: 'grad objective mixture' } },
  },
  lstm: {
    inputs: ({ main_params, extra_params, state, sequence }) => ({
      main: matrix(main_params),
      extra: matrix(extra_params),
      state: matrix(state),
      sequence: matrix(sequence),
    }),
    functions: {
      objective: { expression: 'loss parameters' },
      jacobian: {
        expression: 'grad loss parameters',
        output: ({ main, extra }) => [...main, ...extra].flatMap((row) => [...row]),
      },
    },
  },
  ba: {
    inputs: ({ n, m, p, cam, x, w, feat }) => ({
      cameras: copies(n, cam),
      points: copies(m, x),
      weights: copies(p, [w]),
      features: copies(p, feat),
      observed: Array.from({ length: 2 * p }, (_, i) => (i >> 1) % (i % 2 === 0 ? n : m)),
    }),
    functions: {
      objective: {
        expression: 'errors',
        output: ({ reprojection, weight }) => ({
          reproj_error: { elements: reprojection.subarray(0, 2), repeated: weight.length },
          w_err: { element: weight[0], repeated: weight.length },
        }),
      },
      jacobian: { expression: 'jacobian', assemble: sparseJacobian, output: excerpt },
    },
  },
  ht: {
    inputs: ({ theta, us, data: { model, correspondences, points } }) => ({
      theta: vector(theta),
      us: vector(us.flat()),
      parents: model.parents,
      relatives: model.base_relatives.map(matrix),
      inverses: model.inverse_base_absolutes.map(matrix),
      positions: vector(model.base_positions.flat()),
      weights: vector(model.weights.flat()),
      triangles: model.triangles.flat(),
      mirrored: model.is_mirrored,
      correspondences,
      observed: vector(points.flat()),
    }),
    functions: {
      objective: { expression: 'errors (theta, us)' },
      jacobian: { expression: 'jacobian', output: transpose },
    },
  },
  saddle: {
    inputs: ({ start }) => ({ start: vector(start) }),
    functions: inFourWays((outer, inner) => `saddle ${outer}Gradient ${inner}Gradient`),
  },
  particle: {
    inputs: ({ w }) => ({ w }),
    functions: inFourWays((outer, inner) => `control ${outer}Derivative ${inner}Gradient`),
  },
};

/** @param {(outer: string, inner: string) => string} expression */
function inFourWays(expression) {
  return Object.fromEntries(
    Object.entries(MODES).flatMap(([o, outer]) =>
      Object.entries(MODES).map(([i, inner]) => [o + i, { expression: expression(outer, inner) }]),
    ),
  );
}
