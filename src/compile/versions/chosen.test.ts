import { expect, test } from 'vitest';
import { checked, focusOf } from '../../testing/checked';
import { flatten } from '../flatten/flatten';
import { inline } from '../optimise/inline';
import { beforeDerivatives } from '../optimise/optimise';
import { chosenLengths } from './chosen';
import { smallLengths } from './usual';

/** Returns the lengths that a program's version knows, one for each array among its inputs. */
function chosenIn(text: string): readonly (readonly number[] | undefined)[] {
  const flat = flatten(focusOf(checked(`${text}\n`)).main);
  if (flat.tag === 'unsupported') throw flat.reason;
  const { program, numbers, kinds, lengths } = flat;
  return chosenLengths(beforeDerivatives(inline(program, numbers, kinds), numbers, kinds), smallLengths(lengths));
}

const [W, M, ROWS] = [
  'input w : array real = [1, 2]\n',
  'input m : array (array real) = [[1, 2], [3, 4]]\n',
  'input rows : array (array real * real) = [([1, 2], 3), ([4, 5], 6), ([7, 8], 9)]\n',
];
const ERROR = 'sum (map (fun (x, y) -> (dot w x - y) ^ 2) rows)';

test.each([
  ['a vector', `${W}sum (map sin w)`, [[2]]],
  ['a square matrix', `${M}sum (map sum m)`, [[2, 2]]],
  ['a vector and a matrix', `${W}${M}dot w (matvec m w)`, [[2], [2, 2]]],
  [
    'a matrix with as many columns as a square one, and no more rows',
    `${M}input h : array (array real) = [[1, 0]]\nsum (map sum (matmul h m))`,
    [
      [2, 2],
      [1, 2],
    ],
  ],
  [
    'a table whose rows are only read where one is named',
    `input t : array (array real) = [[1, 2, 3]]\nt[0][1]`,
    [[1, 3]],
  ],
])('the length stays that of %s', (_, text, lengths) => {
  expect(chosenIn(text)).toEqual(lengths);
});

test.each([
  ['rows', `${W}${ROWS}${ERROR}`, [[2], undefined]],
  [
    'rows, in a function',
    `${W}${ROWS}let rec f (n : int, w) = if n = 0 then sum w else f (n - 1, grad (fun w -> ${ERROR}) w) * ${ERROR}\nf (3, w)`,
    [[2], undefined],
  ],
  [
    'rows, in a function of the rows',
    `${W}${ROWS}let rec f (n : int, rows) = if n = 0 then ${ERROR} else f (n - 1, rows) + ${ERROR} + f (n - 1, rows)\nf (3, rows)`,
    [[2], undefined],
  ],
  [
    'rows, in a derivative by them',
    `${W}${ROWS}let g = grad (fun rows -> ${ERROR}) rows in snd g[0]`,
    [[2], undefined],
  ],
  ['a table that is not square', 'input t : array (array real) = [[1, 2, 3], [4, 5, 6]]\nsum (map sum t)', [undefined]],
  [
    'a table with more rows than a matrix has',
    `${M}input t : array (array real) = [[1, 2], [4, 5], [1, 3]]\nsum (map sum t) + m[0][0]`,
    [[2, 2], undefined],
  ],
  [
    'a table with as many columns as a vector has items',
    'input v : array real = [1, 2, 3]\ninput t : array (array real) = [[1, 2, 3], [4, 5, 6]]\nsum (map (dot v) t)',
    [[3], undefined],
  ],
  [
    'a series that a loop with a call goes through',
    'input ys : array real = [1, 2, 3]\nlet rec f (n : int, y) = if n < 1 then y else sin (f (n - 1, y)) * f (n - 1, 2 * y)\nsum (map (fun y -> f (4, y)) ys)',
    [undefined],
  ],
  [
    'a series that a loop with a loop inside goes through',
    `${W}input ys : array real = [1, 2, 3]\nsum (map (fun y -> sum (map (fun v -> sin (v * y)) w)) ys)`,
    [[2], undefined],
  ],
])('the length can be another of %s', (_, text, lengths) => {
  expect(chosenIn(text)).toEqual(lengths);
});
