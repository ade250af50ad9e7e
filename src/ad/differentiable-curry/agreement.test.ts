/**
 * Both versions of "The Differentiable Curry" against `reverse`, `trace-anf` and `numeric`: programs that generators
 * seldom make.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { internalError } from '../../language/source/internal-error';
import { evaluate } from '../../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { realValues, withRealLeaves } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { Cell, Items } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { mainFrom } from '../../testing/translated-main';
import { agree, TOLERANCE } from '../agree';
import type { EngineId, Main, Point } from '../engine';
import { pointReals } from '../point';
import { engineById, ENGINES } from '../registry';

const budget = { ...COMMAND_LINE_BUDGET, steps: 2e6 };
const JUDGES: readonly EngineId[] = ['reverse', 'curry-dependent', 'curry', 'trace-anf', 'numeric'];
const engines = ENGINES.filter(({ id }) => JUDGES.includes(id));

function expectAgreement(main: Main, point: Point, text: string): readonly number[] {
  const { verdict, columns } = drain(agree(main, point, { engines, budget, now: () => 0 }));
  const said = `${text}\n${JSON.stringify(columns, undefined, 1)}`;
  expect(verdict, said).toBe('agree');
  for (const column of columns) {
    if (column.engine !== 'numeric') expect(column.status, said).toBe('ok');
  }
  const [first] = columns;
  return first?.status === 'ok' ? first.derivatives : [];
}

/** Returns the derivative at the program's inputs, with a different weight for every real of the result. */
function agreed(text: string): readonly number[] {
  const { main, point } = focusOf(checked(text));
  const weights = realValues(point.cotangent, main.target, main.variants).map((_, i) => 1 - 0.3 * (i % 5));
  const cotangent = withRealLeaves(point.cotangent, main.target, weights, main.variants);
  return expectAgreement(main, { ...point, cotangent }, text);
}

const X = 'input x : real = 1.25\n';
const TREE = 'type Tree = Leaf real | Node (Tree * Tree)\n';

describe('functions in data', () => {
  test.each([
    ['a list', 'let fs = [fun y -> x * y, fun y -> y * y + x, sin]\nfold (f, s) -> f s + x over fs from 0.5'],
    ['an array', 'let fs : array (real -> real) = [fun y -> x * y, fun y -> y + x]\nfs[1] (fs[0] 2)'],
    ['a tuple', 'let (f, g) = (fun y -> x * y, fun y -> y + x * x)\nf (g (f 2))'],
    ['a record', 'let r = {f = fun y -> x * y, g = fun y -> y + x * x}\nr.f (r.g (r.f 2))'],
    [
      'a variant',
      `let pick b = if b then inl (fun y -> x * y) else inr (x * x)
let at (v : (real -> real) + real) = match v with inl f -> f 3 | inr y -> y
at (pick true) * at (pick false)`,
    ],
    ['a function', 'let add a = fun b -> fun c -> a * x + b * c\nlet f = add 2\nlet g = f x\ng x + g 3 + f 1 2'],
    ['a function that is given', 'let twice f = fun y -> f (f y)\ntwice (twice (fun y -> x * y)) 1.5'],
    ['a build', 'let fs = build 3 (fun i -> fun y -> toReal i * x + y)\nfs[0] (fs[1] (fs[2] x))'],
    [
      'a fold that makes closures',
      'let f = fold (a, g) -> (fun y -> g (a * y + x)) over [1.5, x, -0.5] from (fun y -> y * x)\nf 2 + f x',
    ],
    [
      'a choice of functions',
      'let f = if x > 1 then (fun y -> x * y) else sin\nlet g = if x > 2 then f else cos\nf (g x)',
    ],
    [
      'functions of one another',
      'let compose f g = fun y -> f (g y)\nlet f = compose (compose sin (fun y -> y * x)) cos\nf x',
    ],
    [
      'a list that a fold makes',
      `let fs = fold (a, l) -> (fun y -> a * y + x) :: l over [1.5, x] from [fun y -> y]
fold (f, s) -> f s over fs ++ fs from x`,
    ],
  ])('in %s', (_, text) => {
    const [derivative] = agreed(`${X}${text}`);
    expect(derivative).not.toBe(0);
  });
});

