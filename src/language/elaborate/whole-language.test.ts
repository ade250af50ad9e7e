import { describe, expect, it } from 'vitest';
import { evaluated, outcome } from '../../testing/run-source';
import { checkProgram } from '../core/check';
import { alphaEquivalentPrograms } from '../core/alpha-equivalent';
import { printCore } from '../core/print';
import { PRELUDE_CELL } from '../source/span';
import { parse } from '../syntax/parser';
import { checked } from '../../testing/checked';
import { elaborate } from './elaborate';
import { prelude } from './prelude';
import { signature } from './signature';

function codes(text: string): readonly string[] {
  const parsed = parse(text, 0);
  expect(parsed.diagnostics).toEqual([]);
  return elaborate([parsed.program]).diagnostics.map(({ code }) => code);
}

function typeOf(name: string, text: string): string | undefined {
  const { mentions } = elaborate([parse(text, 0).program]);
  return mentions.find(({ signature: shown }) => shown.startsWith(`${name} : `))?.signature;
}

/** Returns the value of the program, after checking that its printed core is the same program. */
function value(text: string): string {
  const { program } = elaborate([parse(text, 0).program]);
  if (program !== undefined) {
    expect(checkProgram(program)).toEqual([]);
    const printed = printCore(program);
    const again = elaborate([parse(printed, 0).program]);
    expect(again.program !== undefined && alphaEquivalentPrograms(again.program, program), printed).toBe(true);
  }
  return evaluated(text);
}

/** Returns the failure of the program, after checking that its printed core is the same program and fails alike. */
function failure(text: string): string {
  const found = value(text);
  const { program } = elaborate([parse(text, 0).program]);
  expect(program && evaluated(printCore(program))).toBe(found);
  return found;
}

const MAYBE = 'type Maybe a = Nothing | Just a\n';
const TREE = 'type Tree a = Leaf | Node (a * Tree a * Tree a)\n';

