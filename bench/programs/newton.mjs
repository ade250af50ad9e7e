export function make() {
  const n = 200;
  const xs = Array.from({ length: n }, (_, i) => (i / n) * 2 - 1);
  const ys = xs.map((x) => 0.8 * Math.tanh(0.9 * x + 0.2) + 0.05 * Math.sin(37 * x));
  const ridge = 0.5;
  return {
    values: { xs, ys, ridge },
    primal() {
      let a = 0.5;
      let b = 0.1;
      for (let k = 0; k < 6; k++) {
        let ga = 2 * ridge * a;
        let gb = 2 * ridge * b;
        let haa = 2 * ridge;
        let hbb = 2 * ridge;
        let hab = 0;
        for (let i = 0; i < n; i++) {
          const x = xs[i];
          const t = Math.tanh(a * x + b);
          const r = t - ys[i];
          const s = 1 - t * t;
          const g = 2 * r * s;
          ga += g * x;
          gb += g;
          const h = 2 * s * s - 4 * r * t * s;
          haa += h * x * x;
          hab += h * x;
          hbb += h;
        }
        const d = haa * hbb - hab * hab;
        const next = a - (hbb * ga - hab * gb) / d;
        b -= (haa * gb - hab * ga) / d;
        a = next;
      }
      return a * a + b;
    },
  };
}
