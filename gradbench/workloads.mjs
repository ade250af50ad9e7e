// @ts-check
/**
 * Inputs like those of GradBench's evals: at the sizes that they have unless told otherwise, and at small ones. The
 * numbers are others of the same distributions, but those of bundle adjustment are GradBench's own.
 */
import { randomNumbers } from '../bench/measure/random.mjs';

/**
 * @typedef {readonly number[]} Size
 * @typedef {{ description: string, input: any }} Workload
 * @typedef {{ sizes: readonly Size[], small: Size, make: (size: Size, draw: Draw) => Workload }} Kind
 * @typedef {ReturnType<typeof drawFrom>} Draw
 */

/** The products of ranges, those with the smallest product of numbers first, as GradBench orders them.
 * @param {...readonly number[]} ranges
 */
function grid(...ranges) {
  const sizes = ranges.reduce(
    (sizes, range) => sizes.flatMap((size) => range.map((n) => [...size, n])),
    [/** @type {number[]} */ ([])],
  );
  const amount = (/** @type {number[]} */ size) => size.reduce((a, b) => a * b, 1);
  return sizes.sort((a, b) => amount(a) - amount(b));
}

/** @param {number} seed */
function drawFrom(seed) {
  const next = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(next() + 2 ** -33)) * Math.cos(2 * Math.PI * next());
  /** @param {number} n @param {() => number} number */
  const vector = (n, number = next) => Array.from({ length: n }, number);
  /** @param {number} rows @param {number} columns @param {() => number} number */
  const matrix = (rows, columns, number = next) => vector(rows, () => 0).map(() => vector(columns, number));
  /** @param {number} n */
  const index = (n) => Math.floor(next() * n);
  return { normal, vector, matrix, index };
}

/** The bits of a character in GradBench's text. */
const CHARACTER = 14;

/** The numbers of cameras, points and observations of GradBench's files. */
const SCENES = [
  [49, 7776, 31843],
  [21, 11315, 36455],
  [161, 48126, 182072],
  [372, 47423, 204472],
  [257, 65132, 225911],
  [539, 65220, 277273],
  [93, 61203, 287451],
  [88, 64298, 383937],
  [810, 88814, 393775],
  [1197, 126327, 563734],
  [1723, 156502, 678718],
  [253, 163691, 899155],
  [245, 198739, 1091386],
  [356, 226730, 1255268],
];

