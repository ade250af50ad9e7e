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
  return {
    values: { x: [...x], target: [...target], steps },
    primal() {
      v.fill(0);
      r.set(target);
      p.set(target);
      let size = 0;
      for (let i = 0; i < n; i++) size += r[i] * r[i];
      for (let step = 0; step < steps; step++) {
        for (let i = 0; i < n; i++) {
          let s = (3 * x[i] * x[i] + 2) * p[i];
          if (i > 0) s += 2 * (p[i] - p[i - 1]);
          if (i < n - 1) s += 2 * (p[i] - p[i + 1]);
          q[i] = s;
        }
        let pq = 0;
        for (let i = 0; i < n; i++) pq += p[i] * q[i];
        const amount = size / pq;
        let next = 0;
        for (let i = 0; i < n; i++) {
          v[i] += amount * p[i];
          r[i] -= amount * q[i];
          next += r[i] * r[i];
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
