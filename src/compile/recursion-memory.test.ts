import { describe, expect, test } from 'vitest';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { INPUTS, ROOMS, TYPES, budget, compiled, numbersOf } from '../testing/recursion';
import { USUAL } from './emit/runtime';

describe('frames', () => {
  test('are not among what a loop of the same function frees', () => {
    const text = `${INPUTS.replace('4', '0')}let rec go (k : int) =
  if k < 1 then x else
    let rec loop (i : int, xs) = if i < 1 then sum xs else
      loop (i - 1, if mod i 66666 = 7 then map (fun y -> y * 0.5 + go (k - 1)) xs else map (fun y -> y + 1) xs) in
    0.001 * loop (200000, [x, toReal k])
go n
`;
    const made = compiled(text);
    // Each loop makes 6.4 MB, of which it frees all but about one.
    expect(made.value([1, 1.25], { ...budget, bytes: 3e6 }).tag).toBe('values');
    const plain = made.value([3, 1.25], budget);
    for (const room of ROOMS) expect(compiled(text, room).value([3, 1.25], budget)).toEqual(plain);
  });

  test('are made again where they were freed', () => {
    const text = `${INPUTS}let rec go (k : int) = if k < 1 then 0 else x + go (k - 1)
fold (i, s) -> s + go n over range 0 200 from 0
`;
    // A frame of one of the 1e4 calls takes at least 24 bytes.
    expect(compiled(text).value([1e4, 1.25], { ...budget, bytes: 2e6 })).toEqual({
      tag: 'values',
      values: [200 * 1e4 * 1.25],
    });
  });

  test('of functions that are run by functions that wait do not mix', () => {
    const text = `${TYPES}${INPUTS}let rec length (k : int) = if k < 1 then x else 1 + length (k - 1)
let rec each (k : int) = if k < 1 then x * x else 0.5 * each (k - 1) + length (k * 20) * length k
let rec outer (k : int) = if k < 1 then each 3 else each k + 0.25 * outer (k - 1) * length (2 * k)
outer n
`;
    const plain = compiled(text).gradient([30, 1.25], 1, budget);
    for (const room of ROOMS) expect(compiled(text, room).gradient([30, 1.25], 1, budget)).toEqual(plain);
  });
});

test('data of every layout that a loop carries is moved whole', () => {
  const text = `${TYPES}type Mixed = Text string | Many (array Mixed) | Both (Mixed * int * Mixed) | Rules (list (real -> real))
${INPUTS}let rec size m = match m with
    Text s -> (if s = "ab" then 2 * x else if s = "start" then 3 * x else x)
  | Many ms -> 1 + sum (map size ms)
  | Both (l, k, r) -> 0.5 * size l + toReal k * size r
  | Rules fs -> fold (f, s) -> s + f x over fs from 0
let step (k : int) (m, t, names) =
  ( (if mod k 3 = 0 then Many (toArray [m, Text "ab"]) else if mod k 3 = 1 then Both (m, k, Rules [fun y -> y * x, sin]) else
      match m with Both (l, _, r) -> Both (r, k, l) | Many ms -> Many (build (length ms) (fun i -> ms[i])) | other -> other)
  , (match t with Node (l, r) -> Node (r, Node (l, Leaf x)) | Leaf r -> Node (t, Leaf (r * 0.5)))
  , (match names with s :: rest -> (s ++ "c") :: s :: rest | [] -> [""]) )
let rec loop (k : int, state) = if k < 1 then state else loop (k - 1, step k state)
let rec total t = match t with Leaf r -> r | Node (l, r) -> total l + 0.5 * total r
let (m, t, names) = loop (3 * n, (Text "start", Leaf x, []))
size m + total t + (fold (s, k) -> (if s = "ccc" then k + 1 else if s = "cc" then 2 * k else 0.5 * k + x) over names from 0)
`;
  const plain = numbersOf(text);
  expect(plain).toHaveLength(4);
  expect(numbersOf(text, 0, 0)).toEqual(plain);
  expect(numbersOf(text, USUAL.room, 0)).toEqual(plain);
  const { main, point } = focusOf(checked(text));
  const machine = drain(traceAnf.run(main, point, budget));
  expect(machine.tag === 'ok' && machine.value.value).toBe(plain[0]);
});

describe('data that shares its parts', () => {
  const text = `${TYPES}${INPUTS}let rec twice (k : int, t) = if k < 1 then t else twice (k - 1, Node (t, t))
let rec left t = match t with Leaf r -> r | Node (l, _) -> left l
`;

  test('is kept as it is by a loop that frees data', () => {
    const made = compiled(`${text}left (fold (i, t) -> (if mod i 1000 = 0 && i < n * 1000 then Node (t, t) else
  match t with Node (l, r) -> Node (l, r) | Leaf r -> Leaf r) over range 0 100000 from Leaf x)
`);
    expect(made.value([50, 1.25], { ...budget, bytes: 1e8 })).toEqual({ tag: 'values', values: [1.25] });
  });

  test('stops a derivative by all of its parts', () => {
    const made = compiled(`${text}left (grad left (twice (n, Leaf x)))\n`);
    expect(made.value([10, 1.25], budget)).toEqual({ tag: 'values', values: [1] });
    expect(made.value([60, 1.25], { ...budget, bytes: 1e7 }).tag).toBe('memory');
  });
});
