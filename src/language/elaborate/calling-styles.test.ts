import { expect, test } from 'vitest';
import { evaluated } from '../../testing/run-source';

test.each([
  ['max (1, 2.5)', '2.5'],
  ['max 1 2.5', '2.5'],
  ['max (length [1], 3)', '3'],
  ['min (length [1]) 3', '1'],
  ['3 |> max 5', '5'],
  ['maximum [length [1], 3]', '3'],
  ['map (max 0) [-1, 2]', '[0, 2]'],
  ['map max [(1, 2), (3, 1)]', '[2, 3]'],
  ['foldl min 0 [1, -2]', '-2'],
  ['atan2 1 0 - atan2 (1, 0)', '0'],
  ['let clamp low high x = min (max x low) high\n(clamp 0 1 2.5, clamp 0 3 (length [1]))', '(1, 1)'],
  ['grad (fun (a, b) -> max a b) (1, 2)', '(0, 1)'],
  ['let max a b = a - b in max 3 1', '2'],
])('%s is %s', (text, expected) => {
  expect(evaluated(text)).toBe(expected);
});
