import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { COMPARED } from '../testing/engines';
import { evaluated, outcome } from '../testing/run-source';
import { agree } from './agree';

const SYMMETRIC = '[[4, 2, 1], [2, 5, 3], [1, 3, 6]]';

test.each([
  ['cholesky [[4, 2, 1], [2, 5, 3], [1, 3, 6.5]]', '[[2, 0, 0], [1, 2, 0], [0.5, 1.25, 2.16506]]'],
  // Only the lower triangle is read.
  ['cholesky [[4, 7], [2, 5]]', '[[2, 0], [1, 2]]'],
  ['cholesky [[9]]', '[[3]]'],
  ['cholesky []', '[]'],
  ['inverse [[1, 2], [3, 4]]', '[[-2, 1], [1.5, -0.5]]'],
  ['inverse [[0, 1], [1, 0]]', '[[0, 1], [1, 0]]'],
  ['inverse [[4]]', '[[0.25]]'],
  ['inverse []', '[]'],
  ['logdet [[1, 2], [3, 4]]', '0.693147'],
  ['logdet [[exp 3]]', '3'],
  ['logdet []', '0'],
  ['solveLinear [[0, 2, 1], [1, 0, 0], [3, 0, 1]] [5, 1, 6]', '[1, 1, 3]'],
  ['solveLinear [[2, 0], [0, 4]] [[1.0, 2], [3, 4]]', '[[0.5, 1], [0.75, 1]]'],
  ['solveLinear [[2, 0], [0, 4]] [(2.0, 4.0), (4, 8)]', '[(1, 2), (1, 2)]'],
  ['transpose [[1, 2, 3], [4, 5, 6]]', '[[1, 4], [2, 5], [3, 6]]'],
  ['transpose ([] : array (array real))', '[]'],
  ['solveTriangular true [[2, 9], [1, 4]] [2, 9]', '[1, 2]'],
  ['solveTriangular false [[2, 1], [9, 4]] [4, 8]', '[1, 2]'],
  ['solveTriangular true [[2, 0], [1, 4]] [[2.0, 4], [9, 6]]', '[[1, 2], [2, 1]]'],
  // Small and large items are pivots.
  ['inverse [[1e-200, 0], [0, 1e200]]', '[[1e200, 0], [0, 1e-200]]'],
  ['solveLinear [[1e-20, 1], [1, 1]] [1, 2]', '[1, 1]'],
])('%s', (text, expected) => {
  expect(evaluated(text)).toBe(expected);
});

test('an inverse and a Cholesky factor of a larger matrix multiply back', () => {
  const text = `let n = 12
    let m = build n (fun i -> build n (fun j -> uniform (i + j) (i * j) + (if i = j then 3 else 0)))
    let l = cholesky m
    let far a b = norm (zipWith (fun (u, v) -> u - v) a b)
    far (matmul l (transpose l)) m + far (matmul m (inverse m)) (build n (basis n)) < 1e-13
    abs (logdet m - 2 * sum (build n (fun i -> log l[i][i]))) < 1e-13`.replaceAll('\n    ', '\n');
  expect(evaluated(text)).toBe('true; true');
});

