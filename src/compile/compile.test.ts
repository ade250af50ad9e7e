import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import type { EngineResult, Main, Point } from '../ad/engine';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET, type Outcome } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import { Items, primalOf, type Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { expectNear } from '../testing/compiled-tolerance';
import { EDGES } from '../testing/edges';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { type Compiled, compileProgram } from './compile';
import { printModule } from './emit/module';
import { Unsupported } from './unsupported';
import { checkProgram } from './ir/check';
import { printProgram } from './ir/print';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };

function compiled(main: Main, text: string): Compiled {
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(`${made.message}\n${text}`);
  expect(checkProgram(made.ir), text).toEqual([]);
  return made;
}

/** The point with a weight of its own for each real of the result. */
function weighted(main: Main, point: Point): Point {
  const weights = realValues(point.cotangent, main.target, main.variants).map((_, at) => 1 - 0.3 * (at % 5));
  return { ...point, cotangent: withRealLeaves(point.cotangent, main.target, weights, main.variants) };
}

function realsOf(main: Main, values: readonly Value[]): readonly number[] {
  return main.parameters.flatMap(({ type }, i) => realValues(values[i], type, main.variants).map(primalOf));
}

/** Expects that a module answers what the machine does. */
function expectSame(
  made: Compiled,
  main: Main,
  point: Point,
  machine: Outcome<EngineResult>,
  derivatives: number,
  text: string,
): void {
  expect(checkProgram(made.ir), text).toEqual([]);
  const value = made.value(point.arguments, budget);
  const gradient = made.gradient(point.arguments, point.cotangent, budget);
  if (machine.tag !== 'ok') {
    expect([value.tag, gradient.tag], text).toContain('fault');
    return;
  }
  if (value.tag !== 'values' || gradient.tag !== 'values') {
    throw new Error(`${value.tag}, ${gradient.tag}\n${text}`);
  }
  // Derivatives inside the program add up their sums in another order.
  if (derivatives === 0) expect(value.values, text).toEqual([machine.value.value]);
  for (const each of [value.values[0], gradient.values.at(-1)]) {
    const theirs = realValues(machine.value.value, main.target, main.variants).map(primalOf);
    expectNear(realValues(each, main.target, main.variants).map(primalOf), theirs, [], text);
  }
  const bounds = realsOf(main, machine.value.bound ?? []);
  expectNear(realsOf(main, gradient.values), realsOf(main, machine.value.derivative), bounds, text);
}

/** Whether a program has a version for the usual lengths of its inputs. */
function hasUsual({ ir }: Compiled): boolean {
  return [...ir.functions.values()].some(({ name }) => name === 'gradientUsual');
}

function withoutLengths(main: Main): Main {
  return { ...main, parameters: main.parameters.map((each) => ({ ...each, lengths: [] })) };
}

describe('generated programs of the whole language', () => {
  // 500 programs together, 10,000 in the long run.
  test.each([
    { derivatives: 0, share: 4 },
    { derivatives: 3, share: 2.25 },
  ])(
    'with up to $derivatives derivatives: the value is that of the machine, the gradient that of its trace',
    ({ derivatives, share }) => {
      const seen = { same: 0, refused: 0, usual: 0 };
      const { numRuns, ...rest } = runs(share);
      fc.assert(
        fc.property(programs({ language: 'whole', derivatives }), ({ text }) => {
          const core = checked(text);
          if (drain(evaluate(core, { budget })).tag !== 'ok') return; // the point itself may fail
          const focus = focusOf(core);
          const { main } = focus;
          const point = weighted(main, focus.point);
          const machine = drain(traceAnf.run(main, point, budget));
          if (machine.tag === 'stopped') return;
          const made = compileProgram(main);
          if (made instanceof Unsupported) {
            expect(derivatives, made.message).toBeGreaterThan(0);
            seen.refused++;
            return;
          }
          expectSame(made, main, point, machine, derivatives, text);
          if (hasUsual(made)) {
            const any = compileProgram(withoutLengths(main));
            if (any instanceof Unsupported) throw new Error(any.message);
            expectSame(any, main, point, machine, derivatives, text);
            seen.usual++;
          }
          if (machine.tag !== 'ok') return;
          seen.same++;
        }),
        { ...rest, numRuns },
      );
      expect(seen.same).toBeGreaterThan(0.8 * numRuns);
      expect(seen.refused).toBeLessThan(0.05 * numRuns);
    },
    1_200_000,
  );
});

