import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [cells, width, length] = [8, 3, 100];
  const size = cells + width;
  const random = randomNumbers(12);
  const vector = (n) => Array.from({ length: n }, () => random() - 0.5);
  const gate = () => Array.from({ length: cells }, () => [vector(size), random() - 0.5]);
  const gates = [gate(), gate(), gate(), gate()];
  const items = Array.from({ length }, () => vector(width));
  const [forget, enter, leave, change] = gates;
  const flat = gates.map((each) => Float64Array.from(each.flatMap(([w, b]) => [...w, b])));
  const xs = Float64Array.from(items.flat());
  const hidden = new Float64Array(cells);
  const memory = new Float64Array(cells);
  const seen = new Float64Array(size);
  const sigmoid = (z) => 1 / (1 + Math.exp(-z));
  const linear = (weights, i) => {
    const base = i * (size + 1);
    let s = weights[base + size];
    for (let j = 0; j < size; j++) s += weights[base + j] * seen[j];
    return s;
  };
  const [f, e, l, c] = flat;
  return {
    values: { forget, enter, leave, change, items },
    data: ['items'],
    primal() {
      hidden.fill(0);
      memory.fill(0);
      for (let t = 0; t < length; t++) {
        for (let j = 0; j < width; j++) seen[j] = xs[t * width + j];
        seen.set(hidden, width);
        for (let i = 0; i < cells; i++) {
          memory[i] = sigmoid(linear(f, i)) * memory[i] + sigmoid(linear(e, i)) * Math.tanh(linear(c, i));
          hidden[i] = sigmoid(linear(l, i)) * Math.tanh(memory[i]);
        }
      }
      let total = 0;
      for (let i = 0; i < cells; i++) total += hidden[i];
      return total;
    },
  };
}
