/** Programs in which functions that call themselves more than once on a way pass arrays on, update them and give them back. */
export const UPDATING_CALLS: Readonly<Record<string, string>> = {
  'a recurrence that remembers its terms in an array of variants': `type Known = No | Yes real
input x : real = 0.5
input n : int = 9
let rec term k memo = if k < 2 then (x + toReal k, memo) else match memo[k] with | Yes v -> (v, memo) | No -> let (a, m1) = term (k - 1) memo in let (b, m2) = term (k - 2) m1 in let v = 0.5 * a + sin b in (v, update m2 k (Yes v))
fst (term n (build (n + 1) (fun _ -> No)))`,
  'a recurrence that remembers its terms in an array of reals and bools, and its derivative': `input x : real = 0.5
input n : int = 9
let rec term y k memo = if k < 2 then (y + toReal k, memo) else let (v, known) = memo[k] in if known then (v * 1.01, memo) else let (a, m1) = term y (k - 1) memo in let (b, m2) = term y (k - 2) m1 in let v = 0.5 * a * y + sin b in (v, update m2 k (v, true))
let f y = fst (term y n (build (n + 1) (fun _ -> (0, false))))
(f x, deriv f x)`,
  'a depth-first search that marks what it has seen': `input x : real = 0.7
input n : int = 9
let next i = [mod (2 * i + 1) n, mod (i * i) n, mod (i + 4) n]
let rec visit (seen, total) i = if seen[i] then (seen, total * 0.9) else let (s, t) = visit (update seen i true, total + sin (x * toReal i)) (next i)[0] in let (s2, t2) = visit (s, t * x) (next i)[1] in visit (s2, t2) (next i)[2]
snd (visit (build n (fun _ -> false), x) 1)`,
  'a depth-first search whose function is called in a loop over neighbours': `input x : real = 0.7
input n : int = 9
let next i = [mod (2 * i + 1) n, mod (i * i) n, mod (i + 4) n]
let rec visit (seen, total) i = if seen[i] > 0 then (seen, total * 0.9) else foldl (fun (state, j) -> visit state j) (update seen i (total + sin (x * toReal i)), total * x + 1) (next i)
let (seen, total) = visit (build n (fun _ -> -1), x) 1
total + dot seen seen`,
  'an array that is sorted by swaps in two calls': `input xs : array real = [0.5, -0.2, 0.9, 0.1, 0.4, -0.8, 0.3]
input x : real = 0.7
let swap a i j = let (p, q) = (a[i], a[j]) in update (update a i q) j p
let rec part (a, i, j, hi) = if j = hi then (swap a i hi, i) else if a[j] < a[hi] then part (swap a i j, i + 1, j + 1, hi) else part (a, i, j + 1, hi)
let rec sort a lo hi = if lo >= hi then a else let (b, p) = part (a, lo, lo, hi) in sort (sort b lo (p - 1)) (p + 1) hi
let run y = let s = sort (map (fun z -> sin (3 * z * y)) xs) 0 (length xs - 1) in dot s (build (length xs) (fun i -> toReal i + y))
(run x, deriv run x)`,
  'the array of an input, which is used afterwards': `input xs : array real = [0.5, -0.2, 0.9, 0.1]
input x : real = 0.7
let rec fill a i = if i >= length a then a else let b = fill (update a i (a[i] * x + 1)) (2 * i + 1) in fill (update b i (b[i] * b[0])) (2 * i + 2)
let ys = fill xs 0
dot xs ys + ys[1] * xs[2]`,
  'one array for two calls, which both update it': `input x : real = 0.7
input n : int = 4
let rec best board i = if i >= n then (dot board board, board) else let (s, a) = best (update board i (x + toReal i)) (i + 1) in let (t, b) = best (update board i (x * 2)) (i + 1) in if s * x > t then (s, a) else (t + 0.1 * s, b)
let (s, board) = best (build n (fun i -> 0.1)) 0
s + board[0] * board[n - 1]`,
  'an array that is read after the call that updates it': `input x : real = 0.7
input n : int = 5
let rec f a i = if i < 1 then a else let b = f (update a i (a[i] + x)) (i - 1) in let c = f (update b (mod (3 * i) n) (b[0] * 0.5)) (i - 2) in update c 0 (c[0] + sin a[i] + b[1])
let r = f (build n (fun i -> toReal i / 9)) (n - 1)
dot r r`,
  'two arrays of one kind, in the same order and the other way round': `input x : real = 0.7
input n : int = 5
let rec f (a, b) i = if i < 1 then (a, b) else let (p, q) = f (update a i (b[i] * x), update b 0 (a[i] + 1)) (i - 1) in f (update p 0 (q[1] + sin p[i]), update q i p[0]) (i - 2)
let rec g (a, b) i = if i < 1 then (a, b) else let (p, q) = g (update a i (b[i] * x), b) (i - 1) in g (q, update p 0 (q[1] + p[i])) (i - 2)
let start y = build n (fun i -> y * toReal i)
let (a, b) = f (start x, start 0.3) (n - 1)
let (c, d) = g (start x, start 0.3) (n - 1)
dot a b + dot c d + a[2] * c[3]`,
  'one array as both arguments': `input x : real = 0.7
input n : int = 5
let rec f (a, b) i = if i < 1 then (a, b) else let (p, q) = f (update a i (b[i] * x), update b 0 (a[i] + 1)) (i - 1) in f (update p 0 (q[1] + sin p[i]), update q i p[0]) (i - 2)
let s = build n (fun i -> x * toReal i)
let (a, b) = f (s, s) (n - 1)
dot a b + a[2] + 3 * b[4]`,
  'an array beside one that is only read': `input xs : array real = [0.5, -0.2, 0.9, 0.1, 0.4]
input x : real = 0.7
let n = length xs
let rec f ws a i = if i < 1 then a else let b = f ws (update a i (a[i] * ws[i] + x)) (i - 1) in f ws (update b 0 (b[0] + ws[0] * b[i])) (i - 2)
let s = map (fun w -> w * x) xs
let r = f s (build n (fun i -> 0.5)) (n - 1)
let t = f r r (n - 1)
dot r s + dot t r`,
  'functions that call one another': `input x : real = 0.7
input n : int = 6
let rec even a i = if i < 1 then a else let b = odd (update a i (a[i] + x * a[0])) (i - 1) in odd (update b 0 (sin b[i])) (i - 2)
and odd a i = if i < 1 then update a 0 (a[0] * 0.5 + x) else let b = even (update a (i - 1) (a[i] * x)) (i - 1) in even b (i - 2)
let r = even (build n (fun i -> toReal i / 9)) (n - 1)
dot r r`,
  'the array before and after, both in a list': `input x : real = 0.7
input n : int = 5
let rec f a i = if i < 1 then (a, []) else let (b, older) = f (update a i (a[i] + x)) (i - 1) in let (c, more) = f (update b 0 (sin b[i])) (i - 2) in (c, b :: older ++ more)
let (r, versions) = f (build n (fun i -> toReal i / 9)) (n - 1)
dot r r + sum (map (fun v -> v[0] * v[1]) versions)`,
  'an array that only some ways give back': `input x : real = 0.7
input n : int = 5
let rec f a i = if i < 1 then a else let b = f (update a i (a[i] + x)) (i - 1) in let c = f (update b 0 (sin b[i])) (i - 2) in if c[0] > 0.5 then c else build n (fun j -> c[j] * x)
let r = f (build n (fun i -> toReal i / 9)) (n - 1)
dot r r`,
  'recursion inside a derivative, inside a loop': `input x : real = 0.7
input n : int = 4
let rec f y a i = if i < 1 then a else let b = f y (update a i (a[i] * y + 1)) (i - 1) in f y (update b 0 (sin (b[i] * y))) (i - 2)
let loss y = let r = f y (build n (fun i -> y * toReal i)) (n - 1) in dot r r
fold (k, z) -> z - 0.01 * deriv loss z over range 0 3 from x`,
  'the derivative of a derivative of recursion': `input x : real = 0.3
input n : int = 4
let rec f y a i = if i < 1 then a else let b = f y (update a i (a[i] * y + 1)) (i - 1) in f y (update b 0 (sin (b[i] * y))) (i - 2)
let loss y = let r = f y (build n (fun i -> y * toReal i)) (n - 1) in dot r r
(deriv loss x, deriv (deriv loss) x)`,
  'recursion that differentiates what it reads': `input x : real = 0.3
input n : int = 4
let rec f a i = if i < 1 then a else let b = f (update a i (deriv (fun y -> sin (y * a[i])) x)) (i - 1) in f (update b 0 (b[0] + x * b[i])) (i - 2)
let r = f (build n (fun i -> x * toReal i)) (n - 1)
dot r r`,
  'the Hessian of recursion times a vector': `input xs : array real = [0.5, -0.2, 0.9]
input v : array real = [1, 0.3, -0.4]
let rec f a i = if i < 1 then a else let b = f (update a i (a[i] * a[0] + 1)) (i - 1) in f (update b 0 (sin (b[i] * b[0]))) (i - 2)
let loss ys = let r = f ys (length ys - 1) in dot r r
dot (hvp loss xs v) v`,
  'forests of sets, whose paths become shorter': `input ws : array real = [0.5, -0.2, 0.9, 0.1, 0.4, 0.8]
input x : real = 0.7
let n = length ws
let rec find parents i = if parents[i] = i then (i, parents) else let (root, ps) = find parents parents[i] in (root, update ps i root)
let join (parents, cost) (i, j) = let (a, p) = find parents i in let (b, q) = find p j in if a = b then (q, cost * 0.99) else (update q a b, cost + ws[i] * ws[j] * x)
let (parents, cost) = foldl (fun (state, e) -> join state e) (build n (fun i -> i), 0) [(0, 1), (2, 3), (1, 3), (0, 2), (4, 5), (3, 5)]
cost * x + toReal parents[0]`,
  'a large function that is called twice': `input x : real = 0.7
input n : int = 5
let step (a, y) =
  let b = fold (i, b) -> update b i (b[i] * y + b[mod (i + 1) n]) over range 0 n from a in
  let z = fold (i, z) -> z * 0.5 + sin (b[i] * y) over range 0 n from y in
  let c = fold (i, c) -> update c i (if c[i] > z then c[i] * 0.9 + cos z else c[i] + exp (0 - z * z)) over range 0 n from b in
  let w = fold (i, w) -> w + c[i] * c[mod (i + 2) n] / (1 + w * w) over range 0 n from z in
  let e = fold (i, d) -> update d (mod (3 * i) n) (tanh (d[i] + w) + sin (w * d[0])) over range 0 n from c in
  let v = fold (i, v) -> v * 0.9 + e[i] * cos (e[mod (i + 1) n] * w) over range 0 n from w in
  let d = fold (i, d) -> update d i (if d[i] > v then tanh (d[i] * v) else sin (d[mod (2 * i) n] + v)) over range 0 n from e in
  (d, w * 0.1 + sigmoid d[0] - cos (d[1] * d[2]) * exp (0 - d[3] * d[3]))
let (a, y) = step (build n (fun i -> x * toReal i), x)
let (b, z) = fold (k, (b, z)) -> (let (c, w) = step (b, z) in (c, w + toReal k)) over range 0 3 from (a, y)
dot b b * z + a[1] * y`,
  'recursion in a loop whose rounds free memory, with data in the array': `type Seen = Never | Once (real * list real) | Often real
input x : real = 0.7
input n : int = 5
let rec f a i = if i < 1 then a else let b = f (update a i (match a[i] with | Never -> Once (x, [toReal i]) | Once (r, l) -> Often (r * sum l) | Often r -> Once (r, [r, x]))) (i - 1) in match b[i - 1] with | Often r -> f (update b 0 (Often (sin r))) (i - 2) | _ -> f b (i - 2)
let worth c = match c with | Never -> 0.5 | Once (r, l) -> r * sum l | Often r -> r * r
let (a, s) = fold (k, (a, s)) -> (let b = f a (n - 1) in (b, s * 0.9 + worth b[mod k n] * x)) over range 0 7 from (build n (fun _ -> Never), x)
s + sum (map worth a)`,
  'texts in the array': `input x : real = 0.7
input n : int = 4
let rec f a i = if i < 1 then a else let b = f (update a i (a[i] ++ "x")) (i - 1) in f (update b 0 (b[0] ++ b[i])) (i - 2)
let r = f (build n (fun i -> "a")) (n - 1)
x * toReal (length r) + (if r[0] = "aax" then x else 2 * x)`,
  'recursion of which the array alone, or the number alone, is used': `input x : real = 0.7
input n : int = 5
let rec f a i = if i < 1 then (a, a[0] * x) else let (b, s) = f (update a i (a[i] + x)) (i - 1) in let (c, t) = f (update b 0 (sin b[i])) (i - 2) in (c, s * t + c[1])
let start = build n (fun i -> toReal i / 9)
snd (f start (n - 1)) + sum (fst (f start (n - 2))) + start[1] * x`,
  'an array that recursion through a tree fills': `type Tree = Leaf real | Node (Tree * int * Tree)
input x : real = 0.7
let rec grow d = if d = 0 then Leaf x else Node (grow (d - 1), d, grow (d - 1))
let rec fill t (a, i) = match t with | Leaf v -> (update a i (v + a[0]), i + 1) | Node (l, d, r) -> let (b, j) = fill l (a, i) in fill r (update b (j - 1) (b[j - 1] * toReal d), j)
let (a, i) = fill (grow 3) (build 8 (fun i -> x * 0.1), 0)
dot a a + toReal i`,
  'an array whose length alone is read after the call': `input x : real = 0.7
input n : int = 5
let rec f a i = if i < 1 then a else let b = f (update a i (a[i] + x)) (i - 1) in f (update b 0 (sin b[i] + toReal (length a))) (i - 2)
let start = build n (fun i -> toReal i / 9)
let r = f start (n - 1)
dot r r + toReal (length start)`,
  'a table of what is known, by two indices, and its derivative': `input ws : array real = [0.5, 0.2, 0.9, 0.4]
input x : real = 0.7
let n = length ws
let rec cost y (i, j, memo) = if i < 1 || j < 1 then (0.1 * toReal (i + j) * y, memo) else let known = memo[i][j] in if known > 0 then (known, memo) else let (a, m1) = cost y (i - 1, j, memo) in let (b, m2) = cost y (i, j - 1, m1) in let v = 1 + 0.3 * a + 0.3 * b * y + (ws[i] - ws[j]) ^ 2 in (v, update m2 i (update m2[i] j v))
let run y = fst (cost y (n - 1, n - 1, build n (fun i -> build n (fun j -> -1))))
(run x, deriv run x)`,
  'cells of a table of an input, which is used afterwards': `input t : array (array real) = [[0.5, 0.2, 0.9], [0.1, 0.4, 0.3], [0.7, 0.6, 0.8]]
input x : real = 0.7
let rec f t i = if i < 1 then t else let a = f (update t i (update t[i] 0 (t[i][1] * x))) (i - 1) in f (update a 0 (update a[0] i (sin a[i][0]))) (i - 2)
let r = f t 2
sum (map (fun r -> dot r r) r) + sum (map (fun r -> dot r r) t) * 2`,
  'cells of a table whose rows are one array': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then t else let a = f (update t i (update t[i] 0 (t[i][1] * x))) (i - 1) in f (update a 0 (update a[0] i (sin a[i][0]))) (i - 2)
let row = build n (fun i -> x * toReal i)
let r = f (build n (fun i -> row)) (n - 1)
sum (map (fun r -> dot r r) r) + dot row row * 2`,
  'cells of a table of which rows become rows': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then t else let a = f (update t i (update t[i] 0 (t[i][1] * x))) (i - 1) in f (update a 0 a[i]) (i - 2)
let r = f (build n (fun i -> build n (fun j -> x + toReal (i * j)))) (n - 1)
sum (map (fun r -> dot r r) r)`,
  'a row that is read before a call and after it': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then t else let row = t[i - 1] in let a = f (update t i (update t[i] 0 (row[1] * x))) (i - 1) in f (update a 0 (update a[0] i (sin row[0] + row[2]))) (i - 2)
let r = f (build n (fun i -> build n (fun j -> x + toReal (i * j)))) (n - 1)
sum (map (fun r -> dot r r) r)`,
  'a row that is given back beside the table': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then (t, t[0]) else let (a, row) = f (update t i (update t[i] 0 (t[i][1] * x))) (i - 1) in let (b, other) = f (update a 0 (update a[0] i (sin row[0]))) (i - 2) in (b, if x > 0 then other else row)
let (r, row) = f (build n (fun i -> build n (fun j -> x + toReal (i * j)))) (n - 1)
sum (map (fun r -> dot r r) r) + dot row row`,
  'tables in a loop of calls, with new rows and other cells': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then t else let a = f (update t i (build n (fun j -> t[i][j] * 0.9 + t[0][j] * x))) (i - 1) in f (update a 0 (update a[0] i (sin a[i][0]))) (i - 2)
let r = foldl (fun (t, k) -> let u = f t (n - 1) in update u k (update u[k] 0 (u[0][k] * x))) (build n (fun i -> build n (fun j -> x + toReal (i * j) / 9))) (range 0 n)
sum (map (fun r -> dot r r) r)`,
  'functions of which one changes the rows and one the table': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then t else let a = g (update t i (update t[i] 0 (t[i][1] * x))) (i - 1) in g a (i - 2)
and g t i = if i < 1 then t else let a = f (update t 0 (build n (fun j -> t[i][j] * 0.5))) (i - 1) in f a (i - 2)
let r = f (build n (fun i -> build n (fun j -> x + toReal (i * j) / 9))) (n - 1)
sum (map (fun r -> dot r r) r)`,
  'cells of records with a row and a real, through recursion': `input x : real = 0.7
input n : int = 4
let rec f t i = if i < 1 then t else let (r, v) = t[i] in let a = f (update t i (update r 0 (v * x), v * 0.9 + r[1])) (i - 1) in let (p, q) = a[0] in f (update a 0 (update p i (sin q), q * x)) (i - 2)
let r = f (build n (fun i -> (build n (fun j -> x + toReal (i * j) / 9), x))) (n - 1)
sum (map (fun (r, v) -> dot r r * v) r)`,
  'recursion whose second array is used for a length alone, beside data with reals': `input x : real = 0.7
input n : int = 4
let rec f q i = if i < 1 then ([x], update q 0 (q[0] * x)) else let (p, b) = f (update q i (q[0] + x)) (i - 1) in let (r, c) = f b (i - 2) in (r, c)
let (p, b) = f (build n (fun i -> x)) 3
let (r, c) = f b 2
if length r > 0 then sum p + b[1] else x`,
  'recursion whose second call is not needed': `input x : real = 0.7
input n : int = 4
let rec f q i = if i < 1 then ([x], update q 0 (q[0] * x)) else let (p, b) = f (update q i (q[0] + x)) (i - 1) in let (r, c) = f b (i - 2) in (r, c)
let run y = let (p, b) = f (build n (fun i -> y)) 3 in let s = b[1] in let (r, c) = f b 2 in if length r > 0 then s * sum p * toReal (length r) else y
(run x, deriv run x)`,
  'recursion in a loop that gives back an array that it does not carry': `input x : real = 0.7
input n : int = 4
let rec f a i = if i < 1 then a else let b = update a (n - 1) (toReal i) in let c = f b (i - 2) in f a (i - 2)
let s = build n (fun i -> x * toReal i)
let r = fold (k, c) -> (let d = f c 2 in update d 0 (d[1] * 0.9)) over range 0 3 from s
dot r r + s[n - 1]`,
  'a loop between two calls that gives back an array that it does not carry': `input x : real = 0.7
input n : int = 4
let rec f a i = if i < 1 then a else let b = f (update a (mod i n) (a[0] * 0.5 + x)) (i - 1) in let rec go (k : int) s = if k > 6 || s > 3 then b else go (k + 1) (s + sin s) in let c = go 0 b[1] in f (update c 0 (c[1] * x)) (i - 2)
let r = f (build n (fun i -> x + toReal i)) 3
dot r r`,
  'an array that is updated on ways that cannot be taken': `input x : real = 0.7
input n : int = 4
let a = build n (fun i -> toReal i)
let b = if x > 0.5 then update a 1 x else (let c = (if x > 0.5 then update a 0 (a[2] + 1) else a) in update c 1 (c[0] + a[3]))
dot b b`,
  'functions of which many must copy, beside one that need not': `input x : real = 0.7
input n : int = 4
let rec f1 a i = if i < 1 then a else let b = f1 (update a i x) (i - 1) in let c = f1 b (i - 2) in build n (fun j -> c[j] + b[j])
let rec f2 a i = if i < 1 then f1 a 2 else let b = f2 (update a i x) (i - 1) in f2 b (i - 2)
let rec f3 a i = if i < 1 then f2 a 2 else let b = f3 (update a i x) (i - 1) in f3 b (i - 2)
let rec f4 a i = if i < 1 then f3 a 2 else let b = f4 (update a i x) (i - 1) in f4 b (i - 2)
let rec good a i = if i < 1 then a else let b = good (update a i (a[0] * x)) (i - 1) in good (update b 0 (sin b[i])) (i - 2)
let start = build n (fun i -> x + toReal i)
sum (f4 start 3) + sum (good start 3)`,
  'a second call of recursion that updates two arrays, of which only the length of one is used': `input x : real = 0.7
input n : int = 4
let run y = let rec f (a, b) i = if i < 1 then (update a 0 (a[1] * y), update b 0 y) else let (c, d) = f (update a i y, update b i (y * y)) (i - 1) in f (update c 0 (sin d[i]), d) (i - 2) in let (a, b) = f (build n toReal, build n toReal) 3 in let s = sum a * b[1] in let (c, d) = f (a, build n (fun i -> 2)) 2 in if length c > 0 then s else y
(run x, deriv run x)`,
  'a call that writes data into the array of a loop, which frees the memory of its rounds': `type Seen = Never | Once (real * list real)
input x : real = 0.7
input n : int = 4
let rec f a i = if i < 1 then a else let b = f a (i - 1) in let c = f (update b i (Once (toReal i * x, [x, toReal i]))) (i - 2) in update c 0 (Once (x, [toReal i]))
let worth c = match c with | Never -> 0.5 | Once (r, l) -> r * sum l
let (a, s) = fold (k, (a, s)) -> (let b = f a (mod k 4) in (b, s * 0.9 + worth b[mod k n] * x)) over range 0 (3 * n) from (build n (fun _ -> Never), x)
s + sum (map worth a)`,
};
