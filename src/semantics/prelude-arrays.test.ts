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
    ['maximum []', 'index: there is no item 0: the array is empty'],
    ['argmax []', 'index: there is no item 0: the array is empty'],
  ])('%s', (text, value) => {
    expect(evaluated(text)).toBe(value);
  });
});
