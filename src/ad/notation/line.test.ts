import { expect, test } from 'vitest';
import { nameParts } from './line';

test.each([
  ['x', 'x', '', false],
  ['t12', 't', '12', false],
  ['x_10', 'x', '10', false],
  ["y'", 'y', '', true],
  ["t3'_2", 't', '3,2', true],
  ["x_10'_10", 'x', '10,10', true],
  ['learning_rate', 'learning_rate', '', false],
])('%s: the stem, the numbers at its end, and whether it is an adjoint', (name, stem, index, prime) => {
  expect(nameParts(name)).toEqual({ stem, index, prime });
});