describe('types', () => {
  it('are inferred as in the papers', () => {
    expect(typeOf('comp', 'let comp (f, g) (x, (p, q)) = g (f (x, p), q)')).toBe(
      'comp : (a * b -> c) * (c * d -> e) -> a * (b * d) -> e',
    );
    expect(typeOf('total', 'let total f xs = fold (x, acc) -> f x + acc over xs from 0')).toBe(
      'total : (a -> b) -> sequence a -> b where b is real or int',
    );
    expect(typeOf('orElse', `${MAYBE}let orElse d m = match m with Nothing -> d | Just x -> x`)).toBe(
      'orElse : a -> Maybe a -> a',
    );
    expect(typeOf('both', 'let both e = match e with inl x -> (x, 1.0) | inr (y, n) -> (y, toReal n)')).toBe(
      'both : a + a * int -> a * real',
    );
  });

  it('allow a function to be used at several types and containers', () => {
    const twice = 'let twice f x = f (f x)\n';
    expect(
      value(`${twice}(twice (fun x -> x + 1) 3.5, twice (fun b -> not b) true, twice (fun s -> s ++ "!") "a")`),
    ).toBe('(5.5, true, "a!!")');
    expect(value('let size xs = length xs\n(size [1, 2], size (build 3 (fun i -> i)))')).toBe('(2, 3)');
    expect(value(`${MAYBE}let pure x = [Just x, Nothing]\n(pure 1.5, pure true)`)).toBe(
      '([Just 1.5, Nothing], [Just true, Nothing])',
    );
  });

  it('default to arrays for open containers, and follow the container that they are made from', () => {
    expect(typeOf('xs', 'let xs = map (fun x -> x + 1) [1, 2]')).toBe('xs : sequence real');
    expect(typeOf('xs', 'let xs = map (fun x -> x + 1) (1 :: [])')).toBe('xs : sequence real');
    expect(typeOf('xs', 'let xs = filter not (reverse (build 2 (fun i -> i = 0)))')).toBe('xs : sequence bool');
    expect(typeOf('ys', 'let twice f xs = map f (map f xs)\nlet ys = twice sin (build 1 toReal)')).toBe(
      'ys : sequence real',
    );
    expect(
      value(
        'let n = (range 0 5)[2]\nlet total = (match range 0 3 with [] -> 0 | x :: rest -> x + sum rest)\n(n, total)',
      ),
    ).toBe('(2, 3)');
    expect(
      value(
        'let ys = map sin [1, 2]\nlet rec total xs = match xs with [] -> 0 | x :: r -> x + total r\ntotal ys = ys[0] + ys[1]',
      ),
    ).toBe('true');
    // What two uses share is computed once.
    const once = 'let us = map sin [1, 2]\nmatch us with [] -> 0 | _ :: _ -> sum us';
    expect(printCore(checked(once)).match(/sin/g)).toHaveLength(1);
    expect(printCore(checked(once.replace('sum us', 'sum us + us[0]'))).match(/sin/g)).toHaveLength(1);
    expect(evaluated('map (fun x -> x + 1) [1, 2] + [1]')).toMatch(/arrays of different lengths/);
    expect(value('let xs : list real = map toReal (filter (fun n -> n > 1) (range 0 4))\nxs ++ [9]')).toBe('[2, 3, 9]');
    expect(typeOf('ys', 'let first (xs : array real) = xs[0]\nlet ys = [1.0]\nfirst ys')).toBe('ys : sequence real');
  });

  it('of joined sequences are known from any operand, or from the result', () => {
    expect(typeOf('f', 'let f (a, b) = a ++ b ++ [1.0]')).toBe('f : sequence real * sequence real -> sequence real');
    expect(typeOf('f', 'let f a b : list real = a ++ b')).toBe('f : list real -> list real -> list real');
    expect(typeOf('f', 'let f a b = a ++ b')).toBe('f : a -> a -> a where a is a string or a sequence');
    expect(value('[1] ++ [2] ++ [3, 4] ++ []')).toBe('[1, 2, 3, 4]');
    expect(value('"a" ++ "b" ++ "c"')).toBe('"abc"');
  });

  it('of joined values are known from later uses, and are strings if nothing says otherwise', () => {
    expect(value('foldl (fun (acc, row) -> acc ++ row) [] [[1], [2]]')).toBe('[1, 2]');
    expect(value('map (fun r -> r ++ r) [[1], [2]]')).toBe('[[1, 1], [2, 2]]');
    expect(evaluated('let f (h, x) = let z = h ++ x in matvec [[1, 2]] z\nf ([1], [2])')).toBe('[5]');
    expect(value('let twice v = v ++ v\n(twice [1, 2], twice (true :: []), twice "a")')).toBe(
      '([1, 2, 1, 2], [true, true], "aa")',
    );
    expect(value('let rec times n x = if n <= 1 then x else x ++ times (n - 1) x\n(times 3 "a", times 2 [1])')).toBe(
      '("aaa", [1, 1])',
    );
    expect(
      value('let both p = p.left ++ p.right\n(both { left = [1], right = [2] }, both { left = "a", right = "b" })'),
    ).toBe('([1, 2], "ab")');
    expect(typeOf('f', 'let f a b = 2 * (a ++ b)')).toBe(
      'f : sequence a -> sequence a -> sequence a where a is real or made of reals',
    );
    expect(typeOf('f', 'let f a b = a - b ++ b')).toBe(
      'f : sequence a -> sequence a -> sequence a where a is real or made of reals',
    );
    expect(typeOf('f', 'let f a b = a ++ b = a')).toBe('f : string -> string -> bool');
    expect(typeOf('f', 'let f a b = grad (fun v -> norm (v ++ b)) a')).toBe(
      'f : a -> a -> a where a is a string or a sequence',
    );
    expect(codes('let twice v = v ++ v\ntwice [sin]')).toEqual(['not-differentiable']);
    expect(value('let twice (v : list (real -> real)) = v ++ v\nlength (twice [sin])')).toBe('2');
  });

  it('of quotients are vectors where the divisor is known to be real, and numbers otherwise', () => {
    const vector = 'where a is real or made of reals';
    expect(typeOf('f', 'let f v = v / norm v')).toBe(`f : a -> a ${vector}`);
    expect(typeOf('f', 'let f v = v / (norm v : real)')).toBe(`f : a -> a ${vector}`);
    expect(typeOf('f', 'let f v (c : real) = v / c')).toBe(`f : a -> real -> a ${vector}`);
    expect(typeOf('f', 'let f x = x / 2')).toBe('f : real -> real');
    expect(typeOf('f', 'let f x = x / 2.5')).toBe('f : real -> real');
    expect(typeOf('f', 'let f x = x / (-2.5)')).toBe('f : real -> real');
    expect(typeOf('f', 'let f x c = x / c')).toBe('f : real -> real -> real');
    expect(typeOf('f', 'let f x = 1 / (1 + exp (-x))')).toBe('f : real -> real');
    expect(evaluated('let f v = v / norm v\n(f [3, 4], f (3, 4), f 2)')).toBe('([0.6, 0.8], (0.6, 0.8), 1)');
    expect(evaluated('let f (c : real) v = v / c\nlet g v = f (norm v) v\ng [3, 4]')).toBe('[0.6, 0.8]');
    expect(codes('let f x = x / 2\nf [1]')).toEqual(['type-mismatch']);
  });

  it('of records and variants recur at their own parameters', () => {
    expect(
      value(`${TREE}let rec depth t = match t with Leaf -> 0 | Node (_, l, r) -> 1 + max2 (depth l, depth r)
  and max2 (a, b) = if a < b then b else a
depth (Node (true, Leaf, Node (false, Leaf, Leaf)))`),
    ).toBe('2');
    expect(codes('type Nest a = Flat a | Deep (Nest (a * a))')).toEqual(['irregular-type']);
  });

  it('that contain functions cannot be differentiated', () => {
    const box = 'type Box = Box (real -> real)\n';
    expect(codes(`${box}let open b = match b with Box f -> f 1\ngrad open (Box sin)`)).toEqual(['not-differentiable']);
    expect(codes(`${box}input b : Box = Box sin`)).toEqual(['input-type']);
    expect(value(`${box}let open b = match b with Box f -> f 0\nopen (Box cos)`)).toBe('1');
    expect(codes('grad (fun fs -> sum (map (fun f -> f 1) fs)) [sin, cos]')).toEqual(['not-differentiable']);
    expect(codes('sin |> grad (fun f -> f 1)')).toEqual(['not-differentiable']);
    expect(codes('rd (fun f -> f 1) sin (1 + unknown)')).toEqual(['not-differentiable', 'unknown-name']);
  });

  it('that contain functions cannot be compared', () => {
    expect(codes('let same a b = a = b\nsame sin cos')).toEqual(['not-comparable']);
    expect(codes('let f x y = x / y\nf (grad (fun g -> g 1) sin) sin')).toEqual([
      'not-differentiable',
      'type-mismatch',
    ]);
  });
});

