/** Logistic regression on a line. The targets `s` are -1 and 1, with their signs changed. */
export function descent({ x, s, n }) {
  function loss(w, b) {
    let total = 0;
    for (let i = 0; i < n; i++) total += Math.log(1 + Math.exp((w * x[i] + b) * s[i]));
    return total;
  }
  /** Computes the loss as often as a descent of so many steps. */
  function primal(steps) {
    let total = 0;
    for (let t = 0; t < steps; t++) total += loss(t * 1e-4, 0.1);
    return total;
  }
  /** Returns the parameters after a descent from 0, and the last loss. */
  function run(steps, rate) {
    let w = 0;
    let b = 0;
    let total = 0;
    for (let t = 0; t < steps; t++) {
      let gw = 0;
      let gb = 0;
      total = 0;
      for (let i = 0; i < n; i++) {
        const e = Math.exp((w * x[i] + b) * s[i]);
        total += Math.log(1 + e);
        const dz = (e / (1 + e)) * s[i];
        gw += dz * x[i];
        gb += dz;
      }
      w -= rate * gw;
      b -= rate * gb;
    }
    return [w, b, total];
  }
  return { primal, run };
}
