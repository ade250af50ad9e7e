/**
 * Returns a program of about so many lines, as a notebook has them: types, data, functions, losses. One of four parts
 * trains its model by descent if there are `descents`: a derivative inside, whose derivative is compiled too.
 */
export function notebookOf(lines: number, descents: boolean): string {
  const parts = Array.from({ length: Math.max(1, Math.round(lines / 20)) }, (_, i) => part(i, descents && i % 4 === 0));
  const total = `sum [${parts.map((_, i) => `result${i}`).join(', ')}]`;
  return `input p : real = 0.7\ninput q : real = 0.3\n\n${parts.join('\n')}\n${total}\n`;
}

/** Returns twenty lines that depend on no other part. */
function part(i: number, descends: boolean): string {
  const c = (0.1 * (1 + (i % 7))).toFixed(1);
  return `-- Part ${i}
type Shape${i} = Dot${i} | Ball${i} real | Box${i} (real * real)

let table${i} = [{ x = ${c}, y = 0.5 }, { x = 0.2, y = ${c} }, { x = 0.9, y = 0.1 }]
let model${i} (a, b) x = tanh (a * x + b) + ${c} * x

let loss${i} w =
  mean (map (fun { x, y } -> squaredError (model${i} w x) y) table${i})

let area${i} shape =
  match shape with
  | Dot${i} -> ${c}
  | Ball${i} r -> 3.14 * r ^ 2
  | Box${i} (a, b) -> a * b

let rec iterate${i} (n, v) = if n < 1 then v else iterate${i} (n - 1, v - ${c} * sin v)
let fitted${i} = ${descends ? `gradientDescent 0.1 5 loss${i} (p, q)` : '(p, q + 0.1)'}
let areas${i} = sum (map area${i} [Dot${i}, Ball${i} p, Box${i} (p, q)])
let result${i} = loss${i} fitted${i} + areas${i} + iterate${i} (10, p * q)
`;
}