describe('values', () => {
  it('of records are matched, selected and updated', () => {
    expect(value('let r = { y = 2, x = 1.5 }\n(r.x, r.y, { r with x = r.x + 1 })')).toBe(
      '(1.5, 2, { x = 2.5, y = 2 })',
    );
    expect(value('let f {x, y = (a, b)} = x + a * b\nf { x = 1, y = (2, 3) }')).toBe('7');
    expect(value('let f (r : {a : real, b : real}) = let {b} = r in b\nf { a = 1, b = 2 }')).toBe('2');
  });

  it('are built by functions, lists and variants, and differentiated through them', () => {
    expect(value('let fs = map (fun a -> fun x -> a * x) [2, 3]\nderiv (fun x -> sum (map (fun f -> f x) fs)) 1')).toBe(
      '5',
    );
    expect(value(`${MAYBE}grad (fun x -> match Just (x * x) with Just y -> y * x | Nothing -> 0) 2`)).toBe('12');
    expect(value('grad (fun xs -> match xs with a :: b :: _ -> a * b | _ -> 0) [2, 3, 4]')).toBe('[3, 2, 0]');
    expect(value('grad (fun (p, n) -> p.x * toReal n + p.y) ({ x = 2, y = 1 }, 3)')).toBe('({ x = 3, y = 1 }, 3)');
  });

  it('of every type are added, scaled and multiplied if they have the same shape', () => {
    expect(value(`${TREE}add (Node (1.5, Leaf, Leaf)) (Node (2, Leaf, Leaf))`)).toBe('Node (3.5, Leaf, Leaf)');
    expect(evaluated('let u = ([1, 2], "a", { x = 3.0 })\n(scale 2 u, dot u u, zeroLike u)')).toBe(
      '(([2, 4], "a", { x = 6 }), 14, ([0, 0], "a", { x = 0 }))',
    );
    expect(evaluated(`${TREE}dot (Node (1.5, Leaf, Leaf)) Leaf`)).toMatch(/^shape: /);
    expect(evaluated('add [1, 2] [1]')).toMatch(/^shape: .*arrays of different lengths/);
    expect(evaluated('dot (build 2 (fun i -> toReal i)) (build 3 (fun i -> toReal i))')).toMatch(/^shape: .*arrays/);
    expect(value('let f (e : real + real) = add e e\n(f (inl 1), f (inr 2))')).toBe('(inl 2, inr 4)');
  });

  it('of an index outside an array are errors with the index and the length', () => {
    expect(evaluated('let a = build 3 (fun i -> i)\na[3]')).toMatch(/^index: .*3.*3/);
  });

  it('of the monad are made by `do`', () => {
    const text = `let square (x, dx) = do {
    w <- Delta.deltaLet (Delta.Add (Delta.Scale (x, dx), Delta.Scale (x, dx)));
    Delta.pure (x * x, Delta.Var w)
  }
let u = Delta.runDelta 2 (do { y <- square (3.0, Delta.Var 1); square y })
Delta.lookupOrZero 1 (Delta.eval 1 u Delta.emptyMap)`;
    expect(value(text)).toBe('108');
  });
});

