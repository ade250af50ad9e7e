import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);

/** Whether it is known before the run that an array has as many items as `xs`. */
function hasAsMany(array: string): boolean {
  const inputs = 'input n : int = 3\ninput xs : array real = [1, 2]\ninput ys : array real = [3, 4]\n';
  const longer = 'let longer v = build (length v + 1) (fun i -> if i = 0 then 1 else v[i - 1])\n';
  const text = valueAfter(
    `${inputs}${longer}if length (${array}) = length xs then 1 else 0`,
    simple,
    loops,
    simple,
    simple,
    simple,
  );
  return text.endsWith('results 1');
}

const HALVES = 'map (fun x -> x / 2)';

test.each([
  ['what a loop makes of each item', `${HALVES} xs`],
  ['a sum with an array that is tested', 'add ys xs'],
  ['a gradient', 'grad (fun v -> dot v v) xs'],
  ['a gradient of one of two arrays', 'fst (grad (fun (v, w) -> sum v * sum w) (xs, ys))'],
  ['a Hessian times a vector', 'hvp (fun v -> dot v v * sum v) xs ys'],
  ['what each round of a loop halves', `fold (_, v) -> ${HALVES} v over range 0 n from xs`],
  ['what a loop halves in some rounds', `fold (i, v) -> (if i > 2 then v else ${HALVES} v) over range 0 n from xs`],
  ['what descends', 'fold (_, v) -> subtract v (grad (fun u -> dot u u * sum u) v) over range 0 n from xs'],
  [
    'the first of two arrays that a loop carries',
    `fst (fold (_, (v, w)) -> (add v w, ${HALVES} w) over range 0 n from (xs, ys))`,
  ],
  ['the second of them', `snd (fold (_, (v, w)) -> (add v w, ${HALVES} w) over range 0 n from (ys, xs))`],
  ['one that trades places with another', 'fst (fold (_, (v, w)) -> (w, v) over range 0 n from (xs, xs))'],
])('%s has as many items', (_, array) => {
  expect(hasAsMany(array)).toBe(true);
});

test.each([
  ['another array', 'ys'],
  ['what has one item more', `longer xs`],
  ['the derivative of what has one item more', `fd (fun v -> longer v) xs xs`],
  ['the gradient at another array', 'snd (grad (fun (v, w) -> sum v * sum w) (xs, ys))'],
  ['what grows in each round of a loop', `fold (_, v) -> longer v over range 0 n from xs`],
  ['what grows in some rounds', `fold (i, v) -> (if i > 2 then v else longer v) over range 0 n from xs`],
  ['what becomes another array', `fold (_, v) -> ${HALVES} ys over range 0 n from xs`],
  ['what begins as another array', `fold (_, v) -> ${HALVES} v over range 0 n from ys`],
  ['one that trades places with a longer one', `fst (fold (_, (v, w)) -> (w, v) over range 0 n from (xs, longer xs))`],
  ['one that follows a growing one', `fst (fold (_, (v, w)) -> (w, longer w) over range 0 n from (xs, xs))`],
])('of %s nothing is known', (_, array) => {
  expect(hasAsMany(array)).toBe(false);
});

test('each branch of many, one after the other, is looked at once', () => {
  const halves = Array.from({ length: 40 }, (_, i) => `let v = if v[${i}] > 1 then ${HALVES} v else v in`).join(' ');
  expect(hasAsMany(`fold (_, v) -> (${halves} v) over range 0 n from xs`)).toBe(true);
});
