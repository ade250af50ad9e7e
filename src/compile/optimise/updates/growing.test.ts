import { describe, expect, test } from 'vitest';
import { counts } from '../../../testing/ir/counts';
import { GROWING } from '../../../testing/ir/written-growing';

const INPUTS = 'input x : real = 1\ninput n : int = 6\ninput before : array real = [1, 2]\n';

describe('a loop grows', () => {
  test.each([
    [
      'an array of which it reads the length',
      'foldl (fun (xs, k) -> xs ++ [toReal (length xs)]) before (range 0 n)',
      1,
    ],
    ['an array by constants', 'foldl (fun (xs, k) -> xs ++ [1, 2]) before (range 0 n)', 2],
    ['an array in both arms', 'foldl (fun (xs, k) -> if k > 2 then xs ++ [x] else xs ++ [2]) before (range 0 n)', 2],
    ['an array in two steps', 'foldl (fun (xs, k) -> let ys = xs ++ [x] in ys ++ [sum ys]) before (range 0 n)', 2],
    [
      'an array that an inner loop reads',
      'foldl (fun (xs, k) -> xs ++ [fold (v, s) -> s + v * xs[0] over xs from x]) before (range 0 n)',
      1,
    ],
    ['an array in some rounds', 'foldl (fun (xs, k) -> if k > 2 then xs else xs ++ [x]) before (range 0 n)', 1],
    [
      'an array by different numbers of items',
      'foldl (fun (xs, k) -> if k > 2 then xs ++ [x, x] else xs ++ [x]) before (range 0 n)',
      3,
    ],
    [
      'an array until a test holds',
      'let rec go xs s = if s > 9 then xs else go (xs ++ [s]) (s * 1.5) in go before (x + 1)',
      1,
    ],
    [
      'an array until it is long enough, and reads its length',
      'let rec go xs s = if length xs > n then xs else go (if s > 2 then xs ++ [s] else xs) (sin s + toReal (length xs)) in go before x',
      1,
    ],
    ['two arrays', 'snd (foldl (fun ((xs, ys), k) -> (xs ++ [ys[k]], ys ++ [xs[k]])) (before, [x]) (range 0 n))', 2],
    [
      'an array of an inner loop alone',
      'foldl (fun (xs, k) -> fold (j, ys) -> ys ++ [x] over range 0 k from xs) before (range 0 n)',
      1,
    ],
  ])('%s', (_, body, updates) => {
    expect(counts(`${INPUTS}sum (${body})`)).toEqual([updates, 0]);
  });
});

describe('a loop does not grow', () => {
  test.each([
    ['an array that is stored', 'foldl (fun ((xs, all), k) -> (xs ++ [x], xs :: all)) (before, []) (range 0 n)'],
    [
      'an array at which it differentiates',
      'foldl (fun (xs, k) -> xs ++ [sum (grad (fun v -> dot v v) xs)]) before (range 0 n)',
    ],
    [
      'an array that another parameter keeps',
      'let (xs, last) = foldl (fun ((xs, last), k) -> (xs ++ [x], xs)) (before, before) (range 0 n) in sum xs * sum last',
    ],
    [
      'an array that another parameter keeps in some rounds',
      'let (xs, last) = foldl (fun ((xs, last), k) -> (if k > 2 then xs else xs ++ [x], xs)) (before, before) (range 0 n) in sum xs * sum last',
    ],
    [
      'an array that an inner loop gives on',
      'foldl (fun (xs, k) -> let ys = (fold (j, ys) -> if j > 2 then xs else build j toReal over range 0 k from before) in xs ++ [sum ys]) before (range 0 n)',
    ],
    [
      'an array that a function gets',
      'let rec f (l, v) = if l < 0.1 then sum v else l + f (l / 2, v) in foldl (fun (xs, k) -> xs ++ [f (x, xs)]) before (range 0 n)',
    ],
    [
      'an array in some rounds of which one differentiates',
      'foldl (fun (xs, k) -> if k > 2 then xs else xs ++ [sum (grad (fun v -> dot v v) xs)]) before (range 0 n)',
    ],
    [
      'an array that no round appends to',
      'fst (foldl (fun ((xs, s), k) -> (xs, s ++ before)) (before, before) (range 0 n))',
    ],
    ['an array beside a longer one', 'foldl (fun (xs, k) -> let v = xs ++ [1, 2] in xs ++ [sum v]) before (range 0 n)'],
    [
      'an array beside a longer one of an arm',
      'foldl (fun (xs, k) -> let v = (if k > 2 then xs ++ [1, 2] else xs) in xs ++ [sum v]) before (range 0 n)',
    ],
    [
      'an array beside a longer one of the other arm',
      'foldl (fun (xs, k) -> let v = (if k > 2 then xs else xs ++ [1, 2]) in xs ++ [sum v]) before (range 0 n)',
    ],
    [
      'an array beside a longer one in some rounds',
      'foldl (fun (xs, k) -> let v = xs ++ [x] in if sum v > 3 then xs else v) before (range 0 n)',
    ],
    [
      'an array of two that arms append to',
      'fst (foldl (fun ((xs, s), k) -> let (v, w) = (if k > 2 then (xs ++ [x], xs) else (xs, xs ++ [1])) in (v, s + sum w)) (before, x) (range 0 n))',
    ],
    ['an array or another', 'foldl (fun (xs, k) -> if k > 2 then xs ++ [x] else before) before (range 0 n)'],
    ['another array or an array', 'foldl (fun (xs, k) -> if k > 2 then before else xs ++ [x]) before (range 0 n)'],
    ['an array to which another array is joined', 'foldl (fun (xs, k) -> xs ++ before) before (range 0 n)'],
    ['an array that is joined behind', 'foldl (fun (xs, k) -> [x] ++ xs) before (range 0 n)'],
    ['another array in each round', 'foldl (fun (xs, k) -> before ++ [xs[0]]) before (range 0 n)'],
    [
      'an array in some rounds, which depends on its items',
      'foldl (fun (xs, k) -> if xs[0] > 2 then xs else xs ++ [x]) before (range 0 n)',
    ],
    [
      'an array until a test holds of its items',
      'let rec go xs = if sum xs > 40 then xs else go (xs ++ [x]) in go before',
    ],
    [
      'an array in some rounds, which takes a loop to find out',
      'foldl (fun (xs, k) -> if (fold (i, s) -> s + x over range 0 k from 0) > 2 then xs else xs ++ [x]) before (range 0 n)',
    ],
    [
      'an array that the test of a recursion appends to',
      'let rec go xs k = let ys = xs ++ [x] in if k > 3 then ys else go ys (k + 1) in go before n',
    ],
  ])('%s', (_, body) => {
    expect(counts(`${INPUTS}${body}`)).toEqual([0, 0]);
  });
});

test('most programs of the test of all passes grow in place', () => {
  const found = Object.entries(GROWING).filter(([, text]) => counts(text)[0] === 0);
  expect(found.map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "an array of whose names each round stores one",
      "an array at which each round takes a gradient",
      "an array that grows until it is long enough, and a number that is tested",
      "lists and rows, in some rounds",
      "an array with padding, beside the one that grows",
      "an array of lists that grows, beside a longer one",
      "an array that grows, by the sum of a longer one",
      "a recursion that appends to what it returns twice",
      "an array that grows, beside the sum of a longer one",
      "an array that an arm appends to, and that is appended to afterwards",
      "an array that is longer than the one that goes on",
      "an array of which both arms go on with a shorter one",
    ]
  `);
});
