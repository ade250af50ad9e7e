import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(31);
  const signal = Float64Array.from({ length: 20_000 }, () => 3 * random() - 0.9);
  const decay = 0.9;
  return {
    values: { signal: [...signal], decay },
    primal() {
      const n = signal.length;
      let [large, rough, sum, state] = [0, 0, 0, 0];
      for (let i = 0; i < n; i++) if (signal[i] > 1) large += signal[i] * signal[i];
      for (let i = 0; i + 1 < n; i++) rough += (signal[i + 1] - signal[i]) ** 2;
      let [first, weight] = [0, 1];
      for (let i = 0; i < n; i++) {
        first += weight * signal[i];
        weight *= 0.9999;
      }
      for (let i = 0; i < n; i++) {
        sum += state;
        state = decay * state + (1 - decay) * signal[i];
      }
      let series = 0;
      for (let [term, k] = [1, 1]; Math.abs(term) >= 1e-12; term = (term * decay) / k, k += 0.01) series += term;
      return large + rough + first + sum + state + series;
    },
  };
}
