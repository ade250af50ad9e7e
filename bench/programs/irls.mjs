import { randomNumbers } from '../measure/random.mjs';
const [N, M, D] = [200, 50, 5];
export function make() {
  const random = randomNumbers(159);
  const table = (n) =>
    Array.from({ length: n }, () => {
      const x = [1, ...Array.from({ length: D - 1 }, () => 2 * random() - 1)];
      return [x, x[1] - x[2] + random() - 0.5 > 0 ? 1 : 0];
    });
  const rows = table(N),
    test = table(M),
    ridge = 0.5;
  const X = Float64Array.from(rows.flatMap(([x]) => x)),
    Y = Float64Array.from(rows, ([, y]) => y);
  const w = new Float64Array(D),
    g = new Float64Array(D),
    H = new Float64Array(D * D);
  return {
    values: { ridge, rows, test },
    data: ['test'],
    primal() {
      w.fill(0);
      for (;;) {
        H.fill(0);
        for (let d = 0; d < D; d++) {
          g[d] = ridge * w[d];
          H[d * D + d] = ridge;
        }
        for (let i = 0; i < N; i++) {
          let s = 0;
          for (let d = 0; d < D; d++) s += w[d] * X[i * D + d];
          const p = 1 / (1 + Math.exp(-s)),
            e = p - Y[i],
            h = p * (1 - p);
          for (let d = 0; d < D; d++) {
            g[d] += e * X[i * D + d];
            const v = h * X[i * D + d];
            for (let c = 0; c < D; c++) H[d * D + c] += v * X[i * D + c];
          }
        }
        let gg = 0;
        for (let d = 0; d < D; d++) gg += g[d] * g[d];
        if (gg < 1e-16) break;
        for (let k = 0; k < D; k++)
          for (let i = k + 1; i < D; i++) {
            const f = H[i * D + k] / H[k * D + k];
            for (let j = k; j < D; j++) H[i * D + j] -= f * H[k * D + j];
            g[i] -= f * g[k];
          }
        for (let i = D - 1; i >= 0; i--) {
          for (let j = i + 1; j < D; j++) g[i] -= H[i * D + j] * g[j];
          g[i] /= H[i * D + i];
          w[i] -= g[i];
        }
      }
      let t = 0;
      for (let i = 0; i < M; i++) {
        let s = 0;
        const [x, y] = test[i];
        for (let d = 0; d < D; d++) s += w[d] * x[d];
        t += Math.max(s, 0) + Math.log1p(Math.exp(-Math.abs(s))) - y * s;
      }
      return t / M;
    },
  };
}
