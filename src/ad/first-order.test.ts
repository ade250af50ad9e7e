import { describe, expect, it } from 'vitest';
import { printCore } from '../language/core/print';
import type { CoreProgram } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { type Type } from '../language/types/type';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { fromJson, realValues, toJson, type Json } from '../semantics/present';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import type { Value } from '../semantics/value';
import type { Engine, Main, Point } from './engine';
import { agree } from './agree';
import { forward } from './krawiec/forward-engine';
import { mainOf } from './main';
import { numeric } from './numeric/engine';
import { reverse } from './krawiec/engines';
import { graphOf, runReverse } from './krawiec/reverse-run';
import { NODE } from './krawiec/node-kind';
import { oneDirection } from './one-direction';
import { traceAnf } from './abadi-plotkin/anf/engine';
import { onSubject } from './subject';

const EXACT: readonly Engine[] = [onSubject(reverse), onSubject(forward), traceAnf];
const budget = COMMAND_LINE_BUDGET;

function read(json: Json, type: Type, main: Main): Value {
  const reading = fromJson(json, type, main.variants);
  if (reading.tag !== 'ok') throw new Error(reading.message);
  return reading.value;
}

/** Returns the main expression at the declared values of its inputs. */
function at(text: string, cotangent?: Json): { readonly main: Main; readonly point: Point } {
  const { main, point } = focusOf(checked(text));
  return { main, point: cotangent === undefined ? point : { ...point, cotangent: read(cotangent, main.target, main) } };
}

/** Returns the value, and the derivative with respect to each input; all engines must agree. */
function differentiate(text: string, cotangent?: Json): readonly [value: Json, ...derivative: Json[]] {
  const { main, point } = at(text, cotangent);
  const answers = EXACT.map((engine): readonly [Json, ...Json[]] => {
    expect(engine.fragment(main)).toEqual({ tag: 'inside' });
    const outcome = drain(engine.run(main, point, budget));
    if (outcome.tag !== 'ok') throw new Error(`${engine.id}: ${outcome.diagnostic.message}`);
    const { value, derivative } = outcome.value;
    return [
      toJson(value, main.target, main.variants),
      ...main.parameters.map(({ type }, i) => toJson(derivative[i], type, main.variants)),
    ];
  });
  const [first = ['no answer']] = answers;
  for (const answer of answers) expect(answer).toEqual(first);
  return first;
}

const TREE = 'type Tree = Leaf real | Node (Tree * Tree)\n';
const leaf = (value: number): Json => ({ tag: 'Leaf', value });
const node = (left: Json, right: Json): Json => ({ tag: 'Node', value: [left, right] });

