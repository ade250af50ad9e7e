import { describe, expect, test } from 'vitest';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { Unsupported } from '../unsupported';

describe.each([
  ['without fields', 'A | B | C', ['A', 'B', 'C'], '| A -> 1 | B -> 10 | C -> 100'],
  ['one of which has fields', 'A | B real | C', ['A', 'B 2', 'C'], '| A -> 1 | B y -> y * 5 | C -> 100'],
  [
    'all of which have fields',
    'A real | B real | C int',
    ['A 1', 'B 2', 'C 5'],
    '| A y -> y | B y -> 5 * y | C n -> toReal n * 20',
  ],
  [
    'some of which have fields',
    'A real | B | C int',
    ['A 1', 'B', 'C 5'],
    '| A y -> y | B -> 10 | C n -> toReal n * 20',
  ],
])('a variant of constructors %s', (_, constructors, values, arms) => {
  test.each([0, 1, 2])('is matched', (i) => {
    const text = `type T = ${constructors}\ninput t : T = ${values[i] ?? ''}\nmatch t with ${arms.slice(2)}\n`;
    const { main, point } = focusOf(checked(text));
    const compiled = compileProgram(main);
    if (compiled instanceof Unsupported) throw compiled;
    expect(compiled.value(point.arguments, { seconds: 10, steps: 1e6, bytes: 1e7 })).toEqual({
      tag: 'values',
      values: [10 ** i],
    });
  });
});
