import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { lineIndex, positionAt } from '../language/source/position';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues } from '../semantics/present';
import { drain } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import type { Main } from '../ad/engine';
import { checked, focusOf } from '../testing/checked';
import { type Compiled, compileProgram, type WantedDerivative } from './compile';
import { openModel } from './module/model';
import { compileModel } from './module/module';
import { Unsupported } from './unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };

function compiledOf(main: Main, derivative: WantedDerivative = 'gradient'): Compiled {
  const made = compileProgram(main, { derivative });
  if (made instanceof Unsupported) throw new Error(made.message);
  return made;
}

/** The functions of a program's modules that compute with vectors: the gradient, and the value, which is `main`. */
function withVectors(main: Main): readonly string[] {
  return (['gradient', 'none'] as const)
    .flatMap((derivative) => compiledOf(main, derivative).emitted.module.functions)
    .flatMap(({ name, body }) => (body.some(({ op }) => op === 'f64x2.mul') ? [name.replace(/\..*/, '')] : []));
}

/** A program of two arrays of so many reals. */
const withArrays = (text: string, n: number): string => {
  const array = (from: (i: number) => number): string =>
    `slice 0 ${n} [${Array.from({ length: n + 1 }, (_, i) => from(i).toFixed(3)).join(', ')}]`;
  return `input x : array real = ${array((i) => Math.sin(3 * i + 1) * 2)}\ninput y : array real = ${array((i) => 1.5 - i / 3)}\n${text}`;
};

/** Programs, and which of their functions run two rounds at once. */
const PROGRAMS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an array made of two others',
    'build (length x) (fun i -> 2.5 * x[i] * x[i] - y[i] * y[i] * x[i])',
    ['gradient', 'main'],
  ],
  [
    'a sum over neighbours',
    'sum (build (length x - 1) (fun i -> 100 * (x[i + 1] - x[i] ^ 2) ^ 2 + (1 - x[i]) ^ 2))',
    ['gradient'],
  ],
  [
    'a sum over three neighbours, and squares of quotients',
    'sum (build (length x - 2) (fun i -> (x[i] * x[i + 1] - x[i + 2]) ^ 3 / (1 + y[i] ^ 2) + (x[i + 1] / (2 + y[i] ^ 2)) ^ 4))',
    ['gradient', 'main'],
  ],
  [
    'an array and its reverse',
    'sum (build (length x) (fun i -> (y[i] * x[length x - 1 - i] + toReal i * x[i] * x[i]) ^ 3 - sqrt (1 + y[i] ^ 2)))',
    ['main'],
  ],
  [
    'indices that are tested',
    'sum (build (length x) (fun i -> (y[i] * x[div (i * i) (max i 1)] + toReal i * x[i] * x[i]) ^ 3 - sqrt (1 + y[i] ^ 2)))',
    [],
  ],
  [
    'products with the same array twice',
    'let f a b = sum (build (length a) (fun i -> (a[i] * b[i] - 1) ^ 2 / (1 + a[i] ^ 2)))\nf x x + f x y',
    ['gradient', 'main'],
  ],
  [
    'an array of pairs',
    'let ps = build (length x) (fun i -> (x[i] * y[i] * x[i], y[i] - x[i] * x[i]))\nsum (map (fun (a, b) -> (a * b - a) ^ 2 / (1 + a ^ 2)) ps) + (if length x > 0 then (ps[0]).1 else 0)',
    ['gradient', 'main'],
  ],
  [
    'an array of reals with ints',
    'build (length x) (fun i -> (2 * i, (x[i] * y[i] - x[i] / (2 + y[i] * y[i])) ^ 3 * (1 + x[i] * x[i]), length y))',
    ['gradient', 'main'],
  ],
];

describe.each(PROGRAMS)('%s', (_, text, vectors) => {
  test('runs two rounds at once where that is faster', () => {
    expect(withVectors(focusOf(checked(withArrays(text, 9))).main)).toEqual(vectors);
  });

  test.each([0, 1, 2, 3, 4, 5, 8, 9])('has the same value for %i items, to the last bit, and the derivative', (n) => {
    const source = withArrays(text, n);
    const core = checked(source);
    const run = drain(evaluate(core, { budget }));
    // A sum over neighbours of nothing is an array of negative length.
    if (run.tag !== 'ok') {
      expect([text.includes('length x - '), n < 3]).toEqual([true, true]);
      return;
    }
    const focus = focusOf(core);
    const compiled = compiledOf(focus.main);
    expect(compiled.value(focus.point.arguments, budget)).toEqual({
      tag: 'values',
      values: [run.value.outputs.at(-1)],
    });
    const [ours, theirs] = [
      compiled.gradient(focus.point.arguments, focus.point.cotangent, budget),
      drain(traceAnf.run(focus.main, focus.point, budget)),
    ];
    if (ours.tag !== 'values' || theirs.tag !== 'ok') throw new Error(`${ours.tag}, ${theirs.tag}`);
    expect(ours.values.at(-1)).toEqual(run.value.outputs.at(-1));
    const reals = (values: readonly Value[]): readonly number[] =>
      focus.main.parameters.flatMap(({ type }, i) => realValues(values[i], type, focus.main.variants).map(primalOf));
    const wanted = reals(theirs.value.derivative);
    const most = Math.max(1, ...wanted.map(Math.abs));
    reals(ours.values).forEach((each, i) => {
      expect(Math.abs(each - (wanted[i] ?? NaN))).toBeLessThanOrEqual(1e-12 * most);
    });
  });
});

describe('a fault in one of two rounds', () => {
  const text = 'build (length x) (fun i -> 2 / x[i] + x[i] * x[i] * y[i])';
  const core = checked(withArrays(text, 6));
  const { main } = focusOf(core);
  const source = withArrays(text, 6);
  const made = compileModel({
    ...main,
    inputs: main.parameters.map(({ label, origin }) => ({ label, span: origin, hasDefault: true })),
    placeOf: ({ start }) => {
      const { line, column } = positionAt(lineIndex(source), start);
      return [line, column];
    },
    budget,
  });

  test.each([0, 1, 2, 3, 4, 5].flatMap((at) => [0, 1e200].map((item) => ({ at, item }))))(
    'round $at, where an item is $item, has the message of the machine, and its place',
    ({ at, item }) => {
      const arrays = { x: [1, 2, 3, 4, 5, 6], y: [1, 1, 1, 1, 1, 1] };
      arrays.x[at] = item;
      if (made instanceof Unsupported) throw new Error(made.message);
      expect(withVectors(main)).toEqual(['gradient', 'main']);
      const model = openModel(made, () => ({ x: Float64Array.from(arrays.x), y: Float64Array.from(arrays.y) }));
      const shown = (values: readonly number[]): string => `[${values.map((each) => each.toFixed(1)).join(', ')}]`;
      const machine = drain(
        evaluate(
          checked(`input x : array real = ${shown(arrays.x)}\ninput y : array real = ${shown(arrays.y)}\n${text}`),
          { budget },
        ),
      );
      if (machine.tag === 'ok') throw new Error('the machine has a value');
      const { code, message } = machine.diagnostic;
      let thrown: unknown;
      try {
        model.value();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code, message, place: { line: 3 } });
    },
  );
});
