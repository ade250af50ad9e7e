import { describe, expect, test } from 'vitest';
import { traceAnf } from '../../ad/abadi-plotkin/anf/engine';
import { drain } from '../../semantics/task';
import { realValues, withRealLeaves } from '../../semantics/present';
import { primalOf, type Value } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { budget, compiled } from '../../testing/recursion';

/** Types of data with a value of each, which depends on the real `x`. */
const SHAPES: readonly {
  readonly what: string;
  readonly types?: string;
  readonly type: string;
  readonly value: string;
}[] = [
  { what: 'one constructor', types: 'type P = P (real * int * real)', type: 'P', value: 'P (x, 7, 3)' },
  {
    what: 'constructors of several sizes',
    types: 'type S = Dot | Disc real | Box (int * real * real) | Name string | Pair (real * real)',
    type: 'list S',
    value: '[Dot, Disc x, Box (4, x * x, 2), Name "a", Pair (3, x), Name "four", Dot]',
  },
  {
    what: 'more constructors than small data has',
    types:
      'type M = A real | B (real * int) | C (int * real) | D | E real | F (real * real * real * real * real) | G int | H real | I (bool * real)',
    type: 'array M',
    value: 'toArray [A x, B (x, 1), C (2, x), D, E 5, F (x, 1, x, 2, x), G 3, H x, I (x > 1, x)]',
  },
  {
    what: 'a tree of arrays and lists',
    types: 'type T = Leaf | Node (array real * list T * T * real)',
    type: 'T',
    value:
      'Node (toArray [x, 2, x], [Leaf, Node (toArray [], [], Leaf, x)], Node (toArray [1, x], [Leaf], Leaf, 4), x * x)',
  },
  {
    what: 'arrays and lists that contain each other',
    types: 'type A = A (real * list (array A) * A) | End int',
    type: 'A',
    value: 'A (x, [toArray [End 3, A (1, [], End 4)], toArray []], A (x, [toArray [End 6]], End 5))',
  },
  { what: 'arrays of pairs', type: 'array (real * (int * real))', value: 'build 5 (fun i -> (x, (i, x * toReal i)))' },
  {
    what: 'arrays of arrays of lists',
    type: 'array (array (list real))',
    value: 'build 3 (fun i -> build i (fun j -> [x, toReal j]))',
  },
  {
    what: 'texts and numbers',
    type: 'list (string * bool * int * real)',
    value: '[("", true, 1, x), ("odd", false, -2, 3), (show x, x > 1, 3, x), ("of " ++ show (x * x), true, 4, 1)]',
  },
];

describe.each(SHAPES)('data of $what', ({ types = '', type, value }) => {
  const given = `${types}\ninput data : ${type} = let x = 1.1 in ${value}\n`;

  test('has a gradient of the same shape, which is finite', () => {
    const text = `${given}(data, data)\n`;
    const { main, point } = focusOf(checked(text));
    const program = compiled(text);
    const [data] = point.arguments;
    const dataType = main.parameters[0]?.type ?? main.target;
    const realsOf = (of: Value): readonly number[] => realValues(of, dataType, main.variants).map(primalOf);
    const count = realsOf(data).length;
    const gradient = (weights: readonly number[]): unknown => {
      const cotangent = withRealLeaves(point.cotangent, main.target, weights, main.variants);
      const answer = program.gradient(point.arguments, cotangent, budget);
      if (answer.tag !== 'values') return answer.tag;
      expect(answer.values[1]).toEqual([data, data]);
      expect(withRealLeaves(answer.values[0], dataType, realsOf(data), main.variants)).toEqual(data);
      return realsOf(answer.values[0]);
    };
    const weights = Array.from({ length: 2 * count }, (_, i) => i * i + 1);
    expect(gradient(weights)).toEqual(weights.slice(0, count).map((weight, i) => weight + (weights[count + i] ?? 0)));
    for (let hole = 0; hole < count; hole++) {
      expect(gradient(weights.map((weight, i) => (i % count === hole ? 1.7e308 : weight)))).toBe('fault');
    }
  });

  test.each([undefined, 0])('is carried by loops that free what they make after %s bytes', (garbage) => {
    const text = `${types}
input x : real = 1.5
let make (x : real) : ${type} = ${value}
let rec go (n : int, data, y) = if n < 1 then (data, y) else go (n - 1, (if mod n 3 = 0 then make (toReal n) else data), y + x)
go (7, make x, x)
`;
    const { main, point } = focusOf(checked(text));
    const machine = drain(traceAnf.run(main, point, budget));
    if (machine.tag !== 'ok') throw new Error(machine.tag);
    expect(compiled(text, undefined, garbage).value(point.arguments, budget)).toEqual({
      tag: 'values',
      values: [machine.value.value],
    });
  });
});