describe('a loop', () => {
  const text = 'input x : real = 1\nlet rec go (n, v) = if n < 1 then v else go (n - 1, v * sin v)\ngo (30, x)\n';
  const { main } = focusOf(checked(text));
  const { ir, emitted } = compiled(main, text);

  test('keeps its partial derivatives on the way there for the way back', () => {
    expect(printProgram(ir)).toMatchInlineSnapshot(`
      "function gradient.2(r35 : real, r36 : real)
        d60 = tape 30
        r42 = for n38 < 30 (r39 = r35) {
          r40 = sin r39
          r41 = multiply r39, r40
          r57 = cos r39
          r58 = multiply r39, r57
          r59 = add r40, r58
          keep d60[n38] = r59
          results r41
        }
        r51 = for n52 < 30 down (r45 = r36) {
          r56 = item d60[n52] unchecked
          r50 = multiply r45, r56
          results r50
        }
        r43, r44 = finite r51, r42
        results r43, r44
      "
    `);
  });

  test('is written as WebAssembly with the sine of the host', () => {
    const written = printModule(emitted.module);
    expect(written).toContain('(import "operations" "sin" (func $sin (param f64) (result f64)))');
    expect(written).toContain('call $sin');
  });
});

describe('a run stops', () => {
  const after = (expression: string, value: number, limits = budget): string => {
    const text = `input x : real = 2\n${expression}\n`;
    const { main } = focusOf(checked(text));
    const made = compiled(main, text);
    const point = { arguments: [value], cotangent: 1 };
    const [plain, gradient] = [made.value([value], limits), made.gradient([value], 1, limits)];
    const machine = drain(traceAnf.run(main, point, limits));
    expect(plain.tag === 'values', text).toBe(machine.tag === 'ok');
    expect(gradient.tag).toBe(plain.tag);
    return plain.tag;
  };

  test.each(EDGES)('where %s has no value, at %d', (expression, value) => {
    expect(after(expression, 2)).toBe('values');
    expect(after(expression, value)).toBe('fault');
  });

  test('when its steps are spent, or its memory', () => {
    const endless = 'let rec go v = if v > 0 then v else go (v - 1) in go x';
    expect(after(endless, 1, { ...budget, steps: 1e4 })).toBe('values');
    expect(after(endless, -1, { ...budget, steps: 1e4 })).toBe('steps');
    const growing =
      'let rec go (n : int) xs = if n < 1 then (match xs with y :: _ -> y | [] -> 0) else go (n - 1) (x :: xs) in go (floor x) []';
    expect(after(growing, 1e4, { ...budget, bytes: 6e4 })).toBe('memory');
  });
});

describe('prepared runs', () => {
  // The gradient is 2e150; for the value as the cotangent it would be infinite.
  const text = 'input x : array real = toArray [1e150]\nx[0] * x[0]\n';
  const { main, point } = focusOf(checked(text));

  test('have the arguments and the cotangent that they were given, whatever ran before', () => {
    const made = compiled(main, text);
    const { value, gradient } = made.prepare(point.arguments, 1, budget);
    const other = made.prepare(point.arguments, 1e300, budget);
    for (let i = 0; i < 2; i++) {
      expect([value(), gradient(), value()]).toEqual(['done', 'done', 'done']);
      expect([other.value(), other.gradient()]).toEqual(['done', 'fault']);
      expect(made.gradient([new Items([])], 1, budget)).toEqual({ tag: 'fault' });
    }
  });
});

