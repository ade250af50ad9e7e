/** Programs whose loops update arrays with data in their items. Lengths and numbers of rounds are inputs, so that no loop is written out. */
export const UPDATING_DATA: Readonly<Record<string, string>> = {
  'variants, of which some hold a real': `type Known = No | Yes real
input x : real = 0.7
input n : int = 6
let value k = match k with No -> 0.1 | Yes v -> v * v
let run y = let a = fold (i, a) -> update a (mod (5 * i) n) (if mod i 4 = 0 then No else Yes (sin (value a[mod (i + 1) n] + y))) over range 0 (n + 5) from build n (fun i -> if i > 2 then Yes (y * toReal i) else No) in sum (map value a)
(run x, deriv run x, deriv (deriv run) x)`,
  'lists that grow, and one that is read again': `input x : real = 0.7
input n : int = 6
let run y = let a = fold (k, a) -> let j = mod (k * 7) n in update a j (sin (y + toReal k) :: a[j]) over range 0 (2 * n) from build n (fun i -> [y * toReal i]) in sum (map (fun l -> sum (map (fun v -> v * v) l)) a) + sum a[3] * sum a[3]
(run x, deriv run x)`,
  'rows that are replaced, each by the two before': `input x : real = 0.7
input n : int = 6
let run y = let t = fold (k, t) -> update t k (build 5 (fun j -> sin (t[k - 1][j] + y * t[k - 2][mod (j + 1) 5]))) over range 2 n from build n (fun i -> build 5 (fun j -> y + toReal (i * j) / 9)) in dot t[n - 1] t[n - 2] * t[0][1]
(run x, deriv run x, deriv (deriv run) x)`,
  'rows that are the same row, of which each becomes another': `input x : real = 0.7
input n : int = 6
let row = build 5 (fun j -> x * toReal j)
let t = fold (k, t) -> update t (mod (3 * k) n) (if k > 3 then t[mod (k + 1) n] else row) over range 0 (n + 2) from build n (fun i -> if i > 3 then row else build 5 (fun j -> x + toReal j))
sum (map (fun r -> r[1] * r[2]) t) + dot row t[2]`,
  'records with a text, reals and ints': `type Ball = { at : real * real, hits : int, name : string }
input x : real = 0.7
input n : int = 6
let move y (b : Ball) = let (p, q) = b.at in if p > 0.8 then { b with at = (-p * y, q), hits = b.hits + 1 } else { b with at = (p + 0.1 * q, q * y), name = b.name ++ "." }
let run y = let a = fold (k, a) -> let i = mod (5 * k) n in update a i (move y a[i]) over range 0 (3 * n) from build n (fun i -> { at = (y * toReal i / 5, cos (toReal i)), hits = 0, name = show i }) in (sum (map (fun (b : Ball) -> fst b.at * snd b.at + toReal b.hits * y) a), map (fun (b : Ball) -> b.name) a)
(run x, deriv (fun y -> fst (run y)) x)`,
  'texts that are joined': `input x : real = 0.7
input n : int = 6
fold (i, a) -> update a (mod i n) (a[mod (i + 1) n] ++ show (x * toReal i)) over range 0 (2 * n) from build n (fun i -> show i)`,
  'trees that are joined two by two': `type Tree = Leaf real | Node (Tree * Tree)
input x : real = 0.7
input n : int = 6
let rec weight t = match t with Leaf v -> sin (v * x) | Node (l, r) -> weight l * 1.5 - 0.5 * weight r
let run y = let a = fold (k, a) -> let i = mod (3 * k) n in update (update a i (Node (a[i], a[mod (k + 1) n]))) (mod (k + 1) n) (Leaf (y * weight a[i])) over range 0 n from build n (fun i -> Leaf (y + toReal i)) in sum (map weight a)
(run x, deriv run x)`,
  'an item that is read before its update and used afterwards': `type Known = No | Yes real
input x : real = 0.7
input n : int = 6
let value k = match k with No -> 0.1 | Yes v -> v * v
let (a, s) = fold (i, (a, s)) -> let old = a[mod i n] in let b = update a (mod i n) (Yes (s * 0.5 + value a[mod (i + 2) n])) in (b, s * 0.9 + value old * value b[mod i n]) over range 0 (n + 3) from (build n (fun i -> Yes (x * toReal i / 5)), x)
s + sum (map value a)`,
  'reals beside lists, which both count': `input x : real = 0.7
input n : int = 6
let run y = let a = fold (k, a) -> let (p, l) = a[mod k n] in update a (mod (5 * k) n) (sin (p * y + sum l), if mod k 3 = 0 then [] else p :: l) over range 0 (n + 4) from build n (fun i -> (y * toReal i / 5, [y])) in sum (map (fun (p, l) -> p * sum l + p) a)
(run x, deriv run x, deriv (deriv run) x)`,
  'functions that are replaced by others': `input x : real = 0.7
input n : int = 6
let run y = let a = fold (k, a) -> let f = a[mod (k + 1) n] in update a (mod k n) (if mod k 2 = 0 then (fun z -> sin (z * y)) else (let c = f y in fun z -> z * c + y)) over range 0 (n + 3) from build n (fun i -> fun z -> z + y * toReal i) in sum (map (fun f -> f 0.5) a)
(run x, deriv run x)`,
  'an array of the inputs, which is used afterwards': `input rows : array (array real) = [[1, 2], [0.5, 0.3], [-1, 0.2]]
input x : real = 0.7
input n : int = 6
let t = fold (k, t) -> update t (mod k 3) (map (fun v -> sin (v * x + t[mod (k + 1) 3][0])) t[mod k 3]) over range 0 n from rows
sum (map (fun r -> dot r r) t) + dot rows[0] t[1]`,
  'variants of an input, in a recursion with several ends': `type Known = No | Yes real
input given : array Known = [No, Yes 0.5, Yes 0.25]
input x : real = 0.7
let value k = match k with No -> 0.1 | Yes v -> v * v
let rec go (a, k) = if k > 7 then a else if value a[mod k 3] > 0.9 then build 3 (fun i -> Yes (x * toReal i)) else go (update a (mod (k * 2) 3) (Yes (value a[mod k 3] + x)), k + 1)
sum (map value (go (given, 0)))`,
  'a search that keeps what it knows, in inner loops': `type Known = No | Yes real
input x : real = 0.7
input n : int = 6
let run y = let table = fold (i, t) -> (fold (j, t) -> let best = (match t[j] with No -> y + toReal j | Yes v -> v) in update t i (match t[i] with No -> Yes (sin best) | Yes v -> Yes (v * 0.9 + 0.2 * best * y)) over range 0 i from t) over range 0 n from build n (fun i -> if i = 0 then Yes y else No) in sum (map (fun k -> match k with No -> 0 | Yes v -> v * v) table)
(run x, deriv run x)`,
  'a descent on rows, each by its own gradient': `input x : real = 0.7
input n : int = 4
let loss rows = sum (map (fun r -> dot r r * x + sin (r[0] * r[1])) rows)
let last = fold (k, rows) -> let i = mod k 3 in update rows i (build 3 (fun j -> rows[i][j] - 0.1 * (grad loss rows)[i][j])) over range 0 (2 * n) from build 3 (fun i -> build 3 (fun j -> x + toReal (i * j) / 9))
loss last`,
  'rows of rows, of which one cell is replaced': `input x : real = 0.7
input n : int = 4
let run y = let c = fold (k, c) -> let (i, j) = (mod k n, mod (3 * k) n) in update c i (update c[i] j (build 3 (fun l -> sin (c[j][i][l] * y + c[i][j][0])))) over range 0 (n * 3) from build n (fun i -> build n (fun j -> build 3 (fun l -> y + toReal (i + j * l) / 9))) in sum (map (fun r -> sum (map (fun s -> dot s s) r)) c)
(run x, deriv run x)`,
  'two arrays that exchange their items': `input x : real = 0.7
input n : int = 6
let (p, q) = fold (k, (p, q)) -> let (i, j) = (mod k n, mod (k * 5) n) in (update p i (x :: q[j]), update q j (0.5 :: p[i])) over range 0 (2 * n) from (build n (fun i -> [toReal i]), build n (fun i -> [x]))
sum (map sum p) * sum (map (fun l -> sum (map sin l)) q)`,
  'an array in the items of another': `input x : real = 0.7
input n : int = 6
let run y = let (a, all) = fold (k, (a, all)) -> let b = update a (mod k n) [y * toReal k] in (b, update all (mod (k + 2) n) b) over range 0 (n + 2) from (build n (fun i -> [toReal i]), build n (fun i -> [])) in sum (map sum a) + sum (map (fun b -> sum (map (fun l -> sum l * y) b)) all)
(run x, deriv run x)`,
  'a queue in two lists, and how far each place is': `input x : real = 0.7
input n : int = 6
let rec go (front, back, far, k) = if k > 20 then far else match front with [] -> (match back with [] -> far | _ -> go (reverse back, [], far, k + 1)) | v :: rest -> let next = mod (2 * v + 1) n in (match far[next] with [] -> go (rest, next :: back, update far next (x * toReal v :: far[v]), k + 1) | _ -> go (rest, back, far, k + 1))
sum (map (fun path -> sum (map (fun c -> c * sin c) path)) (go ([0], [], build n (fun i -> if i = 0 then [x] else []), 0)))`,
  'lists whose ends are shared between items': `input x : real = 0.7
input n : int = 6
let a = fold (k, a) -> update (update a (mod k n) (sin x :: a[mod (k + 1) n])) (mod (k + 3) n) a[mod k n] over range 0 (2 * n) from build n (fun i -> [x * toReal i])
sum (map (fun l -> fold (v, s) -> s * 0.9 + v * x over l from 0) a)`,
  'cells of a table, each by its neighbours': `input x : real = 0.7
input gap : real = 0.6
input n : int = 5
let soft a b = -0.5 * log (exp (-a / 0.5) + exp (-b / 0.5))
let cell y t i j = if i = 0 then gap * toReal j else if j = 0 then y * toReal i else soft (t[i - 1][j] + gap) (t[i][j - 1] * y)
let run y = let t = foldl (fun (t, i) -> foldl (fun (t, j) -> update t i (update t[i] j (cell y t i j))) t (range 0 n)) (build n (fun _ -> zeros n)) (range 0 n) in t[n - 1][n - 1] + t[n - 2][n - 1] * t[1][1]
(run x, deriv run x, deriv (deriv run) x)`,
  'a factor of a matrix, cell by cell': `input x : real = 0.7
input n : int = 5
let run y = let a = build n (fun i -> build n (fun j -> if i = j then 5 + y else sin (y * toReal (i + j)))) in let cell l i j = (let s = fold (k, s) -> s - l[i][k] * l[j][k] over range 0 j from a[i][j] in if i = j then sqrt s else s / l[j][j]) in let l = foldl (fun (l, i) -> foldl (fun (l, j) -> update l i (update l[i] j (cell l i j))) l (range 0 (i + 1))) (build n (fun _ -> zeros n)) (range 0 n) in sum (build n (fun i -> log l[i][i]))
(run x, deriv run x, deriv (deriv run) x)`,
  'a matrix of the inputs that is changed in place, and used afterwards': `input a : array (array real) = [[4, 1, 0.5], [1, 5, 0.3], [0.5, 0.3, 6]]
input x : real = 0.7
input n : int = 3
let u = foldl (fun (m, k) -> foldl (fun (m, i) -> let f = m[i][k] / m[k][k] in foldl (fun (m, j) -> update m i (update m[i] j (m[i][j] - f * m[k][j]))) m (range k n)) m (range (k + 1) n)) a (range 0 n)
sum (build n (fun i -> log u[i][i] + u[0][i])) + a[2][1] * a[0][0] * x`,
  'cells of rows that are the same row': `input x : real = 0.7
input n : int = 5
let row = build n (fun j -> x * toReal j)
let t = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in update t i (update t[i] j (t[mod (i + 2) n][j] * x + 1))) (build n (fun i -> row)) (range 0 (2 * n))
sum (map (fun r -> dot r r) t) + dot row t[2]`,
  'cells of rows, one of which a round puts into another place': `input x : real = 0.7
input n : int = 5
let t = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in let u = update t i (update t[i] j (sin (t[j][i] + x))) in if mod k 4 = 3 then update u j u[i] else u) (build n (fun i -> build n (fun j -> x * toReal (i + j)))) (range 0 (3 * n))
sum (map (fun r -> dot r r) t)`,
  'cells, with the row before in hand': `input x : real = 0.7
input n : int = 5
let t = foldl (fun (t, i) -> let above = t[i - 1] in foldl (fun (t, j) -> update t i (update t[i] j (above[j] * x + sin above[mod (j + 1) n]))) t (range 0 n)) (build n (fun i -> build n (fun j -> if i = 0 then x + toReal j else 0))) (range 1 n)
sum (map (fun r -> dot r r) t)`,
  'cells, with the row of the cell in hand, which is read afterwards': `input x : real = 0.7
input n : int = 5
let (t, s) = foldl (fun ((t, s), k) -> let (i, j) = (mod k n, mod (3 * k) n) in let old = t[i] in let u = update t i (update old j (sin (s + old[0]))) in (u, s + old[j] * u[i][j])) ((build n (fun i -> build n (fun j -> x * toReal (i + j))), x)) (range 0 (3 * n))
sum (map (fun r -> dot r r) t) + s`,
  'cells that an arm updates, in a row that both arms read': `input x : real = 0.7
input n : int = 5
let t = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in let r = update t[i] j (sin (x + t[j][i])) in if mod k 3 = 0 then t else if mod k 3 = 1 then update t i r else update t j r) (build n (fun i -> build n (fun j -> x * toReal (i + j)))) (range 0 (3 * n))
sum (map (fun r -> dot r r) t)`,
  'cells and whole rows that are replaced': `input x : real = 0.7
input n : int = 5
let run y = let t = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in if mod k 4 = 0 then update t i (build n (fun l -> t[j][l] * 0.9 + y)) else update t i (update t[i] j (sin (t[j][i] * y)))) (build n (fun i -> build n (fun j -> toReal (i + j)))) (range 0 (3 * n)) in sum (map (fun r -> dot r r) t)
(run x, deriv run x)`,
  'cells of records with a row, a real and a list': `input x : real = 0.7
input n : int = 5
let run y = let t = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in let (r, (v, l)) = t[i] in update t i (update r j (sin (v * y + sum l)), (v * 0.9 + (fst t[j])[i], v :: l))) (build n (fun i -> (build n (fun j -> toReal (i + j) / 9), (y, [])))) (range 0 (3 * n)) in sum (map (fun (r, (v, l)) -> dot r r * v + sum l) t)
(run x, deriv run x)`,
  'cells of two rows of each item': `input x : real = 0.7
input n : int = 5
let t = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in let (p, q) = t[i] in update t i (update p j (q[j] * x + (fst t[j])[i]), q)) (build n (fun i -> (build n (fun j -> toReal (i + j) / 9), build n (fun j -> x)))) (range 0 (3 * n))
let u = foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in let (p, q) = t[i] in update t i (q, update p j (q[j] * x))) t (range 0 n)
sum (map (fun (p, q) -> dot p q) u) + sum (map (fun (p, q) -> dot p p) t)`,
  'cells of a cube': `input x : real = 0.7
input n : int = 3
let c = foldl (fun (c, k) -> let (i, (j, l)) = (mod k n, (mod (2 * k) n, mod (div k 2) n)) in update c i (update c[i] j (update c[i][j] l (sin (c[j][l][i] + x))))) (build n (fun i -> build n (fun j -> build n (fun l -> x * toReal (i + j * l))))) (range 0 (4 * n))
sum (map (fun m -> sum (map (fun r -> dot r r) m)) c)`,
  'cells of a table of ints, which say where to go': `input x : real = 0.7
input n : int = 5
let (t, (p, s)) = foldl (fun ((t, (p, s)), k) -> let q = t[p][mod k n] in (update t p (update t[p] (mod k n) (mod (q + k) n)), (q, s * 0.9 + x * toReal (p * q)))) (build n (fun i -> build n (fun j -> mod (i * j + 1) n)), (0, x)) (range 0 (3 * n))
s + toReal (t[1][2] + p)`,
  'cells in a descent, by the gradient of a loss of the table': `input x : real = 0.7
input n : int = 3
let loss t = sum (map (fun r -> dot r r * x + sin (r[0] * r[1])) t)
let last = foldl (fun (t, k) -> let g = grad loss t in let (i, j) = (mod k n, mod (2 * k) n) in update t i (update t[i] j (t[i][j] - 0.1 * g[i][j]))) (build n (fun i -> build n (fun j -> x + toReal (i * j) / 9))) (range 0 (3 * n))
loss last`,
  'an array that a loop may return, and that is updated afterwards': `input x : real = 0.7
input n : int = 5
let s = build n (fun i -> x * toReal i)
let r = foldl (fun (b, k) -> let c = update b k x in if sum c > 100 && sum b > 0 then c else b) s (range 0 n)
let t = update s 1 9
sum r + 100 * sum t`,
  'an array that a loop stores, and that is updated afterwards': `input x : real = 0.7
input n : int = 5
let s = build n (fun i -> x * toReal i)
let (last, versions) = foldl (fun ((b, all), k) -> (update b k x, b :: all)) (s, []) (range 0 n)
let t = update s 1 9
sum (map sum versions) + 100 * sum t`,
  'a table of which one copy is made and another updated': `input x : real = 0.7
input n : int = 5
let s = build n (fun i -> build n (fun j -> x * toReal (i * 3 + j)))
let b = update s 1 s[0]
let a = update s 0 (update s[0] 1 9)
sum (map sum b) + 100 * sum (map sum a)`,
  'an array of which a function copies and updates one, and its derivative': `input x : real = 0.7
input n : int = 5
let f y = let s = build n (fun i -> y * toReal i) in let a = update s 0 (9 * y) in let p = update s 1 (dot s s) in sum p + 100 * sum a
deriv f x`,
  'two arrays of which one is copied where the other is updated': `input x : real = 0.7
input n : int = 5
let (r, p) = foldl (fun ((r, p), k) -> (update r 0 x, update r 1 (dot p r))) (build n (fun i -> x * toReal i), build n (fun i -> sin x)) (range 0 3)
sum p + 100 * sum r`,
  'an array of which one copy is made after another is updated': `input x : real = 0.7
input n : int = 5
let s = build n (fun i -> x * toReal i)
let a = update s 0 9
let p = update s 1 (dot s s)
sum p + 100 * sum a`,
};