const CORRESPONDENCES = [100, 192, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 51200, 100000];

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = {
  hello: { sizes: [[1]], small: [3], make: ([x]) => ({ description: `${x}`, input: x }) },
  llsq: {
    sizes: grid([16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8196, 16392], [128]),
    small: [9, 5],
    make: ([n = 0, m = 0], { vector }) => ({ description: `n=${n},m=${m}`, input: { x: vector(m), n } }),
  },
  lse: {
    sizes: [2500, 5000, 10000, 20000, 40000, 80000, 160000, 320000, 640000, 1280000].map((n) => [n]),
    small: [7],
    make: ([n = 0], { vector }) => ({ description: `n=${n}`, input: { x: vector(n) } }),
  },
  lstm: {
    sizes: grid([2, 4, 6], [1024, 4096, 8192]),
    small: [2, 6],
    make: ([l = 0, c = 0], { matrix, index }) => {
      const b = c < 10 ? 3 : CHARACTER;
      const input = {
        main_params: matrix(2 * l, 4 * b),
        extra_params: matrix(3, b),
        state: matrix(2 * l, b),
        sequence: matrix(c, b, () => index(2)),
      };
      return { description: `l=${l},c=${c}`, input };
    },
  },
  gmm: {
    sizes: grid([2, 10, 20, 32, 64], [5, 10, 25, 50, 100], [1000]),
    small: [3, 2, 5],
    make: ([d = 0, k = 0, n = 0], { vector, matrix, normal }) => ({
      description: `${d}_${k}_${n}`,
      input: {
        ...{ d, k, n, x: matrix(n, d, normal), m: n < 10 ? 2 : 0, gamma: n < 10 ? 1.5 : 1, alpha: vector(k, normal) },
        ...{ mu: matrix(k, d), q: matrix(k, d, normal), l: matrix(k, (d * (d - 1)) / 2, normal) },
      },
    }),
  },
  kmeans: {
    sizes: grid([10, 100, 1000], [1000, 10000], [8, 16]),
    small: [2, 7, 3],
    make: ([k = 0, n = 0, d = 0], { matrix }) => {
      const points = matrix(n, d);
      return { description: `k=${k},n=${n},d=${d}`, input: { points, centroids: points.slice(-k) } };
    },
  },
  ba: {
    sizes: SCENES,
    small: [3, 4, 12],
    make: ([n = 0, m = 0, p = 0]) => ({
      description: `ba${SCENES.findIndex((scene) => scene[2] === p) + 1}_n${n}_m${m}_p${p}`,
      input: {
        ...{ n, m, p, x: [7.203245, 0.001144, 3.023326], w: 0.417022, feat: [271.760969, 834.209256] },
        cam: [
          ...[-0.758453, -1.109613, -0.845551, 34.556073, 39.676747, 53.881673],
          ...[419.194514, 5.864426, -8.51887, 0.087812, 0.002739],
        ],
      },
    }),
  },
  det: {
    sizes: grid([5, 6, 7, 8, 9, 10, 11]),
    small: [4],
    make: ([ell = 0], { vector }) => ({ description: `${ell}`, input: { A: vector(ell * ell), ell } }),
  },
  ht: {
    sizes: CORRESPONDENCES.map((c) => [c, 10000, 1084]),
    small: [3, 6, 4],
    make: ([c = 0, vertices = 0, triangles = 0], draw) => ({
      description: `hand${CORRESPONDENCES.indexOf(c) + 1}_t26_c${c}`,
      input: hand(c, vertices, triangles, draw),
    }),
  },
  ode: {
    sizes: grid([1000, 10000, 100000], [1, 10, 100]),
    small: [4, 3],
    make: ([n = 0, s = 0], { vector }) => ({ description: `n=${n},s=${s}`, input: { x: vector(n), s } }),
  },
  particle: { sizes: [[0]], small: [0], make: ([w]) => ({ description: 'w=0', input: { w } }) },
  saddle: { sizes: [[1]], small: [1], make: ([x]) => ({ description: 'w=0', input: { start: [x, x] } }) },
};

/**
 * An input of hand tracking: a hand of 22 bones, of which few weigh on each vertex.
 * @param {number} count @param {number} vertices @param {number} triangles @param {Draw} draw
 */
function hand(count, vertices, triangles, { vector, matrix, index }) {
  const bones = 22;
  const names = Array.from({ length: bones }, (_, b) => `bone${b}`);
  const parents = names.map((_, b) => (b % 4 === 1 ? 0 : b - 1));
  const affine = () => names.map(() => [...matrix(3, 4), [0, 0, 0, 1]]);
  const weights = matrix(vertices, bones, () => (index(7) === 0 ? index(1000) / 1000 : 0));
  const model = {
    ...{ bone_count: bones, bone_names: names, parents, base_relatives: affine(), inverse_base_absolutes: affine() },
    ...{ base_positions: matrix(vertices, 3).map((row) => [...row, 1]), weights, is_mirrored: false },
    triangles: matrix(triangles, 3, () => index(vertices)),
  };
  const data = { model, correspondences: vector(count, () => index(triangles)), points: matrix(count, 3) };
  return { theta: vector(26), data, us: matrix(count, 2) };
}

/**
 * Returns the workloads of an eval, one after the other, because some are large.
 * @param {string} name
 */
export function* workloads(name) {
  const { sizes, make } = kindOf(name);
  for (const [i, size] of sizes.entries()) yield make(size, drawFrom(i + 1));
}

/**
 * Returns a small workload of an eval.
 * @param {string} name
 */
export function smallWorkload(name) {
  const { small, make } = kindOf(name);
  return make(small, drawFrom(1));
}

/** @param {string} name */
function kindOf(name) {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(`there is no eval ${name}`);
  return kind;
}
