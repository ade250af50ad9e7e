import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import type { Main, Point } from '../ad/engine';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { differentiated, hasDerivatives, runStage, type Stage, stagesOf } from '../testing/ir/stages';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { compileProgram } from './compile';
import { checkProgram } from './ir/check';
import { printProgram } from './ir/print';
import { Unsupported } from './unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e5 };

/** The point with a weight of its own for each real of the result. */
function weighted(main: Main, point: Point): Point {
  const weights = realValues(point.cotangent, main.target, main.variants).map((_, at) => 1 - 0.3 * (at % 5));
  return { ...point, cotangent: withRealLeaves(point.cotangent, main.target, weights, main.variants) };
}

function realsOf(main: Main, values: readonly Value[]): readonly number[] {
  const types = [...main.parameters.map(({ type }) => type), main.target];
  return values.flatMap((value, i) => {
    const type = types[i];
    return type === undefined ? [] : realValues(value, type, main.variants).map(primalOf);
  });
}

/** Says where reals differ by more than 1e-12 of the largest of them, and what the sizes of the summands allow. */
function farApart(ours: readonly number[], theirs: readonly number[], bounds: readonly number[]): string | undefined {
  const most = Math.max(1, ...theirs.map(Math.abs));
  const isNear =
    ours.length === theirs.length &&
    ours.every((each, i) => Math.abs(each - (theirs[i] ?? NaN)) <= 1e-12 * most + 1e-14 * (bounds[i] ?? 0));
  return isNear ? undefined : `${String(ours)} instead of ${String(theirs)}`;
}

/** Returns reals without the sign of a zero: the module's derivative is added after its functions are inlined, so it can be another. */
function unsigned(reals: readonly number[]): readonly number[] {
  return reals.map((each) => each + 0);
}

/**
 * Expects that each pass leaves a program correct, that its value stays that of the machine, and its gradient that of
 * the machine's trace; after the last pass both are those of the module to the last bit. Says whether it had a value.
 */
function keepsMeaning(
  text: string,
  everyGradient: boolean,
  at?: readonly Value[],
  limits = budget,
): 'values' | 'fault' | 'steps' | 'refused' {
  const core = checked(text);
  const focus = focusOf(core);
  const { main } = focus;
  const point = weighted(main, at === undefined ? focus.point : { ...focus.point, arguments: at });
  const stages = stagesOf(main);
  const made = compileProgram(main);
  if (stages === undefined || made instanceof Unsupported) return 'refused';
  const machine = drain(traceAnf.run(main, point, budget));
  if (machine.tag === 'stopped' && at === undefined) return 'refused';
  const theirs = machine.tag === 'ok' ? realsOf(main, [...machine.value.derivative, machine.value.value]) : undefined;
  const bounds = machine.tag === 'ok' ? realsOf(main, machine.value.bound ?? []) : [];
  const say = (stage: Stage, what: string): never => {
    throw new Error(`${stage.pass}: ${what}\n${text}\n${printProgram(stage.program)}`);
  };
  const seeValue = (stage: Stage): void => {
    if (hasDerivatives(stage.program, 'value')) return;
    const ended = runStage(stage, main, stages.kinds, { arguments: point.arguments }, limits);
    if (ended.tag === 'values') {
      // The derivative alone can have a fault; where a point is given, it is the value that has it.
      if (machine.tag !== 'ok' && at === undefined) return;
      if (machine.tag !== 'ok') say(stage, 'a value where the machine has none');
      if (machine.tag !== 'ok') return;
      if (/\b(deriv|grad|rd|fd|hvp|hessian|taylor)\b/.test(text)) return;
      expect(ended.values, `${stage.pass}\n${text}`).toEqual([machine.value.value]);
    } else if (machine.tag === 'ok') say(stage, ended.tag);
  };
  const seeGradient = (stage: Stage): readonly Value[] | undefined => {
    const ended = runStage(stage, main, stages.kinds, point, limits);
    if (ended.tag === 'values' && theirs !== undefined) {
      const far = farApart(realsOf(main, ended.values), theirs, bounds);
      if (far !== undefined) say(stage, far);
    } else if (ended.tag === 'values' || theirs !== undefined) say(stage, `${ended.tag}, but ${machine.tag}`);
    return ended.tag === 'values' ? ended.values : undefined;
  };
  for (const stage of [...stages.before, ...stages.after]) {
    const problems = checkProgram(stage.program);
    if (problems.length > 0) say(stage, problems.join('; '));
    seeValue(stage);
  }
  if (everyGradient) for (const stage of stages.before) seeGradient(differentiated(stage, stages.numbers));
  let last: readonly Value[] | undefined;
  for (const stage of stages.after) last = seeGradient(stage);
  const answer = made.gradient(point.arguments, point.cotangent, limits);
  if (last === undefined || answer.tag !== 'values') expect(answer.tag === 'values', text).toBe(last !== undefined);
  else expect(unsigned(realsOf(main, answer.values)), text).toEqual(unsigned(realsOf(main, last)));
  if (answer.tag === 'memory' || answer.tag === 'time') throw new Error(`${answer.tag}\n${text}`);
  return answer.tag;
}

