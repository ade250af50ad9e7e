import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [n, steps, k] = [200, 200, 0.2];
  const random = randomNumbers(20);
  const vector = () => Float64Array.from({ length: n }, () => random());
  const [start, wanted] = [vector(), vector()];
  const rods = [new Float64Array(n), new Float64Array(n)];
  return {
    values: { start: [...start], conductivity: k, wanted: [...wanted], steps },
    data: ['wanted'],
    primal() {
      let [u, next] = rods;
      u.set(start);
      for (let t = 0; t < steps; t++) {
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        let left = u[0];
        let middle = u[1];
        for (let i = 1; i < n - 1; i++) {
          const right = u[i + 1];
          next[i] = middle + k * (left - 2 * middle + right);
          left = middle;
          middle = right;
        }
        const last = u;
        u = next;
        next = last;
      }
      let total = 0;
      for (let i = 0; i < n; i++) {
        const e = u[i] - wanted[i];
        total += e * e;
      }
      return total;
    },
  };
}
