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
      let total = 0;
      for (let i = 0; i < n; i++) {
        let s = 0;
        for (let j = 0; j < kernel.length; j++) s += kernel[j] * signal[i + j];
        const bent = s < 0 ? leak * s : s;
        const e = (bent > 1 ? 1 : bent) - target[i];
        total += e * e;
      }
      return total;
    },
  };
}
