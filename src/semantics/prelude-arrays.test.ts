import { describe, expect, test } from 'vitest';
import { evaluated } from '../testing/run-source';

describe('functions of arrays in the prelude', () => {
  test.each([
    [
      '(take 2 [1, 2, 3], take 5 [1, 2], take (-1) [1], drop 1 [1, 2, 3], drop 4 [1])',
      '([1, 2], [1, 2], [], [2, 3], [])',
    ],
    ['(slice 1 3 [1, 2, 3, 4], slice 2 1 [1, 2, 3], slice (-1) 9 (1 :: 2 :: []))', '([2, 3], [], [1, 2])'],
    ['mapi (fun (i, x) -> toReal i * x) [5, 6, 7]', '[0, 6, 14]'],
    ['zipWith (fun (x, s) -> (s, x + 1)) [1, 2, 3] ["a", "b"]', '[("a", 2), ("b", 3)]'],
    ['scan (fun (total, x) -> total + x) 0 [1, 2, 3]', '[0, 1, 3, 6]'],
    ['scan (fun (total, _) -> total) 1.5 []', '[1.5]'],
    ['(maximum [1.5, 3, -2], minimum [1.5, 3, -2], maximum (2 :: []))', '(3, -2, 2)'],
    ['(argmax [1, 3, 3], argmin [1.5, 0.5, 0.5], argmax [7])', '(1, 1, 0)'],
    ['sortBy (fun (k, _) -> k) [(2, "b"), (1, "a"), (2, "c"), (0, "d")]', '[(0, "d"), (1, "a"), (2, "b"), (2, "c")]'],
    [
      '(sortBy identity [3.5, 1, 2], sortBy (fun x -> -x) (1 :: 2 :: []), sortBy length [])',
      '([1, 2, 3.5], [2, 1], [])',
    ],
    ['(zeros 2, linspace 0 1 5, linspace 2 3 1, linspace 0 1 0)', '([0, 0], [0, 0.25, 0.5, 0.75, 1], [2], [])'],
    ['(iterate 3 (fun x -> 2 * x) 1.5, iterate 0 not true)', '(12, true)'],
    [
      '(norm [3, 4], norm [0, 0], grad norm [3, 4], grad norm [0, 0], sin pi < 1e-15)',
      '(5, 0, [0.6, 0.8], [0, 0], true)',
    ],
    ['(variance [1, 2, 3, 4], std [1, 3], std (2 :: 2 :: []), grad std [2, 2])', '(1.25, 1, 0, [0, 0])'],
    ['map round [2.5, -2.5, 0.49999999999999994, 1.2, -0.5]', '[3, -2, 0, 1, 0]'],
    ['softmax [1000, 1000 + log 3]', '[0.25, 0.75]'],
    ['softmax (-1000 :: -1000 :: [])', '[0.5, 0.5]'],
    ['(logsumexp [1e4, 1e4] - 1e4 - log 2 < 1e-11, logsumexp [-1e4, 3])', '(true, 3)'],
    ['(logsumexp [0, 0.5, 1, 1.5, 1e3], grad logsumexp [2, 2])', '(1000, [0.5, 0.5])'],
    ['mean []', 'shape: the sequence must have at least one item, but it has 0'],
    ['variance []', 'shape: the sequence must have at least one item, but it has 0'],
    ['std []', 'shape: the sequence must have at least one item, but it has 0'],
    ['logsumexp []', 'index: there is no item 0: the array is empty'],
    ['softmax []', 'index: there is no item 0: the array is empty'],
    ['meanSquaredError [1, 2] [1]', 'shape: two sequences must have the same length, but their lengths are 2 and 1'],
    ['matmul [[1, 2]] []', 'shape: two sequences must have the same length, but their lengths are 2 and 0'],
    [
      'matmul [[1, 2]] [[1], [2], [3]]',
      'shape: two sequences must have the same length, but their lengths are 2 and 3',
    ],
    ['matmul [[1, 2]] [[1], [2]]', '[[5]]'],
    ['(basis 2 1, basis 1 0)', '([0, 1], [1])'],
    ['basis 3 5', 'index: there is no item 5: the array has 3 items, from 0 to 2'],
    ['basis 3 (-1)', 'index: there is no item -1: the array has 3 items, from 0 to 2'],
    ['taylor (-1) sin 1', 'domain: taylor needs an order of at least 0; here it is -1'],
    ['maximum []', 'index: there is no item 0: the array is empty'],
    ['argmax []', 'index: there is no item 0: the array is empty'],
  ])('%s', (text, value) => {
    expect(evaluated(text)).toBe(value);
  });
});
