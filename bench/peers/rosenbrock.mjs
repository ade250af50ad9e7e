/** Rosenbrock's function of n variables, and its gradient by hand, which is written to `g`. */
export const rosenbrock = {
  primal(x) {
    const n = x.length;
    let total = 0;
    for (let i = 0; i < n - 1; i++) {
      const t = x[i + 1] - x[i] * x[i];
      const u = 1 - x[i];
      total += 100 * t * t + u * u;
    }
    return total;
  },
  gradient(x, g) {
    const n = x.length;
    g.fill(0);
    let total = 0;
    for (let i = 0; i < n - 1; i++) {
      const xi = x[i];
      const t = x[i + 1] - xi * xi;
      const u = 1 - xi;
      total += 100 * t * t + u * u;
      g[i] += -400 * t * xi - 2 * u;
      g[i + 1] += 200 * t;
    }
    return total;
  },
};