describe('the prelude', () => {
  it('is correct and documented, and has no warnings', () => {
    const { diagnostics, meanings } = prelude();
    expect(diagnostics.map(({ code }) => code)).toEqual([]);
    for (const [name, meaning] of meanings) {
      expect(meaning.tag === 'bound' && meaning.documentation?.startsWith(name), name).toBe(true);
      expect(meaning.tag === 'bound' && signature(name, meaning.type)).toContain(' : ');
    }
  });

  it('adds to a program what it uses, and nothing else', () => {
    const { program } = elaborate([parse('mean [1, 2]', 0).program]);
    const names = program?.items.flatMap((item) =>
      item.tag === 'let' && item.pattern.tag === 'variable' ? [item.pattern.name] : [],
    );
    expect(names).toEqual(['sum', 'mean']);
    expect(program?.items.filter(({ origin }) => origin.cell !== PRELUDE_CELL)).toHaveLength(1);
  });

  it('converts lists to arrays in linear time', () => {
    const steps = (size: number): number => {
      const result = outcome(`let xs = toArray (range 0 ${size})\n(xs[0], xs[${size - 1}], length xs)`);
      expect(result.tag === 'ok' && result.value.outputs).toEqual([[0, size - 1, size]]);
      return result.tag === 'ok' ? result.value.meter.steps : NaN;
    };
    expect(steps(3000) / steps(1000)).toBeLessThan(4);
    expect(value('(toArray ([] : list int), (toArray [true])[0])')).toBe('([], true)');
  });

  it('goes no farther along a list than `take`, `drop` and `slice` must', () => {
    const steps = (size: number, call: string): number => {
      const result = outcome(`let xs = 1 :: range 2 ${size}\nlength (${call} xs)`);
      return result.tag === 'ok' ? result.value.meter.steps : NaN;
    };
    const own = (size: number, call: string): number => steps(size, call) - steps(size, '');
    for (const call of ['take 2', 'slice 1 3', 'drop 3']) {
      expect(own(1000, call)).toBeGreaterThan(0);
      expect(own(3000, call)).toBe(own(1000, call));
    }
  });

  it('applies the function for a list or that for an array', () => {
    const both = 'listOrArray (fun list -> 0 :: list) (map (fun x -> -x))';
    expect(value(`(${both} (1 :: []), ${both} (toArray [1, 2]), ${both} [3])`)).toBe('([0, 1], [-1, -2], [-3])');
    expect(value(`let twice xs = ${both} (${both} xs) in (twice (1 :: []), twice (toArray [1]))`)).toBe(
      '([0, 0, 1], [1])',
    );
    expect(codes('listOrArray (fun list -> 0 :: list) (fun xs -> xs) 3')).toEqual(['type-mismatch']);
  });

  it('can be hidden', () => {
    expect(codes('let mean x = x\nmean 3')).toEqual([]);
    expect(value('let sum x = x + 1.0\n(sum 3, mean [1, 3])')).toBe('(4, 2)');
  });

  it.each([
    ['(sum [1, 2, 3.5], product [2, 3], mean [1, 2], length [1])', '(6.5, 6, 1.5, 1)'],
    ['(map (fun x -> x * 2) [1, 2], map (fun i -> i * 2) (build 2 (fun i -> i)))', '([2, 4], [0, 2])'],
    ['filter (fun x -> x > 1) [1, 2, 3]', '[2, 3]'],
    ['foldl (fun (acc, x) -> acc - x) 10 [1, 2, 3]', '4'],
    ['(zip [1, 2] [true, false, true], unzip [(1, "a"), (2, "b")])', '([(1, true), (2, false)], ([1, 2], ["a", "b"]))'],
    [
      '(reverse [1, 2, 3], range 2 5, repeat 2 "a", concat [[1], [], [2, 3]])',
      '([3, 2, 1], [2, 3, 4], ["a", "a"], [1, 2, 3])',
    ],
    ['(toArray [1, 2])[1]', '2'],
    ['toArray (build 2 (fun i -> i))', '[0, 1]'],
    ['map toArray [[1], []]', '[[1], []]'],
    ['(update (toArray [1, 2, 3]) 1 9, update (toArray ["a"]) 0 "b")', '([1, 9, 3], ["b"])'],
    ['let xs = toArray [1, 2] in (update xs 0 5, xs)', '([5, 2], [1, 2])'],
    ['map (update (build 2 (fun i -> i)) 1) [7, 8]', '[[0, 7], [0, 8]]'],
    ['(scatterAdd 3 [(0, 1), (2, 5), (0, 0.5)], scatterAdd 0 [], scatterAdd 1 [])', '([1.5, 0, 5], [], [0])'],
    ['scatterAdd 1 [(0, 1e16), (0, 1), (0, -1e16)]', '[0]'],
    ['scatterAdd 1 [(0, 1e16), (0, -1e16), (0, 1)]', '[1]'],
    ['scatterAdd 2 (build 4 (fun i -> (mod i 2, toReal i)))', '[2, 4]'],
    ['(matvec [[1, 2], [3, 4]] [1, 1], transpose [[1, 2], [3, 4]])', '([3, 7], [[1, 3], [2, 4]])'],
    ['neuron [1, 2] ([0.5, 0.25], -1)', '0.5'],
    ['layer neuron ([0], [([1], 0), ([2], 0)])', '[0.5, 0.5]'],
    ['meanSquaredError [1, 2] [1, 4]', '2'],
    ['gradientDescent 0.25 60 (fun (x, y) -> x ^ 2 + (y - 3) ^ 2) (1, 1)', '(8.67362e-19, 3)'],
    ['newton 1 (fun xs -> (xs[0] - 1) ^ 2 + 3 * (xs[1] - xs[0]) ^ 2) (build 2 (fun i -> 0.0))', '[1, 1]'],
    ['findRoot 8 (fun x -> x * x - 2) 1', '1.41421'],
    ['let (v, back) = vjp (fun (x, y) -> x * y) (3, 4)\n(v, back 2)', '(12, (8, 6))'],
    ['hvp (fun (x, y) -> x ^ 2 * y) (2, 3) (1, 0)', '(6, 4)'],
    ['jacobian (fun xs -> map (fun x -> x * xs[0]) xs) (toArray [2, 3])', '[[4, 0], [3, 2]]'],
    ['hessian (fun xs -> xs[0] ^ 2 * xs[1]) (toArray [2, 3])', '[[6, 4], [4, 0]]'],
    ['taylor 3 (fun x -> x ^ 3) 2', '[8, 12, 12, 6]'],
  ])('%s is %s', (text, result) => {
    expect(evaluated(text)).toBe(result);
  });

  it('finds minima by momentum and Adam', () => {
    const near = (optimiser: string): string =>
      `let (x, y) = ${optimiser} (fun (x, y) -> (x - 1) ^ 2 + 10 * (y - 2) ^ 2) (0, 0)\nabs (x - 1) + abs (y - 2) < 1e-3`;
    expect(evaluated(near('momentum 0.02 0.8 200'))).toBe('true');
    expect(evaluated(near('adam 0.1 500'))).toBe('true');
  });
});