describe('points and results of every first-order type (Krawiec et al., Figure 15)', () => {
  it('lists and arrays: a gradient of the same lengths', () => {
    expect(differentiate('input xs : list real = [1, 2, 3]\nfold (x, a) -> x * x + a over xs from 0')).toEqual([
      14,
      [2, 4, 6],
    ]);
    expect(differentiate('input xs : array real = [2, 3]\nxs[0] * xs[1]')).toEqual([6, [3, 2]]);
    expect(differentiate('input xs : list real = []\nfold (x, a) -> x + a over xs from 5')).toEqual([5, []]);
    expect(differentiate('input m : array (array real) = [[1, 2], [], [3]]\nm[0][1] * m[2][0]')).toEqual([
      6,
      [[0, 3], [], [2]],
    ]);
    expect(
      differentiate(
        'input xs : list (int * real) = [(2, 3), (5, 7)]\nfold ((n, x), a) -> toReal n * x + a over xs from 0',
      ),
    ).toEqual([
      41,
      [
        [2, 2],
        [5, 5],
      ],
    ]);
  });

  it('an array of items of different shapes is numbered from the left', () => {
    const text = `input data : array (list real) = [[1], [], [2, 3], [4], [5]]
fold (xs, a) -> (fold (x, b) -> x + 2 * b over xs from 0) + 3 * a over data from 0`;
    expect(differentiate('input m : array (list real) = []\nfold (xs, a) -> 2 * a over m from 3')).toEqual([3, []]);
    expect(differentiate(text)).toEqual([1 + 9 * (2 + 6) + 27 * 4 + 81 * 5, [[1], [], [9, 18], [27], [81]]]);
  });

  it('an array of items with several reals is numbered by the index', () => {
    const text = `input ps : array (real * (int * real)) = [(2, (1, 3)), (5, (1, 7))]
input y : real = 10
fold ((a, (_, b)), s) -> a * a * b + y * s over ps from 1`;
    expect(differentiate(text)).toEqual([
      12 + 10 * (175 + 10),
      [
        [12, [1, 4]],
        [700, [1, 250]],
      ],
      175 + 20,
    ]);
    const numbering = (program: CoreProgram | undefined): string | undefined =>
      /let initVarsArray[^]*?\n\n/u
        .exec(printCore(program ?? { variants: [], items: [] }))?.[0]
        .replaceAll(/\s+/gu, ' ');
    expect(numbering(reverse.translate?.(at(text).main).program)).toBe(
      'let initVarsArray (v : array (real * (int * real)), id : int) = ( build (length v) (fun (i : int) -> ' +
        'let (x, (x_1, x_2)) = v[i] in ((x, Delta.Var (id + 2 * i)), (x_1, (x_2, Delta.Var (id + 2 * i + 1))))), ' +
        'id + 2 * length v ) ',
    );
    expect(numbering(reverse.translate?.(at('input xs : array real = [1]\nxs').main).program)).toBe(
      'let initVarsArray (v : array real, id : int) = ' +
        '(build (length v) (fun (i : int) -> let x = v[i] in (x, Delta.Var (id + i))), id + length v) ',
    );
  });

  it('sums and variants: constructors, ints and strings stay, reals are replaced', () => {
    const sum = 'let f s = case s of inl (x, n) -> x * toReal n | inr b -> if b then 1 else 0\n';
    expect(differentiate(`${sum}input s : real * int + bool = inl (2, 3)\nf s`)).toEqual([
      6,
      { tag: 'inl', value: [3, 3] },
    ]);
    expect(differentiate(`${sum}input s : real * int + bool = inr true\nf s`)).toEqual([
      1,
      { tag: 'inr', value: true },
    ]);
    const maybe = `type Maybe a = Nothing | Just a
input m : Maybe (real * string) = Just (4, "a")
input k : Maybe int = Just 3
match m with Just (x, _) -> x * x | Nothing -> 0`;
    expect(differentiate(maybe)).toEqual([16, { tag: 'Just', value: [8, 'a'] }, { tag: 'Just', value: 3 }]);
    const record = `input r : { rate : real, steps : int, ws : list real } = { rate = 2, steps = 3, ws = [1, 4] }
fold (w, a) -> r.rate * w + a over r.ws from 0`;
    expect(differentiate(record)).toEqual([10, { rate: 5, steps: 3, ws: [2, 2] }]);
  });

  it('recursive variants, by recursive functions', () => {
    const text = `${TREE}input t : Tree = Node (Leaf 2, Node (Leaf 3, Leaf 5))
let rec product t = match t with Leaf x -> x | Node (l, r) -> product l * product r
product t`;
    expect(differentiate(text)).toEqual([30, node(leaf(15), node(leaf(10), leaf(6)))]);
    const rose = `type Rose = Rose (real * list Rose)
input t : Rose = Rose (2, [Rose (3, []), Rose (5, [Rose (7, [])])])
let rec total t = match t with Rose (x, ts) -> x * x + (fold (t, a) -> total t + a over ts from 0)
total t`;
    const made = (x: number, ts: Json): Json => ({ tag: 'Rose', value: [x, ts] });
    expect(differentiate(rose)).toEqual([87, made(4, [made(6, []), made(10, [made(14, [])])])]);
  });

  it('results too: the cotangent has their shape', () => {
    const text = `${TREE}input x : real = 3
let rec grow (x, n : int) = if n = 0 then Leaf x else Node (Leaf (x * x), grow (2 * x, n - 1))
(grow (x, 2), [x, 2 * x], (inr (build 2 (fun i -> toReal i * x)) : bool + array real))`;
    const cotangent: Json = [
      node(leaf(1), node(leaf(10), leaf(100))),
      [1000, 10000],
      { tag: 'inr', value: [7, 100000] },
    ];
    const [value, derivative] = differentiate(text, cotangent);
    expect(value).toEqual([node(leaf(9), node(leaf(36), leaf(12))), [3, 6], { tag: 'inr', value: [0, 3] }]);
    // d/dx of x^2, (2x)^2, 4x, x, 2x, x
    expect(derivative).toBe(6 + 240 + 400 + 1000 + 20000 + 100000);
  });

  it('programs that take derivatives themselves run on their trace, even at points without reals', () => {
    const inner = 'fold (x, a) -> x * deriv (fun y -> x * y * y) x + a over xs from 0';
    expect(differentiate(`input xs : list real = [1, 2]\n${inner}`)).toEqual([2 + 16, [6, 24]]);
    expect(differentiate(`input xs : list real = []\n${inner}`)).toEqual([0, []]);
    expect(
      differentiate(`${TREE}input t : Tree = Leaf 2
grad (fun t -> match t with Leaf x -> x * x * x | Node _ -> 0) t`),
    ).toEqual([leaf(12), leaf(12)]);
  });

  it('a type with reals only in its parameter is kept, with another argument', () => {
    const text = `type Maybe a = Nothing | Just a
input x : real = 3
let n = Just 2
let value d m = match m with Just v -> v | Nothing -> d
value 0 (Just x) * (value (0, 0) (Just (x, 1))).1 * toReal (value 0 n)`;
    expect(differentiate(text)).toEqual([18, 12]);
    const printed = printCore(forward.translate?.(at(text).main).program ?? { variants: [], items: [] });
    expect(printed.match(/^type .*/gmu)).toEqual(['type Maybe a = Nothing | Just a']);
    expect(printed).toContain('let n : Maybe int = Just 2\n');
    expect(printed).toContain('Maybe ((real * real) * (real * real))');
  });

  it('a type with other reals is copied once, with its parameters, and so are types that mention it', () => {
    const text = `type Maybe a = Nothing | Just a
type Pair a = | Pair (real * a)
type Chain = End real | Link (Pair (Maybe Chain)) | Two (Pair int * Maybe real)
input c : Chain = Link (Pair (2, Just (Two (Pair (3, 4), Just 5))))
let rec value c = match c with
  | End x -> x
  | Link (Pair (x, Just c)) -> x * value c
  | Link (Pair (x, Nothing)) -> x
  | Two (Pair (x, n), Just y) -> x ^ n + y
  | Two (Pair (x, _), Nothing) -> x
value c`;
    const two: Json = {
      tag: 'Two',
      value: [
        { tag: 'Pair', value: [216, 4] },
        { tag: 'Just', value: 2 },
      ],
    };
    const derivative: Json = { tag: 'Link', value: { tag: 'Pair', value: [86, { tag: 'Just', value: two }] } };
    expect(differentiate(text)).toEqual([172, derivative]);
    const { main, point } = at(text);
    const translated = forward.translate?.(main, point).program ?? internalError('forward translates');
    const printed = printCore(translated);
    expect(printed.match(/^type D[^]*?(?=\n\n)/gmu)).toEqual([
      'type DPair a = | DPair_1 ((real * real) * a)',
      'type DChain =\n  | DEnd (real * real)\n  | DLink (DPair (Maybe DChain))\n  | DTwo (DPair int * Maybe (real * real))',
    ]);
    const [ours, readBack] = [translated, checked(printed)].map((each) => drain(evaluate(each, { budget })));
    expect(readBack?.tag === 'ok' && readBack.value.outputs).toEqual(ours?.tag === 'ok' && ours.value.outputs);
  });

  it('a recursive type with parameters and other reals, or with functions of itself', () => {
    const text = `type Chain a = End | Link (Chain a * real * a)
input c : Chain int = Link (Link (End, 3, 2), 5, 4)
let rec total c = match c with End -> 0 | Link (rest, x, n) -> x ^ n + total rest
total c`;
    const link = (rest: Json, x: number, n: number): Json => ({ tag: 'Link', value: [rest, x, n] });
    expect(differentiate(text)).toEqual([634, link(link({ tag: 'End' }, 6, 2), 500, 4)]);
    const loop = `type Loop a = | Loop (Loop a -> a)
input x : real = 3
let enter l = match l with Loop f -> f l
enter (Loop (fun l -> fun n -> if n < 1 then x else x * enter l (n - 1))) (2 : int)`;
    expect(differentiate(loop)).toEqual([27, 27]);
  });

  it('recursive types without reals are unchanged', () => {
    const text = `type Nat = Zero | Succ Nat
input n : Nat = Succ (Succ Zero)
input x : real = 3
let rec power (x, n) = match n with Zero -> 1 | Succ n -> x * power (x, n)
power (x, n)`;
    const two: Json = { tag: 'Succ', value: { tag: 'Succ', value: { tag: 'Zero' } } };
    expect(differentiate(text)).toEqual([9, two, 6]);
    expect(printCore(reverse.translate?.(at(text).main).program ?? { variants: [], items: [] })).not.toContain('DNat');
  });

  it('functions of the wrapper come before their callers, and match only the parts they need', () => {
    const text = `type Maybe a = Nothing | Just a
input m : Maybe (real * int) = Just (2, 3)
input ms : list (Maybe (real * int)) = [Just (5, 7), Nothing]
let value m = match m with Just (x, n) -> x * toReal n | Nothing -> 0
fold (m, a) -> value m + a over ms from value m`;
    const just = (x: number, n: number): Json => ({ tag: 'Just', value: [x, n] });
    expect(differentiate(text)).toEqual([41, just(3, 3), [just(7, 7), { tag: 'Nothing' }]]);
    const printed = printCore(forward.translate?.(at(text).main).program ?? { variants: [], items: [] });
    const [, wrapper] = /(let zipMaybe[^]*?)\n\nlet s0/u.exec(printed) ?? [];
    // The numbers that distinguish equal names do not matter.
    expect(wrapper?.replaceAll(/_\d+/gu, ''))
      .toBe(`let zipMaybe (v : Maybe (real * int), w : Maybe (real * int)) : Maybe ((real * real) * int) =
  match v with
  | Nothing ->
      (match w with
       | Nothing -> Nothing
       | _ -> fail "shape" "the direction does not have the point's shape")
  | Just (x, x) ->
      (match w with
       | Just (y, _) -> Just ((x, y), x)
       | _ -> fail "shape" "the direction does not have the point's shape")

let rec zipList (v : list (Maybe (real * int)), w : list (Maybe (real * int)))
    : list (Maybe ((real * real) * int)) =
  match v with
  | [] ->
      (match w with [] -> [] | _ -> fail "shape" "the direction does not have the point's shape")
  | x :: xs ->
      (match w with
       | y :: ys -> zipMaybe (x, y) :: zipList (xs, ys)
       | _ -> fail "shape" "the direction does not have the point's shape")`);
  });

  it('functions inside intermediate data', () => {
    const text = `type Rule = Always real | Apply (real -> real)
input x : real = 3
let run (r, v) = match r with Always c -> c | Apply f -> f v
fold (r, a) -> run (r, a) over [Apply (fun v -> v * x), Apply sin, Always 2, Always x] from 1`;
    expect(differentiate(text)).toEqual([3 * Math.sin(2), Math.sin(2)]);
  });
});

