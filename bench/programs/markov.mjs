import { randomNumbers } from '../measure/random.mjs';

const [S, K, T] = [8, 6, 100];

export function make() {
  const random = randomNumbers(3);
  const vector = (n) => Array.from({ length: n }, () => random() - 0.5);
  const initial = vector(S);
  const transitions = Array.from({ length: S }, () => vector(S));
  const emissions = Array.from({ length: S }, () => vector(K));
  const symbols = Int32Array.from({ length: T }, () => Math.floor(random() * K));
  const init = Float64Array.from(initial);
  const trans = Float64Array.from(transitions.flat());
  const emis = Float64Array.from(emissions.flat());
  const a = new Float64Array(S);
  const step = new Float64Array(S * S);
  const emit = new Float64Array(S * K);
  const terms = new Float64Array(S);
  const sums = [new Float64Array(S), new Float64Array(S)];

  function logSumExp(xs, from, n) {
    let most = xs[from];
    for (let i = 1; i < n; i++) if (xs[from + i] > most) most = xs[from + i];
    let total = 0;
    for (let i = 0; i < n; i++) total += Math.exp(xs[from + i] - most);
    return most + Math.log(total);
  }
  function logSoftmax(xs, from, n, out) {
    const total = logSumExp(xs, from, n);
    for (let i = 0; i < n; i++) out[from + i] = xs[from + i] - total;
  }
  return {
    values: { initial, transitions, emissions, symbols: [...symbols] },
    primal() {
      let [weights, next] = sums;
      logSoftmax(init, 0, S, a);
      for (let i = 0; i < S; i++) {
        logSoftmax(trans, i * S, S, step);
        logSoftmax(emis, i * K, K, emit);
      }
      for (let i = 0; i < S; i++) weights[i] = a[i] + emit[i * K + symbols[0]];
      for (let t = 1; t < T; t++) {
        for (let j = 0; j < S; j++) {
          for (let i = 0; i < S; i++) terms[i] = weights[i] + step[i * S + j];
          next[j] = emit[j * K + symbols[t]] + logSumExp(terms, 0, S);
        }
        [weights, next] = [next, weights];
      }
      return logSumExp(weights, 0, S);
    },
  };
}