describe('fail', () => {
  it('stops with its code and message, at any type', () => {
    expect(failure('fail "no-match" "a text"')).toBe('no-match: a text');
    expect(failure('1 + fail "shape" "not \\"square\\""')).toBe('shape: not "square"');
    expect(failure('let f (g : real -> list int) x = g x\nf (fail "no-value" "no function") 1')).toBe(
      'no-value: no function',
    );
    expect(failure('if 1 > 2 then 1 else "none" |> fail "shape"')).toBe('shape: none');
    expect(value('let positive x = if x > 0 then x else fail "shape" "negative"\npositive 2')).toBe('2');
  });

  it('is what the printed core of a match without an arm and of shapes that differ has', () => {
    expect(failure(`${MAYBE}let value m = match m with Just (Just x) -> x\nvalue (Just Nothing)`)).toBe(
      'no-match: this `match` has no arm for `Nothing`',
    );
    expect(failure(`${TREE}[1, 2] - [1]`)).toMatch(/^shape: subtraction needs two values of the same shape/u);
    expect(failure(`${TREE}dot (Node (1, Leaf, Leaf)) Leaf`)).toMatch(/^shape: /u);
    expect(failure('dot [1, 2] [3]')).toMatch(/^shape: /u);
  });

  it('gives way to names of the program', () => {
    expect(value('let fail x = x + 1\nfail 2 + sum ([3] - [1])')).toBe('5');
  });
});

