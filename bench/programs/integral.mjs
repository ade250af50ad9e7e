export function make() {
  const [a, b, pieces] = [0.5, 1.5, 120];
  return {
    values: { a, b, pieces },
    primal() {
      const outer = b / pieces;
      let total = 0;
      for (let i = 0; i < pieces; i++) {
        const x = outer * (i + 0.5);
        const inner = x / pieces;
        let sum = 0;
        for (let j = 0; j < pieces; j++) {
          const y = inner * (j + 0.5);
          sum += Math.exp(-a * x * y) * (x + b * y);
        }
        total += inner * sum;
      }
      return outer * total;
    },
  };
}
