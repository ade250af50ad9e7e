/** A program of 200 lines; typing happens in the last one. */
export const LONG_PROGRAM = [
  'input x : real = 2 in -4 .. 4',
  '',
  'let a0 = x',
  ...Array.from({ length: 196 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + ${i % 3 === 0 ? 'sin' : 'cos'} x`),
  'a196 * x',
].join('\n');

const SECTIONS = 50;

/**
 * A program of 2,000 lines with types, matches, recursion, lists, higher-order functions and derivatives. Every section
 * uses `scaled`, and the result of the previous section. Typing happens in the last line, or in the name `scaled`.
 */
export const VERY_LONG_PROGRAM = [
  'input x : real = 2 in -4 .. 4',
  '',
  'let scaled s v = s * v',
  'let result0 = scaled 0.5 x',
  '',
  ...Array.from({ length: SECTIONS }, (_, index) => section(index + 1)).flat(),
  `result${SECTIONS} * x`,
].join('\n');

/** The keys from the beginning of the program to the end of the name `scaled`. */
export const TO_SCALED: readonly string[] = ['ArrowDown', 'ArrowDown', ...Array<string>(10).fill('ArrowRight')];

function section(n: number): readonly string[] {
  return `
-- Section ${n}: shapes, their measures, and a model of them.
type Shape${n} = Circle${n} real | Box${n} (real * real) | Group${n} (list real)
type Tree${n} a = Leaf${n} | Node${n} (Tree${n} a * a * Tree${n} a)

let area${n} shape =
  match shape with
  | Circle${n} r -> scaled 3.14159 (r ^ 2)
  | Box${n} (width, height) -> width * height
  | Group${n} sizes -> sum (map (fun size -> size * size) sizes)

let rec insert${n} key tree =
  match tree with
  | Leaf${n} -> Node${n} (Leaf${n}, key, Leaf${n})
  | Node${n} (left, here, right) ->
      if key < here then Node${n} (insert${n} key left, here, right)
      else Node${n} (left, here, insert${n} key right)

let rec total${n} f tree =
  match tree with
  | Leaf${n} -> 0
  | Node${n} (left, here, right) -> total${n} f left + f here + total${n} f right

let data${n} = [(0.1, 1.2), (0.4, 0.7), (0.9, 0.3), (1.3, ${n % 7}.5)]
let predict${n} { weight, bias } at = sigmoid (weight * at + bias)
let loss${n} model =
  let errors = map (fun (at, seen) -> seen - predict${n} model at) data${n} in
  fold (error, rest) -> error ^ 2 + rest over errors from 0
let rec descend${n} (steps, model) =
  if steps = 0 then model
  else
    let slope = grad loss${n} model in
    descend${n} (steps - 1, subtract model (scale 0.1 slope))

let shapes${n} = [Circle${n} result${n - 1}, Box${n} (x, 2), Group${n} [0.5, x]]
let tree${n} = foldl (fun (tree, shape) -> insert${n} (area${n} shape) tree) Leaf${n} shapes${n}
let model${n} = descend${n} (2, { weight = 0.5, bias = 0.1 })
let measure${n} = total${n} (fun size -> size / (1 + abs size)) tree${n}
let counted${n} = total${n} (fun _ -> 1) tree${n} + length data${n}

let result${n} = predict${n} model${n} (scaled 0.25 measure${n}) + toReal counted${n} / 10`
    .slice(1)
    .split('\n');
}
