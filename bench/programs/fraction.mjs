export function make() {
  const [x, y, depth] = [0.7, 0.3, 10_000];
  return {
    values: { x, y, depth },
    primal() {
      let v = x;
      for (let n = 1; n <= depth; n++) v = n % 2 === 0 ? x + y / v : 2 * y + x / v;
      return v;
    },
  };
}
