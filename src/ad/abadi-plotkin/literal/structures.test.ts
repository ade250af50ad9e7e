import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printCore } from '../../../language/core/print';
import { evaluate } from '../../../semantics/evaluate';
import { BOOL, functionType, INT, product, REAL, STRING, type Type, UNIT } from '../../../language/types/type';
import { printType } from '../../../language/types/print';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { realValues, withRealLeaves } from '../../../semantics/present';
import { drain } from '../../../semantics/task';
import { sequenceOf } from '../../../semantics/leaves';
import { primalOf, type Value, Variant } from '../../../semantics/value';
import { checked, focusOf } from '../../../testing/checked';
import { corePrograms } from '../../../testing/core/programs';
import { showTrace, typeOfTerm } from '../../../testing/abadi-plotkin/reverse';
import { runs } from '../../../testing/runs';
import { agree } from '../../agree';
import type { Main, Point } from '../../engine';
import { mainOf } from '../../main';
import { pointReals } from '../../point';
import { traceAnf } from '../anf/engine';
import { pointValues, traceLiteral } from './engine';
import { closeTrace, evaluateTrace, type LiteralTrace, traceLiterally } from './evaluate';
import { traceTypes, traceValue } from './representation';
import { dimension } from './term';
import { typeOfTrace } from './types';

const budget = COMMAND_LINE_BUDGET;

