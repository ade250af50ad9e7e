import { randomNumbers } from '../measure/random.mjs';
export function make() {
  const random = randomNumbers(321);
  const n = 16,
    steps = 30,
    depth = 0.8,
    size = 1,
    dt = 0.005;
  const start = Array.from({ length: n }, (_, i) => [
    1.15 * (i % 4) + 0.1 * random(),
    1.15 * Math.floor(i / 4) + 0.1 * random(),
  ]);
  const first = Float64Array.from(start.flat());
  const x = new Float64Array(2 * n),
    v = new Float64Array(2 * n),
    g = new Float64Array(2 * n);
  function gradient() {
    g.fill(0);
    for (let i = 0; i < 2 * n; i += 2)
      for (let j = i + 2; j < 2 * n; j += 2) {
        const dx = x[i] - x[j],
          dy = x[i + 1] - x[j + 1];
        const square = dx * dx + dy * dy;
        const u = (size * size) / square;
        const u3 = u * u * u;
        const c = (-8 * depth * (6 * u3 * u3 - 3 * u3)) / square;
        g[i] += c * dx;
        g[i + 1] += c * dy;
        g[j] -= c * dx;
        g[j + 1] -= c * dy;
      }
  }
  return {
    values: { start, depth, size, steps, dt },
    primal() {
      x.set(first);
      v.fill(0);
      gradient();
      for (let t = 0; t < steps; t++) {
        for (let i = 0; i < 2 * n; i++) {
          v[i] -= 0.5 * dt * g[i];
          x[i] += dt * v[i];
        }
        gradient();
        for (let i = 0; i < 2 * n; i++) v[i] -= 0.5 * dt * g[i];
      }
      let total = 0;
      for (let i = 0; i < 2 * n; i++) total += 0.5 * v[i] * v[i] + 0.1 * x[i] * x[i];
      return total;
    },
  };
}
