import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import type { Main, Point } from '../ad/engine';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { fromJson, realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { differentiated, hasDerivatives, runStage, type Stage, stagesOf } from '../testing/ir/stages';
import { WRITTEN } from '../testing/ir/written';
import { recursions } from '../testing/ir/recursions';
import { tableGradients } from '../testing/ir/table-gradients';
import { testedLoops } from '../testing/ir/tested-loops';
import { GROWING } from '../testing/ir/written-growing';
import { UPDATING_CALLS } from '../testing/ir/written-calls';
import { READING_CALLS } from '../testing/ir/written-reads';
import { UPDATING_DATA } from '../testing/ir/written-data-updates';
import { UPDATING } from '../testing/ir/written-updates';
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

/**
 * Expects that each pass leaves a program correct, that its value stays that of the machine, and its gradient that of
 * the machine's trace; both are those of the module to the last bit in the representation of which it is made. Says whether
 * it had a value. With `isUsual`, the passes go through the version for the usual lengths of inputs.
 */
function keepsMeaning(
  text: string,
  everyGradient: boolean,
  at?: readonly Value[],
  limits = budget,
  isUsual = false,
): 'values' | 'fault' | 'steps' | 'refused' {
  const core = checked(text);
  const focus = focusOf(core);
  const { main } = focus;
  const point = weighted(main, at === undefined ? focus.point : { ...focus.point, arguments: at });
  const stages = stagesOf(main, isUsual);
  const made = compileProgram(main);
  if (stages === undefined || made instanceof Unsupported) return 'refused';
  expect(checkProgram(made.ir), `${text}\n${printProgram(made.ir)}`).toEqual([]);
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
  for (const stage of stages.after) seeGradient(stage);
  // The numbers of variables, which can decide the order of factors, are others in the module than in the stages.
  const last = seeGradient({ pass: 'the module', program: made.ir });
  const answer = made.gradient(point.arguments, point.cotangent, limits);
  if (last === undefined || answer.tag !== 'values') expect(answer.tag === 'values', text).toBe(last !== undefined);
  else expect(realsOf(main, answer.values), text).toEqual(realsOf(main, last));
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
      fc.property(programs({ language: 'whole', derivatives }), fc.boolean(), ({ text }, isUsual) => {
        if (drain(evaluate(checked(text), { budget })).tag !== 'ok') return;
        seen[keepsMeaning(text, everyGradient, undefined, budget, isUsual)]++;
      }),
      { ...rest, numRuns },
    );
    expect(seen.values).toBeGreaterThan(0.5 * numRuns);
  });
});

test('each pass keeps the meaning of loops whose test makes what their rounds and their end read', () => {
  fc.assert(
    fc.property(testedLoops, (text) => {
      expect(keepsMeaning(text, false)).toBe('values');
    }),
    runs(0.15),
  );
});

test('each pass keeps the meaning of gradients by tables inside derivatives', () => {
  fc.assert(
    fc.property(tableGradients, fc.boolean(), (text, isUsual) => {
      expect(keepsMeaning(text, false, undefined, budget, isUsual)).toBe('values');
    }),
    runs(0.15),
  );
});

test('each pass keeps the meaning of functions that call themselves for the rest of lists, with other numbers', () => {
  const shorter = { values: 0, fault: 0, steps: 0, refused: 0 };
  const { numRuns, ...rest } = runs(0.3);
  fc.assert(
    fc.property(recursions, fc.constantFrom(0, 0, 1, 2), (text, items) => {
      expect(keepsMeaning(text, false)).toBe('values');
      const { main, point } = focusOf(checked(text));
      // The cotangent of a list would be shorter, too.
      if (main.target.tag !== 'real') return;
      const at = main.parameters.map(({ name, type }, i): Value => {
        const given = fromJson([0.3, -0.6].slice(0, items), type);
        return name === 'xs' && given.tag === 'ok' ? given.value : point.arguments[i];
      });
      shorter[keepsMeaning(text, false, at)]++;
    }),
    { ...rest, numRuns },
  );
  expect(shorter).toMatchObject({ steps: 0, refused: 0 });
  expect(shorter.fault).toBeGreaterThanOrEqual(Math.floor(0.02 * numRuns));
});

describe('each pass keeps the meaning of', () => {
  test.each(
    Object.entries({ ...WRITTEN, ...UPDATING, ...UPDATING_DATA, ...UPDATING_CALLS, ...READING_CALLS, ...GROWING }),
  )('%s', (_, text) => {
    expect(keepsMeaning(`${text}\n`, true)).toBe('values');
    const { parameters } = focusOf(checked(`${text}\n`)).main;
    if (parameters.every(({ lengths = [] }) => lengths.every((each) => each === undefined))) return;
    expect(keepsMeaning(`${text}\n`, false, undefined, budget, true)).toBe('values');
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
    [
      'of an index behind what a loop has appended so far',
      'sum (foldl (fun (xs, k) -> xs ++ [xs[k + floor x - 2] * x]) [x] (range 0 4))',
      3,
    ],
    [
      'of an index before what a loop appends to',
      'sum (foldl (fun (xs, k) -> xs ++ [xs[k + floor x - 2] * x]) [x] (range 0 4))',
      1,
    ],
    ['of a negative index', 'let a = toArray [1, 2, x] in let n = floor x in if n < 3 then a[n] else x', -1],
    ['of a value that nothing uses', 'let y = exp x in x', 1000],
    ['of an item that nothing uses', 'let a = toArray [1, 2, x] in let y = a[floor x] in x', 3],
    [
      'of an index that is tested between two loops, one of which needs an item at it',
      'let xs = build 3 (fun i -> x + toReal i) in let ys = map sin xs in let k = floor x in let s = sum (map cos xs) in let t = s * xs[k] in let w = ys[k] in t + sin s + sum (map (fun v -> v * w) xs)',
      1e12,
    ],
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
    [
      'of an update outside the array, in a loop',
      'sum (fold (i, a) -> update a (i + floor x) (a[i] * x) over range 0 20 from build 24 (fun i -> x))',
      5,
    ],
    [
      'of an update whose value is replaced',
      'sum (fold (i, a) -> update (update a i (exp (x * a[i]))) i x over range 0 20 from build 24 (fun i -> x))',
      40,
    ],
    ['of scatterAdd', 'sum (scatterAdd 20 (build 20 (fun i -> (i + floor x - 2, x * toReal i))))', 4],
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
    [
      'in the adjoint of a constant that an update writes',
      'let a = update (build (floor x + 20) (fun i -> x)) 0 1e-200 in x + 1 / a[0]',
      2,
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
