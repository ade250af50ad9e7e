/** Programs whose loops update arrays, and what else may use these. Lengths and numbers of rounds are inputs, so that no loop is written out. */
export const UPDATING: Readonly<Record<string, string>> = {
  'a loop that updates an array, which is read before, between and after': `input xs : array real = [1, 2, 0.5]
input x : real = 0.7
input n : int = 6
let first = build n (fun i -> sin (x * toReal i))
let last = fold (i, a) -> update a (mod (7 * i) n) (a[i] * a[mod (i + 3) n] + xs[mod i 3]) over range 0 n from first
let s = sum first
s * s + dot last last + first[3] * last[4]`,
  'an array of an input that is updated, and used afterwards': `input xs : array real = [1, 2, 0.5]
input n : int = 6
let ys = fold (i, a) -> update a (mod i 3) (a[mod i 3] * a[0] + sin a[2]) over range 0 (n + 2) from xs
dot xs ys + ys[1] * xs[2]`,
  'an array that is summed with weight 1 before it is updated': `input x : real = 0.7
input n : int = 6
let a = build n (fun i -> x * toReal i)
let before = sum a
let b = update a 3 (x * x)
let between = sum b
let c = update b 5 (b[3] * x)
before + between + sum c`,
  'an array for each round, beside the one before': `input x : real = 0.7
input n : int = 6
let round a = fold (i, b) -> update b i (a[i] * a[mod (i + 1) n] - 0.5 * b[mod (i + 5) n]) over range 0 n from a
let last = fold (k, a) -> round (round a) over range 0 (n + 2) from build n (fun i -> cos (x + toReal i))
(sum last, deriv (fun y -> (round (build n (fun i -> y * toReal i / 9)))[4]) x)`,
  'an array whose items become constants, one after the other': `input xs : array real = [1, 2, 0.5, 3, 0.7]
input n : int = 5
let ys = fold (i, a) -> update a i 2 over range 1 (n - 1) from xs
let zs = fold (i, a) -> update (update a i 0) (i + 1) 3 over range 0 (n - 2) from xs
dot ys ys + dot xs zs`,
  'an array of reals with ints and bools, whose old items are read after an update': `input x : real = 0.7
input n : int = 6
let run y = let (a, t) = fold (k, (a, t)) -> let (p, (c, s)) = a[mod (2 * k) n] in let b = update a (mod k n) (sin (p + t), (c + k, not s)) in let (q, (d, r)) = a[mod (k + 1) n] in (b, 0.9 * t + (if r then 0.1 else 0.2) * q * toReal d) over range 0 (n + 3) from (build n (fun i -> (y + toReal i / 9, (i, i > 2))), y) in t + sum (map (fun (p, (c, s)) -> if s then p * p * toReal c else p) a)
(run x, deriv run x)`,
  'a heap, in which items go up until their parent is smaller': `input costs : array real = [0.5, 0.2, 0.9, 0.1, 0.4]
input x : real = 0.7
let swap a i j = let (p, q) = (a[i], a[j]) in update (update a i q) j p
let rec up a i = if i = 0 then a else let parent = div (i - 1) 2 in if fst a[i] < fst a[parent] then up (swap a i parent) parent else a
let run y = let heap = foldl (fun (a, i) -> up a i) (mapi (fun (i, c) -> (c * y, i)) costs) (range 0 (length costs)) in fold (item, total) -> sin (fst item) * (1 + toReal (mod (snd item) 3)) + y * total over heap from 0
(run x, deriv run x)`,
  'a recursion that ends with another array, or with a constant one': `input x : real = 0.7
input n : int = 6
let rec go a i = if i = 0 then a else if a[i] > 2 then build n (fun k -> x * toReal k) else if a[i] < -2 then build n (fun _ -> 1) else go (update a (i - 1) (a[i] * x - 1)) (i - 1)
let run s = go (build n (fun k -> s * toReal k)) (n - 1)
dot (run x) (run 1) + (run (-1))[2]`,
  'two arrays that a loop swaps': `input x : real = 0.7
input n : int = 6
let (p, q) = fold (i, (p, q)) -> (update q (mod i n) (p[mod (2 * i) n] * x), update p (mod (i + 1) n) (sin q[mod i n])) over range 0 (n + 3) from (build n (fun i -> x + toReal i / 9), build n (fun i -> toReal i / 9))
dot p q`,
  'the same array as two that a loop updates': `input x : real = 0.7
input n : int = 6
let first = build n (fun i -> x * toReal i / 9)
let (p, q) = fold (i, (p, q)) -> (update p (mod i n) (q[mod (2 * i) n] * x), update q (mod (i + 1) n) (sin p[mod i n])) over range 0 (n + 3) from (first, first)
dot p q`,
  'updates in arms, twice, and of what an arm made': `input x : real = 0.7
input k : int = 3
input n : int = 6
let step i a = if mod i 3 = 0 then update (update a (mod i n) (a[0] * x)) 0 (sin a[mod i n]) else if mod i 3 = 1 then a else (if i > 6 then update (build n (fun j -> a[n - 1 - j] * x)) 2 x else update a 2 (a[5] * a[2]))
let last = fold (i, a) -> step i a over range 0 (n + 3) from build n (fun i -> x + toReal i / 9)
let other = if k > 2 then update last k (x * last[k]) else last
dot other last`,
  'a tail recursion that updates, with a loop in its test': `input x : real = 0.7
input n : int = 6
let rec go (k, a) = if k > 12 || (fold (i, s) -> s + a[i] * a[i] over range 0 n from 0) > 30 then a else let y = a[mod k n] in go (k + 1, update a (mod (k + 1) n) (y * y + 0.3 * x))
let last = go (0, build n (fun i -> x * toReal (mod i 3)))
dot last (mapReals sin last)`,
  'a tail recursion whose test updates an array that it makes': `input x : real = 0.7
input n : int = 6
let rec go (k, v) = let a = fold (i, a) -> update a i (v * a[i - 1] + 0.1) over range 1 n from build n (fun _ -> v) in let w = a[n - 1] + a[1] * a[0] in if k > 3 || w > 30 then sin w else go (k + 1, w * x)
go (0, x)`,
  'a tail recursion whose test updates what it is given': `input x : real = 0.7
input n : int = 6
let rec go (k, a, v) = let b = fold (i, a) -> update a i (v * a[i - 1] + 0.1) over range 1 n from a in if k > 3 then dot b b * v else go (k + 1, build n (fun i -> b[n - 1 - i]), v * x)
go (0, build n (fun _ -> 1), x)`,
  'a tail recursion whose test updates what it is given, and gives it on': `input x : real = 0.7
input n : int = 6
let rec go (k, a, v) = let b = fold (i, a) -> update a i (v * a[i - 1] + 0.1) over range 1 n from a in if k > 3 || sum b > 50 then dot b b * v else go (k + 1, update b (mod k n) (b[k] * v), v * x)
go (0, build n (fun i -> toReal i), x)`,
  'recursion that updates what it returns': `input x : real = 0.7
input n : int = 6
let rec go (k, a) = if k = 3 then a else let b = go (k + 1, update a k (x * a[k + 1])) in update b (k + 3) (b[k] * sin b[k + 1])
dot (go (0, build n (fun i -> x + toReal i / 9))) (build n (fun i -> toReal i))`,
  'arrays of a loop that are all stored': `input x : real = 0.7
input n : int = 6
let (last, all) = fold (i, (a, all)) -> let b = update (update a (mod i n) (sin a[0])) 0 (x * a[mod (i + 1) n]) in (b, b :: all) over range 0 (n + 2) from (build n (fun i -> x + toReal i / 9), [])
sum (map (fun a -> a[0] * a[3]) all) + dot last last`,
  'rows that are updated and stored': `input x : real = 0.7
input n : int = 6
let rows = build n (fun i -> let row = fold (j, r) -> update r (mod (i + j) n) (x * r[j] + 1) over range 0 n from build n (fun _ -> x) in update row 0 (row[1] * row[2]))
sum (map (fun r -> r[0] * r[4]) rows)`,
  'ints and conditions that are updated, and decide what is read': `input x : real = 0.7
input n : int = 6
let (order, seen, a) = fold (i, (order, seen, a)) -> let j = order[i] in (update (update order i order[mod (i * 3) n]) (mod (i * 3) n) j, update seen j true, if seen[mod (j + 1) n] then update a j (a[i] * x) else update a i (sin a[j])) over range 0 n from (build n (fun i -> i), build n (fun _ -> false), build n (fun i -> x + toReal i))
sum (build n (fun i -> toReal order[i] * a[mod order[i] n] / 20)) + (if seen[3] then x else 1)`,
  'an array of pairs, and one of pairs with ints': `input x : real = 0.7
input n : int = 6
let p = fold (i, p) -> let (a, b) = p[mod i n] in update p (mod (5 * i) n) (b * x, sin a) over range 0 (n + 3) from build n (fun i -> (x + toReal i, x))
let q = fold (i, q) -> let (k, b) = q[mod i n] in update q (mod (5 * i) n) (mod (k + 1) n, b * x + fst p[k]) over range 0 (n + 2) from build n (fun i -> (i, x))
sum (build n (fun i -> fst p[i] * snd q[i]))`,
  'substitution by columns, with the array in inner loops, and its derivatives': `input x : real = 0.7
input n : int = 6
let solve y = fold (i, a) -> update a i ((y - (fold (j, s) -> s + a[j] * sin (toReal (i * j)) over range 0 i from 0)) / (2 + cos (toReal i))) over range 0 n from build n (fun _ -> 0.0)
let f y = let a = solve y in dot a a
(f x, deriv f x, deriv (deriv f) x, sum (fd solve x 1))`,
  'derivatives by arrays, inside one another, of updates that depend on what is around': `input xs : array real = [0.3, -0.2, 0.7]
input n : int = 6
let f y = let a = fold (i, a) -> update a (mod (5 * i) n) (sin (a[i] * y[mod i 3]) + xs[mod (i + 1) 3]) over range 0 n from build n (fun i -> y[mod i 3] * xs[0]) in dot a a
(grad f xs, hvp f xs [1, 0.5, -1], sum (grad (fun y -> dot (grad f y) xs) xs))`,
  'a gradient inside a loop of updates, by the array that it updates': `input x : real = 0.7
input n : int = 6
let loss a = dot a (mapReals sin a) + x * a[0] * a[1]
let last = fold (k, a) -> update a (mod k n) (a[mod k n] - 0.1 * (grad loss a)[mod k n]) over range 0 (n + 2) from build n (fun i -> x * toReal i / 9)
loss last`,
  'a function that is called with the array, before and after updates': `input x : real = 0.7
input n : int = 6
let rec norm ((i : int), a) = if i = n then 0 else a[i] * a[i] * x + sin (norm (i + 1, a))
let last = fold (k, a) -> update a (mod k n) (norm (mod k n, a) / 9) over range 0 (n + 2) from build n (fun i -> x * toReal i / 9)
norm (0, last) + norm (3, update last 4 x)`,
  'scatterAdd in a loop, of what the loop makes, and its derivative': `input x : real = 0.7
input n : int = 6
let f y = fold (k, a) -> scatterAdd n (build n (fun i -> (mod (i * i) n, sin (a[mod i n] * y)))) over range 0 3 from build n (fun i -> y * toReal i / 9)
let g y = sum (scatterAdd 3 (map (fun i -> (mod i 3, y * toReal i)) (range 0 n))) + dot (f y) (f y)
(g x, deriv g x)`,
  'a long function of updates that is called twice': `input x : real = 0.6
input n : int = 6
let f y = let a = fold (i, a) -> update a (mod (5 * i) n) (a[i] * 0.5 + sin (a[mod (i + 1) n] * y)) over range 0 n from build n (fun i -> y * toReal i) in let s = sum a in s * sum (map sin a) + cos (s * y) * sin (s + y) * tanh (s * s + y * y) * tanh (s - y * 2) + sum (map (fun z -> z * z * y) a) + a[3] * a[4]
(f (f x / 90) * f x, deriv (fun y -> f y * f (y * y)) x)`,
  'an array that a derivative reads before it is updated': `input x : real = 0.7
input n : int = 6
let last = fold (k, a) -> update a (mod k n) (deriv (fun y -> y * y * dot a a) x * 0.1) over range 0 (n + 3) from build n (fun i -> x * toReal i / 9)
dot last last`,
  'an array that is updated, and is the result of a loop without rounds': `input x : real = 0.7
input n : int = 6
input m : int = 0
let a = build n (fun i -> x * toReal i)
let c = fold (i, d) -> build n (fun j -> d[j] * x) over range 0 m from a
let b = update a 1 (x * x)
dot b c`,
  'an array that is updated, and is the result of a recursion without rounds': `input x : real = 0.7
input n : int = 6
input m : int = 0
let a = build n (fun i -> x * toReal i)
let rec go (k, d) = if k * k > m then d else go (k + 1, build n (fun j -> d[j] * x))
let c = go (1, a)
let b = update a 1 (x * x)
dot b c`,
  'accounts of which some rounds change all': `type Event = Put (int * real) | Interest | Close int | Wait
input balances : array real = [1, 0.5, 2]
input rate : real = 0.1
input n : int = 9
let put (xs, fees) i v = (update xs i (xs[i] + v), fees + 0.1 * v)
let step ((xs, fees), event) = match event with Put (i, v) -> if xs[i] < 0.2 then (xs, fees) else put (put (xs, fees) i v) (mod (i + 1) 3) (-v * 0.5) | Interest -> (map (fun b -> if b > 0 then b * (1 + rate) else b) xs, fees) | Close i -> (update xs i 0, fees + xs[i]) | Wait -> (xs, fees)
let events = map (fun k -> if mod k 4 = 1 then Interest else if mod k 4 = 3 then Close (mod k 3) else if k = 6 then Wait else Put (mod k 3, rate * toReal k)) (range 0 n)
let run r = foldl step (map (fun b -> b * r) balances, 0) events
let f r = let (xs, fees) = run r in dot xs xs + fees
(f rate, deriv f rate, deriv (deriv f) rate)`,
  'an array that some rounds turn round, and some begin again': `input given : array real = [1, 0.5, 2, -0.5]
input x : real = 0.7
input n : int = 4
let step ((xs, k), i) = let j = mod (3 * i) n in if k = 3 then (map (fun v -> v * x) given, 0) else if k = 2 then (build (length xs) (fun h -> xs[length xs - 1 - h] * x), k + 1) else (update xs j (sin xs[j] + x), k + 1)
let f y = fst (foldl step (map (fun v -> v + y) given, 0) (range 0 (3 * n)))
(dot (f x) given, deriv (fun y -> dot (f y) (f (x * y))) x)`,
  'an array that a recursion halves when it is large': `input given : array real = [1, 0.5, 2]
input n : int = 12
let rec go (xs, i) = if i = n then xs else let ys = update xs (mod i 3) (1.5 * xs[mod i 3] + xs[mod (i + 1) 3]) in if ys[0] > 3 then go (map (fun y -> y / 2) ys, i + 1) else go (ys, i + 1)
let zs = go (given, 0)
dot zs given`,
  'an array of another length in some rounds, and one that is kept': `input given : array real = [1, 0.5, 2]
input x : real = 0.7
input n : int = 7
let (xs, all) = foldl (fun ((xs, all), i) -> if mod i 3 = 2 then (map (fun v -> v * x) xs, xs) else if i = 4 then (build (length xs + 1) (fun k -> x * toReal k), all) else (update xs 1 (xs[0] + x), all)) (given, given) (range 0 n)
sum xs * sum all * given[0]`,
  'an array that is updated, and that each round gives on beside others': `input x : real = 0.7
input n : int = 6
let a = build n (fun i -> x * toReal i)
let (c, d) = fold (i, (c, d)) -> (a, if x > toReal i then c else build n (fun j -> d[j] * x)) over range 0 n from (build n (fun i -> x), build n (fun i -> x * x))
let b = update a 1 (x * x)
dot b c + dot b d`,
  'an array that is updated, and that a recursion returns': `input x : real = 0.7
input n : int = 6
let a = build n (fun i -> x * toReal i)
let v = build n (fun i -> x)
let rec go k = let q = build n (fun i -> toReal (i * k) * x) in let t = if x > toReal k then v else q in if t[1] > 3 then a else go (k + 1)
let c = go 1
let u = if x > 2 then v else c
let b = update a 1 (x * x)
dot b u`,
};