describe('each pass keeps the meaning of generated programs', () => {
  test.each([
    { derivatives: 0, share: 0.2, everyGradient: true },
    { derivatives: 2, share: 0.3, everyGradient: false },
  ])('with up to $derivatives derivatives', ({ derivatives, share, everyGradient }) => {
    const seen = { values: 0, fault: 0, steps: 0, refused: 0 };
    const { numRuns, ...rest } = runs(share);
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives }), ({ text }) => {
        if (drain(evaluate(checked(text), { budget })).tag !== 'ok') return;
        seen[keepsMeaning(text, everyGradient)]++;
      }),
      { ...rest, numRuns },
    );
    expect(seen.values).toBeGreaterThan(0.5 * numRuns);
  });
});

/** Programs that need each pass, with what it must not do beside it. */
const WRITTEN: Readonly<Record<string, string>> = {
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
  else let leaves = max (time, free) + work / pace in (time, leaves, (front, leaves :: back, size + 1), cost + (leaves - time))
let (_, _, _, cost) = foldl arrive (0, 0, ([], [], 0), 0) customers
cost`,
  'values by keys, in functions that recurse, and their second derivatives': `type Tree = Leaf | Node (Tree * real * real * Tree)
input x : real = 0.7
let rec insert key value t = match t with Leaf -> Node (Leaf, key, value, Leaf) | Node (l, k, v, r) -> if key < k then Node (insert key value l, k, v, r) else Node (l, k, v, insert key value r)
let rec total t = match t with Leaf -> 0 | Node (l, _, v, r) -> total l + v * v + 0.5 * total r
let rec least t = match t with Leaf -> 9 | Node (l, k, _, _) -> min (k, least l)
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
};

describe('each pass keeps the meaning of', () => {
  test.each(Object.entries(WRITTEN))('%s', (_, text) => {
    expect(keepsMeaning(`${text}\n`, true)).toBe('values');
  });
});

