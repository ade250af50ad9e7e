export function make() {
  const lengths = [1, 0.7],
    masses = [1, 0.5],
    start = [1.2, -0.5],
    T = 500,
    h = 0.01;
  return {
    values: { lengths, masses, start, steps: T },
    primal() {
      const [l1, l2] = lengths,
        [m1, m2] = masses,
        M = m1 + m2;
      let [a, b] = start,
        u = 0,
        v = 0;
      let du = 0,
        dv = 0;
      function f(a, b, u, v) {
        const c = Math.cos(a - b),
          s = Math.sin(a - b),
          k = m2 * l1 * l2;
        const A = M * l1 * l1,
          B = k * c,
          D = m2 * l2 * l2;
        const fa = -k * u * v * s - M * 9.8 * l1 * Math.sin(a) + k * v * s * (u - v);
        const fb = k * u * v * s - m2 * 9.8 * l2 * Math.sin(b) + k * u * s * (u - v);
        const det = A * D - B * B;
        du = (D * fa - B * fb) / det;
        dv = (A * fb - B * fa) / det;
      }
      for (let t = 0; t < T; t++) {
        f(a, b, u, v);
        const a1 = u,
          b1 = v,
          u1 = du,
          v1 = dv;
        const a2 = u + (h / 2) * u1,
          b2 = v + (h / 2) * v1;
        f(a + (h / 2) * a1, b + (h / 2) * b1, a2, b2);
        const u2 = du,
          v2 = dv;
        const a3 = u + (h / 2) * u2,
          b3 = v + (h / 2) * v2;
        f(a + (h / 2) * a2, b + (h / 2) * b2, a3, b3);
        const u3 = du,
          v3 = dv;
        const a4 = u + h * u3,
          b4 = v + h * v3;
        f(a + h * a3, b + h * b3, a4, b4);
        a += (h / 6) * (a1 + a4 + 2 * (a2 + a3));
        b += (h / 6) * (b1 + b4 + 2 * (b2 + b3));
        u += (h / 6) * (u1 + du + 2 * (u2 + u3));
        v += (h / 6) * (v1 + dv + 2 * (v2 + v3));
      }
      return a * a + b * b + 0.1 * (u * u + v * v);
    },
  };
}