test.each([
  ['an array', '(toArray [x, 1, 2])[i]', 1],
  ['a build', '(build 3 (fun j -> if j = 0 then x else 1))[i]', 1],
  ['a list', 'sum (zipReals (fun (a, b) -> a * b) [x, 1] [toReal i, 2])', 3],
])('%s that each round of a joined loop makes adds up its adjoints', (_, item, slope) => {
  const text = `input x : real = 2\nsum (map (fun i -> ${item}) (range 0 3))\n`;
  const { main } = focusOf(checked(text));
  expect(compiled(main, text).gradient([2], 1, budget)).toMatchObject({
    tag: 'values',
    values: [slope, expect.any(Number)],
  });
});

test('a cell of a list that a loop carries on stays a cell', () => {
  const text = `input x : real = 2
let xs = map (fun i -> x * toReal i) (range 0 5)
let rec last (found, rest) = match rest with [] -> found | y :: more -> last (rest, more)
match last ([], xs) with [] -> 0 | y :: _ -> y
`;
  const { main, point } = focusOf(checked(text));
  expect(compiled(main, text).value(point.arguments, budget)).toEqual({ tag: 'values', values: [8] });
});

test('a list of adjoints can end before the list', () => {
  const text = `type Maybe a = Nothing | Just a
type Point = { x : real, y : real }
input z : list (real * real) = [(0.601, 1.067)]
let rec walk whole = match whole with [] -> ((tanh (abs 3.5))) | (part : Point) :: part2 -> (let r2 = walk part2 in (tanh (sum [(snd ((tanh (squaredError (let (t, t2) = ((dot part (mapReals tanh part)), part.y) in ((tanh t), (tanh t2))))), (log (1 + (atan (deriv (fun b -> (sinh (atan (dot part2 (mapReals tanh part2))))) (atan (squaredError (let (t3, t4) = (r2, (dot part2 (mapReals cos part2))) in ((sin t3), (atan t4))))))) * (atan (deriv (fun b -> (sinh (atan (dot part2 (mapReals tanh part2))))) (atan (squaredError (let (t3, t4) = (r2, (dot part2 (mapReals cos part2))) in ((sin t3), (atan t4))))))))))), (match (match (let y = ({ gain = (dot part (mapReals cos part)), zone = 1 }).gain in (toList [part])) with ({ x = 0.5, y = u } :: ({ x = v, y = x } :: ({ x = z2, y = u2 } :: []))) -> { bias = u2, weights = [u2] } | x2 -> { bias = (dot part2 (mapReals atan part2)), weights = [] }) with { bias = (-2), weights = _ } -> r2 | { bias = x3, weights = _ } -> r2), (atan (dot z (mapReals tanh z)))])))
let swap item α = ((fst ((match (identity ({ gain = α, zone = 2.5 }).gain) with y3 -> (match (walk [{ x = (dot z (mapReals atan z)), y = 1.75 }, { x = 1.4, y = 2 }]) with x4 -> item)), ((atan ((mapReals sin (let h q y2 = (walk [{ x = (dot y2 (mapReals tanh y2)), y = q }]) in (let at = { gain = 1.2, zone = true } in subtract at (scale 3.0 at))))).gain) ^ 3))), α)
let g (q, x5) = (sin (squaredError (let (t5, t6) = ((fold (a, _t) -> _t over (mapReals sin (let at3 = [(atan (deriv (fun v2 -> v2) x5)), (tanh (dot z (mapReals tanh z)))] in hvp (fun c -> (walk [{ x = (dot z (mapReals cos z)), y = (dot c (mapReals tanh c)) }, { x = x5, y = q }])) at3 (mapReals (fun α2 -> ([α2, α2, α2][1])) at3))) from (walk (concat []))), (dot z (mapReals cos z))) in ((sin t5), (sin t6)))))
let x6 : real = 1
(grad (let q2 = Nothing in (foldl (fun (b2, z3) -> ((let at4 = [{ gain = b2, zone = 2 }, { gain = b2, zone = 0 }] in if length at4 = 0 then { gain = b2, zone = 4 } else at4[mod 4 (length at4)])).gain) (fun _t2 -> (g (swap _t2 (tanh (dot z (mapReals atan z)))))) (concat (toList [[]])))) (atan (findRoot 2 (fun at5 -> 3 * at5 - sin (tanh (zeroLike ((fun α3 -> (toReal (mapReals (let a2 = z in (fun q -> x6)) (mod (grad (fun _t3 -> x6) 4) 3)))) (fun (_t4, x) -> _t4))) * at5) - 1) ((fun α3 -> (toReal (mapReals (let a2 = z in (fun q -> x6)) (mod (grad (fun _t3 -> x6) 4) 3)))) (fun (_t4, x) -> _t4)))))
`;
  const { main, point } = focusOf(checked(text));
  const machine = drain(traceAnf.run(main, point, budget));
  const answer = compiled(main, text).gradient(point.arguments, point.cotangent, budget);
  if (machine.tag !== 'ok' || answer.tag !== 'values') throw new Error(`${machine.tag}, ${answer.tag}`);
  const { derivative, bound = [] } = machine.value;
  expectNear(realsOf(main, answer.values), realsOf(main, derivative), realsOf(main, bound), text);
});

