import { randomNumbers } from '../measure/random.mjs';
const N = 150;
export function make() {
  const random = randomNumbers(127);
  const a = Array.from({ length: N }, () => random() - 0.5),
    b = Array.from({ length: N }, (_, i) => (i === 0 ? 1 : 0.2 * (random() - 0.5))),
    place = 0.6;
  const A = Float64Array.from(a),
    B = Float64Array.from(b),
    E = new Float64Array(N),
    P = new Float64Array(N),
    Q = new Float64Array(N),
    R = new Float64Array(N);
  function times(x, y, out) {
    out.fill(0);
    for (let i = 0; i < N; i++) for (let j = 0; i + j < N; j++) out[i + j] += x[i] * y[j];
  }
  return {
    values: { a, b, place },
    primal() {
      E[0] = Math.exp(A[0]);
      for (let k = 1; k < N; k++) {
        let s = 0;
        for (let i = 0; i < k; i++) s += (i + 1) * A[i + 1] * E[k - 1 - i];
        E[k] = s / k;
      }
      times(E, B, P);
      times(B, B, Q);
      Q[0] += 1;
      for (let k = 0; k < N; k++) {
        const q = P[k] / Q[0];
        R[k] = q;
        for (let j = 1; k + j < N; j++) P[k + j] -= q * Q[j];
      }
      let t = 0;
      for (let k = N - 1; k >= 0; k--) t = R[k] + place * t;
      return t;
    },
  };
}
