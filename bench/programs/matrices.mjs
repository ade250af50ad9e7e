import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 36;
  const random = randomNumbers(18);
  const matrix = () => Float64Array.from({ length: n * n }, () => random() - 0.5);
  const [a, b, c, ab, abc] = [matrix(), matrix(), matrix(), matrix(), matrix()];
  const rows = (flat) => Array.from({ length: n }, (_, i) => [...flat.subarray(i * n, (i + 1) * n)]);
  function multiply(x, y, out) {
    out.fill(0);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < n; k++) {
        const factor = x[i * n + k];
        for (let j = 0; j < n; j++) out[i * n + j] += factor * y[k * n + j];
      }
    }
  }
  return {
    values: { a: rows(a), b: rows(b), c: rows(c) },
    primal() {
      multiply(a, b, ab);
      multiply(ab, c, abc);
      let total = 0;
      for (let i = 0; i < n * n; i++) total += abc[i] * abc[i];
      return total;
    },
  };
}
