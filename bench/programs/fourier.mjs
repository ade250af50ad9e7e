import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const n = 2048;
  const random = randomNumbers(17);
  const re0 = Float64Array.from({ length: n }, () => random() - 0.5);
  const im0 = Float64Array.from({ length: n }, () => random() - 0.5);
  const target = Float64Array.from({ length: n }, () => 10 * random());
  const reversed = Int32Array.from({ length: n }, (_, i) => {
    let r = 0;
    for (let bit = 1, left = i; bit < n; bit *= 2, left >>= 1) r = r * 2 + (left & 1);
    return r;
  });
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  const cos = new Float64Array(n / 2);
  const sin = new Float64Array(n / 2);
  return {
    values: { signal: [...re0].map((x, i) => [x, im0[i]]), target: [...target] },
    primal() {
      for (let k = 0; k < n / 2; k++) {
        cos[k] = Math.cos((-2 * Math.PI * k) / n);
        sin[k] = Math.sin((-2 * Math.PI * k) / n);
      }
      for (let i = 0; i < n; i++) {
        const from = reversed[i];
        re[i] = re0[from];
        im[i] = im0[from];
      }
      for (let size = 2; size <= n; size *= 2) {
        const half = size / 2;
        const stride = n / size;
        for (let from = 0; from < n; from += size) {
          for (let k = 0; k < half; k++) {
            const a = from + k;
            const b = a + half;
            const c = cos[k * stride];
            const s = sin[k * stride];
            const tr = c * re[b] - s * im[b];
            const ti = c * im[b] + s * re[b];
            const ra = re[a];
            const ia = im[a];
            re[b] = ra - tr;
            im[b] = ia - ti;
            re[a] = ra + tr;
            im[a] = ia + ti;
          }
        }
      }
      let total = 0;
      for (let k = 0; k < n; k++) {
        const e = re[k] * re[k] + im[k] * im[k] - target[k];
        total += e * e;
      }
      return total;
    },
  };
}
