import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(1);
  const z = Float64Array.from({ length: 5000 }, (_, i) => 0.4 * i + 2 * random());
  const [q, r, x0, v0] = [0.1, 0.5, 0, 1];
  return {
    values: { processNoise: q, measureNoise: r, start: [x0, v0], measurements: [...z] },
    primal() {
      let [x, v] = [x0, v0];
      let [a, b, d] = [1, 0, 1];
      let loss = 0;
      for (let t = 0; t < z.length; t++) {
        const ex = x + 0.5 * v;
        const pa = a + 0.5 * b + 0.5 * (b + 0.5 * d) + q * 0.04;
        const pb = b + 0.5 * d + q * 0.125;
        const pd = d + q * 0.5;
        const residual = z[t] - ex;
        const variance = pa + r;
        const gx = pa / variance;
        const gv = pb / variance;
        x = ex + gx * residual;
        v = v + gv * residual;
        a = pa - gx * pa;
        b = pb - gx * pb;
        d = pd - gv * pb;
        loss += 0.5 * (Math.log(variance) + (residual * residual) / variance);
      }
      return loss;
    },
  };
}
