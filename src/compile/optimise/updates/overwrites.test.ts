import { describe, expect, test } from 'vitest';
import { counts } from '../../../testing/ir/counts';

const HEAD = 'input x : real = 1\ninput n : int = 6\ninput given : array real = [1, 2, 3]\n';

/** Returns how many items are updated in place, and how many loops copy an array, where a loop over `i` carries `a`. */
const around = (round: string, first = 'given'): readonly [updates: number, copies: number] =>
  counts(`${HEAD}sum (foldl (fun (a, i) -> ${round}) (map (fun v -> v * x) ${first}) (range 0 n))`);

describe('an arm that gives another array writes its items into the one that the other arm updates', () => {
  test.each([
    ['made of it', 'if x > 2 then map sin a else update a 1 x'],
    ['made of it backwards', 'if x > 2 then build (length a) (fun i -> a[length a - 1 - i]) else update a 1 x'],
    ['of zeros', 'if x > 2 then zeros (length given) else update a 1 x'],
    ['from outside', 'if x > 2 then given else update a 1 x'],
    ['made of what is updated', 'let b = update a 1 x in if b[0] > 2 then map sin b else b'],
    ['in the other order', 'if x > 2 then update a 1 x else map sin a'],
  ])('%s', (_, round) => {
    expect(around(round)).toEqual([2, 0]);
  });

  test('of a known length', () => {
    // What the loop begins with is no array of its own.
    expect(around('if x > 2 then [x, x, a[0]] else update a 1 x', '[1, 2, 3]')).toEqual([2, 1]);
  });

  test.each([
    ['in a loop', 'foldl (fun (b, k) -> map (fun v -> v * toReal k) b) (map cos a) (range 0 n)'],
    ['in a recursion', '(let rec up (b, v) = if v > 9 then b else up (map sin b, v * 2 + 1) in up (map cos a, x))'],
  ])('made %s that keeps its length', (_, made) => {
    expect(around(`if x > 2 then ${made} else update a 1 x`)).toEqual([2, 0]);
  });

  test('in one of several arms', () => {
    const round = 'if i < 2 then map sin a else if x > 2 then a else if x > 1 then update a 1 x else update a 2 x';
    expect(around(round)).toEqual([3, 0]);
  });

  test('in several arms', () => {
    const round = 'if i < 2 then map sin a else if x > 2 then map cos a else update a 1 x';
    expect(around(round)).toEqual([3, 0]);
  });

  test('in a loop that a test ends', () => {
    const text = `${HEAD}let rec go (a, v) = if v > 9 then a else let b = update a 1 v in if b[0] > 2 then go (map sin b, v + x) else go (b, v + x)
sum (go (map (fun v -> v * x) given, sin x))`;
    expect(counts(text)).toEqual([2, 0]);
  });
});

describe('an arm stays', () => {
  test.each([
    ['if its array can have another length', 'if x > 2 then build n (fun k -> x * toReal k) else update a 1 x'],
    ['if its array can be longer', 'if x > 2 then (if x > 3 then map sin a else map sin a ++ [x]) else update a 1 x'],
    [
      'if a loop makes it longer',
      'if x > 2 then foldl (fun (b, k) -> build (length b + 1) (fun j -> x * toReal (j + k))) (map cos a) (range 0 n) else update a 1 x',
    ],
    ['if its array is longer', 'if x > 2 then map sin a ++ [x] else update a 1 x'],
  ])('%s', (_, round) => {
    expect(around(round)).toEqual([0, 1]);
  });

  test('if the array is used afterwards, by the name that it has before', () => {
    const text = `${HEAD}let step ((a, b), i) = if x > 2 then (map sin a, a) else (update a 1 x, b)
let (a, b) = foldl step (given, given) (range 0 n)
sum a * sum b`;
    expect(counts(text)[0]).toBe(0);
  });

  test('if the arms exchange two arrays', () => {
    const text = `${HEAD}let step ((a, b), i) = if x > 2 then (b, a) else (a, update b 1 x)
let (a, b) = foldl step (map sin given, map cos given) (range 0 n)
sum a * sum b * sum b`;
    expect(counts(text)[0]).toBe(0);
  });

  test('if nothing is updated', () => {
    expect(around('if x > 2 then map sin a else a')).toEqual([0, 0]);
  });

  test('outside loops, where the array is copied once', () => {
    expect(counts(`${HEAD}sum (if x > 2 then map sin given else update given 1 x)`)).toEqual([0, 1]);
  });
});