test.each([
  ['cholesky [[1, 2], [2, 1]]', 'domain: the matrix is singular or not positive definite; pivot 1 is -3'],
  ['cholesky [[0]]', 'domain: the matrix is singular or not positive definite; pivot 0 is 0'],
  ['inverse [[1, 2], [2, 4]]', 'domain: the matrix is singular or not positive definite; pivot 1 is 0'],
  ['logdet [[0]]', 'domain: the matrix is singular or not positive definite; pivot 0 is 0'],
  [
    'solveTriangular true [[1, 0], [2, 0]] [1, 1]',
    'domain: the matrix is singular or not positive definite; pivot 1 is 0',
  ],
  [
    'solveTriangular false [[0, 1], [0, 2]] [[1.0, 2], [3, 4]]',
    'domain: the matrix is singular or not positive definite; pivot 0 is 0',
  ],
  ['transpose [[1, 2], [3]]', 'shape: the rows of the matrix have different lengths; they are 2 and 1'],
  ['transpose [[1], [2, 3]]', 'shape: the rows of the matrix have different lengths; they are 1 and 2'],
  ['transpose [[], ["a"]]', 'shape: the rows of the matrix have different lengths; they are 0 and 1'],
  ['matmul [[1, 2]] [[1], [2, 3]]', 'shape: the rows of the matrix have different lengths; they are 1 and 2'],
  ['cholesky [[1, 2]]', 'shape: the matrix is not square, or the right side has another length; they are 1 and 2'],
  ['inverse [[1], [2, 3]]', 'shape: the matrix is not square, or the right side has another length; they are 2 and 1'],
  ['logdet [[1], [2]]', 'shape: the matrix is not square, or the right side has another length; they are 2 and 1'],
  [
    'solveLinear [[1]] [1, 2]',
    'shape: the matrix is not square, or the right side has another length; they are 1 and 2',
  ],
  [
    'solveTriangular true [[1]] []',
    'shape: the matrix is not square, or the right side has another length; they are 1 and 0',
  ],
])('%s is undefined', (text, expected) => {
  expect(evaluated(text)).toBe(expected);
});

describe('all engines agree on', () => {
  test.each([
    'sum (map norm (cholesky m))',
    'sum (map (fun row -> sum (map sin row)) (inverse m))',
    'logdet m',
    'norm (solveLinear m [1, 2, 3])',
    'norm (solveTriangular true m [1, 2, 3]) + norm (solveTriangular false (cholesky m) [[1.0, 2], [2, 3], [4, 5]])',
    'sum (map sum (grad logdet m))',
  ])('%s', (expression) => {
    const { main, point } = focusOf(checked(`input m : array (array real) = ${SYMMETRIC}\n${expression}`));
    const { verdict, columns } = drain(
      agree(main, point, { engines: COMPARED, budget: COMMAND_LINE_BUDGET, now: () => 0 }),
    );
    expect(verdict).toBe('agree');
    expect(columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(6);
  });
});

test.each([
  ['sum (transpose m)[0]', 'shape'],
  ['sum (grad (fun x -> sum (transpose x)[0]) m)[0]', 'shape'],
  ['norm (solveTriangular true [[m[0][0], 0], m[1]] [1, 1])', 'domain'],
])('every engine reports that the matrix of %s does not fit', (expression, code) => {
  const at = (m: string, text: string) => focusOf(checked(`input m : array (array real) = ${m}\n${text}`));
  const { main, point } = at('[[1, 1], [2, 3]]', expression);
  const wrong = { ...point, arguments: at('[[1], [2, 0]]', 'm[0][0]').point.arguments };
  for (const { id, run } of COMPARED) {
    const outcome = drain(run(main, wrong, COMMAND_LINE_BUDGET));
    expect(outcome, id).toMatchObject({ tag: 'failed', diagnostic: { code } });
  }
});

test('the derivative of logdet is the transposed inverse', () => {
  expect(evaluated('grad logdet [[1, 2], [3, 4]]')).toBe('[[-2, 1.5], [1, -0.5]]');
  // That of the upper triangle is 0 for a Cholesky factor.
  expect(evaluated(`grad (fun m -> log (cholesky m)[1][1]) [[4, 7], [2, 5]]`)).toBe('[[0.03125, 0], [-0.125, 0.125]]');
});

test('a choice of pivots among equals is no boundary', () => {
  const run = outcome('input m : array (array real) = [[0, 1, 1], [1, 0, 2], [-1, 1, 0]]\nlogdet m', {
    tracing: 'dependencies',
  });
  expect(run.tag === 'ok' && run.value.warnings).toEqual([]);
});
