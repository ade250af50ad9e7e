import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [n, steps] = [600, 20];
  const random = randomNumbers(11);
  const vector = () => Float64Array.from({ length: n }, () => 2 * random() - 1);
  const [x, target] = [vector(), vector()];
  const v = new Float64Array(n);
  const r = new Float64Array(n);
  const p = new Float64Array(n);
  const q = new Float64Array(n);
  const diagonal = new Float64Array(n);
  return {
    values: { x: [...x], target: [...target], steps },
    primal() {
      v.fill(0);
      r.set(target);
      p.set(target);
      for (let i = 0; i < n; i++) diagonal[i] = 3 * x[i] * x[i] + 2 + (i === 0 || i === n - 1 ? 2 : 4);
      let size = 0;
      for (let i = 0; i < n; i++) size += r[i] * r[i];
      for (let step = 0; step < steps; step++) {
        let pq = 0;
        let left = 0;
        let middle = p[0];
        for (let i = 0; i < n; i++) {
          const right = i < n - 1 ? p[i + 1] : 0;
          const image = diagonal[i] * middle - 2 * (left + right);
          q[i] = image;
          pq += middle * image;
          left = middle;
          middle = right;
        }
        const amount = size / pq;
        let next = 0;
        for (let i = 0; i < n; i++) {
          v[i] += amount * p[i];
          const rest = r[i] - amount * q[i];
          r[i] = rest;
          next += rest * rest;
        }
        const ratio = next / size;
        for (let i = 0; i < n; i++) p[i] = r[i] + ratio * p[i];
        size = next;
      }
      let total = 0;
      for (let i = 0; i < n; i++) total += v[i] * v[i];
      return total;
    },
  };
}
