/** Programs that need each pass, with what it must not do beside it. */
export const WRITTEN: Readonly<Record<string, string>> = {
  'data of two types that is absent in a round that never runs': `type Maybe = Nothing | Just real
input m : Maybe = Just 3
input bs : list bool = [true]
let rec go (bs, m) = match bs with true :: _ -> dot m m | _ :: rest -> if false then go (rest, m) else 0.5 | [] -> 1
go (bs, m)`,
  'a list that is gone through from each of its cells': `input x : real = 1
let rec go (xs, acc) = match xs with [] -> acc | y :: ys -> go (ys, acc + y * sum xs)
go (map (fun i -> x * toReal i) (range 1 4), 0)`,
  'lists that recursion goes through in step, to the end of the shortest': `input xs : list real = [1, 2, 3, 4]
input ks : list (real * int) = [(0.5, 1), (-1, 2), (2, 3)]
let rec f (ys, js) = match (ys, js) with (y :: z :: more, (a, n) :: rest) -> sin (y * z) * a + toReal n * f (z :: more, rest) | (y :: _, []) -> y | (_, (a, _) :: _) -> a * a | _ -> 1
let rec each ys = match ys with _ :: rest -> f (ys, ks) :: each rest | [] -> []
(f (xs, ks), each xs, grad (fun y -> f (map (fun x -> x * y) xs, ks)) 0.7)`,
  'recursion over lists and ints': `input x : real = 0.5
input ys : list real = [1, 2, 0.5, 3]
let rec take ((n : int), zs) = if n = 0 then [] else match zs with z :: rest -> z * x :: take (n - 1, rest) | [] -> []
let rec weigh ((i : int), (k : int), zs) = match zs with z :: w :: rest -> if i < k then toReal i * sin (z * w) + weigh (i + 1, k, w :: rest) else z * toReal i | [z] -> z * toReal (i * k) | [] -> 1
(take (2, ys), take (9, ys), take (0 - 1, ys), weigh (0, 2, ys), weigh (1, 9, ys), weigh (3, 2, ys), weigh (0, 1, []), grad (fun p -> sum (take (3, [p, x, p * p]))) x)`,
  'lists that loops make anew, in arms, and match': `input x : real = 0.5
input ys : list (real * int) = [(1, 2), (2, 1), (0.5, 3)]
let step (i : int) zs = if i = 4 then [] else match zs with (y, n) :: _ :: _ -> map (fun (z, k) -> (sin (z * y), k + n)) zs | _ -> map (fun (z, k) -> (z, k * i)) zs
let rec back vs ps = match (vs, ps) with (u :: v :: more, p :: rest) -> (x * u + p * v) :: back (v :: more) rest | _ -> []
let rec value (vs, ps) = match vs with [only] -> only | [] -> x | _ -> value (back vs ps, map (fun p -> p * x) ps)
(fold (i, zs) -> step i zs over range 0 3 from ys, fold (i, zs) -> step i zs over range 2 6 from ys, value (map toReal (range 1 5), [1, 2, 3, 4]), value ([3, 2], []), grad (fun p -> value ([p, 1, x], [p, p, 3])) x)`,
  'an array and a list that the test of a loop makes, for its rounds and its end too': `input x : real = 0.7
input n : int = 4
let rec go (k, a, y) = let b = build n (fun i -> a[i] * y) in let s = sum b in if k > 3 || s > 1000 then s + dot a b else go (k + 1, b, sin s)
let rec on (k, l, y) = let m = map (fun z -> z * y) l in let s = sum m in if k > 3 || s > 1000 then s + sum (map sin m) else on (k + 1, m, sin s)
(go (0, build n (fun i -> x + toReal i), x), on (0, [x, 1, 2], x))`,
  'a list that is gone through twice, and stored': `input x : real = 2
let xs = map (fun i -> sin (x * toReal i)) (range 0 5)
let twice = sum xs * sum (map exp xs)
(twice, xs, match xs with y :: _ :: z :: _ -> y * z | _ -> 0)`,
  'loops that go down, up, by two, and never': `input x : real = 0.5
let rec down (n : int) v = if n <= 0 then v else down (n - 1) (v * x + toReal n)
let rec up (n : int) v = if n >= 5 then v else up (n + 1) (v + x * toReal n)
let rec byTwo (n : int) v = if n >= 7 then v else byTwo (n + 2) (v + sin (x * v))
let rec until (n : int) v = if n = 6 then v else until (n + 1) (v * cos x)
(down 4 1, down (0 - 3) x, up 0 x, up 9 x, byTwo 0 x, until 2 x)`,
  'arrays that are read at other indices': `input xs : array real = [1, 2, 3, 4]
let n = length xs
let ys = build n (fun i -> xs[i] * 2)
let shifted = build (n - 1) (fun i -> ys[i + 1] - ys[i])
let turned = build n (fun i -> xs[n - 1 - i] * toReal i)
sum shifted * sum turned + (if n > 2 then ys[2] else 0)`,
  'a matrix times a vector, and its rows': `input m : array (array real) = [[1, 2], [3, 4], [5, 6]]
input v : array real = [0.5, 0.25]
let times = build (length m) (fun i -> let row = m[i] in sum (build (length row) (fun j -> row[j] * v[j])))
sum (map (fun y -> exp (0.1 * y) - 1) times)`,
  'no rounds: empty arrays and lists': `input x : real = 3
let none = build 0 (fun i -> x / toReal i)
let empty : list real = []
sum none + sum (map (fun y -> 1 / (y - y)) empty) + x * x`,
  'a sum of losses, which is joined with its way back': `input w : real * real = (0.3, -0.2)
let (a, b) = w
let data = build 6 (fun i -> toReal i / 5)
0.5 * sum (build 6 (fun i -> let d = tanh (a * data[i] + b) - data[i] in d * d))`,
  'a sum whose way back depends on it': `input x : real = 0.4
let s = fold (i, acc) -> acc + sin (x * toReal i) over range 1 5 from 0
s * s * s`,
  'a state that each round changes': `input x : real = 0.4
fold (i, (p, v)) -> (p + 0.1 * v, v - 0.1 * sin p * x) over range 0 20 from (x, 1)`,
  'signs and constant factors': `input x : real * real = (0.7, 1.3)
let (a, b) = x
fold (i, s) -> s - 0.5 * (a - b) * (a - b) * 3 / (2 * a) - (0 - a) * (0 - b) * 4096 * s * 0.001 over range 0 4 from a`,
  'a tree': `type Tree = Leaf real | Node (Tree * real * Tree)
input t : Tree = Node (Node (Leaf 1, 2, Leaf 3), 0.5, Leaf 4)
let rec total t = match t with Leaf x -> sin x | Node (l, w, r) -> w * total l * total r + w
(total t, t)`,
  'a deep list in data, with shadows that are absent': `type Shape = Circle real | Box (real * list real) | Nothing
input s : list Shape = [Circle 2, Box (3, [1, 2]), Nothing]
let area s = match s with Circle r -> r * r | Box (w, hs) -> w * sum hs | Nothing -> 1
(sum (map area s), area (Box (1, [2])))`,
  'functions in data': `input x : real = 0.3
let fs = [(fun y -> y * x), sin, (fun y -> y + x * x)]
fold (f, y) -> f y over fs from x`,
  'a derivative of a derivative of a derivative': `input x : real = 0.6
let f y = exp (y * y) * sin y
deriv (deriv (deriv f)) x + deriv (fun y -> deriv (fun z -> y * z * z) y) x`,
  'a gradient by an array inside a loop': `input w : array real = [1, 2]
let loss v = sum (build (length v) (fun i -> (v[i] - toReal i) * v[i] * v[i]))
let rec go (n : int) v = if n < 1 then v else go (n - 1) (subtract v (scale 0.01 (grad loss v)))
sum (go 3 w)`,
  'descent inside a loss': `input r : real = 0.1
let loss (a, b) = (a - 1) * (a - 1) + a * b * b * r
let rec descend (n : int) w = if n < 1 then w else descend (n - 1) (subtract w (scale r (grad loss w)))
loss (descend 5 (0.5, 0.25))`,
  'derivatives at arrays of a few items, and of functions that give such arrays': `input x : real = 0.7
input y : real = 0.4
input i : int = 1
let f v = sin (v[0] * v[1]) + v[i] * v[0] * v[0]
let turn v = [v[1] * v[0], cos v[1], v[i]]
let step (a, b) = let h = hessian f [a, b] in (a + 0.1 * tanh (h[0][0] + h[0][1]), b - 0.1 * tanh (h[1][1] * a))
let (u, v) = foldl (fun (s, _) -> step s) (x, y) (range 0 3)
let (value, back) = vjp turn [u, v]
let (point, along) = jvp turn [u, v] [v, 1]
let j = jacobian turn [v, u]
let g = grad (fun p -> let q = grad f p in q[0] * q[i] + sum (rd turn p (q ++ [u]) ++ p)) [u, x]
(sum value * sum (back [1, u, v]), dot point along, sum j[0] + j[1][1] * j[2][0], sum g, (hvp f [x, y] [u, v])[i])`,
  'forward derivatives along arrays': `input x : real = 0.7
let f ys = let zs = build (length ys) (fun i -> ys[i] * ys[i] * x) in (sum (map sin zs), zs, toReal (length zs) * x)
let g y = fd f (toArray [x, y, 2]) (toArray [1, x * y, 0])
let (a, zs, n) = g 0.4
(a, sum zs, n, deriv (fun y -> let (b, _, _) = g y in b * b) 0.3)`,
  'second derivatives through loops, arrays and branches': `input w : array real = [0.5, -0.25, 2]
let loss v = fold (i, s) -> (if v[i] > 0 then s + v[i] * v[i] * sin s else s * exp v[i] + v[0]) over range 0 3 from 1
let g = grad loss w
sum (build 3 (fun i -> g[i] * toReal (i + 1))) + sum (hvp loss w (toArray [1, 2, 3]))`,
  'second derivatives through lists': `input xs : list real = [0.5, 1.5]
let loss ys = let rec go (zs, acc) = match zs with [] -> acc | z :: rest -> go (rest, acc * z + sin z) in go (map (fun y -> y * y) ys, 1)
let norm ys = sum (map (fun y -> y * y) (grad loss ys))
sum (grad norm xs) + sum (fd (fun ys -> map exp ys) xs [1, 2])`,
  'second derivatives through recursion and trees': `type Tree = Leaf real | Node (Tree * real * Tree)
input t : Tree = Node (Node (Leaf 1, 2, Leaf 3), 0.5, Leaf 4)
let rec total t = match t with Leaf x -> sin x | Node (l, w, r) -> w * total l * total r + w
let rec size t = match t with Leaf x -> x * x | Node (l, w, r) -> size l + w * w + size r
(size (grad total t), dot (hvp total t t) t)`,
  'second derivatives of a loop whose rounds are not counted': `input x : real = 0.3
let rec go (n : int) v = if v > 20 then v * toReal n else go (n + 2) (v * v * x + v + 1)
let f y = go 0 y
deriv (deriv f) x * deriv f (2 * x) + deriv (fun y -> y * deriv (fun z -> go 1 (z * y)) x) x`,
  'derivatives that reach what is around them': `input x : real * real = (0.3, 0.8)
let (a, b) = x
let f y = deriv (fun z -> z * z * a * y + sin (b * z)) (a * y)
(f b, deriv f a, fd (fun (p, q) -> (p * q, p * a)) (a, b) (b, 1), rd (fun p -> (p * b, p * p)) a (a, b))`,
  'a gradient of data that only some parts of matter for': `type Part = Real real | Both (real * array real) | None
input ps : list Part = [Real 2, Both (3, [1, 2]), None]
let f qs = fold (q, s) -> (match q with Real y -> s * y | Both (y, ys) -> s + y * ys[0] | None -> s * 2) over qs from 1
let size qs = fold (q, s) -> (match q with Real y -> s + y * y | Both (y, ys) -> s + y * y * y + sum (map exp ys) | None -> s) over qs from 0
(size (grad f ps), dot (hvp f ps ps) ps)`,
  'functions of data inside derivatives': `input x : real = 0.4
let compose fs = fun y -> fold (f, z) -> f z over fs from y
let h a = compose [(fun y -> y * a), sin, (fun y -> y * y + a)]
deriv (fun a -> deriv (h a) x) x + deriv (fun a -> fst (h a x, a)) x`,
  'an array of pairs, and one of arrays, in derivatives': `input x : real = 0.6
let f y = let ps = build 3 (fun i -> (y * toReal i, y * y)) in let rows = build 2 (fun i -> build 2 (fun j -> y * toReal (i + j))) in fold (i, s) -> (let (p, q) = ps[i] in s + p * q) over range 0 3 from (rows[1][0] * rows[1][1] * rows[0][1])
(f x, deriv f x, deriv (deriv f) x, deriv (deriv (deriv f)) x)`,
  'sums over neighbours, and a grid with a rim': `input xs : array real = [1, 2, 3, 0.5, 4, -1, 2, 0.3, 0.7, 1.5, -0.2, 0.9, 1.1, 0.4, 2.5, 1.7, 0.6, 0.8, 1.2, 3.5]
let smooth u = build (length u) (fun i -> if i = 0 || i = length u - 1 || u[i] > 3 && i < 9 then u[i] else u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]))
let n = length xs
let f u = sum (build (n - 3) (fun i -> (u[i + 3] - 2 * u[i + 1] * u[i]) ^ 2)) + sum (build 4 (fun j -> sum (build (div n 4 - 1) (fun i -> u[j * div n 4 + i] * u[j * div n 4 + i + 1]))))
(f xs, f (smooth (smooth xs)), grad f xs, hvp f xs (smooth xs))`,
  'a difference of nearly equal numbers that the way back computes again': `input x : real = 0.1
input b : array real = [0, 0]
sum (build (length b) (fun i -> let v = x + b[i] in log (0 + v + v + v + v + v + v + v - 0.7 + 1e-15)))`,
  'arrays that are written item by item': `input x : real = 0.6
let f y = let zs : array real = [y, y * y, 3] in let ps : array (real * int) = [(sin y, 1), (2, 2), (y, 3)] in let rows : array (array real) = [zs, [y, 1]] in let (p, n) = ps[2] in zs[1] * zs[0] + zs[2] * fst ps[0] + p * toReal n + sum rows[0] * rows[1][0]
(f x, deriv f x, deriv (deriv f) x)`,
  'powers with exponents that are computed': `input x : real = 1.3
let n = floor x
let f y = y ^ n + y ^ (n + 2) + y ^ (0 - n) + y ^ 0 + y ^ 1 + y ^ x
(f x, deriv f x, deriv (deriv f) x)`,
  'a loop that carries data in a derivative': `input x : real = 0.6
let f y = let (v, m) = fold (i, (v, m)) -> (map (fun z -> z * y) v, sum v + m * y) over range 0 3 from ([1, y], y) in sum v * m
(deriv f x, deriv (deriv f) x)`,
  'a branch inside a loop, with data on one side': `input xs : list real = [1, -2, 3]
fold (x, (s, kept)) -> (if x > 0 then (s + x * x, x :: kept) else (s - x, kept)) over xs from (0, [])`,
  'a queue of two lists, whose reals are only compared': `input pace : real = 1.2
input customers : list (real * real) = [(0.5, 1), (0.3, 0.9), (0.2, 2), (0.4, 1), (1.5, 0.3), (0.1, 2)]
let rec served now (front, back, size : int) = match front with
  | [] -> if size = 0 then (front, back, size) else served now (reverse back, [], size)
  | leaves :: rest -> if leaves > now then (front, back, size) else served now (rest, back, size - 1)
let arrive ((now, free, queue, cost), (gap, work)) =
  let time = now + gap in let (front, back, size) = served time queue in
  if size > 1 then (time, free, (front, back, size), cost + 5 * gap)
  else let leaves = max time free + work / pace in (time, leaves, (front, leaves :: back, size + 1), cost + (leaves - time))
let (_, _, _, cost) = foldl arrive (0, 0, ([], [], 0), 0) customers
cost`,
  'values by keys, in functions that recurse, and their second derivatives': `type Tree = Leaf | Node (Tree * real * real * Tree)
input x : real = 0.7
let rec insert key value t = match t with Leaf -> Node (Leaf, key, value, Leaf) | Node (l, k, v, r) -> if key < k then Node (insert key value l, k, v, r) else Node (l, k, v, insert key value r)
let rec total t = match t with Leaf -> 0 | Node (l, _, v, r) -> total l + v * v + 0.5 * total r
let rec least t = match t with Leaf -> 9 | Node (l, k, _, _) -> min k (least l)
let grow y = foldl (fun (t, i) -> insert (sin (5 * y * i)) (y * i) t) Leaf [1, 2, 3, 4]
let f y = let t = grow y in if least t > 0 then y else total t
(f x, deriv f x, deriv (deriv f) x)`,
  'what the rounds of an outer loop repeat: two values, a sum, and sums that begin with what it carries': `input y : real = 0.5
input n : int = 12
let f y = fold (i, s) -> (let (t, u, v) = (fold (j, (t, u, v)) -> (let e = exp (toReal j * y) in let c = cos (toReal j + y) in (t * s / 9 + e * s / (c + 2 * s) + c, u + e * c, v + c)) over range 0 n from (s, y, s)) in sin (t + u + v)) over range 0 15 from y
(f y, deriv f y, deriv (deriv f) y)`,
  'products of the Hessian inside a loop': `input w : array real = [0.5, -0.25, 2]
let loss v = fold (i, s) -> s + sin (s * v[mod i 3]) * exp (v[0] * toReal i / 20) over range 0 20 from v[1]
sum (fold (k, v) -> build 3 (fun i -> v[i] - 0.01 * (hvp loss w v)[i]) over range 0 9 from w)`,
  'a long function of loops that is called twice': `input x : real = 0.6
let f y = let s = fold (i, s) -> s * 0.5 + sin (s * y) * toReal i over range 0 20 from y in let ys = build 20 (fun i -> cos (s * toReal i) + y) in s * sum (map sin ys) + cos (s * y) * sin (s + y) * tanh (s * s + y * y) * tanh (s - y * 2) + sum (map (fun z -> z * z * y) ys)
(f (f x / 90) * f x, deriv (fun y -> f y * f (y * y)) x)`,
  'the same value by two names': `input x : real = 1.5
let y = x * x
let z = x * x
let n = floor (y + 0.5)
(if n = 2 then y * toReal n else z) + (if n < 5 then z / toReal (n + 1) else 0) + toReal (div n 2 + mod (0 - n) 3)`,
  'a solution by a matrix, solved again: its way back keeps the same index under three names': `input s : real = 1.5
let a = solveTriangular true [[s]] [1]
sum (solveTriangular true [[s]] a)`,
  'a convolution whose rounds keep a length from outside': `input im : array (array real) = [[1, 2, 3, 4], [3, 4, 5, 6], [1, 2, 3, 4], [3, 4, 5, 6]]
input k : array real = [2]
sum (build 4 (fun a -> sum (build 4 (fun b -> relu (dot (slice b (b + 1) im[a]) k)))))`,
  'two sums of a list and of an array, which become one loop each': `input xs : array real = [0.5, 2, 1.5]
input zs : list real = [0.25, 3]
let low = filter (fun z -> z < 1) zs
let high = filter (fun z -> z > 1) zs
sum (map sin xs) / sum (map exp xs) + sum low * sum high + sum (map (fun x -> x * sum xs) xs)`,
  'gradients by tables inside a derivative': `input m : array (array real) = [[2, 0.5, -0.3], [0.3, 1.5, 0.2], [0.1, -0.4, 1.2]]
let f (a : array (array real)) = sum (map (fun row -> exp (0.1 * sum row) * row[0]) (matmul a a))
let rec g (a : array (array real), n : int) = if n = 0 then f a else g (map (fun row -> map sin row) a, n - 1)
sum (map sum (grad logdet m)) + sum (map norm (grad f m)) + sum (map sum (grad (fun a -> g (a, 2)) m))`,
};
