import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 40;
  const random = randomNumbers(205);
  const matrix = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => random() - 0.5 + (i === j ? 3 : 0)),
  );
  const right = Array.from({ length: n }, () => random());
  const flat = Float64Array.from(matrix.flat());
  const m = new Float64Array(n * n);
  const x = new Float64Array(n);
  return {
    values: { matrix, right },
    primal() {
      m.set(flat);
      x.set(right);
      for (let k = 0; k < n; k++) {
        let p = k;
        for (let i = k + 1; i < n; i++) if (Math.abs(m[i * n + k]) > Math.abs(m[p * n + k])) p = i;
        if (p !== k) {
          for (let j = k; j < n; j++) [m[k * n + j], m[p * n + j]] = [m[p * n + j], m[k * n + j]];
          [x[k], x[p]] = [x[p], x[k]];
        }
        const pivot = m[k * n + k];
        for (let i = k + 1; i < n; i++) {
          const f = m[i * n + k] / pivot;
          for (let j = k + 1; j < n; j++) m[i * n + j] -= f * m[k * n + j];
          x[i] -= f * x[k];
        }
      }
      let total = 0;
      for (let i = n - 1; i >= 0; i--) {
        let s = x[i];
        for (let j = i + 1; j < n; j++) s -= m[i * n + j] * x[j];
        x[i] = s / m[i * n + i];
        total += x[i] * x[i];
      }
      return total;
    },
  };
}
