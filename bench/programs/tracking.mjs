import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(2);
  const z = Float64Array.from({ length: 20_000 }, (_, i) => Math.sin(i / 100) + 0.1 * random());
  const [alpha, beta] = [0.5, 0.1];
  return {
    values: { alpha, beta, positions: [...z] },
    primal() {
      let position = 0;
      let speed = 0;
      let loss = 0;
      for (let t = 0; t < z.length; t++) {
        const predicted = position + 0.1 * speed;
        const residual = z[t] - predicted;
        position = predicted + alpha * residual;
        speed += (beta / 0.1) * residual;
        loss += residual * residual;
      }
      return loss;
    },
  };
}
