import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [n, d] = [32, 16];
  const random = randomNumbers(21);
  const matrix = (rows) => Float64Array.from({ length: rows * d }, () => random() - 0.5);
  const json = (flat) => Array.from({ length: flat.length / d }, (_, i) => [...flat.subarray(i * d, (i + 1) * d)]);
  const [tokens, query, key, result] = [matrix(n), matrix(d), matrix(d), matrix(d)];
  const [q, k, v] = [new Float64Array(n * d), new Float64Array(n * d), new Float64Array(n * d)];
  const scores = new Float64Array(n);
  const mixed = new Float64Array(d);
  function multiply(x, y, out) {
    out.fill(0);
    for (let i = 0; i < n; i++) {
      for (let m = 0; m < d; m++) {
        const factor = x[i * d + m];
        for (let j = 0; j < d; j++) out[i * d + j] += factor * y[m * d + j];
      }
    }
  }
  return {
    values: { tokens: json(tokens), query: json(query), key: json(key), result: json(result) },
    primal() {
      multiply(tokens, query, q);
      multiply(tokens, key, k);
      multiply(tokens, result, v);
      const root = Math.sqrt(d);
      let loss = 0;
      for (let i = 0; i < n; i++) {
        let most = -Infinity;
        for (let j = 0; j < n; j++) {
          let s = 0;
          for (let m = 0; m < d; m++) s += q[i * d + m] * k[j * d + m];
          scores[j] = s / root;
          if (scores[j] > most) most = scores[j];
        }
        let total = 0;
        for (let j = 0; j < n; j++) {
          scores[j] = Math.exp(scores[j] - most);
          total += scores[j];
        }
        mixed.fill(0);
        for (let j = 0; j < n; j++) {
          const w = scores[j] / total;
          for (let m = 0; m < d; m++) mixed[m] += w * v[j * d + m];
        }
        for (let m = 0; m < d; m++) loss += mixed[m] * mixed[m];
      }
      return loss;
    },
  };
}
