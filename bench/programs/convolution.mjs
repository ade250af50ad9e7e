import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(9);
  const vector = (n) => Float64Array.from({ length: n }, () => 2 * random() - 1);
  const [signal, kernel, leak] = [vector(5000), vector(9), 0.1];
  const n = signal.length - kernel.length + 1;
  const target = vector(n);
  return {
    values: { kernel: [...kernel], leak, signal: [...signal], target: [...target] },
    data: ['signal', 'target'],
    primal() {
      const [s0, k0, width] = [signal, kernel, kernel.length];
      let total = 0;
      for (let i = 0; i < n; i++) {
        let s = 0;
        for (let j = 0; j < width; j++) s += k0[j] * s0[i + j];
        const bent = s < 0 ? leak * s : s;
        const e = Math.min(bent, 1) - target[i];
        total += e * e;
      }
      return total;
    },
  };
}
