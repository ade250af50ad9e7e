import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(16);
  const names = ['versicolor', 'virginica', 'setosa'];
  const flowers = Array.from({ length: 5000 }, () => ({
    long: 1 + 5 * random(),
    wide: 2 * random(),
    species: names[Math.floor(3 * random())],
  }));
  const long = Float64Array.from(flowers, (flower) => flower.long);
  const wide = Float64Array.from(flowers, (flower) => flower.wide);
  const species = flowers.map((flower) => flower.species);
  const [l, w, b] = [0.5, 0.2, -1];
  return {
    values: { weights: { long: l, wide: w, bias: b }, flowers },
    data: ['flowers'],
    primal() {
      let total = 0;
      let count = 0;
      for (let i = 0; i < species.length; i++) {
        if (species[i] === 'setosa') continue;
        const p = 1 / (1 + Math.exp(-(l * long[i] + w * wide[i] + b)));
        total -= species[i] === 'virginica' ? Math.log(p) : Math.log(1 - p);
        count++;
      }
      return total / count;
    },
  };
}