describe('one direction of very many', () => {
  it('is 1 in every real of the point, whatever its type', () => {
    const { main, point } = at(`type Maybe a = Nothing | Just a
input xs : array (Maybe (real * int)) = build 400 (fun i -> if mod i 3 = 0 then Nothing else Just (toReal i, i))
fold (m, a) -> (match m with Just (x, _) -> x * x | Nothing -> 0) + a over xs from 0`);
    const outcome = drain(oneDirection(forward.along ?? internalError('along'), main, point, budget));
    const expected = Array.from({ length: 400 }, (_, i) => (i % 3 === 0 ? 0 : 2 * i)).reduce((a, c) => a + c, 0);
    expect(outcome).toMatchObject({ tag: 'ok', value: { derivative: expected } });
    const { columns, verdict } = drain(agree(main, point, { engines: EXACT, budget, now: () => 0 }));
    expect(columns.map(({ status }) => status)).toEqual(['ok', 'one direction', 'ok']);
    expect(verdict).toBe('agree');
  });

  it.each<[string, Json]>([
    ['input xs : array real = [1, 2]\nxs[0]', [1]],
    ['input xs : array real = [1, 2]\nxs[0]', [1, 2, 3]],
    ['input xs : list real = [1, 2]\nxs', [1]],
    ['input xs : list real = [1, 2]\nxs', [1, 2, 3]],
    ['input s : real + real = inl 1\ns', { tag: 'inr', value: 1 }],
  ])('fails where it does not have the shape of the point: %s', (text, json) => {
    const { main, point } = at(text);
    const direction = [read(json, main.source, main)];
    expect(forward.along && drain(forward.along(main, point, direction, budget))).toMatchObject({
      tag: 'failed',
      diagnostic: {
        code: 'shape',
        message: "the direction does not have the point's shape",
        hint: 'lists must have the same lengths, and variants the same constructors',
        span: main.body.origin,
      },
    });
  });
});

