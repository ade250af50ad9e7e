/** Programs whose loops append to arrays. Numbers of rounds are inputs, so that no loop is written out. */
export const GROWING: Readonly<Record<string, string>> = {
  'an array of which each round reads the last item': `input x : real = 0.7
input n : int = 6
let run y = foldl (fun (xs, k) -> xs ++ [sin (xs[length xs - 1] + y * toReal k)]) [y] (range 0 n)
let f y = let xs = run y in dot xs xs + xs[3]
(f x, deriv f x, deriv (deriv f) x)`,
  'an array of which each round reads two items, one at an index from a table': `input x : real = 0.7
input n : int = 6
input table : array int = [0, 1, 0, 2, 1, 4]
let run y = foldl (fun (xs, k) -> xs ++ [xs[length xs - 2] * y + sin xs[table[k]]]) [y, 1] (range 0 n)
(sum (run x), deriv (fun y -> dot (run y) (run y)) x)`,
  'three items a round, of which one is constant': `input x : real = 0.7
input n : int = 6
let xs = fold (k, xs) -> xs ++ [x * xs[0], xs[length xs - 1] * 0.5, toReal k] over range 0 n from [1]
sum xs + xs[4] * xs[length xs - 1]`,
  'constants, and what was there before, which is used afterwards': `input before : array real = [1, 2]
input x : real = 0.7
input n : int = 6
let xs = fold (k, xs) -> xs ++ [0.5] over range 0 n from before
let ys = fold (k, ys) -> ys ++ [ys[k] * x] over range 0 n from xs
sum ys * sum before + sum xs`,
  'an item in either arm of a branch': `input x : real = 0.7
input n : int = 6
let xs = foldl (fun (xs, k) -> if xs[k] > 0.6 then xs ++ [xs[k] * x] else let y = sum xs in xs ++ [sin y]) [x] (range 0 n)
dot xs xs`,
  'items in two steps, of which one reads the other': `input x : real = 0.7
input n : int = 6
let xs = foldl (fun (xs, k) -> let ys = xs ++ [sin (x + xs[2 * k])] in ys ++ [ys[length ys - 1] * x]) [x] (range 0 n)
dot xs xs`,
  'two arrays, each of which reads the other': `input x : real = 0.7
input n : int = 6
let (p, q) = foldl (fun ((p, q), k) -> (p ++ [q[k] * x], q ++ [sin p[k]])) ([x], [1]) (range 0 n)
dot p q`,
  'rows, of which each is made of the rows before': `input x : real = 0.7
input n : int = 4
let a = build n (fun i -> build n (fun j -> if i = j then 5 + x else sin (x * toReal (i + j))))
let row l i = foldl (fun (r, j) -> r ++ [let s = fold (k, s) -> s - r[k] * (if i = j then r[k] else l[j][k]) over range 0 j from a[i][j] in if i = j then sqrt s else s / l[j][j]]) [] (range 0 (i + 1))
let l = foldl (fun (l, i) -> l ++ [row l i]) [] (range 0 n)
sum (build n (fun i -> log l[i][i]))`,
  'records with a list and a text': `input x : real = 0.7
input n : int = 5
let run y = foldl (fun (s, k) -> let (l, (v, t)) = s[k] in s ++ [(v :: l, (sin (v * y + sum l), t ++ show k))]) [([], (y, ""))] (range 0 n)
(map (fun (l, (v, t)) -> t) (run x), deriv (fun y -> sum (map (fun (l, (v, t)) -> v * sum l) (run y))) x)`,
  'an array of whose names each round stores one': `input x : real = 0.7
input n : int = 5
let (xs, all) = foldl (fun ((xs, all), k) -> let ys = xs ++ [xs[k] * x] in (ys, ys :: all)) ([x], []) (range 0 n)
sum (map (fun ys -> sum ys * ys[0]) all) + sum xs`,
  'an array that grows in some rounds only': `input x : real = 0.7
input n : int = 6
let xs = foldl (fun (xs, k) -> if mod k 3 = 1 then xs else xs ++ [xs[length xs - 1] * x]) [x] (range 0 n)
dot xs xs`,
  'an array that rounds and inner rounds append to': `input x : real = 0.7
input n : int = 4
let xs = foldl (fun (xs, k) -> foldl (fun (ys, j) -> ys ++ [sin (ys[j] + xs[k])]) (xs ++ [x]) (range 0 k)) [x] (range 0 n)
dot xs xs`,
  'an array at which each round takes a gradient': `input x : real = 0.7
input n : int = 4
let xs = foldl (fun (xs, k) -> xs ++ [sum (grad (fun v -> dot v v * x) xs)]) [x] (range 0 n)
dot xs xs`,
  'an array whose item at a negative index nothing reads': `input x : real = 0.7
input n : int = 4
let xs = foldl (fun (xs, k) -> xs ++ [if k < 2 then x else xs[k - 2] * 0.5]) [x] (range 0 n)
dot xs xs`,
  'an array that no round appends to': `input x : real = 0.7
input n : int = 0
let xs = foldl (fun (xs, k) -> xs ++ [xs[k] * x]) [x, 2] (range 0 n)
dot xs xs`,
  'an array from the last round on, and one that is joined in front': `input x : real = 0.7
input n : int = 5
let xs = fold (k, xs) -> xs ++ [xs[length xs - 1] * x + toReal k] over range 0 n from [x]
let ys = fold (k, ys) -> [ys[0] * x] ++ ys over range 0 n from [x]
dot xs ys`,
  'an array in a recursion, whose versions a function reads': `input x : real = 0.7
input n : int = 5
let mean v = sum v / toReal (length v)
let rec go xs k = if k = n then xs else go (xs ++ [sin (mean xs + x)]) (k + 1)
let xs = go [x] 0
dot xs xs`,
  'numbers that are told apart': `input given : array real = [0.3, -0.2, 0.7, -0.9, 0.1]
input x : real = 0.7
input n : int = 5
let split y = foldl (fun ((p, q), k) -> let v = given[mod k 5] * y in if v > 0 then (p ++ [v, sin v], q) else (p, q ++ [v * v])) ([], [y]) (range 0 n)
let f y = let (p, q) = split y in sum p * sum q + toReal (length p) * y
(f x, deriv f x, deriv (deriv f) x)`,
  'an array that grows until it is long enough, by its last items': `input x : real = 0.7
input n : int = 9
let rec go xs = let m = length xs in if m >= n then xs else go (xs ++ [tanh (x * xs[m - 1] + xs[m - 2]), log (2 + xs[div m 2])])
let f y = let xs = go [y, 1] in dot xs xs
(f x, deriv f x, deriv (deriv f) x)`,
  'an array that grows until it is long enough, and a number that is tested': `input x : real = 0.7
input n : int = 9
let rec go (xs, v) = if length xs >= n || v > 3 then (xs, v) else go (xs ++ [xs[0] * v], v + xs[length xs - 1])
let (xs, v) = go ([x], 0.1)
sum xs * v`,
  'the path of a ball until it lies still': `input x : real = 0.7
let rec fall (height, speed, path) = if speed < 0.1 && height < 0.05 || length path > 40 then path else let h = height - 0.1 * speed in if h < 0 then fall (-h * 0.5, -speed * 0.6, path ++ [(0, speed), (h, speed)]) else fall (h, speed + 0.3, path ++ [(h, speed)])
let f y = sum (mapi (fun (i, (h, s)) -> h * s / (1 + toReal i)) (fall (y, 0, [(y, 0)])))
(f x, deriv f x)`,
  'what a loop has appended, in three steps and in branches of branches': `input x : real = 0.7
input n : int = 9
let xs = foldl (fun (xs, k) -> let ys = (if mod k 2 = 0 then (if mod k 4 = 0 then xs else xs ++ [x]) else xs ++ [x * 2, toReal (length xs)]) in if mod k 3 = 0 then ys ++ [x * toReal (length ys)] else ys) [1] (range 0 n)
dot xs xs + toReal (length xs)`,
  'lists and rows, in some rounds': `input x : real = 0.7
input n : int = 9
let run y = foldl (fun ((rows, k), v) -> if mod v 3 = 1 then (rows, k + 1) else (rows ++ [([y * toReal v], build (mod v 3) (fun i -> y + toReal i))], k)) ([], 0) (range 0 n)
let f y = let (rows, k) = run y in sum (map (fun (l, r) -> sum l * sum r) rows) + toReal k
(f x, deriv f x)`,
  'an array that grows and one that is updated': `input x : real = 0.7
input n : int = 9
let (found, seen) = foldl (fun ((found, seen), k) -> let j = mod (5 * k) 7 in if seen[j] > 1 then (found ++ [x * toReal k], seen) else (found, update seen j (seen[j] + x))) ([], build 7 (fun j -> toReal (mod j 3))) (range 0 (3 * n))
sum found * dot seen seen`,
  'an array with padding, beside the one that grows': `input x : real = 0.7
input n : int = 5
let xs = foldl (fun (xs, k) -> let padded = xs ++ [x, x * x, 0.5, 2.0] in xs ++ [sin (padded[k + 4] + padded[k + 2] + padded[k] + x)]) [x] (range 0 n)
sum xs`,
  'an array of lists that grows, beside a longer one': `input x : real = 0.7
input n : int = 5
let xs = foldl (fun (xs, k) -> let v = xs ++ [[x, 1], [2 * x]] in xs ++ [map sin v[length v - 1]]) [[x, x]] (range 0 n)
sum (map sum xs)`,
  'an array that grows, by the sum of a longer one': `input x : real = 0.7
input n : int = 5
let xs = foldl (fun (xs, k) -> let v = xs ++ [toReal k * x, 2 * x, 3 * x] in xs ++ [foldl (fun (s, j) -> 0.5 * s + v[j]) 0 (range 0 (length v))]) [1.0] (range 0 n)
sum xs`,
  'a recursion that appends to what it returns twice': `input x : real = 0.7
input n : int = 5
let rec f m = if m < 1 then [x] else let q = f (m - 1) in let v = q ++ [x, x * x, 3] in q ++ [v[length v - 1] + v[length v - 2]]
sum (f n)`,
  'an array that grows, beside the sum of a longer one': `input x : real = 0.7
input n : int = 5
let (xs, s) = foldl (fun ((xs, s), k) -> let v = xs ++ [x, 2 * x, 3 * x] in (xs ++ [x], s + fold (w, t) -> 0.5 * t + w over v from 0)) ([1.0], 0) (range 0 n)
s + sum xs`,
  'an array that an arm appends to, and that is appended to afterwards': `input x : real = 0.7
input n : int = 6
let xs = foldl (fun (xs, k) -> let v = (if mod k 2 = 0 then xs ++ [x, 2 * x] else xs) in xs ++ [sum v * 0.1]) [x] (range 0 n)
dot xs xs`,
  'an array that is longer than the one that goes on': `input x : real = 0.7
input n : int = 6
let (xs, s) = foldl (fun ((xs, s), k) -> let v = xs ++ [x * toReal k] in if sum v > 3 then (xs, s * 0.5 + v[0]) else (v, s + v[length v - 1])) ([x], 0) (range 0 n)
dot xs xs + s`,
  'an array of which both arms go on with a shorter one': `input x : real = 0.7
input n : int = 6
let (xs, s) = foldl (fun ((xs, s), k) -> let v = xs ++ [x * toReal k] in let w = v ++ [x] in (if s > 1 then v else xs ++ [1], s * 0.5 + w[length w - 2])) ([x], 0) (range 0 n)
dot xs xs + s`,
  'an array that grows by what other items hold, in a derivative that needs no item itself': `type Known = No | Yes real
input x : real = 0.7
input n : int = 4
let value k = match k with No -> 0.1 | Yes v -> v * v
let run y = let known = build n (fun i -> if i = 1 then No else Yes (y * toReal (i + 1))) in let made = foldl (fun (made, k) -> made ++ [value known[mod (3 * k) n]]) [] (range 0 n) in sum made
(run x, deriv run x)`,
};
