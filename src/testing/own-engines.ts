/** Engines as readers write them, for tests: forward duals, and Figures 5, 7 and 9 of Krawiec et al. */

export const FORWARD_ENGINE = `let chain (y, dy, u) = (y, dy * u)
let dual = {
  constant = fun r -> (r, 0),
  primal = fun (x, _) -> x,
  add = fun ((x, u), (y, v)) -> (x + y, u + v),
  subtract = fun ((x, u), (y, v)) -> (x - y, u - v),
  multiply = fun ((x, u), (y, v)) -> (x * y, y * u + x * v),
  divide = fun ((x, u), (y, v)) -> (x / y, u / y - x * v / y ^ 2),
  negate = fun (x, u) -> (-x, -u),
  powerInt = fun ((x, u), n) -> (x ^ n, if n = 0 then 0 else toReal n * x ^ (n - 1) * u),
  exp = fun (x, u) -> chain (exp x, exp x, u),
  log = fun (x, u) -> chain (log x, 1 / x, u),
  sqrt = fun (x, u) -> chain (sqrt x, 1 / (2 * sqrt x), u),
  sin = fun (x, u) -> chain (sin x, cos x, u),
  cos = fun (x, u) -> chain (cos x, -(sin x), u),
  tanh = fun (x, u) -> chain (tanh x, 1 - tanh x ^ 2, u),
  gradient = fun f xs ->
    build (length xs) (fun i -> (f (build (length xs) (fun j -> (xs[j], if i = j then 1 else 0)))).2)
  }`;

export const DENSE_ENGINE = `let rec plus (us, vs) =
  match us with
  | [] -> vs
  | u :: us1 -> (match vs with [] -> us | v :: vs1 -> (u + v) :: plus (us1, vs1))
let scale k (us : list real) : list real = map (fun u -> k * u) us
let dense = {
  constant = fun r -> (r, []),
  primal = fun (x, _) -> x,
  add = fun ((x, u), (y, v)) -> (x + y, plus (u, v)),
  subtract = fun ((x, u), (y, v)) -> (x - y, plus (u, scale (-1) v)),
  multiply = fun ((x, u), (y, v)) -> (x * y, plus (scale y u, scale x v)),
  divide = fun ((x, u), (y, v)) -> (x / y, plus (scale (1 / y) u, scale (-x / y ^ 2) v)),
  negate = fun (x, u) -> (-x, scale (-1) u),
  sin = fun (x, u) -> (sin x, scale (cos x) u),
  cos = fun (x, u) -> (cos x, scale (-(sin x)) u),
  exp = fun (x, u) -> (exp x, scale (exp x) u),
  gradient = fun f xs ->
    let n = length xs in
    let unit i : list real = map (fun j -> if i = j then 1 else 0) (range 0 n) in
    let total = toArray (f (build n (fun i -> (xs[i], unit i)))).2 in
    build n (fun i -> if length total = 0 then 0 else total[i])
  }`;

export const DELTA_ENGINE = `type Graph = Zero | Slot int | Plus (Graph * Graph) | Scale (real * Graph)
let rec sweep (r, graph, sums) =
  match graph with
  | Zero -> sums
  | Slot i -> update sums i (sums[i] + r)
  | Plus (a, b) -> sweep (r, b, sweep (r, a, sums))
  | Scale (k, a) -> sweep (k * r, a, sums)
let graph = {
  constant = fun r -> (r, Zero),
  primal = fun (x, _) -> x,
  add = fun ((x, u), (y, v)) -> (x + y, Plus (u, v)),
  subtract = fun ((x, u), (y, v)) -> (x - y, Plus (u, Scale (-1, v))),
  multiply = fun ((x, u), (y, v)) -> (x * y, Plus (Scale (y, u), Scale (x, v))),
  divide = fun ((x, u), (y, v)) -> (x / y, Plus (Scale (1 / y, u), Scale (-x / y ^ 2, v))),
  sin = fun (x, u) -> (sin x, Scale (cos x, u)),
  exp = fun (x, u) -> (exp x, Scale (exp x, u)),
  gradient = fun f xs ->
    let (_, u) = f (build (length xs) (fun i -> (xs[i], Slot i))) in
    sweep (1, u, build (length xs) (fun i -> 0))
  }`;

export const MONADIC_ENGINE = `let named (y, u) = do { id <- Delta.deltaLet u; Delta.pure (y, Delta.Var id) }
let shared = {
  constant = fun r -> (r, Delta.Zero),
  primal = fun (x, _) -> x,
  add = fun ((x, u), (y, v)) -> named (x + y, Delta.Add (u, v)),
  subtract = fun ((x, u), (y, v)) -> named (x - y, Delta.Add (u, Delta.Scale (-1, v))),
  multiply = fun ((x, u), (y, v)) -> named (x * y, Delta.Add (Delta.Scale (y, u), Delta.Scale (x, v))),
  sin = fun (x, u) -> named (sin x, Delta.Scale (cos x, u)),
  exp = fun (x, u) -> named (exp x, Delta.Scale (exp x, u)),
  gradient = fun f xs ->
    let n = length xs in
    let u = Delta.runDelta n (f (build n (fun i -> (xs[i], Delta.Var i)))) in
    let sums = Delta.eval 1 u Delta.emptyMap in
    build n (fun i -> Delta.lookupOrZero i sums)
  }`;
