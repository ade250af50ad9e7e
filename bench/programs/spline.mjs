import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [count, n] = [20, 20_000];
  const random = randomNumbers(15);
  const pieces = Float64Array.from({ length: 4 * count }, () => 2 * random() - 1);
  const xs = Float64Array.from({ length: n }, () => count * random());
  const ys = Float64Array.from({ length: n }, () => random());
  return {
    values: {
      pieces: Array.from({ length: count }, (_, i) => {
        const [a, b, c, d] = pieces.subarray(4 * i, 4 * i + 4);
        return { a, b, c, d };
      }),
      samples: [...xs].map((x, i) => ({ x, y: ys[i] })),
    },
    data: ['samples'],
    primal() {
      let total = 0;
      for (let i = 0; i < n; i++) {
        const piece = xs[i] | 0;
        const t = xs[i] - piece;
        const at = 4 * piece;
        const e = pieces[at] + t * (pieces[at + 1] + t * (pieces[at + 2] + t * pieces[at + 3])) - ys[i];
        total += e * e;
      }
      return total / n;
    },
  };
}
