import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 60;
  const random = randomNumbers(4);
  const places = Float64Array.from({ length: n }, () => 20 * random());
  const [width, noise] = [0.7, 0.3];
  const a = new Float64Array(n * n);
  return {
    values: { width, noise, places: [...places] },
    primal() {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          const away = (places[i] - places[j]) / width;
          a[i * n + j] = Math.exp(-0.5 * away * away) + (i === j ? noise : 0);
        }
      }
      let total = 0;
      for (let j = 0; j < n; j++) {
        let d = a[j * n + j];
        for (let k = 0; k < j; k++) d -= a[j * n + k] * a[j * n + k];
        const root = Math.sqrt(d);
        a[j * n + j] = root;
        total += 2 * Math.log(root);
        for (let i = j + 1; i < n; i++) {
          let s = a[i * n + j];
          for (let k = 0; k < j; k++) s -= a[i * n + k] * a[j * n + k];
          a[i * n + j] = s / root;
        }
      }
      return total;
    },
  };
}
