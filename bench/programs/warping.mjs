import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 160;
  const random = randomNumbers(13);
  const first = Float64Array.from({ length: n }, (_, i) => Math.sin(i / 8) + 0.2 * random());
  const second = Float64Array.from({ length: n }, (_, i) => Math.sin(i / 9 + 0.3) + 0.2 * random());
  const row = new Float64Array(n + 1);
  return {
    values: { first: [...first], second: [...second] },
    primal() {
      row.fill(1e6);
      row[0] = 0;
      for (let i = 0; i < n; i++) {
        let corner = row[0];
        let left = 1e6;
        row[0] = 1e6;
        for (let j = 1; j <= n; j++) {
          const up = row[j];
          let least = up < left ? up : left;
          if (corner < least) least = corner;
          const away = first[i] - second[j - 1];
          left = away * away + least;
          corner = up;
          row[j] = left;
        }
      }
      return row[n];
    },
  };
}
