import type { Program, Values } from '../measure/subject';
import chainText from './chain.pbk?raw';
import descentLossText from './descent-loss.pbk?raw';
import descentText from './descent.pbk?raw';
import gmmText from './gmm.pbk?raw';
import mlpText from './mlp.pbk?raw';
import rosenbrockText from './rosenbrock.pbk?raw';
import { chain } from './chain.mjs';
import { mixture, networkAndPoints, rosenbrockPoint } from './data.mjs';
import { descent } from './descent.mjs';
import { gmm } from './gmm.mjs';
import gmm10Data from './data/gmm_d10_K25.txt?raw';
import gmm2Data from './data/gmm_d2_K5.txt?raw';
import { mlp } from './mlp.mjs';
import { rosenbrock } from './rosenbrock.mjs';

/** A program, and the same written by hand in JavaScript. */
export interface Workload {
  readonly name: string;
  readonly goal: number | undefined;
  /** Elementary operations of the primal, counted by running it with numbers that count. */
  readonly operations: number;
  readonly program: Program;
  readonly values: Values;
  readonly primal: () => unknown;
  /** Returns what `found` must be near. */
  readonly reverse: () => ArrayLike<number>;
  /**
   * The program differentiates inside: its value is what is timed as a gradient, and this program is the primal. A run
   * of it does the work of the hand-written primal.
   */
  readonly inside?: { readonly program: Program; readonly values: Values };
}

/** Returns the workloads by name; each is made when it is wanted. */
export const WORKLOADS: Readonly<Record<string, () => Workload>> = {
  'GMM 10,25,1000': () => mixtureOf('GMM 10,25,1000', gmm10Data, 1.0, 3_380_000),
  'GMM 2,5,1000': () => mixtureOf('GMM 2,5,1000', gmm2Data, 0.8, 77_078),
  'Rosenbrock 10': () => rosenbrockOf(10, undefined),
  'Rosenbrock 1000': () => rosenbrockOf(1000, undefined),
  'Rosenbrock 1e5': () => rosenbrockOf(100_000, 1.3),
  'chain 250,000': chainOf,
  'MLP 2-16-16-1': networkOf,
  'descent, 10,000 steps': descentOf,
};

function mixtureOf(name: string, text: string, goal: number, operations: number): Workload {
  const given = mixture(text);
  const { d, k, alphas, means, factors, x, gamma, m, p, constant } = given;
  const { primal, gradient } = gmm(given);
  const g = new Float64Array(p.length);
  return {
    name,
    goal,
    operations,
    program: { text: gmmText, data: ['points', 'gamma', 'm', 'constant'] },
    values: {
      alphas: [...alphas],
      means: rows(means, d),
      factors: rows(factors, factors.length / k),
      points: rows(x, d),
      gamma,
      m,
      constant,
    },
    primal: () => primal(p),
    reverse: () => {
      gradient(p, g);
      return g;
    },
  };
}

function rosenbrockOf(n: number, goal: number | undefined): Workload {
  const x = rosenbrockPoint(n);
  const g = new Float64Array(n);
  return {
    name: `Rosenbrock ${n === 100_000 ? '1e5' : n}`,
    goal,
    operations: 8 * (n - 1) - 1,
    program: { text: rosenbrockText },
    values: { x: [...x] },
    primal: () => rosenbrock.primal(x),
    reverse: () => {
      rosenbrock.gradient(x, g);
      return g;
    },
  };
}

function chainOf(): Workload {
  const iterations = 250_000;
  const { primal, gradient } = chain(iterations);
  return {
    name: 'chain 250,000',
    goal: 1.5,
    operations: 4 * iterations,
    program: { text: chainText },
    values: { x: 0.7, iterations },
    primal: () => primal(0.7),
    reverse: () => [gradient(0.7)],
  };
}

function networkOf(): Workload {
  const { network } = networkAndPoints();
  const { X, y, p } = network;
  const { primal, gradient } = mlp(network);
  const g = new Float64Array(p.length);
  /** Weights and bias of the unit whose parameters begin there. */
  const unit = (start: number, width: number) => [[...p.subarray(start, start + width)], p[start + width] ?? 0];
  const sixteen = Array.from({ length: 16 }, (_, j) => j);
  return {
    name: 'MLP 2-16-16-1',
    goal: 2.2,
    operations: 64_299,
    program: { text: mlpText, data: ['examples'] },
    values: {
      first: sixteen.map((j) => unit(3 * j, 2)),
      second: sixteen.map((j) => unit(48 + 17 * j, 16)),
      last: unit(320, 16),
      examples: [...y].map((target, q) => ({ at: [...X.subarray(2 * q, 2 * q + 2)], target })),
    },
    primal: () => primal(p),
    reverse: () => {
      gradient(p, g);
      return g;
    },
  };
}

function descentOf(): Workload {
  const { points } = networkAndPoints();
  const { primal, run } = descent(points);
  const [steps, rate] = [10_000, 0.02];
  const table = [...points.x].map((x, i) => ({ x, y: -(points.s[i] ?? 0) }));
  return {
    name: 'descent, 10,000 steps',
    goal: 1.4,
    operations: 3_490_000,
    program: { text: descentText, data: ['points'] },
    values: { start: [0, 0], rate, steps, points: table },
    primal: () => primal(steps),
    reverse: () => run(steps, rate).slice(0, 2),
    inside: { program: { text: descentLossText, data: ['points'] }, values: { steps, points: table } },
  };
}

function rows(items: Float64Array, width: number): number[][] {
  return Array.from({ length: items.length / width }, (_, i) => [...items.subarray(i * width, (i + 1) * width)]);
}