function traced(main: Main, point: Point): LiteralTrace {
  const outcome = drain(traceLiterally(main, point, budget));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

/**
 * Checks that C is well typed, with the type of the value's representation, and evaluates to the value's reals
 * (Proposition 3.5).
 */
function checkTrace(main: Main, point: Point, found: LiteralTrace): void {
  const value = found.run.outputs.at(-1);
  const represented = traceValue(value, main.target, traceTypes(main.variants));
  const type = typeOfTerm(found.term);
  expect(type).toEqual(represented && typeOfTrace(represented));
  const reals = realValues(value, main.target, main.variants).map(primalOf);
  expect(dimension(type)).toBe(reals.length);
  const closed = drain(evaluateTrace(closeTrace(found, pointValues(main, point)), budget));
  expect(closed.tag === 'ok' && closed.value.reals).toEqual(reals);
}

const TREE = `type Tree = Leaf | Node (Tree * real * Tree)
let rec total t = match t with Leaf -> 0.0 | Node (l, v, r) -> total l + v * v + total r
`;
const MAYBE = 'type Maybe a = Nothing | Just a\n';

describe('C of a program with variants, lists and arrays', () => {
  const programs: readonly (readonly [name: string, text: string, written: string])[] = [
    [
      'a list that is an input is a variable for each of its reals',
      'input xs : list real = [1.0, 2.0]\nmatch xs with x :: y :: _ -> x * y | _ -> 0.0',
      'multiply(<xs_0, xs_1>)',
    ],
    [
      'recursion over it: each call binds what is left',
      'input xs : list real = [1.0, 2.0]\nlet rec total xs = match xs with [] -> 0.0 | x :: r -> x * x + total r\ntotal xs',
      'let v1:(real x (real x unit)) = <xs_0, <xs_1, *>> in let v2:real = multiply(<xs_0, xs_0>) in ' +
        'let v7:real = let v3:(real x unit) = <xs_1, *> in let v4:real = multiply(<xs_1, xs_1>) in ' +
        'let v6:real = let v5:unit = * in 0 in (v4 + v6) in (v2 + v7)',
    ],
    [
      'a fold begins with the last item',
      'input xs : list real = [1.0, 2.0, 3.0]\nfold (x, a) -> x * a over xs from 1.0',
      'let v1:real = multiply(<xs_2, 1>) in let v2:real = multiply(<xs_1, v1>) in multiply(<xs_0, v2>)',
    ],
    [
      'a fold whose accumulator is a pair binds it',
      'input xs : list real = [1.0, 2.0]\nfst (fold (x, (a, b)) -> (x * a, b + a) over xs from (1.0, 0.0))',
      'let v1:(real x real) = <1, 0> in let v2:real = multiply(<xs_1, 1>) in let v3:real = (0 + 1) in ' +
        'let v4:(real x real) = <v2, v3> in let v5:real = multiply(<xs_0, v2>) in let v6:real = (v3 + v2) in ' +
        'fst(<v5, v6>)',
    ],
    [
      'an array is the tuple of its items',
      'input a : real = 2.0\nlet xs = build 3 (fun i -> toReal i * a) in xs[1] + xs[2]',
      'let v1:real = toReal(*) in let v2:real = multiply(<v1, a>) in let v3:real = toReal(*) in ' +
        'let v4:real = multiply(<v3, a>) in let v5:real = toReal(*) in let v6:real = multiply(<v5, a>) in ' +
        'let v7:((real x real) x real) = <<v2, v4>, v6> in (v4 + v6)',
    ],
    [
      'a fold whose accumulator is a pair that has a name',
      'input xs : list real = [1.0, 2.0]\nfst (fold (x, p) -> (fst p * x, snd p) over xs from (1.0, 0.0))',
      'let v1:(real x real) = <1, 0> in let v2:real = fst(v1) in let v3:real = multiply(<v2, xs_1>) in ' +
        'let v4:real = snd(v1) in let v5:(real x real) = <v3, v4> in let v6:real = fst(v5) in ' +
        'let v7:real = multiply(<v6, xs_0>) in let v8:real = snd(v5) in fst(<v7, v8>)',
    ],
    [
      'the length is known where the program runs',
      'input xs : list real = [1.0, 2.0]\n(match xs with x :: _ -> x | [] -> 0.0) * toReal (length xs)',
      'let v1:real = xs_0 in let v2:real = toReal(*) in multiply(<v1, v2>)',
    ],
    [
      'what is taken apart in a redex is taken apart again after it, but what was before is not',
      'input a : real = 2.0\nlet f x = [x, x * x] in let xs = f a in (match xs with x :: _ -> x | [] -> a) + ' +
        '(if a > 0.0 then (match xs with x :: y :: _ -> (let z = x * y in z) | _ -> a) else a) * ' +
        '(match xs with x :: y :: [] -> x * y | _ -> a)',
      'let v3:(real x (real x unit)) = let v1:real = a in let v2:real = multiply(<v1, v1>) in <v1, <v2, *>> in ' +
        'let v4:(real x (real x unit)) = v3 in let v5:real = fst(v4) in let v11:real = let v6:real = fst(v4) in ' +
        'let v7:(real x unit) = snd(v4) in let v8:real = fst(v7) in let v9:real = multiply(<v6, v8>) in ' +
        'let v10:real = v9 in v10 in let v15:real = let v12:real = fst(v4) in let v13:(real x unit) = snd(v4) in ' +
        'let v14:real = fst(v13) in multiply(<v12, v14>) in let v16:real = multiply(<v11, v15>) in (v5 + v16)',
    ],
    [
      'what is left of a list that a redex makes is nothing',
      'input a : real = 2.0\nlet f x = [x] in let g xs = (match xs with [] -> a | _ :: _ -> 1.0) in ' +
        'match f a with x :: r -> x * g r | [] -> a',
      'let v2:(real x unit) = let v1:real = a in <v1, *> in let v3:real = fst(v2) in ' +
        'let v5:real = let v4:unit = * in a in multiply(<v3, v5>)',
    ],
    [
      'an array that a redex makes is taken apart where it is used, once',
      'input a : real = 2.0\nlet f x = build 3 (fun i -> x * x) in let xs = f a in xs[0] + xs[2] * xs[0]',
      'let v5:((real x real) x real) = let v1:real = a in let v2:real = multiply(<v1, v1>) in ' +
        'let v3:real = multiply(<v1, v1>) in let v4:real = multiply(<v1, v1>) in <<v2, v3>, v4> in ' +
        'let v6:((real x real) x real) = v5 in let v7:(real x real) = fst(v6) in let v8:real = fst(v7) in ' +
        'let v9:real = snd(v6) in let v10:real = multiply(<v9, v8>) in (v8 + v10)',
    ],
    [
      'a list that a redex makes is, too',
      'input a : real = 2.0\nlet f x : list real = [x, x * x] in fold (x, s) -> x + s over f a from (match f a with x :: _ -> x | [] -> a)',
      'let v3:(real x (real x unit)) = let v1:real = a in let v2:real = multiply(<v1, v1>) in <v1, <v2, *>> in ' +
        'let v6:(real x (real x unit)) = let v4:real = a in let v5:real = multiply(<v4, v4>) in <v4, <v5, *>> in ' +
        'let v7:real = fst(v6) in let v8:real = fst(v3) in let v9:(real x unit) = snd(v3) in ' +
        'let v10:real = fst(v9) in let v11:real = (v10 + v7) in (v8 + v11)',
    ],
    [
      'lists and arrays are joined',
      'input a : real = 2.0\n(([a] ++ [a * a, 1.0] : list real), (build 1 (fun _ -> a) ++ build 2 (fun _ -> 2.0)))',
      'let v1:real = multiply(<a, a>) in <<a, <v1, <1, *>>>, <<a, 2>, 2>>',
    ],
    [
      'what carries no real is not bound',
      'input a : real = 2.0\ntype S = On | Off\nlet s = On in let n : list int = [1, 2] in match s with On -> a | Off -> toReal (length n)',
      'a',
    ],
    [
      'a constructor is what it carries',
      `${MAYBE}input m : Maybe real = Just 3.0\nlet d = Just (fun x -> x) in match m with Just x -> x * x | Nothing -> 0.0`,
      'multiply(<m_0, m_0>)',
    ],
    [
      'or nothing',
      `${MAYBE}input m : Maybe real = Nothing\ninput a : real = 2.0\nmatch m with Just x -> x * x | Nothing -> a`,
      'a',
    ],
    [
      'a tree is a tuple of tuples',
      `${TREE}input t : Tree = Node (Node (Leaf, 1.0, Leaf), 2.0, Leaf)\ntotal t`,
      'let v1:((((unit x real) x unit) x real) x unit) = <<<<*, t_0>, *>, t_1>, *> in ' +
        'let v9:real = let v2:((unit x real) x unit) = <<*, t_0>, *> in let v4:real = let v3:unit = * in 0 in ' +
        'let v5:real = multiply(<t_0, t_0>) in let v6:real = (v4 + v5) in let v8:real = let v7:unit = * in 0 in ' +
        '(v6 + v8) in let v10:real = multiply(<t_1, t_1>) in let v11:real = (v9 + v10) in ' +
        'let v13:real = let v12:unit = * in 0 in (v11 + v13)',
    ],
    [
      'a match in a context is a redex',
      'input xs : list real = [2.0]\n1.0 + (match xs with x :: _ -> (let y = x * x in y * y) | [] -> 0.0)',
      'let v3:real = let v1:real = multiply(<xs_0, xs_0>) in let v2:real = v1 in multiply(<v2, v2>) in (1 + v3)',
    ],
    ['sums', 'input s : real + int = inl 2.0\nmatch s with inl x -> x * x | inr n -> toReal n', 'multiply(<s_0, s_0>)'],
    [
      'a derivative at a list',
      'input a : real = 2.0\ngrad (fun ys -> (match ys with y :: _ -> y * y | [] -> 0.0)) [a, 1.0]',
      'let v1:real = a in let v2:real = 1 in let v3:(real x real) = 1.multiply_r(<v1, v1>) in ' +
        'let v4:(real x real) = v3 in let v5:real = fst(v4) in let v6:real = snd(v4) in ' +
        '(<v5, <0, *>> +_(real x (real x unit)) <v6, <0, *>>)',
    ],
    [
      'a derivative at a product with an array',
      'input p : real * array real = (2.0, build 2 (fun i -> toReal i))\n(snd p)[1] * fst p',
      'multiply(<p_2, p_0>)',
    ],
  ];
  for (const [name, text, written] of programs) {
    test(name, () => {
      const { main, point } = focusOf(checked(text));
      const found = traced(main, point);
      expect(showTrace(found.term)).toBe(written);
      checkTrace(main, point, found);
      const literal = drain(traceLiteral.run(main, point, budget));
      const swept = drain(traceAnf.run(main, point, budget));
      if (literal.tag !== 'ok' || swept.tag !== 'ok') throw new Error('both are defined');
      expect(pointReals(main, { ...point, arguments: literal.value.derivative })).toEqual(
        pointReals(main, { ...point, arguments: swept.value.derivative }),
      );
    });
  }

  test('values without reals are not bound', () => {
    const { isBound } = traceTypes([]);
    const sum = (left: Type, right: Type): Type => ({ tag: 'sum', left, right });
    expect([sum(INT, REAL), sum(REAL, INT), REAL, UNIT, product([INT, BOOL])].map(isBound)).not.toContain(false);
    expect([sum(INT, STRING), INT, BOOL, STRING, functionType(REAL, REAL)].map(isBound)).not.toContain(true);
  });

  test('values are represented up to 400 levels deep', () => {
    const chain = 'type Chain = End | Link (real * Chain)\nlet c = Link (1.0, End)\nc';
    const types = traceTypes(checked(chain).variants);
    const [type] = types.variants.map((variant) => variant.type);
    if (type === undefined) throw new Error('a type');
    const depth = (n: number): boolean => {
      let value: Value = new Variant('End', undefined);
      for (let i = 0; i < n; i++) value = new Variant('Link', [1, value]);
      return traceValue(value, type, types) !== undefined;
    };
    // A Link is a variant, and its payload a pair.
    expect([depth(133), depth(134), depth(100_000)]).toEqual([true, false, false]);
    const sequence = (n: number, container: 'list' | 'array', item: Type, value: Value): boolean =>
      traceValue(
        sequenceOf(new Array<Value>(n).fill(value), container),
        { tag: 'sequence', container, item },
        types,
      ) !== undefined;
    const inner: Type = { tag: 'sequence', container: 'list', item: REAL };
    const hundred = sequenceOf(new Array<Value>(100).fill(1), 'list');
    for (const container of ['list', 'array'] as const) {
      expect([400, 401].map((n) => sequence(n, container, REAL, 1))).toEqual([true, false]);
      expect([300, 301].map((n) => sequence(n, container, inner, hundred))).toEqual([true, false]);
    }
  });

  test('a type that mentions itself is visited once', () => {
    const types = traceTypes(
      checked(
        'type Nat = Z | S Nat\ntype Pair a = | Pair (a * a)\nlet n = S Z\nlet p = Pair (Pair (1.0, 2.0), Pair (3.0, 4.0))\np',
      ).variants,
    );
    const bound = types.variants.map(({ type }) => [printType(type), types.isBound(type), types.isBound(type)]);
    expect(bound).toEqual([
      ['Nat', false, false],
      ['Pair real', true, true],
      ['Pair (Pair real)', true, true],
    ]);
  });

  const points: readonly (readonly [what: string, text: string])[] = [
    ['tuple', 'let f x = (x, [x, x * x], 1.0) in (rd (fun p -> p.1 + p.3) (f a) 1.0).1'],
    ['record', 'let f x = { n = 1.0, xs = build 2 (fun _ -> x) } in (grad (fun r -> r.xs[1] * r.n) (f a)).n'],
    ['array', 'let f x = build 2 (fun _ -> x) in (grad (fun xs -> xs[0] * xs[1]) (f a))[1]'],
    [
      'list',
      'let f x = [x, x * x] in match grad (fun xs -> fold (x, s) -> x + s over xs from a) (f a) with x :: _ -> x | _ -> a',
    ],
    [
      'variant',
      'let f x = Just (x, x * x) in match grad (fun m -> match m with Just (x, y) -> x * y | Nothing -> a) (f a) with Just (x, _) -> x | Nothing -> a',
    ],
  ];
  test.each(points)('a derivative at a %s that a redex makes', (_, text) => {
    const { main, point } = focusOf(checked(`${MAYBE}input a : real = 2.0\n${text}`));
    checkTrace(main, point, traced(main, point));
    const { verdict } = drain(agree(main, point, { engines: [traceAnf, traceLiteral], budget, now: () => 0 }));
    expect(verdict).not.toBe('disagree');
  });

  test('the variables of an input with several parts are numbered', () => {
    const { main, point } = focusOf(checked('input xs : list real = [1.0, 2.0]\ninput a : real = 3.0\na'));
    expect(traced(main, point).inputs.map(({ name }) => name)).toEqual(['xs_0', 'xs_1', 'a']);
  });
});

describe('no trace term', () => {
  function reasonOf(text: string): { readonly message: string; readonly text: string } {
    const { main, point } = focusOf(checked(text));
    const outcome = drain(traceLiteral.run(main, point, budget));
    if (outcome.tag === 'ok') throw new Error('it has a term');
    const { message, span } = outcome.diagnostic;
    return { message, text: text.slice(span.start, span.end) };
  }
  const message = 'tuples nested more than 400 deep have no trace term';
  const items = (n: number): string => `[${Array.from({ length: n }, () => '1.0').join(', ')}]`;

  test('for tuples that are nested too deeply', () => {
    expect(reasonOf(`input xs : list real = ${items(401)}\nfold (x, s) -> x + s over xs from 0.0`)).toMatchObject({
      message,
    });
    expect(reasonOf(`input a : real = 1.0\nfst (a, ${items(401)})`)).toEqual({ message, text: items(401) });
    for (const n of [401, 1000])
      expect(reasonOf(`input a : real = 1.0\nlet xs = build ${n} (fun _ -> a) in xs[0]`)).toMatchObject({ message });
    const text = 'input a : real = 1.0\n(build 398 (fun _ -> a))[0]';
    expect(() => reasonOf(text)).toThrow('it has a term');
    expect(
      reasonOf('input a : real = 1.0\nlet rec f (n : int) = if n = 0 then [] else a :: f (n - 1) in length (f 500)'),
    ).toMatchObject({ message });
  });

  test('for values of the module Delta', () => {
    expect(reasonOf('input a : real = 1.0\nlet m = Delta.pure a in a')).toEqual({
      message: 'values of the module Delta have no trace term',
      text: 'Delta.pure a',
    });
  });
});

test('programs of the whole core have well-typed traces, with their values and derivatives', () => {
  let compared = 0;
  const small = { ...budget, steps: 5000 };
  fc.assert(
    fc.property(corePrograms(), (program) => {
      const ran = drain(evaluate(program, { budget: small }));
      const main = mainOf(program)?.main;
      if (ran.tag !== 'ok' || main === undefined) return;
      const value = ran.value.outputs.at(-1);
      const weights = realValues(value, main.target, main.variants).map((_, at) => 1 - 0.3 * (at % 5));
      const cotangent = withRealLeaves(value, main.target, weights, main.variants);
      const point = { arguments: main.parameters.map(({ name }) => ran.value.inputs.get(name)), cotangent };
      const found = drain(traceLiterally(main, point, budget));
      if (found.tag !== 'ok') {
        expect(found.diagnostic.code, printCore(program)).toBe('unsupported');
        return;
      }
      checkTrace(main, point, found.value);
      const { verdict, columns } = drain(
        agree(main, point, { engines: [traceAnf, traceLiteral], budget, now: () => 0 }),
      );
      expect(verdict, printCore(program)).not.toBe('disagree');
      if (columns[1]?.status === 'ok') compared++;
    }),
    runs(),
  );
  expect(compared).toBeGreaterThan(runs().numRuns / 4);
});
