import { describe, expect, test } from 'vitest';
import { newLanguageApi } from '../../testing/language';
import { applyEdits } from './rename';

const service = newLanguageApi();

describe('fixes', () => {
  const fixed = (text: string, ...others: readonly string[]) => {
    const cells = [text, ...others];
    const [fix] = service.fixes({ revision: 1, cells, cell: 0 });
    return fix && applyEdits(cells, fix.edits)[0];
  };

  test.each([
    ['let number = 1\nnumbr + 1', 'let number = 1\nnumber + 1'],
    [
      'type S = Circle | Dot\nlet f s = match s with Cirle -> 1 | Dot -> 2',
      'type S = Circle | Dot\nlet f s = match s with Circle -> 1 | Dot -> 2',
    ],
    ['type Shape = A | B\nlet f (x : Shpe) = x', 'type Shape = A | B\nlet f (x : Shape) = x'],
    ['let p = { size = 1 }\np.siz', 'let p = { size = 1 }\np.size'],
    ['if 1 == 2 then 1 else 2', 'if 1 = 2 then 1 else 2'],
    ['1 // one', '1 -- one'],
    ['let f = \\x -> x', 'let f = fun x -> x'],
    ['let f m = m[0, 1]', 'let f m = m[0][1]'],
    ['let f x = 2x', 'let f x = 2 * x'],
    ['let f x = 2 * x\nf -1', 'let f x = 2 * x\nf (-1)'],
    ['let f (n : int) = sin n', 'let f (n : int) = sin (toReal n)'],
    ['let f (n : int) = 1.0 * (n + 1)', 'let f (n : int) = 1.0 * (toReal (n + 1))'],
    ['let f (n : int) = n\nf 2.0', 'let f (n : int) = n\nf 2'],
    ['let f x = let y = 1 in 2 * x', 'let f x = let _y = 1 in 2 * x'],
    ['let f p = match p with { x } -> 1', 'let f p = match p with { x = _ } -> 1'],
  ])('%s', (text, expected) => {
    expect(fixed(text)).toBe(expected);
  });

  const SHAPES =
    'type Tree a = Node (Tree a * a * Tree a) | Leaf | Deep (Tree a)\ntype Pair = | Both (real * Tree bool)\n';
  test.each([
    ['match inl 1 with inl x -> x', 'match inl 1 with inl x -> x | inr _ -> 0'],
    ['let f s =\n  match s with\n  | [] -> 1', 'let f s =\n  match s with\n  | [] -> 1\n  | _ :: _ -> 0'],
    ['let f s = match s with [] -> ""', 'let f s = match s with [] -> "" | _ :: _ -> ""'],
    ['let f s = match s with [] -> (true, ())', 'let f s = match s with [] -> (true, ()) | _ :: _ -> (false, ())'],
    ['let f s = match s with [] -> [s]', 'let f s = match s with [] -> [s] | _ :: _ -> []'],
    [
      'let f s = match s with [] -> { b = 1, a = inr 2.5 }',
      'let f s = match s with [] -> { b = 1, a = inr 2.5 } | _ :: _ -> { a = inr 0, b = 0 }',
    ],
    [
      'let f s = match s with [] -> fun x -> x + 1',
      'let f s = match s with [] -> fun x -> x + 1 | _ :: _ -> fun _ -> 0',
    ],
    [
      `${SHAPES}let f s = match s with [] -> Both (1, Leaf)`,
      `${SHAPES}let f s = match s with [] -> Both (1, Leaf) | _ :: _ -> Both (0, Leaf)`,
    ],
    [
      `${SHAPES}let f t = match t with Node (l, _, _) -> l`,
      `${SHAPES}let f t = match t with Node (l, _, _) -> l | Leaf -> Leaf | Deep _ -> Leaf`,
    ],
    ['let f n = match n with 0 -> 1 | 2 -> 3', 'let f n = match n with 0 -> 1 | 2 -> 3 | _ -> 0'],
    [
      'let f p = match p with (true, true) -> 1',
      'let f p = match p with (true, true) -> 1 | (false, _) -> 0 | (true, false) -> 0',
    ],
    [
      'type Maybe a = Nothing | Just a\nlet get d m = match m with Just (Just x) -> x | Nothing -> d',
      'type Maybe a = Nothing | Just a\nlet get d m = match m with Just (Just x) -> x | Nothing -> d | Just Nothing -> d',
    ],
    [
      'let act b = match b with true -> Delta.pure 1',
      'let act b = match b with true -> Delta.pure 1 | false -> Delta.pure 0',
    ],
  ])('add missing arms, and the program then checks: %s', (text, expected) => {
    expect(fixed(text)).toBe(expected);
    expect(service.check({ revision: 1, cells: [expected] }).cells[0]?.diagnostics).toEqual([]);
  });

  test('there are none if the diagnostic has no fix', () => {
    expect(fixed('xyzzy + 1')).toBeUndefined();
    expect(fixed('1 + true')).toBeUndefined();
    expect(fixed('1', 'numbr')).toBeUndefined();
    // No value has every type.
    expect(fixed('let head s = match s with x :: _ -> x')).toBeUndefined();
    expect(fixed('type Endless = Again Endless\nlet f (s : list Endless) = match s with x :: _ -> x')).toBeUndefined();
  });
});
