import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 4000;
  const random = randomNumbers(60);
  const costs = Float64Array.from({ length: n }, () => random());
  const c = new Float64Array(n);
  const id = new Int32Array(n);
  const decay = 0.9;
  return {
    values: { costs: [...costs], decay },
    primal() {
      c.set(costs);
      for (let i = 0; i < n; i++) id[i] = i;
      for (let k = 0; k < n; k++) {
        for (let i = k; i > 0;) {
          const p = (i - 1) >> 1;
          if (!(c[i] < c[p])) break;
          [c[i], c[p]] = [c[p], c[i]];
          [id[i], id[p]] = [id[p], id[i]];
          i = p;
        }
      }
      let total = 0;
      for (let i = n - 1; i >= 0; i--) total = c[i] * (1 + (id[i] % 3)) + decay * total;
      return total;
    },
  };
}
