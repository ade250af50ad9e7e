import { expect, test } from 'vitest';
import { checked } from '../../testing/checked';
import { usualLengths } from './usual-lengths';

/** Returns the lengths in the value of the last input of a program. */
function lengthsOf(text: string): readonly (readonly number[] | undefined)[] {
  const input = checked(text).items.findLast((item) => item.tag === 'input');
  if (input?.tag !== 'input') throw new Error('no input');
  return usualLengths(input.type, input.value);
}

test.each<[string, readonly (readonly number[] | undefined)[]]>([
  ['array real = [1, 2, 3]', [[3]]],
  ['array int = []', [[0]]],
  ['array (array real) = [[1, 2], [3, 4], [5, 6]]', [[3, 2]]],
  ['array (array (array real)) = [[[1], [2]], [[3], [4]], [[5], [6]]]', [[3, 2, 1]]],
  ['array (real * real) = [(1, 2), (3, 4)]', [[2]]],
])('an array has that of its text: %s', (input, lengths) => {
  expect(lengthsOf(`input x : ${input}\n1`)).toEqual(lengths);
});

test.each<[string, readonly (readonly number[] | undefined)[]]>([
  ['real = 1', [undefined]],
  ['list real = [1, 2]', [undefined]],
  ['array (array real) = [[1, 2], [3]]', [undefined]],
  ['array real = build 3 toReal', [undefined]],
  ['array (array real) = [[1, 2], build 2 toReal]', [undefined]],
])('nothing is known of what is no array, has rows of several lengths, or is computed: %s', (input, lengths) => {
  expect(lengthsOf(`input x : ${input}\n1`)).toEqual(lengths);
});

test('the parts of tuples and records come one after the other, in the order of the type', () => {
  expect(lengthsOf('input x : (array real * unit) * int * array real = (([1], ()), 2, [1, 2])\n1')).toEqual([
    [1],
    undefined,
    [2],
  ]);
  expect(
    lengthsOf('input x : { b : array real, a : array real, c : real } = { b = [1], c = 3, a = [1, 2] }\n1'),
  ).toEqual([[2], [1], undefined]);
  expect(lengthsOf('let p = ([1, 2], 3)\ninput x : array real * real = p\n1')).toEqual([undefined, undefined]);
});
