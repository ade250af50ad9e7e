import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [k, n] = [8, 4000];
  const random = randomNumbers(14);
  const pairs = (count) => Float64Array.from({ length: 2 * count }, () => random());
  const [c, p] = [pairs(k), pairs(n)];
  const json = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
  return {
    values: { centres: json(c), points: json(p) },
    data: ['points'],
    primal() {
      let total = 0;
      for (let i = 0; i < n; i++) {
        const x = p[2 * i];
        const y = p[2 * i + 1];
        let least = Infinity;
        for (let j = 0; j < k; j++) {
          const dx = x - c[2 * j];
          const dy = y - c[2 * j + 1];
          const square = dx * dx + dy * dy;
          if (square < least) least = square;
        }
        total += least;
      }
      return total;
    },
  };
}
