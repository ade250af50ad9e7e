/** Programs with gradients by arrays of arrays, inside what is differentiated by such arrays. */
import fc from 'fast-check';

/** Writes a program; the numbers choose among what there is. */
function written(numbers: readonly number[]): string {
  let at = 0;
  const next = (): number => numbers[at++ % numbers.length] ?? 0;
  const of = <T>(first: T, ...others: readonly T[]): T => others[next() % (others.length + 1)] ?? first;
  /** An expression of a real that stays small. */
  const small = (real: string): string => of(`sin (${real})`, `tanh (${real})`, `(${real}) ^ 2`, `0.5 * (${real})`);
  /** A real of a row `r` with its label `y`, and a vector `w`. */
  const error = (): string =>
    small(
      of(
        'dot w r - y',
        'dot w r * y',
        'r[0] * w[1] - y',
        'y - sum (map2 (fun (a, b) -> a * b) w r)',
        'dot r r * w[0] + y',
      ),
    );
  /** A real of the table `t` and the vector `w`. */
  const loss = (): string =>
    of(
      `sum (map (fun (r, y) -> ${error()}) t)`,
      `mean (map (fun (r, y) -> ${error()}) t)`,
      `fold ((r, y), s) -> s * 0.9 + ${error()} over t from 0`,
      `(let (r, y) = t[1] in ${error()}) + ${small('sum w')}`,
      `sum (build 2 (fun i -> let (r, y) = t[i] in ${error()}))`,
      `(if sum w > ${of('0', '1', '-1')} then sum (map (fun (r, y) -> ${error()}) t) else ${small('dot w w')})`,
    );
  /** A vector made of the gradient of a loss. */
  const step = (): string =>
    of(
      `grad (fun w -> ${loss()}) w`,
      `snd (grad (fun (t, w) -> ${loss()}) (t, w))`,
      `(let g = fst (grad (fun (t, w) -> ${loss()}) (t, w)) in fst g[0])`,
      `(let g = grad (fun t -> ${loss()}) t in add (fst g[1]) (scale (snd g[0]) w))`,
      `hvp (fun w -> ${loss()}) w (fst t[0])`,
      `matvec (hessian (fun w -> ${loss()}) w) w`,
      `fst (grad (fun (w, s) -> s * (${loss()})) (w, 0.5))`,
    );
  /** A table made of the gradient of a loss. */
  const table = (): string =>
    of(
      't',
      `(let g = grad (fun t -> ${loss()}) t in map2 (fun ((r, y), (a, b)) -> (add r (scale 0.1 a), y - 0.1 * b)) t g)`,
      `map (fun (r, y) -> (add r (scale 0.1 (grad (fun r -> ${error()}) r)), y)) t`,
    );
  const rate = of('0.1', 'rate', 'rate * rate');
  const steps = of(
    `let w = subtract w (scale (${rate}) (${step()})) in`,
    `let w = iterate 3 (fun w -> subtract w (scale (${rate}) (${step()}))) w in`,
    `let w = fold (i, w) -> subtract w (scale (${rate} * toReal i) (${step()})) over range 0 3 from w in`,
    `let (t, w) = iterate 2 (fun (t, w) -> (${table()}, subtract w (scale (${rate}) (${step()})))) (t, w) in`,
    `let rec go (n : int, w) = if n = 0 then w else go (n - 1, subtract w (scale (${rate}) (${step()}))) in let w = go (2, w) in`,
  );
  const again = next() % 3 === 0 ? `let t = ${table()} in` : '';
  const given = of('table', 'map (fun (r, y) -> (scale rate r, y)) table', '[table[1], table[0], table[1]]');
  return `input rate : real = 0.3
input start : array real = [0.4, -0.2]
input table : array (array real * real) = [([0.5, -0.3], 0.2), ([0.1, 0.8], -0.4), ([-0.6, 0.7], 0.9)]
let map2 f a b = build (length a) (fun i -> f (a[i], b[i]))
let w = start
let t = ${given}
(${again} ${steps} ${loss()})
`;
}

/** Programs that differentiate losses over a table of rows by vectors and by the table, inside what is differentiated. */
export const tableGradients: fc.Arbitrary<string> = fc
  .array(fc.nat(839), { minLength: 40, maxLength: 40 })
  .map((numbers) => written(numbers));
