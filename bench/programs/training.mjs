import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(8);
  const table = (n) =>
    Array.from({ length: n }, () => {
      const [x, y] = [2 * random() - 1, 2 * random() - 1];
      return { x, y, t: Math.tanh(0.8 * x - 0.5 * y) + 0.1 * random() };
    });
  const [training, test] = [table(100), table(50)];
  const column = (rows, name) => Float64Array.from(rows, (row) => row[name]);
  const [xs, ys, ts] = ['x', 'y', 't'].map((name) => column(training, name));
  const [xs2, ys2, ts2] = ['x', 'y', 't'].map((name) => column(test, name));
  const [rate, penalty, start] = [0.1, 0.05, [0.1, -0.2, 0]];
  return {
    values: { rate, penalty, start, training, test },
    data: ['training', 'test'],
    primal() {
      let [u, v, b] = start;
      const n = xs.length;
      for (let step = 0; step < 50; step++) {
        let gu = 2 * penalty * u;
        let gv = 2 * penalty * v;
        let gb = 2 * penalty * b;
        for (let i = 0; i < n; i++) {
          const out = Math.tanh(u * xs[i] + v * ys[i] + b);
          const g = (2 / n) * (out - ts[i]) * (1 - out * out);
          gu += g * xs[i];
          gv += g * ys[i];
          gb += g;
        }
        u -= rate * gu;
        v -= rate * gv;
        b -= rate * gb;
      }
      let total = 0;
      for (let i = 0; i < xs2.length; i++) {
        const e = Math.tanh(u * xs2[i] + v * ys2[i] + b) - ts2[i];
        total += e * e;
      }
      return total / xs2.length;
    },
  };
}
