import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 3000;
  const random = randomNumbers(41);
  const measured = Array.from({ length: n }, (_, i) => Math.cos(0.01 * i) + 0.05 * random());
  const [start, friction, dt] = [1, 0.1, 0.01];
  const given = Float64Array.from(measured);
  return {
    values: { measured, start, friction, dt },
    primal() {
      const angles = [start];
      const speeds = [0];
      for (let k = 0; k < n; k++) {
        const [angle, speed] = [angles[k], speeds[k]];
        const next = speed - dt * (Math.sin(angle) + friction * speed);
        angles.push(angle + dt * next);
        speeds.push(next);
      }
      let sum = 0;
      for (let i = n - 1; i >= 0; i--) sum += (angles[i + 1] - given[i]) ** 2;
      return sum / n;
    },
  };
}
