/**
 * The squared error of a network 2-16-16-1, and its gradient by hand, which is written to `g`. The parameters are one
 * array: for each unit its weights, then its bias.
 */
export function mlp({ X, y, n }) {
  const h1 = new Float64Array(16);
  const h2 = new Float64Array(16);
  const d1 = new Float64Array(16);

  function output(p, q) {
    const a = X[2 * q];
    const b = X[2 * q + 1];
    for (let j = 0; j < 16; j++) h1[j] = Math.tanh(p[3 * j] * a + p[3 * j + 1] * b + p[3 * j + 2]);
    for (let j = 0; j < 16; j++) {
      const o = 48 + 17 * j;
      let s = p[o + 16];
      for (let i = 0; i < 16; i++) s += p[o + i] * h1[i];
      h2[j] = Math.tanh(s);
    }
    let s = p[336];
    for (let i = 0; i < 16; i++) s += p[320 + i] * h2[i];
    return s;
  }

  function primal(p) {
    let total = 0;
    for (let q = 0; q < n; q++) {
      const e = output(p, q) - y[q];
      total += e * e;
    }
    return total;
  }
  function gradient(p, g) {
    g.fill(0);
    let total = 0;
    for (let q = 0; q < n; q++) {
      const e = output(p, q) - y[q];
      total += e * e;
      const de = 2 * e;
      g[336] += de;
      d1.fill(0);
      for (let j = 0; j < 16; j++) {
        g[320 + j] += de * h2[j];
        const ds = de * p[320 + j] * (1 - h2[j] * h2[j]);
        const o = 48 + 17 * j;
        g[o + 16] += ds;
        for (let i = 0; i < 16; i++) {
          g[o + i] += ds * h1[i];
          d1[i] += ds * p[o + i];
        }
      }
      for (let j = 0; j < 16; j++) {
        const ds = d1[j] * (1 - h1[j] * h1[j]);
        g[3 * j] += ds * X[2 * q];
        g[3 * j + 1] += ds * X[2 * q + 1];
        g[3 * j + 2] += ds;
      }
    }
    return total;
  }
  return { primal, gradient };
}