describe('recursion', () => {
  test.each([
    [
      'mutual',
      'let rec f n = (if n = 0 then x else x * g (n - 1)) and g n = if n = 0 then x * x else f (n - 1) + x\nf 5 + g 4',
    ],
    [
      'of functions that are given away',
      'let rec f n = (if n = 0 then (fun y -> y * x) else (let h = f (n - 1) in fun y -> h (y + x)))\nf 3 2',
    ],
    [
      'of a function that is in data',
      'let rec f n = if n = 0 then x else f (n - 1) * x\nlet fs = [f, f]\nfold (g, s) -> g 2 + s over fs from 0',
    ],
    [
      'mutual, given away as a pair',
      `let rec f n = (if n = 0 then x else x * g (n - 1)) and g n = if n = 0 then x * x else f (n - 1) + x
let (p, q) = (g, f)
p 3 * q 2`,
    ],
    [
      'inside another',
      `let rec outer n = (if n = 0 then x else (let rec inner m = (if m = 0 then outer (n - 1) else inner (m - 1) * x) in inner n))
outer 3`,
    ],
    [
      'that captures what recurs',
      'let rec f n = if n = 0 then x else (let g = fun y -> f (n - 1) * y in g x + g 2)\nf 2',
    ],
  ])('%s', (_, text) => {
    const [derivative] = agreed(`${X}${text}`);
    expect(derivative).not.toBe(0);
  });
});

describe('inputs and results of any shape', () => {
  test.each([
    ['a list to a list', 'input xs : list real = [1.5, -2, 0.25]\nfold (x, s) -> (x * x) :: s over xs from [sin 1]'],
    ['an empty list', 'input xs : list real = []\ninput y : real = 2\nfold (x, s) -> x * s over xs from y'],
    ['an empty list as a result', 'input xs : list real = [1]\nmatch xs with [] -> xs | _ :: rest -> rest'],
    ['an empty array', 'input xs : array real = []\ninput y : real = 2\n(xs ++ [y * y], build 0 (fun _ -> y))'],
    ['an array of arrays', 'input xs : array (array real) = [[1.5, 2], [3]]\nbuild 2 (fun i -> xs[i][0] * xs[0][1])'],
    ['lists appended', 'input xs : list real = [1.5, 2]\nxs ++ (0.5 :: xs) ++ []'],
    ['arrays appended', 'input xs : array real = [1.5, 2]\nxs ++ build 2 (fun i -> xs[i] * xs[0])'],
    [
      'a recursive type',
      `${TREE}input t : Tree = Node (Leaf 1.5, Node (Leaf 2, Leaf (-0.5)))
let rec map (t : Tree) = match t with Leaf a -> Leaf (a * a) | Node (l, r) -> Node (map r, map l)
map t`,
    ],
    [
      'a recursive type that is summed',
      `${TREE}input t : Tree = Node (Leaf 1.5, Node (Leaf 2, Leaf (-0.5)))
let rec product (t : Tree) = match t with Leaf a -> a | Node (l, r) -> product l * product r
product t`,
    ],
    [
      'a sum',
      'input v : real + real * real = inr (1.5, 2)\nmatch v with inl x -> inl (x * 2) | inr (a, b) -> inr (a * b)',
    ],
    [
      'a record',
      'input r : {a : real, n : int, s : list real} = {a = 1.5, n = 2, s = [3, 4]}\n{z = r.a * toReal r.n, s = r.a :: r.s}',
    ],
    [
      'ints and strings mixed',
      'input p : real * (int * string) * bool = (1.5, (2, "a"), true)\n(p.1 ^ p.2.1, p.2.2 ++ "b", p.3)',
    ],
    ['nothing real', 'input n : int = 3\ninput x : real = 2\n(n + 1, "a", ())'],
    [
      'an otherwise',
      `${TREE}input t : Tree = Node (Leaf 1.5, Leaf 2)\nmatch t with Node (Leaf a, Leaf b) -> a * b | _ -> 0`,
    ],
    ['the identity', 'input p : real * list real = (1, [2, 3])\np'],
  ])('%s', (_, text) => {
    agreed(text);
  });

  test.each([
    'grad (fun (x, y) -> x * y * y) (1.5, 2)',
    'deriv (fun x -> fold (y, s) -> s * y + x over [x, 2, x * x] from 1) 1.5',
    'rd (fun x -> (x * x, [sin x, cos x])) 1.5 (2, [3, 4])',
    'let f a = fun b -> a * b * b\ngrad (f 2) 3',
  ])('a program without inputs: %s', (text) => {
    const { main, point } = focusOf(checked(text));
    expectAgreement(main, point, text);
  });

  test.each(
    [
      'x * deriv (fun y -> x * y * y) x',
      'deriv (fun y -> deriv (fun z -> x * y * z * z) y) x',
      'let f = fun y -> x * y in deriv f x * (grad (fun (a, b) -> f a * b) (x, 2)).2',
    ].map((last) => `${X}${last}`),
  )('with a derivative inside: %s', (text) => {
    agreed(text);
  });

  test('a cotangent of another shape is refused', () => {
    const main = mainFrom('input xs : list real = [1]\nfold (x, s) -> (x * x) :: s over xs from []');
    for (const id of ['curry', 'curry-dependent'] as const) {
      const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
      const at = (cotangent: unknown): unknown =>
        drain(engine.run(main, { arguments: [new Cell(1, null)], cotangent }, budget));
      expect(at(null)).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
      expect(at(new Cell(1, new Cell(2, null)))).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
      expect(at(new Cell(1, null))).toMatchObject({ tag: 'ok' });
    }
  });

  test('if a program has no value, the diagnostic is its own', () => {
    for (const id of ['curry', 'curry-dependent'] as const) {
      const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
      const fails = (text: string, args: readonly unknown[]): unknown =>
        drain(engine.run(mainFrom(text), { arguments: args, cotangent: 1 }, budget));
      expect(fails('input x : real = 1\nlog x', [-1])).toMatchObject({ tag: 'failed', diagnostic: { code: 'domain' } });
      const index = 'input xs : array real = [1]\nxs[1]';
      expect(fails(index, [new Items([1])])).toMatchObject({ tag: 'failed', diagnostic: { code: 'index' } });
      expect(fails('input x : real = 1\nx * 1e300 * 1e300', [0])).toMatchObject({
        tag: 'failed',
        diagnostic: { code: 'not-finite' },
      });
    }
  });
});

