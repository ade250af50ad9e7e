import { describe, expect, test } from 'vitest';
import type { Main } from '../../ad/engine';
import type { Type } from '../../language/types/type';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { fromJson, realValues } from '../../semantics/present';
import { primalOf, type Value } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { type Answer, type Compiled, compileProgram } from '../compile';
import { checkProgram } from '../ir/check';
import { Unsupported } from '../unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 1e5 };

type Json = number | readonly Json[] | { readonly [key: string]: Json };

function valueOf(json: Json | undefined, type: Type): Value {
  // `fromJson` tells what is no value of the type.
  const reading = fromJson(json as Parameters<typeof fromJson>[0], type);
  if (reading.tag !== 'ok') throw new Error('not of the type');
  return reading.value;
}

interface Point {
  readonly at: readonly Json[];
  readonly cotangent?: Json;
  readonly direction?: readonly Json[];
}

const compiled = new Map<Main, readonly Compiled[]>();

/** Returns the modules of a program: of its value, its gradient and its directional derivative. */
function modulesOf(main: Main): readonly Compiled[] {
  const known = compiled.get(main);
  if (known !== undefined) return known;
  const modules = (['none', 'gradient', 'directional'] as const).map((derivative) => {
    const module = compileProgram(main, { derivative });
    if (module instanceof Unsupported) throw new Error(module.message);
    expect(checkProgram(module.ir)).toEqual([]);
    return module;
  });
  compiled.set(main, modules);
  return modules;
}

/** How the value, the gradient and the directional derivative of a program end. */
function answers(main: Main, { at, cotangent = 0.5, direction = at }: Point): readonly Answer[] {
  const [point, along] = [at, direction].map((each) => main.parameters.map(({ type }, i) => valueOf(each[i], type)));
  const [value, gradient, directional] = modulesOf(main);
  if (!point || !along || !value || !gradient || !directional) throw new Error('a point and three modules');
  return [
    value.value(point, budget),
    gradient.gradient(point, valueOf(cotangent, main.target), budget),
    directional.directional(point, along, budget),
  ];
}

const both = new Map<string, readonly [Main, Main]>();

/** Returns a program that has a version for its usual lengths in all modules, and the same without. */
function bothOf(text: string): readonly [Main, Main] {
  const known = both.get(text);
  if (known !== undefined) return known;
  const { main } = focusOf(checked(`${text}\n`));
  const found = [main, { ...main, parameters: main.parameters.map((each) => ({ ...each, lengths: [] })) }] as const;
  expect(found.map((each) => modulesOf(each).map(hasUsual))).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
  both.set(text, found);
  return found;
}

function hasUsual({ ir }: Compiled): boolean {
  return [...ir.functions.values()].some(({ name }) => /usual/i.test(name));
}

/** Expects that a program ends at a point as it does without a version for its usual lengths, and says how. */
function endsAt(text: string, point: Point): string {
  const [ours, theirs] = bothOf(text).map((each) => answers(each, point));
  expect(ours).toEqual(theirs);
  return [...new Set(ours?.map(({ tag }) => tag))].join(', ');
}

const INPUTS = 'input steps : int = 3\n';

const ROUNDS = `${INPUTS}input y : array real = [1, 2]
let v = iterate steps (map (fun a -> sin a * 2)) y
dot v v`;

const ITEMS = `${INPUTS}input y : array real = [1, 2]
let v = iterate steps (fun v -> [v[0] + 0.1 * v[1], v[1] - 0.1 * v[0]]) y
v[0] * v[1]`;

const STATE = `${INPUTS}input y : array real = [1, 2]
iterate steps (fun v -> add v (scale 0.1 v)) y`;

const MATRIX = `${INPUTS}input m : array (array real) = [[1, 0.1], [0, 1]]
input y : array real = [1, 2]
sum (iterate steps (matvec m) y)`;

const PAIR = `${INPUTS}input p : array real * array real = ([1, 2], [3, 4])
let (a, b) = iterate steps (fun (a, b) -> (add a (scale 0.1 b), subtract b (scale 0.1 a))) p
dot a b`;

const RECORD = `${INPUTS}input s : { at : array real, by : array real, k : real } = { at = [1, 2], by = [3, 4], k = 2 }
let v = iterate steps (fun v -> add v (scale s.k s.by)) s.at
dot v v`;

const PAIRS = `${INPUTS}input ps : array (real * real) = [(1, 2), (3, 4)]
let vs = iterate steps (map (fun (a, b) -> (a + 0.1 * b, b - 0.1 * a))) ps
sum (map (fun (a, b) -> a * b) vs)`;

