import { describe, expect, test } from 'vitest';
import { counts } from '../../../testing/ir/counts';
import { inOneLine, valueAfter } from '../../../testing/ir/examples';
import { contains } from '../../ir/blocks';
import { simplify } from '../simplify';
import { overwritten } from './overwrites';

const HEAD = 'input x : real = 1\ninput n : int = 6\ninput given : array real = [1, 2, 3]\n';

/** A list of 20 items. */
const LONG = `[${Array.from({ length: 20 }, (_, i) => i).join(', ')}]`;

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
    ['made of it and updated', 'if x > 2 then update (map sin a) 0 x else update a 1 x', [3, 0]],
    [
      'beside an arm that a loop with several parameters updates',
      'if x > 2 then map sin a else fst (foldl (fun ((b, (s, t)), k) -> (update b (mod k 3) s, (t, s))) (a, (x, x * x)) (range 0 n))',
    ],
    [
      'beside an arm with a loop whose rounds compute nothing',
      'if x > 2 then map sin a else let (s, (t, (u, v))) = foldl (fun ((s, (t, (u, v))), k) -> (t, (u, (v, s)))) (x, (x * x, (2, 3))) (range 0 n) in update a 1 s',
    ],
    ['made in one of two ways', 'if x > 2 then (if x > 3 then map sin a else map cos a) else update a 1 x'],
    [
      'beside two ways to update it',
      'if x > 2 then map sin a else if x > 3 then update a 1 x else update a 2 x',
      [3, 0],
    ],
    ['beside a way that keeps it', 'if x > 2 then map sin a else if x > 3 then a else update a 2 x'],
    [
      'beside a way that keeps it, in the other order',
      'if x > 2 then (if x > 3 then update a 2 x else a) else map sin a',
    ],
  ])('%s', (_, round, expected = [2, 0]) => {
    expect(around(round)).toEqual(expected);
  });

  test('of a known length', () => {
    // What the loop begins with is no array of its own.
    expect(around('if x > 2 then [x, x, a[0]] else update a 1 x', '[1, 2, 3]')).toEqual([2, 1]);
  });

  test.each([
    ['that is constant', `if x > 2 then toArray ${LONG} else update a 1 x`],
    ['that is constant, beside what is updated', `let b = update a 1 x in if b[0] > 2 then toArray ${LONG} else b`],
    ['that is made', 'if x > 2 then build 20 (fun i -> x * toReal (i + i)) else update a 1 x'],
  ])('of a known length %s', (_, round) => {
    expect(around(round, LONG)).toEqual([2, 0]);
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
    [
      'if a recursion makes it longer at its end',
      'if x > 2 then (let rec up (b, v) = if v > 9 then b ++ [x] else up (map sin b, v * 2 + 1) in up (map cos a, x)) else update a 1 x',
    ],
    [
      'if its array can be another, or the one that is updated',
      'if x > 2 then (if x > 3 then given else a) else update a 1 x',
    ],
  ])('%s', (_, round) => {
    expect(around(round)).toEqual([0, 1]);
  });

  test.each([
    ['constant', 'toArray [1, 2, 3]'],
    ['made', 'build 21 (fun k -> x * toReal (k + k))'],
  ])('if its array is %s and has another known length', (_, other) => {
    expect(around(`if x > 2 then ${other} else update a 1 x`, LONG)).toEqual([0, 1]);
  });

  test('if calls give the arrays', () => {
    const text = `${HEAD}let rec f k = if toReal k < x then [x] else let a = f (k - 1) in a ++ f (k - 2)
sum (foldl (fun (a, i) -> if x > 2 then f (i + 1) else update a 1 x) (f n) (range 0 n))`;
    expect(counts(text)).toEqual([0, 1]);
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

  test('where another one does not', () => {
    const step = '(a, i) -> if x > 2 then map sin a else update a 1 x';
    const text = `${HEAD}let step ((a, b), i) = if x > 2 then (map sin a, a) else (update a 1 x, b)
let (a, b) = foldl step (map cos given, map sin given) (range 0 n)
sum a * sum b * sum (foldl (fun ${step}) (map cos given) (range 0 n))`;
    expect(counts(text)).toEqual([2, 1]);
  });

  test('in a derivative', () => {
    const round = `update a 1 (deriv (fun y -> (if y > 2 then toArray ${LONG} else a)[1] * y) x)`;
    expect(around(round, LONG)).toEqual([0, 1]);
  });

  test('if nothing is updated', () => {
    expect(around('if x > 2 then map sin a else a')).toEqual([0, 0]);
  });

  test.each([
    ['where the array is copied once', 'if x > 2 then map sin given else update given 1 x', [0, 1]],
    ['where the other arm updates it', 'let a = map cos given in if x > 2 then map sin a else update a 1 x', [1, 0]],
    [
      'inside another branch',
      'let a = map cos given in if x > 3 then [x] else map cos (if x > 2 then map sin a else update a 1 x)',
      [1, 0],
    ],
  ])('outside loops, %s', (_, body, expected) => {
    expect(counts(`${HEAD}sum (${body})`)).toEqual(expected);
  });
});

test('a loop writes the items, upwards, without tests', () => {
  const text = `${HEAD}foldl (fun (a, i) -> if x > 2 then map sin a else update a 1 x) given (range 0 n)\n`;
  const printed = valueAfter(
    text,
    (block, { numbers }) => simplify(block, numbers),
    (block, { numbers }) => {
      const made = overwritten(block, new Set(), numbers).block;
      expect(contains(made, (each) => each.tag === 'for' && !each.forgets)).toBe(false);
      return made;
    },
  );
  const [loop = ''] = /n19 = length d18[^]*?results d28\n *\}/u.exec(printed) ?? [];
  expect(inOneLine(`\n${loop}`)).toMatchInlineSnapshot(
    `"n19 = length d18; d29 = for n20 < n19 (d21 = d8) {; r22 = item d18[n20] unchecked; n23 = length d21; d28 = build n24 < n23 {; b25 = equalInt n24, n20; r27 = if b25 {; results r22; } else {; r26 = item d21[n24] unchecked; results r26; }; results r27; }; results d28; }"`,
  );
});