describe('a cotangent of another shape', () => {
  it.each<[string, Json]>([
    ['input x : real = 1\n[x, x]', [1]],
    ['input x : real = 1\nlet a : array real = [x]\na', [1, 2]],
    ['input x : real = 1\n([[x, x], [x]] : list (array real))', [[1], [2, 3]]],
    ['input x : real = 1\n(inl x : real + real)', { tag: 'inr', value: 1 }],
    [`${TREE}input x : real = 1\nNode (Leaf x, Leaf x)`, leaf(1)],
    [`${TREE}input x : real = 1\nx * deriv (fun y -> x * y) x\nLeaf (deriv sin x)`, node(leaf(1), leaf(2))],
  ])('is a failure of every engine: %s', (text, cotangent) => {
    const { main, point } = at(text, cotangent);
    for (const engine of [...EXACT, numeric]) {
      expect(drain(engine.run(main, point, budget)), engine.id).toEqual({
        tag: 'failed',
        diagnostic: {
          severity: 'error',
          code: 'shape',
          message: "the cotangent does not have the result's shape",
          hint: 'lists must have the same lengths, and variants the same constructors',
          span: main.body.origin,
          related: [],
        },
      });
    }
  });

  it('is accepted if the shapes differ only in leaves', () => {
    expect(differentiate('input x : real = 2\n[(x, "a", 1)]', [[3, 'b', 5]])).toEqual([[[2, 'a', 1]], 3]);
  });
});