describe('a program ends as it does without a version for its usual lengths', () => {
  test.each<[string, string, readonly Json[]]>([
    ['an array that each round makes anew', ROUNDS, [3, [3, -4]]],
    ['no round', ROUNDS, [0, [3, -4]]],
    ['an array of which rounds read items', ITEMS, [3, [3, -4]]],
    [
      'a matrix and a vector',
      MATRIX,
      [
        3,
        [
          [1, 2],
          [3, -4],
        ],
        [5, 6],
      ],
    ],
    [
      'a pair of arrays',
      PAIR,
      [
        3,
        [
          [1, 2],
          [3, -4],
        ],
      ],
    ],
    ['a record of arrays', RECORD, [3, { at: [1, 2], by: [3, -4], k: 0.5 }]],
    [
      'an array of pairs',
      PAIRS,
      [
        3,
        [
          [1, 2],
          [3, -4],
        ],
      ],
    ],
  ])('at the usual lengths: %s', (_, text, at) => {
    expect(endsAt(text, { at })).toBe('values');
  });

  test.each<[string, string, readonly Json[], string]>([
    ['a shorter array', ROUNDS, [3, [1]], 'values'],
    ['a longer array', ROUNDS, [3, [1, 2, 3]], 'values'],
    ['an empty array', ROUNDS, [3, []], 'values'],
    ['an index outside a shorter array', ITEMS, [3, [1]], 'fault'],
    ['an index outside an empty array', ITEMS, [3, []], 'fault'],
    ['items of a longer array', ITEMS, [3, [1, 2, 3]], 'values'],
    ['a short row', MATRIX, [3, [[1, 2], [3]], [1, 2]], 'fault'],
    [
      'a long row',
      MATRIX,
      [
        3,
        [
          [1, 2, 3],
          [4, 5],
        ],
        [1, 2],
      ],
      'fault',
    ],
    ['rows that are missing', MATRIX, [3, [], [1, 2]], 'values'],
    [
      'a row more',
      MATRIX,
      [
        1,
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
        [1, 2],
      ],
      'values',
    ],
    [
      'a larger matrix',
      MATRIX,
      [
        3,
        [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9],
        ],
        [1, 2, 3],
      ],
      'values',
    ],
    [
      'a vector that is too long',
      MATRIX,
      [
        3,
        [
          [1, 2],
          [3, 4],
        ],
        [1, 2, 3],
      ],
      'fault',
    ],
    ['rows that nothing reads', MATRIX, [0, [[1], [1, 2, 3]], [1, 2]], 'values'],
    ['a pair of which one array is shorter', PAIR, [3, [[1, 2], [3]]], 'fault'],
    [
      'a pair of longer arrays',
      PAIR,
      [
        3,
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
      'values',
    ],
    ['a record of which the last array differs', RECORD, [3, { at: [1, 2], by: [3], k: 1 }], 'fault'],
    ['a record of empty arrays', RECORD, [3, { at: [], by: [], k: 1 }], 'values'],
    ['fewer pairs', PAIRS, [3, [[1, 2]]], 'values'],
    [
      'more pairs',
      PAIRS,
      [
        3,
        [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      ],
      'values',
    ],
  ])('at other lengths: %s', (_, text, at, end) => {
    expect(endsAt(text, { at })).toBe(end);
  });

  test.each<[string, Point, string]>([
    ['the result', { at: [3, [1, 2]], cotangent: [5, 7] }, 'values'],
    ['the result, which is longer', { at: [3, [1, 2, 3]], cotangent: [5, 7, 8] }, 'values'],
    ['none: the cotangent is shorter', { at: [3, [1, 2]], cotangent: [5] }, 'values, fault'],
    ['none: the cotangent is longer', { at: [3, [1, 2]], cotangent: [5, 7, 8] }, 'values, fault'],
    ['none: the cotangent is empty', { at: [3, [1, 2]], cotangent: [] }, 'values, fault'],
  ])('for a cotangent of the length of %s', (_, point, end) => {
    expect(endsAt(STATE, point)).toBe(end);
  });

  test.each<[string, Point, string]>([
    ['the argument', { at: [3, [1, 2]], direction: [0, [5, 7]] }, 'values'],
    ['none: it is shorter', { at: [3, [1, 2]], direction: [0, [5]] }, 'values, fault'],
    ['none: it is longer', { at: [3, [1, 2]], direction: [0, [5, 7, 8]] }, 'values, fault'],
    ['none: it is empty', { at: [3, [1, 2]], direction: [0, []] }, 'values, fault'],
  ])('along a direction of the length of %s', (_, point, end) => {
    expect(endsAt(ROUNDS, point)).toBe(end);
  });

  test.each([
    [
      'a gradient',
      'let loss v = let d = subtract v y in dot d d * sum v\niterate steps (fun v -> subtract v (scale 0.1 (grad loss v))) y',
    ],
    ['a Hessian', 'let f v = dot v v * sum v\niterate steps (fun v -> scale 0.01 (hvp f v y)) y'],
  ])('but for the order of sums in each round: %s', (_, text) => {
    for (const at of [[1, 2], [1, 2, 3], []]) {
      const [ours, theirs] = bothOf(`${INPUTS}input y : array real = [1, 2]\n${text}`).map((main) =>
        answers(main, { at: [3, at], cotangent: at }).map((answer) =>
          answer.tag === 'values' ? answer.values.map((value) => realsIn(value, main)) : answer.tag,
        ),
      );
      expect(ours).toEqual(theirs);
    }
  });
});

/** Returns the reals of an array to 12 digits; those of an int are none. */
function realsIn(value: Value, { target, variants }: Main): readonly string[] {
  if (typeof value === 'number') return [];
  return realValues(value, target, variants).map((each) => primalOf(each).toPrecision(12));
}
