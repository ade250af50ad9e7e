export function make() {
  const [a, b, c, d, steps, h] = [1.1, 0.4, 0.1, 0.4, 5000, 0.01];
  return {
    values: { rates: [a, b, c, d], start: [10, 5], steps, h },
    primal() {
      let x = 10;
      let y = 5;
      for (let n = 0; n < steps; n++) {
        const x1 = a * x - b * x * y;
        const y1 = c * x * y - d * y;
        const xa = x + (h / 2) * x1;
        const ya = y + (h / 2) * y1;
        const x2 = a * xa - b * xa * ya;
        const y2 = c * xa * ya - d * ya;
        const xb = x + (h / 2) * x2;
        const yb = y + (h / 2) * y2;
        const x3 = a * xb - b * xb * yb;
        const y3 = c * xb * yb - d * yb;
        const xc = x + h * x3;
        const yc = y + h * y3;
        const x4 = a * xc - b * xc * yc;
        const y4 = c * xc * yc - d * yc;
        x += (h / 6) * (x1 + 2 * x2 + (2 * x3 + x4));
        y += (h / 6) * (y1 + 2 * y2 + (2 * y3 + y4));
      }
      return (x - 8) ** 2 + (y - 2) ** 2;
    },
  };
}