describe('each pass keeps the faults', () => {
  test.each([
    ['of a negative length', 'sum (build (floor x) (fun i -> toReal i * x))', -1],
    ['of the negative length of an array that nothing reads', 'let a = build (floor x) (fun i -> x) in x', -1],
    ['of an index after the last item', 'let a = toArray [1, 2, x] in sum (build (floor x) (fun i -> a[i] * x))', 4],
    ['of an index at a distance', 'let a = toArray [1, 2, x] in sum (build 2 (fun i -> a[i + floor x - 1] * x))', 3],
    [
      'of an index before the first item',
      'let a = toArray [1, 2, x] in sum (build 2 (fun i -> a[floor x - 1 - i]))',
      1,
    ],
    [
      'of an index that a test lets through',
      'let a = toArray [1, 2, x] in let n = floor x in if n < 4 then a[n] else x',
      3,
    ],
    ['of a negative index', 'let a = toArray [1, 2, x] in let n = floor x in if n < 3 then a[n] else x', -1],
    ['of a value that nothing uses', 'let y = exp x in x', 1000],
    ['of an item that nothing uses', 'let a = toArray [1, 2, x] in let y = a[floor x] in x', 3],
    ['of a value in a round', 'sum (build 3 (fun i -> let y = 1 / (x - toReal i - 1.5) in x))', 2.5],
    ['of a loop whose result nothing uses', 'let y = sum (build 3 (fun i -> log (x - toReal i + 1))) in x', 1],
    ['of a value that is multiplied by 0', '0 * exp x', 1000],
    ['of a difference that is 0 without it', 'let y = x * 1e300 in x + (y - y)', 1e10],
    ['of a sum of ints', 'toReal (floor x + 9007199254740980 - 9007199254740980)', 12],
    ['of a product of ints', 'toReal (floor x * floor x * 1000 * 0)', 1e7],
    [
      'of a counter',
      'let rec go (n : int) v = if n > 9007199254740988 + floor x then v else go (n + 1) (v * 0.5) in go 9007199254740985 x',
      3,
    ],
    [
      'of a counter that goes down',
      'let rec go (n : int) v = if n < 0 - floor x - 9007199254740988 then v else go (n - 1) (v * 0.5) in go (0 - 9007199254740985) x',
      3,
    ],
    ['of a quotient of ints in a loop', 'fold (i, s) -> s + x * toReal (div 7 (floor x)) over range 0 3 from 0', 0],
    ['of a remainder of ints', 'x * toReal (mod 7 (floor x))', 0],
    [
      'of a list that is too short',
      'match map (fun y -> y * x) (build (floor x) toReal |> toList) with _ :: y :: _ -> y + x',
      1,
    ],
    ['of an equal pair', 'if x <. 3 then x else 2 * x', 3],
    ['of a power', 'sum (build 2 (fun i -> (x - 1) ^ (toReal i - 0.5)))', 1],
    [
      'of a tangent of another constructor',
      'type T = A | B | C real\nmatch fd (fun (t : T) -> t) A (if x > 0 then A else B) with C y -> y | _ -> x',
      -1,
    ],
    [
      'of a cotangent of another constructor',
      'type T = A | B | C real\nmatch rd (fun (t : T) -> t) B (if x > 0 then B else A) with C y -> y | _ -> x',
      -1,
    ],
    [
      'of a tangent of another constructor in a list',
      'type T = A | B | C real\nlength (fd (fun (t : list T) -> t) [C x, A] [C 1, (if x > 0 then A else B)]) |> toReal |> (fun n -> n * x)',
      -1,
    ],
    [
      'of a tangent of another length',
      'let n = floor x in sum (fd (fun t -> map (fun y -> y * y) t) [x, 1] (build n (fun i -> x) |> toList))',
      3,
    ],
    [
      'of a value in a table',
      'fold (i, s) -> fold (j, t) -> sin (t * s) + sin (1 / (x - toReal j - 0.5)) over range 0 9 from s over range 0 9 from x',
      4.5,
    ],
    ['of a derivative that vanishes', 'tanh (deriv (fun y -> 1 / y) x)', 1e-200],
  ])('%s', (_, expression, edge) => {
    const text = `input x : real = 2\n${expression}\n`;
    expect(keepsMeaning(text, false, [2])).toBe('values');
    expect(keepsMeaning(text, true, [edge])).toBe('fault');
  });

  test.each([
    ['in a loop without rounds', 'sum (build (floor x) (fun i -> x / toReal (div 1 (floor x))))', 0],
    [
      'in the table of a loop without rounds',
      'fold (i, s) -> fold (j, t) -> t * s + sin (1 / (x * toReal j)) over range 0 9 from s over range 0 (floor x) from x',
      0.5,
    ],
    ['in a list without cells', 'fold (i, s) -> s + log (x - 1) over range 0 (floor x) from x * x', 0.5],
    [
      'in an array that is not read',
      'let a = toArray [x] in fold (i, s) -> s + a[i + 5] over range 0 (floor x) from x',
      0.5,
    ],
    [
      'in the derivative of values that are only compared',
      'let rec go (n : int) ys = match ys with [] -> 1 | y :: _ -> if y < 1 then x else if n > 3 then 2 * x else go (n + 1) (1 / (x + x) :: ys) in go 0 [1 / x]',
      1e-200,
    ],
    ['in a branch that is not taken', 'if x > 1 then x else fold (i, s) -> s + 1 / (x - x) over range 0 3 from x', 2],
  ])('and finds none %s', (_, expression, at) => {
    expect(keepsMeaning(`input x : real = 2\n${expression}\n`.replace('= 2', `= ${at}`), true, [at])).toBe('values');
  });

  test.each([
    [
      'a bound that the counter has passed',
      'let rec go (n : int) v = if n = floor x then v else go (n + 1) (v * 0.999) in go 0 x',
      -1,
    ],
    ['a test that never holds', 'let rec go v = if v > 0 then v else go (v - 1) in go x', -1],
    ['a loop that is too long', 'fold (i, s) -> s * 0.5 + x over range 0 (floor x) from 0', 1e6],
  ])('and the budget of %s', (_, expression, edge) => {
    const text = `input x : real = 2\n${expression}\n`;
    expect(keepsMeaning(text, false, [2])).toBe('values');
    // Before tail calls are loops, each is a call of the interpreter.
    expect(keepsMeaning(text, true, [edge], { ...budget, steps: 300 })).toBe('steps');
  });
});
