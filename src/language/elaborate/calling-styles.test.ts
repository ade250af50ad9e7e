import { expect, test } from 'vitest';
import { evaluated } from '../../testing/run-source';

test.each([
  ['max (1, 2.5)', '2.5'],
  ['max 1 2.5', '2.5'],
  ['max (length [1], 3)', '3'],
  ['min (length [1]) 3', '1'],
  ['3 |> max 5', '5'],
  ['(3, 5) |> max', '5'],
  ['maximum [length [1], 3]', '3'],
  ['map (max 0) [-1, 2]', '[0, 2]'],
  ['map max [(1, 2), (3, 1)]', '[2, 3]'],
  ['[(1, 2), (3, 1)] |> map max', '[2, 3]'],
  ['foldl min 0 [1, -2]', '-2'],
  ['compose max (fun x -> (x, 2)) 1', '2'],
  ['let p = (1, 2) in max p', '2'],
  ['max (snd (0, (1, 2)))', '2'],
  ['max (if true then (1, 2) else (3, 4))', '2'],
  ['(max : real * real -> real) (1, 2)', '2'],
  ['let larger = max\nlarger 1 2', '2'],
  ['atan2 1 0 - atan2 (1, 0)', '0'],
  ['let clamp low high x = min (max x low) high\n(clamp 0 1 2.5, clamp 0 3 (length [1]))', '(1, 1)'],
  ['grad (fun (a, b) -> max a b) (1, 2)', '(0, 1)'],
  ['let max a b = a - b in max 3 1', '2'],
  ['let max (a, b) = a - b in max (3, 1)', '2'],
  ['squaredError (1 + 2, 5) - squaredError 3 5', '0'],
  ['zipWith squaredError [1, 2] [2, 4]', '[1, 4]'],
  ['meanSquaredError ([1, 2], [2, 4]) - meanSquaredError [1, 2] [2, 4]', '0'],
  ['crossEntropy (0.5, 1) - crossEntropy 0.5 1', '0'],
  ['neuron ([1, 2], ([2, -1], 0.5)) - neuron [1, 2] ([2, -1], 0.5)', '0'],
  // The inputs can be a tuple, which is no pair of arguments if the parameters follow.
  ['neuron (1, 2) ((2, -1), 0.5) - neuron ((1, 2), ((2, -1), 0.5))', '0'],
  ['layer neuron ([1, 2], [([2, -1], 0)])', '[0.5]'],
  ['comp (layer neuron, neuron) (2, ([(1, 0)], ([1], 0))) - comp (layer neuron) neuron (2, ([(1, 0)], ([1], 0)))', '0'],
  [
    'let net x = comp (layer neuron, neuron) x\nlet net2 = comp (layer neuron) neuron\nnet (2, ([(1, 0)], ([1], 0))) - net2 (2, ([(1, 0)], ([1], 0)))',
    '0',
  ],
  ['let net = comp (layer neuron, neuron)\nnet (2, ([(1, 0)], ([1], 0))) - neuron [neuron 2 (1, 0)] ([1], 0)', '0'],
  ['let own (x, w) = x * w in layer own (2, [3, 4])', '[6, 8]'],
  ['map (fun x -> x + 1) (layer neuron (2, [(0, 0)]))', '[1.5]'],
])('%s is %s', (text, expected) => {
  expect(evaluated(text)).toBe(expected);
});
