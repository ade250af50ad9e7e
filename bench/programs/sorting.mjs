import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(22);
  const numbers = Float64Array.from({ length: 2000 }, () => random());
  const sorted = new Float64Array(numbers.length);
  return {
    values: { numbers: [...numbers] },
    primal() {
      sorted.set(numbers);
      sorted.sort();
      let total = 0;
      for (let i = 0; i < sorted.length; i++) total += (i + 1) * sorted[i] * sorted[i];
      return total;
    },
  };
}