describe('memory', () => {
  const valueOf = (text: string, bytes: number): unknown => {
    const { main, point } = focusOf(checked(text));
    const made = compiled(main, text);
    return made.value(point.arguments, { ...budget, steps: 1e9, bytes });
  };

  test.each([
    ['an array', 'input at : array real = [1, 2, 4, 8]', 'w', 'sum'],
    ['a list', 'input at : list real = [1, 2, 4, 8]', 'w', 'sum'],
    [
      'a tree',
      'type Tree = Leaf real | Node (Tree * Tree)\ninput at : Tree = Node (Leaf 1, Node (Leaf 2, Leaf 4))',
      'w',
      'dot at',
    ],
  ])('of 20,000 steps of descent on %s is freed', (_, inputs, w, measure) => {
    const text = `${inputs}
let loss w = let d = subtract w at in dot d d
let rec descend (n : int) ${w} = if n < 1 then w else descend (n - 1) (subtract w (scale 0.1 (grad loss w)))
${measure} (descend 20000 (zeroLike at))
`;
    const answer = valueOf(text, 4e6);
    const expected = measure === 'sum' ? 15 : 21;
    expect(answer).toMatchObject({ tag: 'values' });
    expect((answer as { values: number[] }).values[0]).toBeCloseTo(expected, 9);
  });

  test('of a fold whose steps make data is freed', () => {
    const text = `input x : real = 1
sum (fold (i, xs) -> map (fun y -> y + toReal i * 0) xs over range 0 100000 from [x, x, x])
`;
    expect(valueOf(text, 5e6)).toEqual({ tag: 'values', values: [3] });
  });

  test.each([
    ['is', 'let xs = build n (fun i -> ()) in match xs[0] with () -> toReal (length xs)'],
    ['would be', 'sum (build n (fun i -> 1))'],
  ])('is out if an array %s too long', (_, expression) => {
    const text = `input n : int = 1\n${expression}\n`;
    const made = compiled(focusOf(checked(text)).main, text);
    const run = (n: number): unknown => made.value([n], { ...budget, steps: 1e9 });
    expect(run(2 ** 26)).toEqual({ tag: 'values', values: [2 ** 26] });
    expect(run(2 ** 26 + 1)).toEqual({ tag: 'memory' });
  });

  test('that is still in use is kept', () => {
    const text = `input x : real = 1
let rec go (n : int) (xs, kept) = if n < 1 then sum kept else go (n - 1) (map (fun y -> y + 1) xs, if mod n 1000 = 0 then fst (xs[0], 0) :: kept else kept)
go 100000 (build 10 (fun _ -> x), [])
`;
    const { main, point } = focusOf(checked(text.replaceAll('100000', '3000')));
    const machine = drain(traceAnf.run(main, point, budget));
    expect(machine.tag === 'ok' && valueOf(text.replaceAll('100000', '3000'), 1e8)).toEqual({
      tag: 'values',
      values: [machine.tag === 'ok' && machine.value.value],
    });
    // 1, 1001, ..., 99001
    expect(valueOf(text, 1e7)).toEqual({ tag: 'values', values: [100 * 1 + (1000 * 99 * 100) / 2] });
  });
});
