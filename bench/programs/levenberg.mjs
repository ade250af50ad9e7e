import { randomNumbers } from '../measure/random.mjs';
const N = 100;
export function make() {
  const random = randomNumbers(147);
  const xs = Array.from({ length: N }, (_, i) => 0.04 * i),
    ys = xs.map((x) => 1.2 * Math.exp(-0.7 * x) + 0.4 * Math.sin(1.3 * x) + 0.05 * random());
  const start = [1, 0.5, 0.2, 1];
  const X = Float64Array.from(xs),
    Y = Float64Array.from(ys),
    A = new Float64Array(16),
    b = new Float64Array(4),
    J = new Float64Array(4),
    p = new Float64Array(4),
    q = new Float64Array(4);
  const loss = (p) => {
    let s = 0;
    for (let i = 0; i < N; i++) {
      const r = Y[i] - (p[0] * Math.exp(-p[1] * X[i]) + p[2] * Math.sin(p[3] * X[i]));
      s += r * r;
    }
    return s;
  };
  return {
    values: { xs, ys, start },
    primal() {
      p.set(start);
      let damping = 0.1;
      for (let t = 0; t < 10; t++) {
        A.fill(0);
        b.fill(0);
        let old = 0;
        for (let i = 0; i < N; i++) {
          const x = X[i],
            e = Math.exp(-p[1] * x),
            s = Math.sin(p[3] * x);
          const r = Y[i] - (p[0] * e + p[2] * s);
          J[0] = e;
          J[1] = -p[0] * e * x;
          J[2] = s;
          J[3] = p[2] * x * Math.cos(p[3] * x);
          for (let u = 0; u < 4; u++) {
            for (let v = 0; v < 4; v++) A[4 * u + v] += J[u] * J[v];
            b[u] += J[u] * r;
          }
          old += r * r;
        }
        for (let u = 0; u < 4; u++) A[5 * u] *= 1 + damping;
        for (let k = 0; k < 4; k++)
          for (let i = k + 1; i < 4; i++) {
            const f = A[4 * i + k] / A[5 * k];
            for (let j = k; j < 4; j++) A[4 * i + j] -= f * A[4 * k + j];
            b[i] -= f * b[k];
          }
        for (let i = 3; i >= 0; i--) {
          for (let j = i + 1; j < 4; j++) b[i] -= A[4 * i + j] * b[j];
          b[i] /= A[5 * i];
        }
        for (let u = 0; u < 4; u++) q[u] = p[u] + b[u];
        if (loss(q) < old) {
          p.set(q);
          damping /= 3;
        } else damping *= 2;
      }
      return p[0] ** 2 + p[1] ** 2 + p[2] ** 2 + p[3] ** 2 + loss(p);
    },
  };
}