describe('a definition that nothing uses', () => {
  it.each(['[log 0]', 'map log [0]', 'range 0 (div 1 0) |> map toReal', '(1, log 0)'])('is evaluated: %s', (text) => {
    expect(failure(`let unused = ${text}\n1`)).toMatch(/^domain: /u);
    expect(failure(`let f x =\n  let unused = ${text} in x\nf 1`)).toMatch(/^domain: /u);
  });

  it('is watched', () => {
    expect(outcome('let unused = [watch "seen" 2]\n1', { watch: true })).toMatchObject({
      value: { series: [{ name: 'seen', records: [[2]] }] },
    });
  });
});

describe('a definition that is used as a list and as an array', () => {
  const HEAD = 'let head ys = match ys with [] -> 0 | y :: _ -> y\n';
  const once = (definition: string, use: string): string => {
    const text = `${HEAD}${TREE}let x = watch "x" 5\nlet see v = watch "seen" v\nlet made = ${definition}\n${use}`;
    const found = value(text);
    expect(outcome(text, { watch: true })).toMatchObject({
      value: { series: [{ name: 'x' }, { name: 'seen', records: [[expect.anything()]] }] },
    });
    return found;
  };

  it.each([
    ['[see x, 2]', 'made[1] * head made', '10'],
    ['map (fun v -> v + 1) [see x]', 'head made + made[0]', '12'],
    ['([see x], "a")', 'made.1[0] + head made.1', '10'],
    ['{ a = [see x], n = 2.0 }', 'made.a[0] + head made.a * made.n', '15'],
    [
      '(if see x > 0 then inl [x] else inr 1.0)',
      '(case made of inl v -> v[0] | inr r -> r) + (case made of inl v -> head v | inr r -> r)',
      '10',
    ],
    ['[[see x, 1], [2]]', 'made[0][1] + sum (map head (fold (ys, rest) -> ys :: rest over made from []))', '8'],
    ['(see x, fun ys -> map (fun y -> y + x) ys)', 'made.1 + head (made.2 [1]) + (made.2 [2])[0]', '18'],
  ])('is evaluated once: %s', (definition, use, result) => {
    expect(once(definition, use)).toBe(result);
    expect(once(`let inner = ${definition} in\n  inner`, use)).toBe(result);
  });

  it('is evaluated once where it is of a recursive type', () => {
    const total = (name: string, item: string): string =>
      `let rec ${name} t = match t with Leaf -> 0 | Node (a, l, r) -> ${item} + ${name} l + ${name} r in\n  `;
    const use = `${total('firsts', 'a[0]')}${total('heads', 'head a')}firsts made + 10 * heads made`;
    expect(once('Node ([see x], Node ([1, 2], Leaf, Leaf), Leaf)', use)).toBe('66');
  });
});
