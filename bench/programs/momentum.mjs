import { randomNumbers } from '../measure/random.mjs';
export function make() {
  const rnd = randomNumbers(41),
    K = 5,
    N = 60,
    M = 30,
    rate = 0.05,
    decay = 0.8;
  const rows = (n) =>
    Array.from({ length: n }, () => {
      const x = 2 * rnd() - 1;
      return [x, Math.sin(3 * x) + 0.2 * rnd()];
    });
  const training = rows(N),
    validation = rows(M),
    penalties = Array.from({ length: K }, () => 0.02 * rnd());
  const X = Float64Array.from(training, (r) => r[0]),
    Y = Float64Array.from(training, (r) => r[1]),
    U = Float64Array.from(validation, (r) => r[0]),
    V = Float64Array.from(validation, (r) => r[1]);
  const w = new Float64Array(K),
    v = new Float64Array(K),
    g = new Float64Array(K),
    F = new Float64Array(N * K);
  return {
    values: { rate, decay, penalties, training, validation },
    data: ['training', 'validation'],
    primal() {
      w.fill(0);
      v.fill(0);
      for (let i = 0; i < N; i++) {
        let p = 1;
        for (let k = 0; k < K; k++) {
          F[i * K + k] = p;
          p *= X[i];
        }
      }
      for (let t = 0; t < 50; t++) {
        for (let k = 0; k < K; k++) g[k] = 2 * penalties[k] * w[k];
        for (let i = 0; i < N; i++) {
          let e = -Y[i];
          for (let k = 0; k < K; k++) e += w[k] * F[i * K + k];
          e *= 2 / N;
          for (let k = 0; k < K; k++) g[k] += e * F[i * K + k];
        }
        for (let k = 0; k < K; k++) {
          v[k] = decay * v[k] - rate * g[k];
          w[k] += v[k];
        }
      }
      let s = 0;
      for (let i = 0; i < M; i++) {
        let e = -V[i],
          p = 1;
        for (let k = 0; k < K; k++) {
          e += w[k] * p;
          p *= U[i];
        }
        s += e * e;
      }
      return s / M;
    },
  };
}
