/* Programs whose loops update cells of tables. */

const INPUTS =
  'input x : real = 0.7\ninput n : int = 5\nlet table = build n (fun i -> build n (fun j -> x * toReal (i + j)))\n';

/** Returns a program of a loop over a table `t` and a number `s`; `k` is the round, `i` and `j` are indices. */
function loop(round: string, first = 'table', before = ''): string {
  const body = `foldl (fun ((t, s), k) -> let (i, j) = (mod k n, mod (3 * k) n) in ${round}) (${first}, x) (range 0 (2 * n))`;
  return `${INPUTS}${before}let (t, s) = ${body}\nsum (map (fun r -> dot r r) t) + s`;
}

/** As `loop`, beside a list of rows that a round may add to. */
function storing(round: string): string {
  const body = `foldl (fun ((t, all), k) -> let (i, j) = (mod k n, mod (3 * k) n) in ${round}) (table, []) (range 0 (2 * n))`;
  return `${INPUTS}let (t, all) = ${body}\nsum (map (fun r -> dot r r) t) + sum (map sum all)`;
}

/** Returns a program of a loop over a table `t` whose items are pairs of rows, or of a row and a real. */
function paired(first: string, round: string, worth: string): string {
  const body = `foldl (fun (t, k) -> let (i, j) = (mod k n, mod (3 * k) n) in ${round}) (build n (fun i -> ${first})) (range 0 (2 * n))`;
  return `${INPUTS}let given = build n (fun j -> x + toReal j)\nlet t = ${body}\nsum (map (fun p -> ${worth}) t) + sum given`;
}