/** Inputs that make every context wide, so that its tangents have only the parts that are not 0. */
const WIDE = Array.from({ length: 14 }, (_, i) => `input wide${i} : real = ${i}\n`).join('');

describe.each([
  ['curry', ''],
  ['curry-dependent', ''],
  ['curry', WIDE],
  ['curry-dependent', WIDE],
] as const)('%s and generated programs, after the inputs "%s"', (id, more) => {
  test('are those of trace-anf for every one-hot cotangent', () => {
    const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
    const judge = engineById('trace-anf') ?? internalError('there is no judge');
    const brief = id === 'curry' ? { ...budget, steps: 2e5 } : budget;
    let compared = 0;
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 0 }), ({ text }) => {
        const program = checked(more + text);
        if (drain(evaluate(program, { budget: { ...budget, steps: 5000 } })).tag !== 'ok') return;
        const { main, point } = focusOf(program);
        const { length } = realValues(point.cotangent, main.target, main.variants);
        for (let i = 0; i < length; i++) {
          const ones = Array.from({ length }, (_, j) => (i === j ? 1 : 0));
          const at = { ...point, cotangent: withRealLeaves(point.cotangent, main.target, ones, main.variants) };
          const [found, wanted] = [drain(engine.run(main, at, brief)), drain(judge.run(main, at, budget))];
          if (found.tag === 'stopped' || wanted.tag !== 'ok' || wanted.value.bound === undefined) continue;
          expect(found.tag, text).toBe('ok');
          if (found.tag !== 'ok') continue;
          const row = pointReals(main, { ...at, arguments: found.value.derivative });
          const other = pointReals(main, { ...at, arguments: wanted.value.derivative });
          const bound = pointReals(main, { ...at, arguments: wanted.value.bound });
          row.forEach((entry, j) => {
            const scale = Math.max(1, bound[j] ?? 1);
            if (!Number.isFinite(scale)) return;
            compared += 1;
            expect(Math.abs(entry - (other[j] ?? NaN)), text).toBeLessThanOrEqual(TOLERANCE * scale);
          });
        }
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns / 2);
  });
});