describe('the Delta graph of a point whose reals are known when it runs', () => {
  it.each([
    'input xs : list real = [1, 2, 3]\nfold (x, a) -> x * sin a over xs from 1',
    'input m : array (list real) = [[1, 2], [3]]\nbuild 2 (fun i -> fold (x, a) -> x * a over m[i] from 2)',
    `${TREE}input t : Tree = Node (Leaf 2, Leaf 3)\nmatch t with Leaf x -> t | Node (l, r) -> Node (r, Node (l, l))`,
    'input xs : list real = []\nxs',
  ])('gives the derivative: %s', (text) => {
    const { main, point } = at(text);
    const outcome = drain(runReverse(main, point, budget));
    if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
    const graph = graphOf(main, point, outcome.value);
    const amounts = new Float64Array(graph.count);
    amounts[graph.result] = 1;
    for (let i = graph.count - 1; i >= 0; i--) {
      const factor = graph.kinds[i] === NODE.scale ? (graph.coefficients[i] ?? NaN) : 1;
      for (const operand of graph.operands.subarray(2 * i, 2 * i + 2)) {
        if (operand >= 0) amounts[operand] = (amounts[operand] ?? 0) + factor * (amounts[i] ?? 0);
      }
    }
    const reals = [...amounts].filter((_, i) => graph.kinds[i] === NODE.input);
    const derivatives = main.parameters.flatMap(({ type }, parameter) =>
      realValues(outcome.value.result.derivative[parameter], type, main.variants),
    );
    expect(reals).toEqual(derivatives);
    expect(graph.wrapperFrom).toBe(1 + reals.length + outcome.value.bindings.length - outcome.value.dotBindings);
  });
});

describe('main expressions', () => {
  it('have points of any first-order type where there are no inputs', () => {
    const program = checked(`let point : array real * (real + int) = ([1, 2], inl 3)
rd (fun (xs, t) -> build 2 (fun i -> xs[i])) point [1, 2]`);
    const found = mainOf(program);
    expect(found?.main.parameters.map(({ type }) => type.tag)).toEqual(['sequence', 'sum']);
    expect(found?.point).toMatchObject({ from: 'term', cotangent: true });
  });
});
