import { randomNumbers } from '../measure/random.mjs';
const [N, S] = [5000, 3];
export function make() {
  const random = randomNumbers(163);
  let t = 0;
  const customers = Array.from({ length: N }, () => ({
    arrives: (t += random() * 0.7),
    work: 2 * random(),
    patience: 1 + 2 * random(),
  }));
  const speed = 1.1;
  const A = Float64Array.from(customers, (c) => c.arrives),
    W = Float64Array.from(customers, (c) => c.work),
    P = Float64Array.from(customers, (c) => c.patience),
    free = new Float64Array(S);
  return {
    values: { customers, speed, servers: S },
    primal() {
      free.fill(0);
      let cost = 0,
        k = 0;
      for (let i = 0; i < N; i++) {
        const begins = free[k] >= A[i] ? free[k] : A[i],
          wait = begins - A[i];
        if (wait > P[i]) cost += 5;
        else {
          free[k] = begins + W[i] / speed;
          cost += wait + 0.1 * wait * wait;
        }
        if (++k === S) k = 0;
      }
      return cost / N;
    },
  };
}