export const CELLS: Readonly<Record<string, string>> = {
  'a cell by others': loop('(update t i (update t[i] j (sin t[j][i])), s)'),
  'a cell, whose row is read before': loop('(update t i (update t[i] j (sum t[i] * 0.1)), s + t[i][0])'),
  'a cell, whose row is read after the new one by its old name': loop(
    'let old = t[i] in let u = update t i (update old j (sin (x + s))) in (u, s * 0.5 + old[if u[i][j] > 0.5 then 0 else j])',
  ),
  'a cell, where a row at another index is read afterwards': loop(
    'let old = t[mod (i + 1) n] in let u = update t i (update t[i] j (sin (x + s))) in (u, s * 0.5 + old[if u[i][j] > 0.5 then 0 else j])',
  ),
  'a cell, where the row after it is read afterwards': loop(
    'let i = mod k (n - 1) in let old = t[i + 1] in let u = update t i (update t[i] j (sin (x + s))) in (u, s * 0.5 + old[if u[i][j] > 0.5 then 0 else j])',
  ),
  'a cell, where a row before a constant index is read afterwards': loop(
    'let old = t[2] in let u = update t 3 (update t[3] j (sin (x + s))) in (u, s * 0.5 + old[if u[3][j] > 0.5 then 0 else j])',
  ),
  'a row with another cell, at another place': loop('(update t j (update t[i] j (sin (s + x))), s)'),
  'a row with another cell, which is read too': loop(
    'let r = update t[i] j (sin (s + x)) in let u = update t i r in (u, s * 0.5 + r[if u[i][0] > 0.5 then 0 else j])',
  ),
  'a row with another cell, in an arm': loop(
    'let r = update t[i] j (sin (s + x)) in (if s > 0.8 then update t i r else t, s * 0.9 + 0.1)',
  ),
  'a row with another cell, in both arms': loop(
    'let r = update t[i] j (sin (s + x)) in (if s > 0.8 then update t i r else update t j r, s * 0.9 + 0.1)',
  ),
  'a row with another cell, before a search through the table': loop(
    'let r = update t[i] j (sin (s + x)) in let rec go (l, v) = if v > 3 || l > 9 then v else go (l + 1, v + t[mod l n][0]) in let v = go (0, s) in (update t i r, v * 0.1)',
  ),
  'a row with another cell, before a derivative': loop(
    'let r = update t[i] j (sin (s + x)) in let v = deriv (fun y -> y * sin (y * s)) x in (update t i r, v * 0.1)',
  ),
  'a row of another table': loop(
    '(update t i (update table[i] j (sin (s + x))), s * 0.9)',
    'build n (fun i -> build n (fun j -> x))',
  ),
  'cells of the same row in all places': loop(
    '(update t i (update t[i] j (sin (s + x))), s * 0.9)',
    '(let row = build n (fun j -> x * toReal j) in build n (fun _ -> row))',
  ),
  'cells of rows that are also in a list': loop(
    '(update t i (update t[i] j (sin (s + x))), s * 0.9 + sum rows[0])',
    'build n (fun i -> rows[mod i 2])',
    'let rows = [build n toReal, build n (fun j -> x * toReal j)]\n',
  ),
  'cells of rows of other arrays': loop(
    '(update t i (update t[i] j (sin (s + x))), s * 0.9 + table[i][j])',
    'build n (fun i -> table[n - 1 - i])',
  ),
  'cells of a constant table': loop(
    'let j = mod k 2 in (update t j (update t[j] j (sin (s + x))), s * 0.9)',
    '[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14], [15, 16], [17, 18], [19, 20], [21, 22]]',
  ),
  'cells and rows that are made in the round': loop(
    'if s > 1 then (update t i (build n (fun l -> t[j][l] * 0.9)), s * 0.5) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
  ),
  'cells and a row of zeros that is made in the round': loop(
    'if s > 1 then (update t i (build n (fun l -> 0.0)), s * 0.5) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
  ),
  'cells and a row that is made before the loop': loop(
    'if s > 1 then (update t i row, s * 0.5) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
    'table',
    'let row = build n (fun l -> x * toReal l)\n',
  ),
  'cells and a row that is put into two places': loop(
    'if s > 1 then (let r = build n (fun l -> t[j][l] * 0.9) in (update (update t i r) j r, s * 0.5)) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
  ),
  'cells and a row from another place': loop(
    'if s > 1 then (update t i t[j], s * 0.5) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
  ),
  'cells and a row from its own place': loop(
    'if s > 1 then (update t i t[i], s * 0.5) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
  ),
  'cells and a constant row': loop(
    'if s > 1 then (update t i [1, 2, 3, 4, 5, 6, 7, 8, 9], s * 0.5) else (update t i (update t[i] j (sin (s + x))), s + 0.3)',
  ),
  'cells and a row of the arms of a branch': loop(
    '(update t i (if s > 1 then t[j] else build n toReal), s * 0.9 + (update t i (update t[i] j x))[i][0])',
  ),
  'a cell, and the row in a list': storing(
    'let u = update t i (update t[i] j (sin (x + t[j][i]))) in (u, if k = 7 then u[i] :: all else all)',
  ),
  'a cell, and a row in a list that is made for it': storing(
    'let u = update t i (update t[i] j (sin (x + t[j][i]))) in (u, if k = 7 then (build n (fun l -> u[i][l])) :: all else all)',
  ),
  'a cell, and the table with another row in a list': storing(
    'let other = update t 0 (build n toReal) in (update t i (update t[i] j (sin (x + t[j][i]))), if k = 7 then other[1] :: all else all)',
  ),
  'a row with another cell, in an arm that comes last': loop(
    'let v = s * 0.9 + 0.1 in let r = update t[i] j (sin (s + x)) in (if v > 0.8 then update t i r else t, v)',
  ),
  'a cell, before a search through something else': loop(
    'let r = update t[i] j (sin (s + x)) in let rec find v = if v > 2 then v else find (v * v + x) in let v = find (s + 1) in (update t i r, v * 0.3)',
  ),
  'a cell, and a number of the table with another row': loop(
    'let other = update t 0 (build n toReal) in let v = other[0][j] in let u = update t 1 (update t[1] j (sin (s + v))) in (u, s * 0.3 + other[1][j])',
  ),
  'cells of a table whose rows are one constant row': loop(
    '(update t i (update t[i] j (sin (x + t[j][i]))), s * 0.9)',
    'build n (fun i -> toArray [1, 2, 3, 4, 5])',
  ),
  'cells, and a row of another table from the same place': loop(
    'let u = update t i (update t[i] j (sin (x + s))) in (update u j others[j], s * 0.5 + others[i][j])',
    'table',
    'let others = build n (fun i -> build n (fun j -> x + toReal (i * j)))\n',
  ),
  'pairs of rows, and a cell of each': paired(
    '(build n toReal, build n (fun j -> x * toReal (i + j)))',
    'let (a, b) = t[i] in update t i (update a j (sin b[i]), update b i (a[j] * x))',
    'let (a, b) = p in dot a b + a[1]',
  ),
  'pairs of rows, of which one goes to the place of the other': paired(
    '(build n toReal, build n (fun j -> x * toReal (i + j)))',
    'let (a, b) = t[i] in update t i (update b j (sin a[i]), update a i (b[j] * x))',
    'let (a, b) = p in dot a b + a[1]',
  ),
  'pairs of rows, of which one goes to both places': paired(
    '(build n toReal, build n (fun j -> x * toReal (i + j)))',
    'let (a, b) = t[i] in update t i (update a j (sin b[i]), a)',
    'let (a, b) = p in dot a b + a[1]',
  ),
  'pairs of a row that is made and one from before': paired(
    '(build n (fun j -> x * toReal (i + j)), given)',
    'let (a, b) = t[i] in update t i (update a j (sin b[i]), update b i (a[j] * x))',
    'let (a, b) = p in dot a b + a[1]',
  ),
  'pairs of a row from before and one that is made': paired(
    '(given, build n (fun j -> x * toReal (i + j)))',
    'let (a, b) = t[i] in update t i (update a j (sin b[i]), update b i (a[j] * x))',
    'let (a, b) = p in dot a b + a[1]',
  ),
  'pairs of a row and a real, and a row from before': paired(
    '(build n (fun j -> x * toReal (i + j)), x)',
    'let (a, v) = t[i] in let u = update t i (update a j (sin (v + a[i])), v * x + a[j]) in if k = 3 then update u j (given, x) else u',
    'let (a, v) = p in dot a a * v',
  ),
  'pairs of a row and a real, and a cell of each': paired(
    '(build n (fun j -> x * toReal (i + j)), x)',
    'let (a, v) = t[i] in update t i (update a j (sin (v + a[i])), v * x + a[j])',
    'let (a, v) = p in dot a a * v',
  ),
  'a row that a loop carries without an update in place, and that the table updates afterwards': carried('(n - 2)'),
  'a row that a loop carries no round, and that the table updates afterwards': carried('(n - 4)'),
};

/** A loop from a row, whose rounds make other arrays, and an update of that row in its table. */
function carried(rounds: string): string {
  return `input x : real = 0.7
input n : int = 4
let rows = build n (fun i -> build n (fun j -> sin (x + toReal (i * 2 + j))))
let next v l =
  let u = update v l (x * sin v[0]) in
  if sum (map sin u) > dot u v then u else build n (fun j -> u[j] * v[j])
let a = fold (l, v) -> next v l over range 0 ${rounds} from rows[1]
let b = update rows (n - 3) (update rows[n - 3] 0 (cos (a[0] * rows[n - 3][2])))
sum (map sin a) + sum (mapi (fun (i, r) -> toReal (i + 1) * sum (map sin r)) b)`;
}
