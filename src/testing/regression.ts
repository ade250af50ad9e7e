/**
 * Returns a linear regression of `rows` points by `steps` steps of descent, of which each takes a gradient: an ordinary
 * program whose trace has 11 entries for each row and step.
 */
export function regression(rows: number, steps: number): string {
  const points = Array.from({ length: rows }, (_, i) => {
    const x = 4 + (4 * ((i * 37) % rows)) / rows;
    return `(${x.toFixed(2)}, ${(0.4 * x - 0.3 + 0.1 * Math.sin(i)).toFixed(3)})`;
  });
  return `input rate : real = 0.01 in 0.001 .. 0.02
data points : array (real * real) = [${points.join(', ')}]
let loss (slope, intercept) =
  mean (map (fun (x, y) -> (slope * x + intercept - y) ^ 2) points)
let step (a, b) =
  let (da, db) = grad loss (a, b) in
  (a - rate * da, b - rate * db)
let (slope, intercept) = iterate ${steps} step (0, 0)
loss (slope, intercept)`;
}
