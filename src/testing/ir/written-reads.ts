/** Programs with calls that only read arrays which are updated before or afterwards. */
export const READING_CALLS: Readonly<Record<string, string>> = {
  'recursion that reads the array of a loop': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let (a, s) = fold (k, (a, s)) -> (let q = part a 0 n in let b = update a (mod (3 * k) n) (a[mod k n] + q) in (b, s * 0.9 + q + part b 0 2)) over range 0 (2 * n) from (build n (fun i -> x + toReal i), x)
s + sum a`,
  'recursion that reads an array after it is updated, by its old name': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let (a, s) = fold (k, (a, s)) -> (let b = update a (mod k n) (s * x) in (b, sin (part a 0 n + part b 0 n))) over range 0 (2 * n) from (build n (fun i -> x + toReal i), x)
s + sum a`,
  'recursion that reads a table whose rows are updated': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec partOfRows (t : array (array real)) (lo : int) (hi : int) : real = if hi - lo < 2 then part t[lo] 0 n else sin (partOfRows t lo (mid lo hi) + 0.5 * partOfRows t (mid lo hi) hi)
let (t, s) = fold (k, (t, s)) -> (let q = partOfRows t 0 n in let i = mod k n in (update t i (update t[i] (mod (3 * k) n) (q * x)), s * 0.9 + q)) over range 0 (2 * n) from (build n (fun i -> build n (fun j -> x + toReal (i * j))), x)
s + partOfRows t 0 n`,
  'recursion that reads a table between the update of a row and that of the table': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec partOfRows (t : array (array real)) (lo : int) (hi : int) : real = if hi - lo < 2 then part t[lo] 0 n else sin (partOfRows t lo (mid lo hi) + 0.5 * partOfRows t (mid lo hi) hi)
let (t, s) = fold (k, (t, s)) -> (let i = mod k n in let r = update t[i] (mod (3 * k) n) (s * x) in let q = partOfRows t 0 n in (update t i r, s * 0.9 + q)) over range 0 (2 * n) from (build n (fun i -> build n (fun j -> x + toReal (i * j))), x)
s + partOfRows t 0 n`,
  'recursion that reads a row which is updated': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec partOfRows (t : array (array real)) (lo : int) (hi : int) : real = if hi - lo < 2 then part t[lo] 0 n else sin (partOfRows t lo (mid lo hi) + 0.5 * partOfRows t (mid lo hi) hi)
let (t, s) = fold (k, (t, s)) -> (let i = mod k n in let q = part t[i] 0 n in (update t i (update t[i] (mod (3 * k) n) (q * x)), s * 0.9 + q)) over range 0 (2 * n) from (build n (fun i -> build n (fun j -> x + toReal (i * j))), x)
s + partOfRows t 0 n`,
  'recursion that updates an array and reads it by another function': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec put (xs : array real) (lo : int) (hi : int) (y : real) : array real = if hi - lo < 2 then update xs lo (0.3 * y + part xs 0 n) else let z = part xs lo hi in put (put xs lo (mid lo hi) y) (mid lo hi) hi (cos (y * z))
let a = put (put (build n (fun i -> x + toReal i)) 0 n x) 0 n x
sum a + part a 0 n`,
  'recursion that returns the array which it reads': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec best (xs : array real) (ys : array real) (lo : int) (hi : int) : array real = if hi - lo < 2 then (if xs[lo] > ys[lo] then xs else ys) else best (best xs ys lo (mid lo hi)) ys (mid lo hi) hi
let (a, b) = fold (k, (a, b)) -> (let c = best a b 0 n in (update a (mod k n) (part b 0 n), update c (mod (k + 1) n) (a[0] * x))) over range 0 (2 * n) from (build n (fun i -> x + toReal i), build n (fun i -> x * toReal i))
part a 0 n + 0.5 * part b 0 n`,
  'recursion that keeps the array which it reads in data': `input x : real = 0.7
input n : int = 4
type Kept = Kept (array real * real)
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : array Kept = if hi - lo < 2 then [Kept (xs, xs[lo])] else part xs lo (mid lo hi) ++ part xs (mid lo hi) hi
let worth k = match k with Kept (xs, y) -> xs[0] * y
let (a, l) = fold (k, (a, l)) -> (update a (mod k n) (x * a[mod (k + 1) n] + worth l[0]), part a 0 n) over range 0 (2 * n) from (build n (fun i -> x + toReal i), [Kept (build n (fun i -> x), x)])
sum a + sum (map worth l)`,
  'recursion that differentiates a function of the array which it reads': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then deriv (fun z -> sin (z * xs[lo])) xs[mod (lo + 1) n] else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let (a, s) = fold (k, (a, s)) -> (let q = part a 0 n in (update a (mod k n) (q * x), s * 0.9 + q)) over range 0 (2 * n) from (build n (fun i -> x + toReal i), x)
s + sum a`,
  'loops of calls that read an array before it is updated': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let (a, s) = fold (k, (a, s)) -> (let b = build n (fun i -> part a i n) in let c = update a (mod k n) (a[mod (k + 1) n] * x) in (c, s * 0.5 + sum b + sum (build n (fun i -> part c 0 (i + 1) * x)))) over range 0 (2 * n) from (build n (fun i -> x + toReal i), x)
s + sum a`,
  'two loops of calls that read an array, of which the first one alone is before an update': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let run a = let p = fold (i, p) -> p + part a i n over range 0 n from x in let c = update a 0 (a[1] * x) in let c2 = update c 1 (c[0] * p) in let q = fold (i, q) -> q + x * part c2 i n over range 0 n from x in p * q + sum c2
run (build n (fun i -> x + toReal i))`,
  'a loop of calls that read an array, beside a loop of the same items after its update': `input x : real = 0.7
input n : int = 4
input w : array real = [1, 0.5, 2, 0.25]
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let run a = let p = fold (v, p) -> p + v * part a 0 n over w from x in let c = update a 0 (a[1] * x) in let z = part c 0 n in let q = fold (v, q) -> q + sin (v * z) over w from x in p * q + sum c
run (build n (fun i -> x + toReal i))`,
  'recursion that puts rows which it reads into another table': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec picked (t : array (array real)) (lo : int) (hi : int) : array (array real) = if hi - lo < 2 then build n (fun i -> t[lo]) else picked t lo (mid lo hi) ++ picked t (mid lo hi) hi
let (t, s) = fold (k, (t, s)) -> (let r = picked t 0 n in let i = mod k n in let u = update t i (update t[i] (mod (3 * k) n) (s * x)) in (u, s * 0.9 + r[2 * i][0] * r[1][1])) over range 0 (2 * n) from (build n (fun i -> build n (fun j -> x + toReal (i * j))), x)
s + sum (map sum t)`,
  'recursion that gives back a copy of the array which it reads': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real * array real = if hi - lo < 2 then (xs[lo], update xs lo x) else let (p, ys) = part xs lo (mid lo hi) in let (q, zs) = part xs (mid lo hi) hi in (sin (p + q * ys[0]), build n (fun i -> ys[i] * zs[i] + xs[i]))
let (a, s) = fold (k, (a, s)) -> (let (q, ys) = part a 0 n in (update a (mod k n) (q * x), s * 0.9 + q * ys[1])) over range 0 (2 * n) from (build n (fun i -> x + toReal i), x)
s + sum a`,
  'recursion that copies the array which it reads': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec without (xs : array real) (lo : int) (hi : int) : real = if hi - lo < 2 then (let ys = update xs lo 0.5 in part (update ys 0 (xs[0] * ys[lo])) 0 n) else sin (without xs lo (mid lo hi) + 0.5 * without xs (mid lo hi) hi)
let (a, s) = fold (k, (a, s)) -> (let q = without a 0 n in (update a (mod k n) (q * x), s * 0.9 + q)) over range 0 (2 * n) from (build n (fun i -> x + toReal i), x)
s + sum a`,
  'lists in an array that recursion reads': `input x : real = 0.7
input n : int = 4
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (a : array (list real)) (lo : int) (hi : int) : real = if hi - lo < 2 then tanh (sum a[lo]) else sin (part a lo (mid lo hi) + 0.5 * part a (mid lo hi) hi)
let (a, s) = fold (k, (a, s)) -> (let q = part a 0 n in (update a (mod k n) (q * x :: a[mod (k + 1) n]), s * 0.9 + q)) over range 0 (2 * n) from (build n (fun i -> [x + toReal i]), x)
s + part a 0 n`,
};
