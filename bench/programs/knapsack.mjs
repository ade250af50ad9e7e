import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [n, room, heat] = [40, 100, 0.1];
  const random = randomNumbers(233);
  const items = Array.from({ length: n }, () => ({ size: 1 + Math.floor(10 * random()), value: random() }));
  const memo = new Float64Array(n * (room + 1));
  const known = new Uint8Array(n * (room + 1));
  const best = (i, left) => {
    if (i === n) return 0;
    const key = i * (room + 1) + left;
    if (known[key]) return memo[key];
    let r = best(i + 1, left);
    const { size, value } = items[i];
    if (size <= left) {
      const z = (value + best(i + 1, left - size) - r) / heat;
      r += heat * (Math.log1p(Math.exp(-Math.abs(z))) + Math.max(0, z));
    }
    known[key] = 1;
    return (memo[key] = r);
  };
  return {
    values: { items, room, heat },
    primal() {
      known.fill(0);
      return best(0, room);
    },
  };
}
