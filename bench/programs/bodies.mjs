import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [n, steps, dt] = [10, 100, 0.01];
  const random = randomNumbers(5);
  const three = (size) => [0, 1, 2].map(() => size * (random() - 0.5));
  const start = Array.from({ length: n }, () => ({ mass: random(), at: three(4), speed: three(1) }));
  const mass = Float64Array.from(start, (body) => body.mass);
  const at0 = Float64Array.from(start.flatMap((body) => body.at));
  const speed0 = Float64Array.from(start.flatMap((body) => body.speed));
  const at = new Float64Array(3 * n);
  const speed = new Float64Array(3 * n);
  return {
    values: { start, steps, dt },
    primal() {
      at.set(at0);
      speed.set(speed0);
      for (let t = 0; t < steps; t++) {
        for (let i = 0; i < 3 * n; i++) at[i] += 0.5 * dt * speed[i];
        for (let i = 0; i < n; i++) {
          const x = at[3 * i];
          const y = at[3 * i + 1];
          const z = at[3 * i + 2];
          const own = mass[i];
          let vx = speed[3 * i];
          let vy = speed[3 * i + 1];
          let vz = speed[3 * i + 2];
          for (let j = i + 1; j < n; j++) {
            const dx = at[3 * j] - x;
            const dy = at[3 * j + 1] - y;
            const dz = at[3 * j + 2] - z;
            const square = dx * dx + dy * dy + dz * dz + 0.01;
            const force = dt / (square * Math.sqrt(square));
            const there = mass[j] * force;
            const back = own * force;
            vx += there * dx;
            vy += there * dy;
            vz += there * dz;
            speed[3 * j] -= back * dx;
            speed[3 * j + 1] -= back * dy;
            speed[3 * j + 2] -= back * dz;
          }
          speed[3 * i] = vx;
          speed[3 * i + 1] = vy;
          speed[3 * i + 2] = vz;
        }
        for (let i = 0; i < 3 * n; i++) at[i] += 0.5 * dt * speed[i];
      }
      let total = 0;
      for (let i = 0; i < 3; i++) total += at[i] * at[i] + speed[3 + i] * speed[3 + i];
      return total;
    },
  };
}
